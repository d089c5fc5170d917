//! The strip above the map: presets that play at once, and what a click on a cell is for.

use bevy_egui::egui::{self, Margin, Ui};

use crate::app::boards::Model;
use crate::app::command::{Preset, Toggle};
use crate::app::widgets::{Form, choice, ground, menu, theme};
use crate::app::{Phrase, options};

pub fn draw(root: &mut Ui, model: &Model) {
    let frame = ground(Margin::symmetric(theme::PADDING, 4));
    egui::Panel::top("presets").resizable(false).frame(frame).show(root, |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        // A text that does not fit goes to the next line as a whole.
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        let goes = if model.watches() { Phrase::ClickMovesGoal } else { Phrase::ClickSends };
        if Form::of(ui.ctx()).is_small() {
            return as_menus(ui, model, goes);
        }
        let texts = [Phrase::PlayAtOnce, Phrase::AClick, goes, Phrase::ClickNextTerrain];
        if width(ui, model, texts.into_iter().chain(Preset::ALL.map(Preset::title))) <= ui.available_width() {
            ui.horizontal(|ui| {
                presets(ui, model);
                ui.add_space(10.0);
                clicks(ui, model, goes);
            });
        } else {
            ui.horizontal_wrapped(|ui| presets(ui, model));
            ui.horizontal_wrapped(|ui| clicks(ui, model, goes));
        }
    });
}

/// How much room these texts take as buttons beside each other.
fn width(ui: &Ui, model: &Model, texts: impl Iterator<Item = Phrase>) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let text = |phrase| ui.painter().layout_no_wrap(model.text(phrase).to_owned(), font.clone(), egui::Color32::WHITE);
    texts.map(|phrase| text(phrase).size().x + around).sum()
}

fn presets(ui: &mut Ui, model: &Model) {
    ui.label(theme::muted(model.text(Phrase::PlayAtOnce)));
    for preset in Preset::ALL {
        let is_chosen = preset.is(options::shown(model));
        let button = egui::Button::new(model.text(preset.title())).selected(is_chosen);
        model.on_click(&ui.add(button).on_hover_text(model.tip(preset)), preset);
    }
}

/// Where there is little room: both as lists to choose from.
fn as_menus(ui: &mut Ui, model: &Model, goes: Phrase) {
    ui.horizontal(|ui| {
        menu(ui, model.text(Phrase::PlayAtOnce), |ui| {
            for preset in Preset::ALL {
                let is_chosen = preset.is(options::shown(model));
                let entry = ui.selectable_label(is_chosen, model.text(preset.title()));
                model.on_click(&entry, preset);
            }
        });
        ui.add_space(4.0);
        ui.label(theme::muted(model.text(Phrase::ATap)));
        let list = egui::ComboBox::from_id_salt("a click").width(150.0);
        let title = |on| model.text(if on { Phrase::ClickNextTerrain } else { goes });
        let chosen = choice(ui, list, model.is_on(Toggle::Terrain), &[false, true], title);
        if chosen.is_some_and(|on| on != model.is_on(Toggle::Terrain)) {
            model.wish(Toggle::Terrain);
        }
    });
}

fn clicks(ui: &mut Ui, model: &Model, goes: Phrase) {
    ui.label(theme::muted(model.text(Phrase::AClick)));
    for (on, title) in [(false, goes), (true, Phrase::ClickNextTerrain)] {
        let is_chosen = model.is_on(Toggle::Terrain) == on;
        let choice = ui.selectable_label(is_chosen, model.text(title));
        let choice = choice.on_hover_text(model.tip(Toggle::Terrain));
        if !is_chosen {
            model.on_click(&choice, Toggle::Terrain);
        }
    }
}
