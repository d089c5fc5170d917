//! Changes the level's size by dragging edges, cropping or growing, with a warning before losses.

use gridwalk_level::{Label, Level, LevelEdit};
use gridwalk_pathfinding::{Cell, GridSize, Rect};

use super::desk::Desk;
use super::state::{Hand, Step, ground};
use crate::app::Phrase;

/// Moves the edges with the stroke, on release; agents and portals that would be lost are shown before.
pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let Some(size) = desk.level().map(|level| level.grid.size()).filter(|_| step == Step::End && !hand.erases) else {
        return;
    };
    let frame = pulled(size, hand.first(), hand.last());
    if frame != size.rect() {
        resize(desk, frame);
    }
}

/// Returns the edges that a stroke moves if it begins on this cell: left, top, right, bottom.
///
/// These are the edges that the cell touches or lies beyond; without any, the nearest edge.
pub fn edges(size: GridSize, at: Cell) -> [bool; 4] {
    let (right, bottom) = (size.width.cast_signed() - 1 - at.x, size.height.cast_signed() - 1 - at.y);
    let from = [at.x, at.y, right, bottom];
    let mut grabbed = from.map(|cells| cells <= 0);
    // In a map of one column or row, the far edge is chosen.
    for (near, far) in [(0, 2), (1, 3)] {
        grabbed[near] &= !(grabbed[far] && from[near] >= from[far]);
        grabbed[far] &= !grabbed[near];
    }
    if grabbed == [false; 4] {
        let nearest = from.iter().min().copied();
        let first = from.iter().position(|cells| Some(*cells) == nearest);
        grabbed = [0, 1, 2, 3].map(|side| Some(side) == first);
    }
    grabbed
}

/// Returns the new bounds in cells of the present map, of which at least one cell remains.
pub fn pulled(size: GridSize, from: Cell, to: Cell) -> Rect {
    let [left, top, right, bottom] = edges(size, from);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (width, height) = (size.width.cast_signed(), size.height.cast_signed());
    let near = |is_grabbed: bool, by: i32, length: i32| if is_grabbed { by.min(length - 1) } else { 0 };
    let far = |is_grabbed: bool, by: i32, length: i32| if is_grabbed { (length + by).max(1) } else { length };
    let (x, y) = (near(left, dx, width), near(top, dy, height));
    let (width, height) = (far(right, dx, width) - x, far(bottom, dy, height) - y);
    Rect { at: Cell::new(x, y), width: width.cast_unsigned(), height: height.cast_unsigned() }
}

/// Crops the level to the selection.
pub fn crop(desk: &mut Desk) {
    match desk.edit.selection {
        Some(rect) => frame(desk, rect),
        None => desk.notes.warn(Phrase::NothingSelected),
    }
}

/// Grows the map at its four sides, or shrinks it.
pub fn grow(desk: &mut Desk, [left, top, right, bottom]: [i32; 4]) {
    let Some(size) = desk.level().map(|level| level.grid.size()) else { return };
    let side = |length: u32, more: i32| u32::try_from(i64::from(length) + i64::from(more)).unwrap_or(0);
    let (width, height) = (side(size.width, left.saturating_add(right)), side(size.height, top.saturating_add(bottom)));
    frame(desk, Rect { at: Cell::new(left.saturating_neg(), top.saturating_neg()), width, height });
}

/// Returns the cells of agents, goals and portals that would be outside of the new bounds.
pub fn lost(level: &Level, frame: Rect) -> Vec<Cell> {
    let is_lost = |cell: &Cell| !frame.contains(*cell);
    let agents = level.agents.iter();
    let agents = agents.flat_map(|agent| [agent.at].into_iter().chain(agent.goals.iter().copied())).filter(is_lost);
    let portals = level.grid.portal_list();
    let portals = portals.iter().filter_map(|portal| [portal.from, portal.to].into_iter().find(is_lost));
    agents.chain(portals).collect()
}

/// Resizes the level; if something would be lost, only warns, and resizes when repeated.
fn frame(desk: &mut Desk, frame: Rect) {
    let Some(level) = desk.level() else { return };
    let lost = lost(level, frame).len();
    if lost > 0 && desk.edit.warned != Some(frame) {
        desk.edit.warned = Some(frame);
        return desk.notes.warn(Phrase::WouldFallOff.with("count", lost));
    }
    resize(desk, frame);
}

fn resize(desk: &mut Desk, frame: Rect) {
    let Some(level) = desk.level() else { return };
    let edit = LevelEdit::resize(level, frame, ground(&level.grid));
    desk.edit.warned = None;
    desk.edit.selection = None;
    desk.change(Label::Resize(frame.size()), edit);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: GridSize = GridSize { width: 10, height: 6 };

    #[test]
    fn stroke_moves_the_edges_it_begins_at_or_the_nearest() {
        let [left, top, right, bottom] = [0, 1, 2, 3].map(|side| [0, 1, 2, 3].map(|other| side == other));
        let both = |a: [bool; 4], b: [bool; 4]| [0, 1, 2, 3].map(|side| a[side] || b[side]);
        for (at, wanted) in [
            ((-1, 3), left),
            ((0, 3), left),
            ((12, 3), right),
            ((4, -2), top),
            ((4, 5), bottom),
            ((-1, -1), both(left, top)),
            ((10, 6), both(right, bottom)),
            ((8, 2), right),
            ((4, 2), top),
        ] {
            assert_eq!(edges(SIZE, at.into()), wanted, "{at:?}");
        }
        let one = GridSize { width: 1, height: 1 };
        assert_eq!(edges(one, Cell::new(0, 0)), both(right, bottom));
        assert_eq!(edges(one, Cell::new(-1, 0)), both(left, bottom));
    }

    #[test]
    fn an_edge_is_not_pulled_over_the_other_one() {
        let frame = |from: (i32, i32), to: (i32, i32)| {
            let frame = pulled(SIZE, from.into(), to.into());
            (frame.at.x, frame.at.y, frame.width, frame.height)
        };
        assert_eq!(frame((10, 3), (13, 4)), (0, 0, 13, 6));
        assert_eq!(frame((-1, 3), (-3, 3)), (-2, 0, 12, 6));
        assert_eq!(frame((-1, -1), (1, 0)), (2, 1, 8, 5));
        assert_eq!(frame((9, 3), (-40, 3)), (0, 0, 1, 6));
        assert_eq!(frame((0, 3), (40, 3)), (9, 0, 1, 6));
    }
}
