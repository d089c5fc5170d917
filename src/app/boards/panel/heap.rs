//! The open list as a binary heap: the first three or four levels as a tree of cards.

use std::sync::Arc;

use bevy_egui::egui::{self, Align2, FontId, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::{Cell, Side};

use crate::app::Phrase;
use crate::app::boards::{Deciding, Model, Run};
use crate::app::common::words::thousands;
use crate::app::widgets::theme;
use crate::app::widgets::typeset::bold;
use crate::picture::palette;

/// Number of levels drawn.
const LEVELS: usize = 4;
/// Height of a card, and the gap between two levels.
const CARD: f32 = 34.0;
const GAP: f32 = 8.0;
/// Maximum number of events for which the heap is reconstructed.
const MOST_EVENTS: usize = 50_000;

/// Draws the tree; returns `false` if there is none.
pub fn draw(ui: &mut Ui, model: &Model, run: &Run, side: Side) -> bool {
    let Some(cells) = cells(ui, model, run, side) else { return false };
    #[expect(clippy::cast_precision_loss, reason = "a few levels")]
    let height = LEVELS as f32 * (CARD + GAP);
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let shown = &cells[..cells.len().min((1 << LEVELS) - 1)];
    let widest = area.width() / 8.0;
    #[expect(clippy::cast_precision_loss, reason = "a few cards")]
    let place = |number: usize| {
        let level = (number + 1).ilog2();
        let (along, of) = ((number + 1 - (1 << level)) as f32, (1 << level) as f32);
        let middle = area.left() + area.width() * (along + 0.5) / of;
        let top = area.top() + level as f32 * (CARD + GAP);
        Rect::from_min_size(pos2(middle - widest / 2.0 + 1.0, top), vec2(widest - 2.0, CARD))
    };
    let line = Stroke::new(1.0, theme::color(palette::FAINT));
    for number in 1..shown.len() {
        ui.painter().line_segment([place((number - 1) / 2).center_bottom(), place(number).center_top()], line);
    }
    let (marks, deciding) = (run.timeline.marks(), Deciding::of(run));
    let last = run.timeline.last_insertion().map(|last| last.cell);
    for (number, cell) in shown.iter().enumerate() {
        let key = marks.get(*cell, side).map_or_else(String::new, |mark| deciding.first(&mark));
        let frame = if Some(*cell) == last { Some(palette::CHANGED) } else { (number == 0).then_some(palette::ACCENT) };
        card(ui, place(number), (&key, *cell), frame);
    }
    if cells.len() > shown.len() {
        let more = model.say(Phrase::MoreCards.with("count", thousands((cells.len() - shown.len()) as u64)));
        let ink = theme::color(palette::MUTED);
        ui.painter().text(area.right_top(), Align2::RIGHT_TOP, more, FontId::proportional(12.0), ink);
    }
    true
}

/// Returns the cells of the heap, cached for the current position.
fn cells(ui: &Ui, model: &Model, run: &Run, side: Side) -> Option<Arc<[Cell]>> {
    if run.timeline.len() > MOST_EVENTS {
        return None;
    }
    let here = (model.here(run), side as usize);
    let id = egui::Id::new("heap");
    let known = ui.data(|data| data.get_temp::<(((u64, usize), usize), Arc<[Cell]>)>(id)).filter(|(at, _)| *at == here);
    let cells = known.map_or_else(|| run.timeline.heap(side).into(), |(_, cells)| cells);
    ui.data_mut(|data| data.insert_temp(id, (here, Arc::clone(&cells))));
    (!cells.is_empty()).then_some(cells)
}

fn card(ui: &Ui, rect: Rect, (key, cell): (&str, Cell), frame: Option<Rgb>) {
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::color(palette::RAISED));
    if let Some(color) = frame {
        painter.rect_stroke(rect, 4.0, Stroke::new(2.0, theme::color(color)), StrokeKind::Inside);
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
    bold(painter, at, Align2::CENTER_CENTER, key, font, theme::color(palette::TEXT));
    text(vec2(0.0, 8.0), &format!("{},{}", cell.x, cell.y), 10.5, palette::MUTED);
}
