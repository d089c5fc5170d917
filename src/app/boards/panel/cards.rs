//! The open list as cards: a row in the order of expansion or of joining, or the first levels of a
//! heap as a tree.
//!
//! The next card and the card inserted last are framed. Cards passed by an insertion into a sorted
//! list are counted one by one.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Align2, Color32, FontId, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};
use gridwalk_explain::{Insertion, OpenRow};
use gridwalk_level::{OpenListForm, Rgb};
use gridwalk_pathfinding::{Cell, Cost, PopKey, Side};

use crate::app::boards::{BoardsModel, Deciding, Run};
use crate::app::command::{Heat, OpenListKept, Section, Toggle, WatchCommand};
use crate::app::common::words::thousands;
use crate::app::widgets::typeset::{bold, sentence_in};
use crate::app::widgets::{one_of, remark, section_with, theme, titled};
use crate::app::{Phrase, Sentence};
use crate::picture::palette;

/// Height of a card, its minimum width, and the gap between two cards.
const CARD: f32 = 48.0;
const LEAST_WIDE: f32 = 44.0;
const GAP: f32 = 4.0;
/// Height of the two lines that describe the last insertion.
const TOLD: f32 = 32.0;
/// Height of the heading, one row of cards and these two lines together.
pub const HEIGHT: f32 = COMPACT + 20.0 + TOLD + 6.0;
/// Height of the heading and one row of cards alone.
pub const COMPACT: f32 = 26.0 + CARD + 6.0;
/// Maximum number of rows.
const MAX_ROWS: usize = 3;
/// Least width in points for the names of all data structures; a small board names its own alone.
const ALL_FORMS: f32 = 170.0;
/// Time to count one position, and the maximum for a whole count, in seconds.
const STEP: f64 = 0.12;
const LONGEST: f64 = 1.5;

/// Draws the cards for a lesson: as many rows as were needed so far, and the insertion totals.
pub fn draw_whole(ui: &mut Ui, model: &BoardsModel, run: &Run) {
    let most = usize::try_from(run.timeline.marks().counters().largest_open).unwrap_or(usize::MAX);
    let rows = most
        .div_ceil(fits(ui.available_width(), width(ui, run)))
        .clamp(1, MAX_ROWS);
    section(ui, model, run, (rows, true), true);
}

/// Draws one row of cards; in less room than [`HEIGHT`] without the last insertion.
pub fn draw(ui: &mut Ui, model: &BoardsModel, run: &Run) {
    let has_room = ui.max_rect().height() >= HEIGHT;
    section(ui, model, run, (1, false), has_room);
}

/// Draws the heading with the choice of the data structure, the cards and the last insertion.
fn section(
    ui: &mut Ui,
    model: &BoardsModel,
    run: &Run,
    (rows, has_sum): (usize, bool),
    tells_last: bool,
) {
    let open = run.timeline.marks().counters().open;
    let form = model.open_list.0;
    let phrase = if form == OpenListForm::Unsorted {
        Phrase::CardsAsideUnsorted
    } else {
        Phrase::CardsAside
    };
    let aside = model.say(phrase.with("count", thousands(open)));
    let tabs = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        match run.timeline.trace().options.order.key {
            PopKey::LastIn | PopKey::LastInBound | PopKey::InPasses => {
                titled(ui, model, Phrase::AsStack);
            }
            PopKey::FBucket => titled(ui, model, Phrase::AsBuckets),
            _ => {
                let has_room = ui.available_width() >= ALL_FORMS;
                let forms = OpenListForm::ALL
                    .into_iter()
                    .filter(|of| has_room || *of == form);
                let one = |of| {
                    (
                        OpenListKept::title(of),
                        of == form,
                        WatchCommand::KeepOpenList(of),
                    )
                };
                one_of(
                    ui,
                    model,
                    &model.tip(WatchCommand::NextOpenListForm),
                    forms.map(one),
                );
            }
        }
    };
    section_with(ui, model, (Section::Cards, &aside), tabs, |ui| {
        if model.hides_answers() {
            return remark(ui, model.text(Phrase::HiddenWhileAsked));
        }
        let last = run.timeline.last_insertion();
        let is_sorted = form == OpenListForm::Sorted;
        let passed = last
            .filter(|_| is_sorted)
            .map_or(0, |last| counted(ui, model, run, last.passed));
        // Only a lesson has room for the tree.
        if !(form == OpenListForm::Heap && has_sum && draw_heap(ui, model, run, side(run))) {
            cards(ui, model, run, (rows, passed));
        }
        if !tells_last {
            return;
        }
        // While positions are still being counted, the sentence would give another number.
        let text = match last.filter(|last| !is_sorted || passed >= last.passed) {
            None if form != OpenListForm::Unsorted => String::new(),
            last => told(model, run, last),
        };
        ui.scope(|ui| {
            ui.set_min_height(TOLD);
            sentence_in(ui, &text, (theme::SMALL, palette::CHANGED), 2);
        });
        if let Some(sum) = sum_so_far(run, form).filter(|_| has_sum) {
            remark(ui, &model.say(sum));
        }
    });
}

