//! The list of keys.

use bevy_egui::egui::{self, Align2};

use super::{AppCommand, Model, theme};
use crate::app::command::KeyHelp;
use crate::app::{KEYS, Phrase, WATCH_KEYS};

/// Whether a key means the same while a search is watched.
const fn is_good_everywhere(key: &KeyHelp) -> bool {
    !matches!(
        key.does,
        Phrase::DoesSend
            | Phrase::DoesSelect
            | Phrase::DoesWatchAgent
            | Phrase::DoesQueue
            | Phrase::DoesSendAll
            | Phrase::DoesMoveMap
            | Phrase::DoesHold
            | Phrase::DoesSelectNext
            | Phrase::DoesStop
    )
}

pub(super) fn draw(context: &egui::Context, model: &Model, commands: &mut Vec<AppCommand>) {
    let mut open = true;
    egui::Window::new(model.text(Phrase::KeysAndMouse))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            // Two halves side by side, so that the list fits the smallest window.
            let keys: Vec<&KeyHelp> = if model.watches() {
                WATCH_KEYS.iter().chain(KEYS.iter().filter(|key| is_good_everywhere(key))).collect()
            } else {
                KEYS.iter().collect()
            };
            let half = keys.len().div_ceil(2);
            egui::Grid::new("keys").num_columns(4).spacing([20.0, 6.0]).show(ui, |ui| {
                for (i, left) in keys[..half].iter().enumerate() {
                    for line in [Some(left), keys.get(half + i)].into_iter().flatten() {
                        ui.label(line.keys.text(model.language()));
                        ui.label(theme::muted(model.text(line.does)));
                    }
                    ui.end_row();
                }
            });
        });
    if !open {
        commands.push(AppCommand::ToggleHelp);
    }
}
