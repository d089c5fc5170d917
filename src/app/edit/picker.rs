//! The tool that takes the terrain of a cell.

use super::desk::Desk;
use super::state::{Hand, Step};

pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    if step != Step::End {
        pick(desk, hand.last());
    }
}

/// Draws with the terrain of this cell from now on.
pub fn pick(desk: &mut Desk, cell: gridwalk_pathfinding::Cell) {
    if let Some(terrain) = desk.level().and_then(|level| level.grid.terrain_id(cell)) {
        desk.edit.choose(terrain);
    }
}
