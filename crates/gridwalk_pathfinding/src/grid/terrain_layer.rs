//! The terrain of each cell, and how many cells each terrain has: kept together, so that they agree.

use std::ops::Range;

use super::TerrainId;

/// All cells in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TerrainLayer {
    cells: Vec<TerrainId>,
    /// Cells by terrain number.
    counts: Box<[u32; 256]>,
}

impl TerrainLayer {
    /// # Complexity
    /// O(cells), and about as fast as memory can be read.
    pub fn new(cells: Vec<TerrainId>) -> Self {
        let mut counts = Box::new([0; 256]);
        for cell in &cells {
            counts[usize::from(cell.0)] += 1;
        }
        Self { cells, counts }
    }

    /// Cells that are counted already.
    pub const fn of_counted(cells: Vec<TerrainId>, counts: Box<[u32; 256]>) -> Self {
        Self { cells, counts }
    }

    pub const fn counts(&self) -> &[u32; 256] {
        &self.counts
    }

    #[inline]
    pub const fn cells(&self) -> &[TerrainId] {
        self.cells.as_slice()
    }

    /// The only way in which a cell changes.
    #[inline]
    pub fn set(&mut self, index: usize, terrain: TerrainId) {
        let before = std::mem::replace(&mut self.cells[index], terrain);
        self.counts[usize::from(before.0)] -= 1;
        self.counts[usize::from(terrain.0)] += 1;
    }

    /// Takes all cells over that differ in the other layer. They lie in these ranges.
    pub fn catch_up(&mut self, with: &Self, changed: impl Iterator<Item = Range<usize>>) {
        for range in changed {
            self.cells[range.clone()].copy_from_slice(&with.cells[range]);
        }
        self.counts.clone_from(&with.counts);
    }

    /// How many cells have this terrain.
    #[inline]
    pub fn count(&self, terrain: TerrainId) -> u32 {
        self.counts[usize::from(terrain.0)]
    }
}
