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
            | Phrase::DoesClickByKey
            | Phrase::DoesQueue
            | Phrase::DoesSendAll
            | Phrase::DoesMoveMap
            | Phrase::DoesHold
            | Phrase::DoesSelectNext
            | Phrase::DoesStop
    )
}

pub(super) fn draw(context: &egui::Context, model: &Model, wanted: &mut String, commands: &mut Vec<AppCommand>) {
    let mut open = true;
    egui::Window::new(model.text(Phrase::KeysAndMouse))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            let field = egui::TextEdit::singleline(wanted).hint_text(model.text(Phrase::FindKey));
            ui.add(field.desired_width(260.0).margin(egui::Margin::symmetric(10, 4)));
            ui.add_space(6.0);
            list(ui, model, wanted);
        });
    if !open {
        commands.push(AppCommand::ToggleHelp);
    }
}

/// The lines with what was typed in them, in two halves side by side, so that they fit the smallest window.
fn list(ui: &mut egui::Ui, model: &Model, wanted: &str) {
    let wanted = wanted.trim().to_lowercase();
    let language = model.language();
    let all = if model.watches() { WATCH_KEYS.as_slice() } else { &[] };
    let common = KEYS.iter().filter(|key| !model.watches() || is_good_everywhere(key));
    let text = |key: &KeyHelp| (key.keys.text(language), model.text(key.does));
    let keys: Vec<_> = all.iter().chain(common).map(text).collect();
    // Those that are not wanted turn pale instead of moving: so the window keeps its size.
    let is_wanted = |(keys, does): (&str, &str)| {
        wanted.is_empty() || keys.to_lowercase().contains(&wanted) || does.to_lowercase().contains(&wanted)
    };
    let half = keys.len().div_ceil(2);
    // Close together, so that all of them fit the smallest window.
    ui.spacing_mut().interact_size.y = 16.0;
    egui::Grid::new("keys").num_columns(4).spacing([20.0, 5.0]).show(ui, |ui| {
        for (i, &left) in keys[..half].iter().enumerate() {
            for line in [Some(left), keys.get(half + i).copied()].into_iter().flatten() {
                ui.scope(|ui| {
                    if !is_wanted(line) {
                        ui.set_opacity(0.25);
                    }
                    ui.label(line.0);
                });
                ui.scope(|ui| {
                    if !is_wanted(line) {
                        ui.set_opacity(0.25);
                    }
                    ui.label(theme::muted(line.1));
                });
            }
            ui.end_row();
        }
    });
    if !keys.iter().any(|line| is_wanted(*line)) {
        ui.label(model.text(Phrase::NoKeyFound));
    }
}
