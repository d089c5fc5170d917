//! The terrain of each cell and the number of cells of each terrain, always consistent.

use std::ops::Range;

use super::TerrainId;

/// The terrain of all cells, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TerrainLayer {
    cells: Vec<TerrainId>,
    /// Number of cells by terrain index.
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

    /// Creates a layer of cells that are counted already.
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

    /// Sets the terrain of a cell.
    #[inline]
    pub fn set(&mut self, index: usize, terrain: TerrainId) {
        let before = std::mem::replace(&mut self.cells[index], terrain);
        self.counts[usize::from(before.0)] -= 1;
        self.counts[usize::from(terrain.0)] += 1;
    }

    /// Copies all cells that differ in the other layer. They lie in these ranges.
    pub fn catch_up(&mut self, with: &Self, changed: impl Iterator<Item = Range<usize>>) {
        for range in changed {
            self.cells[range.clone()].copy_from_slice(&with.cells[range]);
        }
        self.counts.clone_from(&with.counts);
    }

    /// Returns the number of cells of this terrain.
    #[inline]
    pub fn count(&self, terrain: TerrainId) -> u32 {
        self.counts[usize::from(terrain.0)]
    }
}
