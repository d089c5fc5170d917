//! The tool that chooses the terrain of a cell.

use super::desk::Desk;
use super::order::Ink;
use super::state::{Hand, Step};

pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    if step != Step::End {
        pick(desk, hand.last());
    }
}

/// Chooses the terrain of this cell for drawing.
pub fn pick(desk: &mut Desk, cell: gridwalk_pathfinding::Cell) {
    let map = desk.level().map(|level| &level.grid);
    if let Some(ink) = map.and_then(|map| Some(Ink::of(map, map.terrain_id(cell)?))) {
        desk.edit.choose(ink);
    }
}