/// Returns the number of passed cards that the animation has counted so far.
///
/// With reduced motion, during playback, in comparisons and in repeatable scripts this is all of
/// them.
fn counted(ui: &Ui, model: &BoardsModel, run: &Run, passed: u32) -> u32 {
    let playback = &model.playback;
    if model.is_on(Toggle::ReducedMotion)
        || playback.playing
        || model.compares()
        || model.script.is_repeatable()
    {
        return passed;
    }
    let here = model.here(run);
    let now = ui.input(|input| input.time);
    let id = egui::Id::new("insertion");
    let known = ui
        .data(|data| data.get_temp::<((u64, usize), f64)>(id))
        .filter(|(at, _)| *at == here);
    let (_, since) = known.unwrap_or_else(|| {
        ui.data_mut(|data| data.insert_temp(id, (here, now)));
        (here, now)
    });
    let step = STEP.min(LONGEST / f64::from(passed.max(1)));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "some dozen positions"
    )]
    let count = ((now - since) / step).max(0.0) as u32;
    if count < passed {
        ui.request_repaint();
    }
    count.min(passed)
}

/// Describes the last insertion; of an unsorted list also the last search for the best cell.
fn told(model: &BoardsModel, run: &Run, last: Option<Insertion>) -> String {
    let form = model.open_list.0;
    let found = run
        .timeline
        .last_linear_search()
        .filter(|_| form == OpenListForm::Unsorted);
    let found =
        found.map(|(cell, number)| Phrase::CardFound.with("cell", cell).with("number", number));
    let sentences = found
        .into_iter()
        .chain(last.map(|last| sentence(last, form)));
    model.language().join(
        &sentences
            .map(|sentence| model.say(sentence))
            .collect::<Vec<_>>(),
    )
}

/// Describes an insertion.
fn sentence(
    Insertion {
        cell,
        passed,
        of,
        compared,
    }: Insertion,
    form: OpenListForm,
) -> Sentence {
    match (of, form) {
        (_, OpenListForm::Unsorted) => Phrase::CardJoined.with("cell", cell),
        (0, _) => Phrase::OnlyCard.with("cell", cell),
        (_, OpenListForm::Sorted) => Phrase::CardPassed
            .with("cell", cell)
            .with("number", passed)
            .with("count", of),
        (_, OpenListForm::Heap) => Phrase::CardCompared
            .with("cell", cell)
            .with("number", compared)
            .with("count", of),
    }
}

/// Describes all insertions so far in a few words.
pub fn sum(run: &Run, form: OpenListForm) -> Option<Sentence> {
    sum_as(
        run,
        form,
        [Phrase::PassedSum, Phrase::HeapSum, Phrase::LinearSum],
    )
}

