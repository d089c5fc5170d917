//! Drawing tools: the brush paints as it moves, a fill acts on press, and shapes act on release.

use std::sync::Arc;

use gridwalk_level::Label;
use gridwalk_level::shapes::Shape;

use super::desk::Desk;
use super::state::{Hand, Step};
use crate::app::document::turn_terrain;

pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let Some(brush) = desk.edit.brush(hand.tool, desk.is_outline()) else { return };
    // Whether the stroke is a click is known only on release.
    let may_turn = brush.shape == Shape::Free && hand.points.len() == 1 && !hand.erases && desk.clicks_turn_terrain();
    let points = match (brush.shape, step) {
        (Shape::Free, Step::Begin) if may_turn => return,
        (Shape::Free, Step::End) if may_turn => {
            return turn_terrain(&mut desk.editor, hand.last(), true, hand.id, &mut desk.notes);
        }
        (Shape::Free, Step::Begin | Step::On) => &hand.points[hand.points.len().saturating_sub(2)..],
        (Shape::Fill, Step::Begin) | (Shape::Line | Shape::Rectangle | Shape::Ellipse, Step::End) => &hand.points[..],
        _ => return,
    };
    let Some(level) = desk.level().map(Arc::clone) else { return };
    let grid = &level.grid;
    let ink = desk.edit.ink(grid, hand.erases);
    let edit = brush.edit(grid, points, ink);
    let name = grid.legend()[usize::from(ink.0)].name.clone();
    // A second owner of the level would force the document to copy it.
    drop(level);
    desk.draw(hand, Label::Drawn(brush.shape, 0, name), edit);
}
