//! Legend of the difference between two searches.
//!
//! The searches are two boards, or the watched search and a row of the table of runs.

use std::sync::Arc;

use bevy_egui::egui::{self, Margin, RichText, Sense, Stroke, Ui, vec2};
use gridwalk_explain::compare::Difference;
use gridwalk_level::Rgb;

use crate::app::boards::{Model, Run};
use crate::app::common::words::thousands;
use crate::app::widgets::{light, theme};
use crate::app::{Phrase, Sentence};
use crate::picture::{DIFFERENCE, palette};

/// Draws the colours of the difference with their meaning and cell counts.
pub fn draw(ui: &mut Ui, model: &Model) {
    let Some(([first, second], titles)) = compared(model) else { return };
    let Difference { only_first, only_second, both } = counted(ui, first, second);
    let (start, goal) = (first.question.query.start, first.question.query.goal);
    // Boards share start and goal, except while one of them is dragged.
    if !model.compares() && (start, goal) != (second.question.query.start, second.question.query.goal) {
        light(ui, palette::WARN, &model.say(Phrase::ComparedEnds.with("start", start).with("goal", goal)));
    }
    let frame = egui::Frame::new().inner_margin(Margin::symmetric(0, 2));
    frame.show(ui, |ui| {
        for ((color, title), count) in DIFFERENCE.into_iter().zip(titles).zip([only_first, only_second, both]) {
            line(ui, color, model.say(title.with("count", thousands(count as u64))));
        }
    });
}

/// Returns the two compared searches and the meaning of each colour.
fn compared<'m>(model: &'m Model) -> Option<([&'m Run; 2], [Sentence; 3])> {
    if model.compares() {
        let [first, second] = model.boards.difference?;
        let run = |place: usize| model.boards.boards.get(place)?.recording.shown.as_ref();
        let only = |place| Phrase::OnlyBoard.with("number", place + 1);
        return Some(([run(first)?, run(second)?], [only(first), only(second), Phrase::BothBoards.into()]));
    }
    let number = model.runs.compared?;
    let only = Phrase::OnlyRun.with("number", number + 1);
    Some(([model.runs.rows.get(number)?, model.run()?], [only, Phrase::OnlyThis.into(), Phrase::BothRuns.into()]))
}

/// Returns the difference, cached per pair of searches because it reads all their events.
fn counted(ui: &Ui, first: &Run, second: &Run) -> Difference {
    let traces = [first, second].map(|run| run.timeline.trace());
    let key = traces.map(|trace| Arc::as_ptr(trace).addr());
    let id = egui::Id::new("difference");
    let known = ui.data(|data| data.get_temp::<([usize; 2], Difference)>(id)).filter(|(of, _)| *of == key);
    known.map_or_else(
        || {
            let cells = Difference::of(traces[0], traces[1]);
            ui.data_mut(|data| data.insert_temp(id, (key, cells)));
            cells
        },
        |(_, cells)| cells,
    )
}

/// Draws a colour and its meaning.
fn line(ui: &mut Ui, color: Rgb, text: String) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, theme::color(color));
        let edge = Stroke::new(1.0, theme::color(palette::HAIRLINE));
        ui.painter().rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
        ui.label(RichText::new(text).size(theme::SMALL));
    });
}
