//! Cards over the map: hints of the first start, notes, and what is wrong with the level file.

use bevy_egui::egui::{self, Align, Align2, Context, Layout, Margin, Rect, RichText, Stroke, Ui, vec2};
use gridwalk_level::Rgb;

use crate::app::command::{FileCommand, LessonCommand, Mode, WatchCommand, WindowCommand};
use crate::app::edit::Model;
use crate::app::platform::IS_PAGE;
use crate::app::widgets::{Form, button, dot, light, theme};
use crate::app::{AppCommand, NoteOutcome, Phrase};
use crate::picture::palette;

pub fn draw(context: &Context, free: Rect, model: &Model) {
    level_state(context, free, model);
    address_problems(context, free, model);
    let is_agents = *model.mode == Mode::Agents;
    let has_room = free.height() > LEAST_HIGH && !model.embedded.0 && model.problems.0.is_empty();
    // The table of a scenario lies where the hints would.
    let is_free = model.level_state().is_none() && model.scenarios.open.is_none();
    let has_hints = model.kept.hints && has_room && is_agents && is_free;
    if has_hints {
        first_hints(context, free, model);
    }
    // The hints need the lower edge.
    notes(context, free, model, if has_hints { Align2::RIGHT_TOP } else { Align2::RIGHT_BOTTOM });
}

/// Height in points of a map of which the hints cover less than a third.
const LEAST_HIGH: f32 = 340.0;

/// Says what of the address could not be done, until it is closed.
fn address_problems(context: &Context, free: Rect, model: &Model) {
    if model.problems.0.is_empty() {
        return;
    }
    corner("address problems", Align2::CENTER_TOP, free).show(context, |ui| {
        card(palette::WARN).show(ui, |ui| {
            ui.set_max_width((free.width() - 64.0).min(480.0));
            ui.label(RichText::new(model.text(Phrase::AddressProblems)).strong());
            for problem in &model.problems.0 {
                light(ui, palette::WARN, &model.say(problem));
            }
            ui.add_space(4.0);
            button(ui, model, Phrase::GotIt, WindowCommand::Back);
        });
    });
}

/// Says what is wrong with the open file, over the upper edge of the map, which stays where it is. Clicks go through it.
fn level_state(context: &Context, free: Rect, model: &Model) {
    let Some((title, what, meanwhile)) = model.level_state() else { return };
    corner("level state", Align2::CENTER_TOP, free).interactable(false).show(context, |ui| {
        card(palette::BAD).show(ui, |ui| {
            ui.set_max_width((free.width() - 64.0).min(480.0));
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.horizontal(|ui| {
                dot(ui, palette::BAD);
                ui.label(RichText::new(title).strong());
            });
            if !what.is_empty() {
                ui.add(egui::Label::new(what).wrap());
            }
            ui.add(egui::Label::new(theme::muted(meanwhile)).wrap());
        });
    });
}

fn card(edge: Rgb) -> egui::Frame {
    egui::Frame::new()
        .fill(theme::color(palette::BACKGROUND))
        .stroke(Stroke::new(1.0, theme::color(edge)))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(14, 10))
}

/// Keys, what they do, and whether a click on them does it, too.
const HINTS: [(Phrase, Phrase, Option<Mode>); 3] = [
    (Phrase::KeyClick, Phrase::HintClickDoes, None),
    (Phrase::HintWatch, Phrase::HintWatchDoes, Some(Mode::Watch)),
    (Phrase::HintDraw, if IS_PAGE { Phrase::HintDrawDoes } else { Phrase::HintEditDoes }, Some(Mode::Edit)),
];

/// Something that stays in a corner of the map.
fn corner(id: &'static str, pivot: Align2, free: Rect) -> egui::Area {
    let at = pivot.pos_in_rect(&free.shrink(16.0));
    egui::Area::new(id.into()).order(egui::Order::Middle).pivot(pivot).fixed_pos(at)
}

fn first_hints(context: &Context, free: Rect, model: &Model) {
    let hints = |ui: &mut Ui| {
        ui.set_max_width((free.width() - 64.0).min(480.0));
        let is_small = Form::of(context).is_small();
        // A finger has no keys.
        for (key, does, mode) in HINTS.into_iter().take(if is_small { 1 } else { HINTS.len() }) {
            let key = if is_small && key == Phrase::KeyClick { Phrase::KeyTap } else { key };
            ui.horizontal_top(|ui| {
                let ink = if mode.is_some() { palette::ACCENT } else { palette::TEXT };
                let key = egui::Label::new(RichText::new(model.text(key)).strong().color(theme::color(ink)));
                let sense = if mode.is_some() { egui::Sense::click() } else { egui::Sense::hover() };
                let column = Layout::left_to_right(Align::Min);
                let key = ui.allocate_ui_with_layout(vec2(56.0, 18.0), column, |ui| {
                    ui.set_min_width(56.0);
                    ui.add(key.sense(sense))
                });
                let key = key.inner;
                if let Some(mode) = mode {
                    let key = key.on_hover_cursor(egui::CursorIcon::PointingHand);
                    model.on_click(&key, WindowCommand::Mode(mode));
                }
                ui.add(egui::Label::new(model.text(does)).wrap());
            });
        }
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            if !model.lessons.entries().is_empty() {
                let first =
                    ui.button(model.text(Phrase::FirstLesson)).on_hover_text(model.text(Phrase::FirstLessonTip));
                model.on_click(&first, LessonCommand::First);
            }
            let close = ui.button(model.text(Phrase::GotIt)).on_hover_text(model.tip(WindowCommand::Back));
            model.on_click(&close, WindowCommand::DismissHints);
            if !is_small {
                ui.label(theme::muted(model.text(Phrase::AllKeys)));
            }
        });
    };
    corner("hints", Align2::LEFT_BOTTOM, free).show(context, |ui| card(palette::HAIRLINE).show(ui, hints));
}

fn notes(context: &Context, free: Rect, model: &Model, pivot: Align2) {
    let slow = [
        (model.open.slow_copy(), AppCommand::from(FileCommand::CancelCopy)),
        (model.boards.slow_trace(), WatchCommand::CancelTrace.into()),
    ];
    let is_slow = slow.iter().any(|(what, _)| what.is_some());
    if model.notes.shown().is_empty() && !is_slow {
        return;
    }
    // Clicks go through what is only read.
    corner("notes", pivot, free).interactable(is_slow).show(context, |ui| {
        for (what, cancel) in slow {
            let Some(what) = what else { continue };
            card(palette::HAIRLINE).show(ui, |ui| {
                ui.set_max_width((free.width() - 80.0).min(460.0));
                ui.horizontal_wrapped(|ui| {
                    ui.add(egui::Spinner::new().size(14.0));
                    ui.label(model.say(what));
                    button(ui, model, Phrase::Cancel, cancel);
                });
            });
        }
        for note in model.notes.shown() {
            let color = match note.outcome {
                NoteOutcome::Done => palette::OK,
                NoteOutcome::Nothing => palette::MUTED,
                NoteOutcome::Warning => palette::WARN,
            };
            card(color).show(ui, |ui| {
                ui.set_max_width((free.width() - 80.0).min(460.0));
                light(ui, color, &model.say(&note.sentence));
            });
        }
    });
}
