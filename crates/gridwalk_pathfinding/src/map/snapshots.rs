//! Copies of a grid for work in the background: updated tile by tile, and reused.

use std::sync::Arc;

use super::TileVersions;
use crate::Grid;

/// Copies of one grid at several revisions. Copies that are held elsewhere never change.
#[derive(Debug, Default)]
pub(super) struct Snapshots {
    copies: Vec<Arc<Grid>>,
    made: u64,
}

/// The maximum number of copies that are not held, but kept for reuse.
///
/// With fewer, searches that begin and end often would drop copies and make them again.
const MOST_IDLE: usize = 4;

impl Snapshots {
    /// Returns the grid as it is now.
    ///
    /// # Complexity
    /// O(1) if there is a copy of this revision; else O(tiles + cells of the tiles that changed since the newest copy
    /// that is not held). If all are held, O(cells) for a new one.
    pub fn take(&mut self, grid: &Grid, tiles: &TileVersions) -> Arc<Grid> {
        if let Some(copy) = self.copies.iter().find(|copy| copy.revision() == grid.revision()) {
            return Arc::clone(copy);
        }
        // The newest first: it has missed the fewest edits.
        self.copies.sort_by_key(|copy| std::cmp::Reverse(copy.revision()));
        let mut idle = 0;
        self.copies.retain_mut(|copy| {
            idle += usize::from(Arc::get_mut(copy).is_some());
            idle <= MOST_IDLE || Arc::get_mut(copy).is_none()
        });
        for copy in &mut self.copies {
            if let Some(free) = Arc::get_mut(copy) {
                free.catch_up(grid, tiles.changed_since(free.revision()));
                return Arc::clone(copy);
            }
        }
        let copy = Arc::new(grid.clone());
        self.made += 1;
        self.copies.push(Arc::clone(&copy));
        copy
    }

    /// Returns the number of times that the whole grid was copied.
    pub const fn made(&self) -> u64 {
        self.made
    }
}
