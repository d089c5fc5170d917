//! The form for the chosen terrain: name, colour, glyph, cost and exits.

use bevy_egui::egui::{Rect, Sense, Stroke, Ui, Vec2, vec2};
use gridwalk_explain::Describe;
use gridwalk_level::{LegendEntry, LevelGrid};
use gridwalk_pathfinding::{Direction, DirectionSet};

use super::{Model, order};
use crate::app::Phrase;
use crate::app::command::{LegendCommand, Section};
use crate::app::widgets::{button, named, section, theme, tick_box, typed};
use crate::picture::palette;

pub fn draw(ui: &mut Ui, model: &Model, grid: &LevelGrid) {
    let (terrain, entries) = (model.edit.terrain(grid), grid.entries());
    let place = order::listed(grid).iter().position(|listed| *listed == terrain);
    let Some((place, entry)) = place.zip(entries.get(usize::from(terrain.0))) else { return };
    section(ui, model, (Section::TerrainForm, Phrase::ChosenTerrain, &entry.terrain.name), |ui| {
        fields(ui, model, place + 1, entry);
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
    if !entry.terrain.is_blocked() {
        named(ui, model.text(Phrase::Exits), |ui| exits(ui, model, number, entry.terrain.exits));
    }
}

/// Draws the directions in which the terrain can be left, as a rose of eight arrows.
fn exits(ui: &mut Ui, model: &Model, number: usize, exits: DirectionSet) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(3.0 * ARROW), Sense::hover());
    for direction in Direction::ALL {
        let (x, y) = direction.offset();
        #[expect(clippy::cast_precision_loss, reason = "an offset is -1, 0 or 1")]
        let along = vec2(x as f32, y as f32);
        let place = Rect::from_center_size(rect.center() + along * ARROW, Vec2::splat(ARROW - 2.0));
        let row = ui.interact(place, ui.id().with(("exit", number, direction)), Sense::click());
        let is_open = exits.contains(direction);
        let ink = if is_open { palette::ACCENT } else { palette::FAINT };
        if row.hovered() || row.has_focus() {
            ui.painter().rect_filled(place, 4.0, theme::color(palette::HOVERED));
        }
        let (tip, stroke) = (along.normalized() * ARROW * 0.34, Stroke::new(1.6, theme::color(ink)));
        ui.painter().arrow(place.center() - tip, tip * 2.0, stroke);
        let phrase = if is_open { Phrase::CloseExit } else { Phrase::OpenExit };
        let says = model.say(phrase.with("direction", direction.describe_in(model.language())));
        model.on_click(&row.on_hover_text(says), LegendCommand::Exit(number, direction));
    }
}

/// Spacing of the arrows in points.
const ARROW: f32 = 20.0;

/// Draws a button that opens a colour picker.
///
/// The colour is applied when the mouse button is released.
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