/// Describes all insertions so far in a sentence.
pub fn sum_so_far(run: &Run, form: OpenListForm) -> Option<Sentence> {
    sum_as(
        run,
        form,
        [
            Phrase::PassedSoFar,
            Phrase::ComparedSoFar,
            Phrase::LinearSoFar,
        ],
    )
}

fn sum_as(run: &Run, form: OpenListForm, [passed, heap, linear]: [Phrase; 3]) -> Option<Sentence> {
    let expanded = usize::try_from(run.timeline.marks().counters().expanded).ok()?;
    Some(match form {
        OpenListForm::Heap => {
            let sums = run.timeline.heap_comparisons().get(expanded)?;
            heap.with("up", thousands(sums.up))
                .with("down", thousands(sums.down))
        }
        OpenListForm::Sorted => passed.with("count", thousands(*run.scanned.get(expanded)?)),
        OpenListForm::Unsorted => linear.with(
            "count",
            thousands(*run.timeline.linear_comparisons().get(expanded)?),
        ),
    })
}

/// Returns the side whose frontier is shown: the one that expands next.
fn side(run: &Run) -> Side {
    let usual = if run.timeline.marks().has(Side::Forward) {
        Side::Forward
    } else {
        Side::Backward
    };
    run.timeline.next_side().unwrap_or(usual)
}

/// Returns the number of cards of this width that fit side by side.
fn fits(room: f32, width: f32) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "some dozen cards"
    )]
    let count = ((room + GAP) / (width + GAP)).max(1.0) as usize;
    count
}

/// Returns the card width that fits the last cell of the map and the largest F of the run.
fn width(ui: &Ui, run: &Run) -> f32 {
    let trace = run.timeline.trace();
    let cell = format!(
        "{},{}",
        trace.width.saturating_sub(1),
        trace.height.saturating_sub(1)
    );
    let number = run
        .question
        .query
        .options
        .units()
        .format(Cost(run.ranges.of(Heat::F).1));
    let wide = |text: String, size: f32| {
        // Eights are as wide as any digit.
        let text = text.replace(|letter: char| letter.is_ascii_digit(), "8");
        ui.painter()
            .layout_no_wrap(text, FontId::proportional(size), Color32::WHITE)
            .size()
            .x
    };
    let needed = wide(cell, theme::SMALL).max(wide(number.clone(), size_of(&number)) + 1.0);
    (needed + 8.0).ceil().max(LEAST_WIDE)
}

/// Returns the font size of the priority key.
const fn size_of(number: &str) -> f32 {
    if number.len() > 6 {
        theme::SMALL
    } else {
        theme::BODY
    }
}

