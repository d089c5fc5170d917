//! What floats over the map: the sentence about a broken level, hints of the first start, notes.

use bevy_egui::egui::{self, Align2, Color32, Context, Margin, Rect, RichText, Stroke, Ui};

use super::{AppCommand, Model, theme};
use crate::app::{Keys, Phrase};
use crate::pathfinding::Rgb;
use crate::picture::palette;

pub(super) fn draw(context: &Context, free: Rect, model: &Model, hints: bool, commands: &mut Vec<AppCommand>) {
    if let Some(error) = &model.active.error {
        broken_level(context, free, model, error);
    }
    if hints && model.active.error.is_none() {
        first_hints(context, free, model, commands);
    }
    notes(context, free, model);
}

fn card(edge: Rgb) -> egui::Frame {
    egui::Frame::new()
        .fill(theme::color(palette::BACKGROUND))
        .stroke(Stroke::new(1.0, theme::color(edge)))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(14, 10))
}

/// A coloured dot with a word behind it.
fn dot(ui: &mut Ui, color: Rgb) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(10.0, 14.0), egui::Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.5, theme::color(color));
}

fn broken_level(context: &Context, free: Rect, model: &Model, error: &str) {
    egui::Area::new("broken".into())
        .order(egui::Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(egui::pos2(free.center().x, free.top() + 12.0))
        .interactable(false)
        .show(context, |ui| {
            card(palette::BAD).show(ui, |ui| {
                ui.set_max_width((free.width() - 80.0).min(720.0));
                ui.horizontal(|ui| {
                    dot(ui, palette::BAD);
                    ui.label(RichText::new(model.text(Phrase::LevelBroken)).strong().color(Color32::WHITE));
                });
                ui.label(error);
                let built_in = model.active.is_built_in();
                let meanwhile = if built_in { Phrase::BuiltInShown } else { Phrase::LastGoodStays };
                ui.label(theme::muted(model.text(meanwhile)));
            });
        });
}

const HINTS: [(Phrase, Phrase); 3] = [
    (Phrase::KeyClick, Phrase::HintClickDoes),
    (Phrase::HintWatch, Phrase::HintWatchDoes),
    (Phrase::HintEdit, Phrase::HintEditDoes),
];

fn first_hints(context: &Context, free: Rect, model: &Model, commands: &mut Vec<AppCommand>) {
    egui::Area::new("hints".into())
        .order(egui::Order::Middle)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(egui::pos2(free.left() + 16.0, free.bottom() - 16.0))
        .show(context, |ui| {
            card(palette::HAIRLINE).show(ui, |ui| {
                egui::Grid::new("hint").num_columns(2).spacing([16.0, 6.0]).show(ui, |ui| {
                    for (key, does) in HINTS {
                        ui.label(RichText::new(model.text(key)).strong().color(theme::color(palette::ACCENT)));
                        ui.label(model.text(does));
                        ui.end_row();
                    }
                });
                ui.add_space(4.0);
                ui.horizontal(|ui| {
                    if ui.button(model.text(Phrase::GotIt)).on_hover_text(model.key(Keys::Signs("Esc"))).clicked() {
                        commands.push(AppCommand::DismissHints);
                    }
                    ui.label(theme::muted(model.text(Phrase::AllKeys)));
                });
            });
        });
}

fn notes(context: &Context, free: Rect, model: &Model) {
    if model.notes.shown().is_empty() {
        return;
    }
    egui::Area::new("notes".into())
        .order(egui::Order::Middle)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(egui::pos2(free.right() - 16.0, free.bottom() - 16.0))
        .interactable(false)
        .show(context, |ui| {
            for note in model.notes.shown() {
                let color = if note.warning { palette::WARN } else { palette::OK };
                card(color).show(ui, |ui| {
                    ui.set_max_width((free.width() - 80.0).min(460.0));
                    ui.horizontal(|ui| {
                        dot(ui, color);
                        ui.add(egui::Label::new(model.say(&note.sentence)).wrap());
                    });
                });
            }
        });
}
