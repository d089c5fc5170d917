//! The memory of a flood, kept from edit to edit.

use super::joins::RegionId;

/// One of the floods that find out which part of a patch that fell apart is the largest.
#[derive(Clone, Debug, Default)]
pub(super) struct Flood {
    /// What it labels its cells with.
    pub number: RegionId,
    pub cells: Vec<u32>,
    /// How many of its cells have been looked at.
    pub done: usize,
}

impl Flood {
    pub const fn is_over(&self) -> bool {
        self.done == self.cells.len()
    }
}