/// Draws as many cards as fit, and the number of the others.
///
/// The last insertion is always among the cards.
fn cards(ui: &mut Ui, model: &BoardsModel, run: &Run, (lines, passed): (usize, u32)) {
    let marks = run.timeline.marks();
    let side = side(run);
    let both = marks.has(Side::Forward) && marks.has(Side::Backward);
    let open = if both {
        marks.open_count(side)
    } else {
        usize::try_from(marks.counters().open).unwrap_or(usize::MAX)
    };
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let height = lines as f32 * (CARD + GAP);
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let width = width(ui, run);
    let columns = fits(area.width(), width);
    if open == 0 {
        let at = pos2(area.left(), area.top() + CARD / 2.0);
        let none = model.text(Phrase::NoCellWaits);
        ui.painter().text(
            at,
            Align2::LEFT_CENTER,
            none,
            FontId::proportional(theme::SMALL),
            theme::color(palette::MUTED),
        );
        return;
    }
    let last = run.timeline.last_insertion();
    let all = columns * lines;
    // The text after the last card needs the width of two cards.
    let left_out = 2.min(columns.saturating_sub(1));
    let shown = if open > all { all - left_out } else { open };
    let is_joined = model.open_list.0 == OpenListForm::Unsorted && !run.scanned.is_empty();
    let rows_in = |range| {
        if is_joined {
            marks.open_list_as_joined(side, range)
        } else {
            marks.open_list(side, range)
        }
    };
    let mut rows = rows_in(0..shown);
    let next = marks.open_list(side, 0..1).first().map(|row| row.cell);
    // The last insertion may lie behind the visible cards; in an unsorted list it is at the end.
    let place_of_last = |passed: u32| if is_joined { open - 1 } else { passed as usize };
    let far = last
        .map(|last| place_of_last(last.passed))
        .filter(|at| *at >= shown)
        .map(|at| rows_in(at..at + 1));
    if let Some(row) = far
        .and_then(|mut rows| rows.pop())
        .filter(|row| Some(row.cell) == last.map(|last| last.cell))
    {
        rows.truncate(shown.saturating_sub(1));
        rows.push(row);
    }
    let deciding = Deciding::of(run);
    #[expect(clippy::cast_precision_loss, reason = "some dozen cards")]
    let place = |number: usize| {
        let cell = vec2(
            (number % columns) as f32 * (width + GAP),
            (number / columns) as f32 * (CARD + GAP),
        );
        Rect::from_min_size(area.min + cell, vec2(width, CARD))
    };
    for (number, row) in rows.iter().enumerate() {
        let frame = match row {
            row if Some(row.cell) == last.map(|last| last.cell) => Some(palette::CHANGED),
            row if Some(row.cell) == next => Some(palette::ACCENT),
            _ => None,
        };
        let position = u32::try_from(row.rank + 1)
            .ok()
            .filter(|rank| *rank <= passed);
        let key = marks
            .get(row.cell, side)
            .map_or_else(String::new, |mark| deciding.first(&mark));
        card(ui, place(number), (&key, row), (frame, position));
    }
    if open > rows.len() {
        let more =
            model.say(Phrase::MoreCards.with("count", thousands((open - rows.len()) as u64)));
        let at = place(rows.len()).left_center() + vec2(4.0, 0.0);
        ui.painter().text(
            at,
            Align2::LEFT_CENTER,
            more,
            FontId::proportional(theme::SMALL),
            theme::color(palette::MUTED),
        );
    }
}

/// Draws a card, with the number of its position if the insertion passed it.
fn card(
    ui: &Ui,
    rect: Rect,
    (key, row): (&str, &OpenRow),
    (frame, position): (Option<Rgb>, Option<u32>),
) {
    let painter = ui.painter();
    painter.rect_filled(rect, 5.0, theme::color(palette::RAISED));
    if let Some(color) = frame {
        painter.rect_stroke(
            rect,
            5.0,
            Stroke::new(2.0, theme::color(color)),
            StrokeKind::Inside,
        );
    }
    let at = |part: f32| pos2(rect.center().x, rect.top() + rect.height() * part);
    let font = FontId::proportional(size_of(key));
    bold(
        painter,
        at(0.26),
        Align2::CENTER_CENTER,
        key,
        font,
        theme::color(palette::TEXT),
    );
    let text = |part: f32, text: String, color: Rgb| {
        painter.text(
            at(part),
            Align2::CENTER_CENTER,
            text,
            FontId::proportional(theme::SMALL),
            theme::color(color),
        );
    };
    text(
        0.56,
        format!("{},{}", row.cell.x, row.cell.y),
        palette::MUTED,
    );
    if let Some(position) = position {
        text(0.83, position.to_string(), palette::CHANGED);
    }
}

/// Number of levels drawn.
const LEVELS: usize = 4;
/// Height of a card, and the gap between two levels.
const HEAP_CARD: f32 = 34.0;
const HEAP_GAP: f32 = 8.0;
/// Maximum number of events for which the heap is reconstructed.
const MAX_EVENTS: usize = 50_000;

