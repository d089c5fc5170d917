//! The strip above the map: presets that play at once, and what a click on a cell is for.

use bevy_egui::egui::{self, Margin, Ui};

use super::widgets::ground;
use super::{Click, Model, options, theme};
use crate::app::Phrase;
use crate::app::command::WindowCommand;
use crate::app::watch::Preset;

pub(super) fn draw(root: &mut Ui, model: &Model) {
    let frame = ground(Margin::symmetric(theme::PADDING, 4));
    egui::Panel::top("presets").resizable(false).frame(frame).show(root, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            // A text that does not fit goes to the next line as a whole.
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            ui.label(theme::muted(model.text(Phrase::PlayAtOnce)));
            for preset in Preset::ALL {
                let is_chosen = preset.is(options::shown(model));
                let button = egui::Button::new(model.text(preset.title())).selected(is_chosen);
                model.on_click(&ui.add(button).on_hover_text(model.tip(preset)), preset);
            }
            ui.add_space(10.0);
            ui.label(theme::muted(model.text(Phrase::AClick)));
            let goes = if model.watches() { Phrase::ClickMovesGoal } else { Phrase::ClickSends };
            for (click, title) in [(Click::Go, goes), (Click::Terrain, Phrase::ClickNextTerrain)] {
                let is_chosen = model.panels.click == click;
                let choice = ui.selectable_label(is_chosen, model.text(title));
                let choice = choice.on_hover_text(model.tip(WindowCommand::ToggleClick));
                if !is_chosen {
                    model.on_click(&choice, WindowCommand::ToggleClick);
                }
            }
        });
    });
}
