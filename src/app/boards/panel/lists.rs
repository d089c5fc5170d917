//! The open list, in the order of expansion or of joining, and the closed list; only visible rows
//! are computed.

use bevy_egui::egui::{Align2, FontId, Rect, Sense, Ui, pos2, vec2};
use gridwalk_explain::{CellState, RowChange};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::{Cell, Cost, PopKey, SearchEvent, Side};

use crate::app::Phrase;
use crate::app::boards::{BoardsModel, Deciding, Run};
use crate::app::command::{Section, Toggle};
use crate::app::common::words::thousands;
use crate::app::widgets::{
    Decimals, either, highlight, remark, row_rect, rows, section_with, theme, two,
};
use crate::picture::palette;

/// State of the open and closed lists.
#[derive(Default)]
pub struct Lists {
    /// Whether all rows are shown.
    all: bool,
    /// Cached closed cells, newest first, with their recording generation and position.
    closed: ((u64, usize), Vec<(Cell, Side)>),
}

/// One row of either list.
struct ListRow {
    rank: usize,
    cell: Cell,
    /// The priority key and two more numbers.
    numbers: [String; 3],
    note: &'static str,
    color: Rgb,
    /// Whether this is the next cell to expand, or the cell closed last.
    is_first: bool,
}

/// Number of rows shown at first.
const FEW: usize = 7;
/// Height of a row.
const HEIGHT: f32 = 20.0;

