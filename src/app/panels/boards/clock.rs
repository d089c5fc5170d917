//! The time line of all boards: what the clock says, where each board ends, and which is best in what.

use std::time::Duration;

use bevy_egui::egui::{self, Align, FontId, Layout, Margin, RichText, Stroke, Ui, pos2, vec2};
use gridwalk_explain::duration;
use gridwalk_level::Clock;

use super::super::timeline::{ONE_ROW, buttons, speed, track};
use super::super::widgets::{at_the_right, choice, ground};
use super::super::{Model, theme};
use crate::app::command::{CompareCommand, PlayCommand};
use crate::app::words::thousands;
use crate::app::{Phrase, Sentence};
use crate::picture::palette;

pub fn draw(root: &mut Ui, model: &Model) {
    let frame = ground(Margin::symmetric(theme::PADDING, 8));
    let is_narrow = root.available_width() < ONE_ROW;
    let height = if is_narrow { 148.0 } else { 112.0 };
    egui::Panel::bottom("timeline").exact_size(height).resizable(false).frame(frame).show(root, |ui| {
        ui.label(RichText::new(model.say(reading(model))).strong());
        if is_narrow {
            bar(ui, model);
        }
        ui.horizontal(|ui| {
            buttons(ui, model);
            clocks(ui, model);
            at_the_right(ui, |ui| {
                speed(ui, model);
                if !is_narrow {
                    ui.add_space(8.0);
                    bar(ui, model);
                }
            });
        });
        let size = vec2(ui.available_width(), 18.0);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            let sentence = winner(model);
            ui.add(egui::Label::new(RichText::new(&sentence).size(12.5)).truncate()).on_hover_text(sentence);
        });
    });
}

/// Points that the clock and the speed need beside each other.
const CLOCK_AND_SPEED: f32 = 320.0;

fn clocks(ui: &mut Ui, model: &Model) {
    // Where there is no room for it, it is changed by its key.
    if ui.available_width() < CLOCK_AND_SPEED {
        return;
    }
    let list = egui::ComboBox::from_id_salt("clock").width(104.0);
    let title = |clock: Clock| {
        model.text(match clock {
            Clock::Expansions => Phrase::ByExpansions,
            Clock::Events => Phrase::ByEvents,
            Clock::MeasuredTime => Phrase::ByTime,
        })
    };
    if let Some(clock) = choice(ui, list, model.boards.clock, &Clock::ALL, title) {
        model.wish(CompareCommand::Clock(clock));
    }
}

/// What the clock says, of how much.
fn reading(model: &Model) -> Sentence {
    let boards = &model.boards;
    let phrase = match boards.clock {
        Clock::Expansions => Phrase::StepOf,
        Clock::Events => Phrase::EventOf,
        Clock::MeasuredTime => Phrase::TimeOf,
    };
    phrase.with("number", on_clock(model, boards.at)).with("count", on_clock(model, boards.end()))
}

fn on_clock(model: &Model, at: u64) -> String {
    match model.boards.clock {
        Clock::MeasuredTime if model.script.is_repeatable() => "–".to_owned(),
        Clock::MeasuredTime => duration(Duration::from_nanos(at)),
        Clock::Expansions | Clock::Events => thousands(at),
    }
}

/// Which board is best in what; or what is waited for.
fn winner(model: &Model) -> String {
    if model.hides_outcomes() {
        return model.text(Phrase::HiddenWhileAsked).to_owned();
    }
    // No picture that can be repeated shows what was measured.
    let is_measured = model.boards.clock == Clock::MeasuredTime && model.script.is_repeatable();
    let clock = if is_measured { Clock::Events } else { model.boards.clock };
    match model.boards.comparison() {
        Some(boards) => {
            let refused = model.boards.refused().map(|place| model.say(Phrase::RefusedBoard.with("number", place + 1)));
            let sentences: Vec<_> = [boards.winner(clock, model.language())].into_iter().chain(refused).collect();
            model.language().join(&sentences)
        }
        None if model.boards.is_busy() => model.text(Phrase::Searching).to_owned(),
        None => model.text(Phrase::NothingToCompare).to_owned(),
    }
}

/// The bar: drag it; each board has a tick where it ends, unless a lesson asks for that.
fn bar(ui: &mut Ui, model: &Model) {
    let boards = &model.boards;
    let length = usize::try_from(boards.end()).unwrap_or(usize::MAX);
    let here = usize::try_from(boards.at).unwrap_or(usize::MAX);
    let wanted = track(ui, length, here, |painter, x, y| {
        let mut ends: Vec<(u64, Vec<usize>)> = Vec::new();
        for (place, run) in boards.runs().enumerate().filter(|_| !model.hides_outcomes()) {
            let Some(end) = run.map(|run| run.board().end(boards.clock)) else { continue };
            match ends.iter_mut().find(|(at, _)| *at == end) {
                Some((_, places)) => places.push(place + 1),
                None => ends.push((end, vec![place + 1])),
            }
        }
        ends.sort_unstable();
        let mut free_from = f32::MIN;
        for (end, places) in ends {
            let at = x(usize::try_from(end).unwrap_or(usize::MAX));
            painter.line_segment([pos2(at, y - 8.0), pos2(at, y + 8.0)], Stroke::new(2.0, theme::color(palette::OK)));
            let numbers: Vec<_> = places.iter().map(ToString::to_string).collect();
            let text = format!("{}: {}", numbers.join(", "), on_clock(model, end));
            let galley = painter.layout_no_wrap(text, FontId::proportional(11.0), theme::color(palette::MUTED));
            let left = (at - galley.size().x / 2.0).min(x(length) + 8.0 - galley.size().x).max(free_from);
            if left + galley.size().x <= x(length) + 10.0 {
                free_from = left + galley.size().x + 8.0;
                painter.galley(pos2(left, y + 9.0), galley, theme::color(palette::MUTED));
            }
        }
    });
    if let Some(at) = wanted.1 {
        model.wish(PlayCommand::Seek(at));
    }
}
