//! What the chosen terrain is, to be changed: its name, how it is written and looks, and what it costs.

use bevy_egui::egui::Ui;
use gridwalk_level::{LegendEntry, LevelGrid};

use super::Model;
use super::fields::typed;
use crate::app::Phrase;
use crate::app::command::{LegendCommand, Section};
use crate::app::widgets::{button, named, section, tick_box};

pub fn draw(ui: &mut Ui, model: &Model, grid: &LevelGrid) {
    let number = usize::from(model.edit.terrain.0);
    let entries = grid.entries();
    let Some(entry) = entries.get(number) else { return };
    section(ui, model, (Section::TerrainForm, Phrase::ChosenTerrain, &entry.terrain.name), |ui| {
        fields(ui, model, number + 1, entry);
        buttons(ui, model);
    });
}

fn buttons(ui: &mut Ui, model: &Model) {
    ui.horizontal_wrapped(|ui| {
        button(ui, model, Phrase::AddTerrain, LegendCommand::Add);
        button(ui, model, Phrase::RemoveUnused, LegendCommand::RemoveUnused);
    });
}

fn fields(ui: &mut Ui, model: &Model, number: usize, entry: &LegendEntry) {
    named(ui, model.text(Phrase::TerrainName), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        if let Some(name) = typed(ui, ("name", number), &entry.terrain.name, 100.0) {
            model.wish(LegendCommand::Name(number, name));
        }
        color(ui, model, number, entry);
    });
    named(ui, model.text(Phrase::TerrainGlyph), |ui| {
        let typed = typed(ui, ("glyph", number), &entry.look.glyph.to_string(), 24.0);
        if let Some(glyph) = typed.and_then(|text| text.chars().next()) {
            model.wish(LegendCommand::Glyph(number, glyph));
        }
    });
    named(ui, model.text(Phrase::Cost), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        if let Some(cost) = entry.terrain.cost {
            let cost = typed(ui, ("cost", number), &cost.to_string(), 40.0).and_then(|text| text.trim().parse().ok());
            if let Some(cost) = cost {
                model.wish(LegendCommand::Cost(number, Some(cost)));
            }
        }
        let blocked = entry.terrain.is_blocked();
        if tick_box(ui, blocked, model.text(Phrase::Blocked)).clicked() {
            model.wish(LegendCommand::Cost(number, blocked.then_some(1)));
        }
    });
}

/// A button that opens a choice of colours; what is chosen counts once the button of the mouse is up.
fn color(ui: &mut Ui, model: &Model, number: usize, entry: &LegendEntry) {
    let id = ui.make_persistent_id(("colour", number));
    let mut color = ui.data(|data| data.get_temp(id)).unwrap_or(entry.look.color);
    ui.color_edit_button_srgb(&mut color);
    if color == entry.look.color {
        ui.data_mut(|data| data.remove::<[u8; 3]>(id));
    } else if ui.input(|input| input.pointer.any_down()) {
        ui.data_mut(|data| data.insert_temp(id, color));
    } else {
        ui.data_mut(|data| data.remove::<[u8; 3]>(id));
        model.wish(LegendCommand::Color(number, color));
    }
}
