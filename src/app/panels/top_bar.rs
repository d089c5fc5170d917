//! The bar at the top: which level, and the most used commands.

use bevy_egui::egui::{self, Align, Layout, Margin, RichText, Ui};

use super::{AppCommand, Model, theme};
use crate::app::{Keys, Phrase};
use crate::pathfinding::Language;
use crate::picture::palette;

pub(super) fn draw(root: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let frame =
        egui::Frame::new().fill(theme::color(palette::PANEL)).inner_margin(Margin::symmetric(theme::PADDING, 0));
    egui::Panel::top("top").exact_size(40.0).resizable(false).frame(frame).show(root, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            logo(ui);
            ui.label(RichText::new("gridwalk").strong().size(15.0));
            ui.add_space(8.0);
            pick_level(ui, model, commands);
            ui.add_space(8.0);
            for (title, watch) in [(Phrase::Agents, false), (Phrase::Watch, true)] {
                let response = ui.selectable_label(model.watches() == watch, model.text(title));
                let response = response.on_hover_text(model.key(Keys::Signs("W")));
                if response.clicked() && model.watches() != watch {
                    commands.push(AppCommand::ToggleWatch);
                }
            }
            ui.add_space(8.0);
            if !model.watches() {
                let hold = if model.held.0 { Phrase::WalkOn } else { Phrase::Hold };
                button(ui, model, (hold, Keys::Named(Phrase::KeySpace)), AppCommand::TogglePause, commands);
            }
            button(ui, model, (Phrase::Restart, Keys::Signs("R")), AppCommand::Restart, commands);
            button(ui, model, (Phrase::Fit, Keys::Signs("F")), AppCommand::Fit, commands);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                button(ui, model, (Phrase::Panel, Keys::Signs("Tab")), AppCommand::TogglePanel, commands);
                button(ui, model, (Phrase::Keys, Keys::Named(Phrase::KeyHelp)), AppCommand::ToggleHelp, commands);
                speak(ui, model, commands);
                if model.watches() {
                    tutorials(ui, model, commands);
                }
            });
        });
    });
}

fn button(
    ui: &mut Ui,
    model: &Model,
    (title, keys): (Phrase, Keys),
    command: AppCommand,
    commands: &mut Vec<AppCommand>,
) {
    if ui.button(model.text(title)).on_hover_text(model.key(keys)).clicked() {
        commands.push(command);
    }
}

/// One button that changes to the other language.
fn speak(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let here = Language::ALL.iter().position(|other| *other == model.language()).unwrap_or(0);
    let next = Language::ALL[(here + 1) % Language::ALL.len()];
    let sign = next.name().to_uppercase();
    let tip = model.say(Phrase::OtherLanguage.with("name", &sign));
    if ui.button(sign).on_hover_text(tip).clicked() {
        commands.push(AppCommand::Speak(next.name().to_owned()));
    }
}

/// The tutorials, in the order in which they build on each other.
const TUTORIALS: [(&str, Phrase); 5] = [
    ("first_steps", Phrase::FirstSteps),
    ("right_angle", Phrase::RightAngle),
    ("four_algorithms", Phrase::FourAlgorithms),
    ("sorted_list", Phrase::SortedList),
    ("walk_the_stack", Phrase::WalkTheStack),
];
/// Points that they need beside each other; where there is less room they are a list.
const TUTORIALS_WIDTH: f32 = 500.0;

fn tutorials(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let open = model.active.path.as_ref().map(ToString::to_string).unwrap_or_default();
    let mut offer = |ui: &mut Ui, (file, title): (&str, Phrase)| {
        let chosen = open.ends_with(&format!("/{file}.level.ron"));
        if ui.selectable_label(chosen, model.text(title)).on_hover_text(model.text(Phrase::Tutorial)).clicked() {
            commands.push(AppCommand::OpenLevel(file.to_owned()));
            return true;
        }
        false
    };
    if ui.available_width() >= TUTORIALS_WIDTH {
        ui.add_space(8.0);
        ui.spacing_mut().item_spacing.x = 2.0;
        for tutorial in TUTORIALS.into_iter().rev() {
            offer(ui, tutorial);
        }
    } else if ui.available_width() >= 90.0 {
        ui.menu_button(model.text(Phrase::Tutorials), |ui| {
            for tutorial in TUTORIALS {
                if offer(ui, tutorial) {
                    ui.close();
                }
            }
        });
    }
}

fn pick_level(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let shown = model.active.shown.as_ref().map_or(model.text(Phrase::NoLevel), |level| level.name.as_str());
    egui::ComboBox::from_id_salt("level").width(210.0).height(420.0).selected_text(shown).show_ui(ui, |ui| {
        if model.levels.0.is_empty() {
            ui.label(theme::muted(model.text(Phrase::NoLevels)));
        }
        let open = model.active.path.as_ref().map(ToString::to_string).unwrap_or_default();
        for entry in &model.levels.0 {
            let is_open = open.split('/').next_back().is_some_and(|file| file.split('.').next() == Some(&entry.file));
            if ui.selectable_label(is_open, &entry.name).on_hover_text(&entry.file).clicked() {
                commands.push(AppCommand::OpenLevel(entry.file.clone()));
            }
        }
    });
}

/// The project's mark, drawn as shapes so that it is sharp at every scale.
fn logo(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::color(palette::ACCENT));
    let point = |x: f32, y: f32| rect.min + egui::vec2(x, y) * 18.0;
    let way = vec![point(0.24, 0.72), point(0.48, 0.72), point(0.48, 0.3), point(0.76, 0.3)];
    painter.add(egui::Shape::line(way, egui::Stroke::new(2.2, theme::color(palette::BACKGROUND))));
}
