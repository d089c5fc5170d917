//! Tools that draw: the brush changes cells as it goes, fills at once, shapes when they are let go.

use std::sync::Arc;

use gridwalk_level::Label;
use gridwalk_level::shapes::Shape;

use super::desk::Desk;
use super::state::{Hand, Step};
use crate::app::document::turn_terrain;

pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let Some(brush) = desk.edit.brush(hand.tool, desk.is_outline()) else { return };
    // A click is known as one once the button is up.
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
    // A second owner would make the document copy the level.
    drop(level);
    desk.draw(hand, Label::Drawn(brush.shape, 0, name), edit);
}
