//! The list of keys.

use bevy_egui::egui::{self, Align2};

use super::{AppCommand, theme};
use crate::app::KEYS;

pub(super) fn draw(context: &egui::Context, commands: &mut Vec<AppCommand>) {
    let mut open = true;
    egui::Window::new("Keys and mouse")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            // Two halves side by side, so that the list fits the smallest window.
            let half = KEYS.len().div_ceil(2);
            egui::Grid::new("keys").num_columns(4).spacing([20.0, 6.0]).show(ui, |ui| {
                for (left, right) in KEYS[..half].iter().zip(&KEYS[half..]) {
                    for line in [left, right] {
                        ui.label(line.keys);
                        ui.label(theme::muted(line.does));
                    }
                    ui.end_row();
                }
            });
        });
    if !open {
        commands.push(AppCommand::ToggleHelp);
    }
}
