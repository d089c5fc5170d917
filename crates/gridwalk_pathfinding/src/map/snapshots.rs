//! Copies of a grid for work in the background: made once, brought up to date tile by tile, and used again.

use std::sync::Arc;

use super::TileVersions;
use crate::Grid;

/// Copies of one grid as it was at some revision. Those that are held elsewhere never change.
#[derive(Debug, Default)]
pub(super) struct Snapshots {
    copies: Vec<Arc<Grid>>,
    made: u64,
}

/// How many copies that are not held are kept to be used again. With fewer, searches that begin and end all the time
/// would throw copies away and make them again.
const MOST_IDLE: usize = 4;

impl Snapshots {
    /// The grid as it is now.
    ///
    /// # Complexity
    /// O(1) if there is a copy of this revision; else O(tiles), and O(cells) of the tiles that changed since the
    /// newest copy that is not held. Where all are held, O(cells) for a new one.
    pub fn take(&mut self, grid: &Grid, tiles: &TileVersions) -> Arc<Grid> {
        if let Some(copy) = self.copies.iter().find(|copy| copy.revision() == grid.revision()) {
            return Arc::clone(copy);
        }
        // The newest first: it has missed the least.
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

    /// How often the whole grid was copied.
    pub const fn made(&self) -> u64 {
        self.made
    }
}
