//! The open list in pop order, and the closed list: as many rows as can be seen, of however many there are.

use bevy_egui::egui::{self, Align, Layout, RichText, Sense, Ui};

use super::side::hairline;
use super::{Model, theme};
use crate::app::Phrase;
use crate::app::watch::Run;
use crate::app::words::thousands;
use crate::pathfinding::{Cell, CellState, Rgb, RowChange, SearchEvent, Side};
use crate::picture::palette;

/// Which list is shown, and what was found for it.
#[derive(Default)]
pub struct Lists {
    chosen: List,
    /// For which recording and position cells were found, and those closed last.
    closed: ((u64, usize), Vec<(Cell, Side)>),
}

/// Which of the two is shown.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum List {
    /// Cells that wait.
    #[default]
    Open,
    /// Cells that were expanded.
    Closed,
}

pub(super) fn draw(ui: &mut Ui, model: &Model, run: &Run, state: &mut Lists) {
    let generation = model.watching.recording.generation;
    let marks = run.timeline.marks();
    let counters = marks.counters();
    let closed = counters.closed;
    let aside = match state.chosen {
        List::Open => Phrase::OpenInOrder.with("count", thousands(counters.open)),
        List::Closed => Phrase::ClosedLastFirst.with("count", thousands(closed)),
    };
    ui.horizontal(|ui| {
        for (list, title) in [(List::Open, Phrase::OpenList), (List::Closed, Phrase::ClosedList)] {
            let color = if state.chosen == list { palette::TEXT } else { palette::FAINT };
            let text = RichText::new(model.text(title).to_uppercase()).small().strong().color(theme::color(color));
            if ui.add(egui::Label::new(text).sense(Sense::click())).clicked() {
                state.chosen = list;
            }
            ui.add_space(6.0);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(model.say(aside)).small().color(theme::color(palette::MUTED)));
        });
    });
    let head = table_row(ui, ["#", model.text(Phrase::CellColumn), "F", "G", "H", ""], None);
    head.on_hover_text(model.text(Phrase::LettersTip));
    let units = run.question.options.units();
    let height = 20.0;
    // Of two frontiers the one whose turn it is comes first, so that the first row is the next cell expanded.
    let turn = run.timeline.next_side();
    let mut sides = [Side::Forward, Side::Backward];
    sides.sort_by_key(|side| turn.is_some_and(|turn| turn != *side));
    let sides = sides.into_iter().filter(|&side| marks.has(side));
    let total = if state.chosen == List::Open { counters.open } else { closed };
    if total == 0 {
        let phrase = if state.chosen == List::Open { Phrase::NoCellWaits } else { Phrase::NoneExpanded };
        ui.label(theme::muted(model.text(phrase)));
    }
    let rows = usize::try_from(total).unwrap_or(0);
    egui::ScrollArea::vertical().id_salt("list").max_height(7.0 * (height + 2.0)).auto_shrink([false, true]).show_rows(
        ui,
        height,
        rows,
        |ui, range| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if state.chosen == List::Open {
                let mut shown = Vec::new();
                let mut skip = range.start;
                for side in sides {
                    let rows = marks.open_list(side, 0..range.end);
                    let found = rows.len();
                    shown.extend(rows.into_iter().skip(skip).map(|row| (side, row)));
                    skip = skip.saturating_sub(found);
                }
                for (side, row) in shown.into_iter().take(range.len()) {
                    let is_next = row.rank == 0 && turn == Some(side);
                    let note = match row.change {
                        RowChange::New => (model.text(Phrase::NewRow), palette::OK),
                        RowChange::Moved => (model.text(Phrase::MovedRow), palette::WARN),
                        RowChange::None if is_next => (model.text(Phrase::NextRow), palette::ACCENT),
                        RowChange::None if side == Side::Backward => (model.text(Phrase::GoalSide), palette::MUTED),
                        RowChange::None => ("", palette::MUTED),
                    };
                    let texts = [
                        (row.rank + 1).to_string(),
                        row.cell.to_string(),
                        units.format(row.f),
                        units.format(row.g),
                        units.format(row.h),
                        note.0.to_owned(),
                    ];
                    table_row(ui, texts.each_ref().map(String::as_str), Some((is_next, note.1)));
                }
            } else {
                let last = state.closed_cells(run, generation, range.end);
                for (number, &(cell, side)) in last.iter().enumerate().take(range.end).skip(range.start) {
                    let Some(mark) = marks.get(cell, side) else { continue };
                    let texts = [
                        (rows - number).to_string(),
                        cell.to_string(),
                        units.format(mark.f()),
                        units.format(mark.g),
                        units.format(mark.h),
                        if mark.pruned { model.text(Phrase::Dropped) } else { "" }.to_owned(),
                    ];
                    table_row(ui, texts.each_ref().map(String::as_str), Some((number == 0, palette::MUTED)));
                }
            }
        },
    );
    hairline(ui);
}

impl Lists {
    /// At least so many of the cells that were closed last and still are, the newest first: looked for once at
    /// each position, and again only where more of them are wanted.
    fn closed_cells(&mut self, run: &Run, generation: u64, count: usize) -> &[(Cell, Side)] {
        let here = (generation, run.timeline.position());
        let total = usize::try_from(run.timeline.marks().counters().closed).unwrap_or(usize::MAX);
        if self.closed.0 != here || self.closed.1.len() < count.min(total) {
            self.closed = (here, find_closed(run, count.saturating_mul(2)));
        }
        &self.closed.1
    }
}

fn find_closed(run: &Run, count: usize) -> Vec<(Cell, Side)> {
    let marks = run.timeline.marks();
    let mut cells = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for number in (0..run.timeline.position()).rev() {
        if cells.len() >= count {
            break;
        }
        match run.timeline.trace().event(number) {
            Some(SearchEvent::Expanded { cell, side } | SearchEvent::Pruned { cell, side })
                if marks.state(cell, side) == CellState::Closed && seen.insert((cell, side)) =>
            {
                cells.push((cell, side));
            }
            Some(SearchEvent::Restarted { .. }) => break,
            _ => {}
        }
    }
    cells
}

/// One row: rank, cell, F, G, H and a word. Numbers stand right.
fn table_row(ui: &mut Ui, texts: [&str; 6], looks: Option<(bool, Rgb)>) -> egui::Response {
    let head = looks.is_none();
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 20.0), Sense::hover());
    let painter = ui.painter();
    if looks.is_some_and(|(first, _)| first) {
        painter.rect_filled(
            rect.expand2(egui::vec2(6.0, 0.0)),
            5.0,
            theme::color(palette::ACCENT).gamma_multiply(0.22),
        );
    }
    let at = |part: f32| egui::pos2(rect.left() + rect.width() * part, rect.center().y);
    let font = egui::FontId::proportional(if head { 11.5 } else { 12.5 });
    let color = theme::color(if head { palette::MUTED } else { palette::TEXT });
    let muted = theme::color(palette::MUTED);
    painter.text(at(0.0), egui::Align2::LEFT_CENTER, texts[0], font.clone(), muted);
    painter.text(at(0.13), egui::Align2::LEFT_CENTER, texts[1], font.clone(), color);
    for (part, text) in [(0.50, texts[2]), (0.64, texts[3]), (0.79, texts[4])] {
        painter.text(at(part), egui::Align2::RIGHT_CENTER, text, font.clone(), color);
    }
    let note = theme::color(looks.map_or(palette::MUTED, |(_, color)| color));
    painter.text(at(1.0), egui::Align2::RIGHT_CENTER, texts[5], font, note);
    response
}