pub fn draw(ui: &mut Ui, model: &BoardsModel, run: &Run, state: &mut Lists) {
    let counters = run.timeline.marks().counters();
    let shows_closed = model.is_on(Toggle::Closed);
    let (count, phrase, none) = if shows_closed {
        (
            counters.closed,
            Phrase::ClosedLastFirst,
            Phrase::NoneExpanded,
        )
    } else if model.is_on(Toggle::Joined) {
        (counters.open, Phrase::OpenAsJoined, Phrase::NoCellWaits)
    } else {
        (counters.open, Phrase::OpenInOrder, Phrase::NoCellWaits)
    };
    let aside = model.say(phrase.with("count", thousands(count)));
    let tabs = |ui: &mut Ui| {
        either(
            ui,
            model,
            Toggle::Closed,
            [Phrase::OpenList, Phrase::ClosedList],
        );
    };
    section_with(ui, model, (Section::Lists, &aside), tabs, |ui| {
        if model.hides_answers() {
            return remark(ui, model.text(Phrase::HiddenWhileAsked));
        }
        if !shows_closed {
            two(
                ui,
                model,
                Toggle::Joined,
                [Phrase::OrderOfExpansion, Phrase::OrderOfJoining],
            );
            let order = run.timeline.trace().options.order;
            if order.key == PopKey::FBucket && !model.is_on(Toggle::Joined) {
                let width = run
                    .question
                    .query
                    .options
                    .units()
                    .format(Cost(order.width.get()));
                remark(ui, &model.say(Phrase::BucketsNote.with("width", width)));
            }
        }
        let (head, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
        response.on_hover_text(model.text(Phrase::LettersTip));
        if count == 0 {
            ui.label(theme::muted(model.text(none)));
        }
        let deciding = Deciding::of(run);
        let mut all = state.all;
        let count = usize::try_from(count).unwrap_or(0);
        let mut shown = Vec::new();
        rows(
            ui,
            model,
            (FEW, count, HEIGHT),
            &mut all,
            |ui, list, range| {
                shown = if shows_closed {
                    state.closed_rows(model, run, range.clone())
                } else {
                    open_rows(model, run, range.clone())
                };
                let columns = Columns::measure(ui, list, &shown);
                for (number, row) in range.zip(&shown) {
                    columns.draw(
                        ui,
                        row_rect(list, HEIGHT, number),
                        row,
                        deciding.number.is_some(),
                    );
                }
            },
        );
        let columns = Columns::measure(ui, head, &shown);
        columns.draw_head(ui, head, model, deciding.heads(model));
        state.all = all;
    });
}

/// Returns the rows of this range of the open list.
///
/// The first of two frontiers is the one that expands next. In the order of expansion the first row
/// is then the next cell expanded.
fn open_rows(model: &BoardsModel, run: &Run, range: std::ops::Range<usize>) -> Vec<ListRow> {
    let marks = run.timeline.marks();
    let deciding = Deciding::of(run);
    let turn = run.timeline.next_side();
    let is_joined = model.is_on(Toggle::Joined);
    let mut sides = [Side::Forward, Side::Backward];
    sides.sort_by_key(|side| turn.is_some_and(|turn| turn != *side));
    let mut shown = Vec::new();
    let mut skip = range.start;
    for side in sides.into_iter().filter(|&side| marks.has(side)) {
        let in_order = marks.open_list(side, 0..if is_joined { 1 } else { range.end });
        let next = in_order
            .first()
            .filter(|_| turn == Some(side))
            .map(|row| row.cell);
        let rows = if is_joined {
            marks.open_list_as_joined(side, 0..range.end)
        } else {
            in_order
        };
        let found = rows.len();
        shown.extend(
            rows.into_iter()
                .skip(skip)
                .map(|row| (side, Some(row.cell) == next, row)),
        );
        skip = skip.saturating_sub(found);
    }
    let row = |(side, is_first, row): (Side, bool, gridwalk_explain::OpenRow)| {
        let (note, color) = match row.change {
            RowChange::New => (model.text(Phrase::NewRow), palette::OK),
            RowChange::Moved => (model.text(Phrase::MovedRow), palette::WARN),
            RowChange::None if is_first => (model.text(Phrase::NextRow), palette::ACCENT),
            RowChange::None if side == Side::Backward => {
                (model.text(Phrase::GoalSide), palette::MUTED)
            }
            RowChange::None => ("", palette::MUTED),
        };
        let numbers = marks
            .get(row.cell, side)
            .map(|mark| deciding.numbers(&mark))
            .unwrap_or_default();
        ListRow {
            rank: row.rank + 1,
            cell: row.cell,
            numbers,
            note,
            color,
            is_first,
        }
    };
    shown.into_iter().take(range.len()).map(row).collect()
}

impl Lists {
    /// Returns the rows of this range of the closed cells, newest first.
    ///
    /// The cells are cached per position, and searched again only if more of them are needed.
    fn closed_rows(
        &mut self,
        model: &BoardsModel,
        run: &Run,
        range: std::ops::Range<usize>,
    ) -> Vec<ListRow> {
        let here = model.here(run);
        let marks = run.timeline.marks();
        let total = usize::try_from(marks.counters().closed).unwrap_or(usize::MAX);
        if self.closed.0 != here || self.closed.1.len() < range.end.min(total) {
            self.closed = (here, find_closed(run, range.end.saturating_mul(2)));
        }
        let deciding = Deciding::of(run);
        let row = |(number, &(cell, side)): (usize, &(Cell, Side))| {
            let mark = marks.get(cell, side)?;
            let numbers = deciding.numbers(&mark);
            let note = if mark.pruned {
                model.text(Phrase::Dropped)
            } else {
                ""
            };
            let (rank, is_first) = (total - number, number == 0);
            Some(ListRow {
                rank,
                cell,
                numbers,
                note,
                color: palette::MUTED,
                is_first,
            })
        };
        self.closed
            .1
            .iter()
            .enumerate()
            .take(range.end)
            .skip(range.start)
            .filter_map(row)
            .collect()
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

/// Layout of the columns, measured from the numbers shown.
struct Columns {
    font: FontId,
    numbers: [Decimals; 3],
    /// The right edges of the three numbers.
    ends: [f32; 3],
    /// Width of the rank.
    rank: f32,
}

/// Widths of the rank, the gap between columns and the note; then those of a narrow panel.
const ROOM: [f32; 3] = [34.0, 14.0, 60.0];
const LITTLE_ROOM: [f32; 3] = [24.0, 5.0, 52.0];
/// Width of a cell's coordinates.
const PLACE: f32 = 42.0;

impl Columns {
    fn measure(ui: &Ui, list: Rect, rows: &[ListRow]) -> Self {
        let font = FontId::proportional(theme::SMALL);
        let numbers = [0, 1, 2].map(|i| {
            let texts = rows.iter().map(|row| row.numbers[i].as_str());
            Decimals::measure(ui, &font, texts)
        });
        let widths = numbers.map(|number| number.width().max(MIN_NUMBER));
        let [rank, gap, note] = ROOM;
        let is_wide = list.width() >= rank + PLACE + widths.iter().sum::<f32>() + 3.0 * gap + note;
        let [rank, gap, note] = if is_wide { ROOM } else { LITTLE_ROOM };
        // From the right, each as wide as its widest number.
        let h = list.right() - note;
        let g = h - widths[2] - gap;
        let f = g - widths[1] - gap;
        Self {
            font,
            numbers,
            ends: [f, g, h],
            rank,
        }
    }

    fn draw_head(&self, ui: &Ui, rect: Rect, model: &BoardsModel, heads: [&str; 3]) {
        let (font, ink) = (
            FontId::proportional(theme::SMALL),
            theme::color(palette::MUTED),
        );
        let y = rect.center().y;
        ui.painter().text(
            pos2(rect.left(), y),
            Align2::LEFT_CENTER,
            "#",
            font.clone(),
            ink,
        );
        let cell = model.text(Phrase::CellColumn);
        ui.painter().text(
            pos2(rect.left() + self.rank, y),
            Align2::LEFT_CENTER,
            cell,
            font.clone(),
            ink,
        );
        for (end, letter) in self.ends.into_iter().zip(heads) {
            ui.painter().text(
                pos2(end, y),
                Align2::RIGHT_CENTER,
                letter,
                font.clone(),
                ink,
            );
        }
    }

    fn draw(&self, ui: &Ui, rect: Rect, row: &ListRow, is_decided: bool) {
        if row.is_first {
            highlight(ui, rect);
        }
        let (y, ink, muted) = (
            rect.center().y,
            theme::color(palette::TEXT),
            theme::color(palette::MUTED),
        );
        let painter = ui.painter();
        let text = |x: f32, align: Align2, text: String, ink| {
            painter.text(pos2(x, y), align, text, self.font.clone(), ink)
        };
        text(
            rect.left(),
            Align2::LEFT_CENTER,
            row.rank.to_string(),
            muted,
        );
        text(
            rect.left() + self.rank,
            Align2::LEFT_CENTER,
            row.cell.to_string(),
            ink,
        );
        for (i, number) in row.numbers.iter().enumerate() {
            let end = pos2(self.ends[i], y);
            self.numbers[i].draw(ui, end, number, &self.font, ink);
            if i == 0 && is_decided {
                // No bold face is bundled: the priority key is drawn twice.
                self.numbers[i].draw(ui, end + vec2(0.5, 0.0), number, &self.font, ink);
            }
        }
        text(
            rect.right(),
            Align2::RIGHT_CENTER,
            row.note.to_owned(),
            theme::color(row.color),
        );
    }
}

/// Minimum width of a column of numbers.
const MIN_NUMBER: f32 = 22.0;