/// Draws the tree; returns `false` if there is none.
fn draw_heap(ui: &mut Ui, model: &BoardsModel, run: &Run, side: Side) -> bool {
    let Some(cells) = heap_cells(ui, model, run, side) else {
        return false;
    };
    #[expect(clippy::cast_precision_loss, reason = "a few levels")]
    let height = LEVELS as f32 * (HEAP_CARD + HEAP_GAP);
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let shown = &cells[..cells.len().min((1 << LEVELS) - 1)];
    let widest = area.width() / 8.0;
    #[expect(clippy::cast_precision_loss, reason = "a few cards")]
    let place = |number: usize| {
        let level = (number + 1).ilog2();
        let (along, of) = ((number + 1 - (1 << level)) as f32, (1 << level) as f32);
        let middle = area.left() + area.width() * (along + 0.5) / of;
        let top = area.top() + level as f32 * (HEAP_CARD + HEAP_GAP);
        Rect::from_min_size(
            pos2(middle - widest / 2.0 + 1.0, top),
            vec2(widest - 2.0, HEAP_CARD),
        )
    };
    let line = Stroke::new(1.0, theme::color(palette::FAINT));
    for number in 1..shown.len() {
        ui.painter().line_segment(
            [
                place((number - 1) / 2).center_bottom(),
                place(number).center_top(),
            ],
            line,
        );
    }
    let (marks, deciding) = (run.timeline.marks(), Deciding::of(run));
    let last = run.timeline.last_insertion().map(|last| last.cell);
    for (number, cell) in shown.iter().enumerate() {
        let key = marks
            .get(*cell, side)
            .map_or_else(String::new, |mark| deciding.first(&mark));
        let frame = if Some(*cell) == last {
            Some(palette::CHANGED)
        } else {
            (number == 0).then_some(palette::ACCENT)
        };
        heap_card(ui, place(number), (&key, *cell), frame);
    }
    if cells.len() > shown.len() {
        let more = model
            .say(Phrase::MoreCards.with("count", thousands((cells.len() - shown.len()) as u64)));
        let ink = theme::color(palette::MUTED);
        ui.painter().text(
            area.right_top(),
            Align2::RIGHT_TOP,
            more,
            FontId::proportional(12.0),
            ink,
        );
    }
    true
}

/// Returns the cells of the heap, cached for the current position.
fn heap_cells(ui: &Ui, model: &BoardsModel, run: &Run, side: Side) -> Option<Arc<[Cell]>> {
    if run.timeline.len() > MAX_EVENTS {
        return None;
    }
    let here = (model.here(run), side as usize);
    let id = egui::Id::new("heap");
    let known = ui
        .data(|data| data.get_temp::<(((u64, usize), usize), Arc<[Cell]>)>(id))
        .filter(|(at, _)| *at == here);
    let cells = known.map_or_else(|| run.timeline.heap(side).into(), |(_, cells)| cells);
    ui.data_mut(|data| data.insert_temp(id, (here, Arc::clone(&cells))));
    (!cells.is_empty()).then_some(cells)
}

fn heap_card(ui: &Ui, rect: Rect, (key, cell): (&str, Cell), frame: Option<Rgb>) {
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::color(palette::RAISED));
    if let Some(color) = frame {
        painter.rect_stroke(
            rect,
            4.0,
            Stroke::new(2.0, theme::color(color)),
            StrokeKind::Inside,
        );
    }
    let text = |shift: Vec2, text: &str, size: f32, color: Rgb| {
        painter.text(
            rect.center() + shift,
            Align2::CENTER_CENTER,
            text,
            FontId::proportional(size),
            theme::color(color),
        );
    };
    let font = FontId::proportional(if key.len() > 4 { 10.0 } else { 12.5 });
    let at = rect.center() - vec2(0.0, 7.0);
    bold(
        painter,
        at,
        Align2::CENTER_CENTER,
        key,
        font,
        theme::color(palette::TEXT),
    );
    text(
        vec2(0.0, 8.0),
        &format!("{},{}", cell.x, cell.y),
        10.5,
        palette::MUTED,
    );
}
