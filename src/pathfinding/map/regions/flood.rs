//! The memory of a flood, kept from edit to edit.

use super::joins::RegionId;
use crate::pathfinding::CellIndex;

/// One of the floods that find out whether a closed cell has split its patch.
#[derive(Clone, Debug, Default)]
pub(super) struct Flood {
    /// What it labels its cells with.
    pub number: RegionId,
    pub cells: Vec<CellIndex>,
    /// How many of its cells have been looked at.
    pub done: usize,
    /// Floods that met have one group: the place of the first of them.
    pub group: usize,
}

impl Flood {
    pub const fn is_over(&self) -> bool {
        self.done == self.cells.len()
    }
}
