//! The list of keys.

use bevy_egui::egui::{self, Align2, RichText};

use super::{AppCommand, Model, theme};
use crate::app::command::KeyHelp;
use crate::app::{KEYS, Phrase, WATCH_KEYS};
use crate::pathfinding::Language;

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
            let most = (context.viewport_rect().height() - 140.0).max(120.0);
            egui::ScrollArea::vertical()
                .max_height(most)
                .min_scrolled_height(most)
                .show(ui, |ui| lists(ui, model, wanted));
        });
    if !open {
        commands.push(AppCommand::ToggleHelp);
    }
}

/// Both lists side by side. Lines without what was typed turn pale instead of moving: so the window keeps its size.
fn lists(ui: &mut egui::Ui, model: &Model, wanted: &str) {
    let wanted = wanted.trim().to_lowercase();
    let text = |help: &KeyHelp| (help.keys.text(model.language()), model.text(help.does));
    let is_wanted = |(keys, does): (&str, &str)| {
        wanted.is_empty() || keys.to_lowercase().contains(&wanted) || does.to_lowercase().contains(&wanted)
    };
    let groups = [(Phrase::KeysEverywhere, KEYS.as_slice()), (Phrase::KeysWatching, WATCH_KEYS.as_slice())];
    // Close together, so that all of them fit the smallest window.
    ui.spacing_mut().interact_size.y = 14.0;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 28.0;
        for (title, keys) in groups {
            ui.vertical(|ui| {
                ui.label(theme::section(model.text(title)));
                ui.add_space(4.0);
                egui::Grid::new(title.text(Language::English)).num_columns(2).spacing([14.0, 3.0]).show(ui, |ui| {
                    for line in keys.iter().map(text) {
                        let fade = if is_wanted(line) { 1.0 } else { 0.25 };
                        for part in [RichText::new(line.0), theme::muted(line.1)] {
                            ui.scope(|ui| {
                                ui.set_opacity(fade);
                                ui.label(part.size(12.5));
                            });
                        }
                        ui.end_row();
                    }
                });
            });
        }
    });
    if !KEYS.iter().chain(&WATCH_KEYS).any(|help| is_wanted(text(help))) {
        ui.label(model.text(Phrase::NoKeyFound));
    }
}
