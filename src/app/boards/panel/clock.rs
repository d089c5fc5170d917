//! The time line of compared boards: clock, ends and winners.

use core::time::Duration;

use bevy_egui::egui::{self, Align, FontId, Layout, RichText, Stroke, Ui, pos2, vec2};
use gridwalk_explain::duration;
use gridwalk_level::Clock;

use crate::app::Phrase;
use crate::app::boards::Model;
use crate::app::command::CompareCommand;
use crate::app::common::words::thousands;
use crate::app::widgets::{choice, theme};
use crate::picture::palette;

/// Draws the choice of the clock that synchronizes all boards.
pub fn choose(ui: &mut Ui, model: &Model) {
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

/// Draws the reading of the clock and its end.
pub fn reading(ui: &mut Ui, model: &Model) {
    let boards = &model.boards;
    let phrase = match boards.clock {
        Clock::Expansions => Phrase::StepOf,
        Clock::Events => Phrase::EventOf,
        Clock::MeasuredTime => Phrase::TimeOf,
    };
    let reading = phrase.with("number", on_clock(model, boards.at)).with("count", on_clock(model, boards.end()));
    ui.label(RichText::new(model.say(reading)).strong());
}

fn on_clock(model: &Model, at: u64) -> String {
    match model.boards.clock {
        Clock::MeasuredTime if model.script.is_repeatable() => "–".to_owned(),
        Clock::MeasuredTime => duration(Duration::from_nanos(at)),
        Clock::Expansions | Clock::Events => thousands(at),
    }
}

/// Draws the sentence on the winning boards.
pub fn winner(ui: &mut Ui, model: &Model) {
    let size = vec2(ui.available_width(), 18.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        let sentence = best(model);
        ui.add(egui::Label::new(RichText::new(&sentence).size(theme::SMALL)).truncate()).on_hover_text(sentence);
    });
}

/// Describes the winning boards, or the reason why there is no winner yet.
fn best(model: &Model) -> String {
    if model.hides_outcomes() {
        return model.text(Phrase::HiddenWhileAsked).to_owned();
    }
    // Repeatable pictures show no measured time.
    let is_measured = model.boards.clock == Clock::MeasuredTime && model.script.is_repeatable();
    let clock = if is_measured { Clock::Events } else { model.boards.clock };
    match model.boards.comparison() {
        // The winners are shown only after the race.
        Some(_) if !model.tells_outcomes() => String::new(),
        Some(boards) => {
            let refused = model.boards.refused().map(|place| model.say(Phrase::RefusedBoard.with("number", place + 1)));
            let sentences: Vec<_> = [boards.winner(clock, model.language())].into_iter().chain(refused).collect();
            model.language().join(&sentences)
        }
        None if model.boards.is_busy() => model.text(Phrase::Searching).to_owned(),
        None => model.text(Phrase::NothingToCompare).to_owned(),
    }
}

/// Draws a tick at the end of each board, once the ends may be shown.
pub fn ends(model: &Model, painter: &egui::Painter, x: &dyn Fn(usize) -> f32, y: f32, right: f32) {
    let boards = &model.boards;
    let mut ends: Vec<(u64, Vec<usize>)> = Vec::new();
    for (place, run) in boards.runs().enumerate().filter(|_| model.tells_outcomes()) {
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
        let text = format!("{}: {}", model.list(numbers), on_clock(model, end));
        let galley = painter.layout_no_wrap(text, FontId::proportional(theme::SMALL), theme::color(palette::MUTED));
        let left = (at - galley.size().x / 2.0).min(right - galley.size().x).max(free_from);
        if left + galley.size().x <= right + 2.0 {
            free_from = left + galley.size().x + 8.0;
            painter.galley(pos2(left, y + 9.0), galley, theme::color(palette::MUTED));
        }
    }
}
