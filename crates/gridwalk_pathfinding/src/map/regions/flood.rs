//! Memory of a flood fill, reused from edit to edit.

use super::joins::RegionId;

/// One of the flood fills that find the largest part of a patch that fell apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Flood {
    /// The label of the filled cells.
    pub number: RegionId,
    pub cells: Vec<u32>,
    /// Number of cells whose neighbours have been visited.
    pub done: usize,
}

impl Flood {
    pub const fn is_over(&self) -> bool {
        self.done == self.cells.len()
    }
}
