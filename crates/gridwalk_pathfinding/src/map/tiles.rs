//! Versions of the tiles of a map, 32 × 32 cells each, and copies of its grid that are updated tile
//! by tile.

use std::sync::Arc;

use crate::{Cell, Grid, GridSize, Rect, Revision};

/// The revision of the last edit that touched each tile of a map.
///
/// Data derived at an older revision need an update in the tiles that changed since, and nowhere
/// else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileVersions {
    size: GridSize,
    columns: usize,
    /// The revision of each tile, in reading order.
    versions: Vec<Revision>,
}

/// Binary logarithm of a tile's side.
const SHIFT: u32 = 5;

impl TileVersions {
    /// The side of a tile, in cells; tiles at the right and lower edge may be cut off.
    pub const SIDE: u32 = 1 << SHIFT;

    pub(super) fn new(size: GridSize, revision: Revision) -> Self {
        let columns = size.width.div_ceil(Self::SIDE) as usize;
        let rows = size.height.div_ceil(Self::SIDE) as usize;
        Self {
            size,
            columns,
            versions: vec![revision; columns * rows],
        }
    }

    pub(super) const fn bytes(&self) -> usize {
        self.versions.len() * size_of::<Revision>()
    }

    fn tile_of(&self, cell: Cell) -> usize {
        let (x, y) = (
            cell.x.cast_unsigned() >> SHIFT,
            cell.y.cast_unsigned() >> SHIFT,
        );
        y as usize * self.columns + x as usize
    }

    /// Records an edit of this revision that touched the cell, which lies inside.
    pub(super) fn touch(&mut self, cell: Cell, revision: Revision) {
        let tile = self.tile_of(cell);
        self.versions[tile] = revision;
    }

    /// Returns the revision of the last edit that touched the tile of this cell; `None` outside.
    #[must_use]
    pub fn version(&self, cell: Cell) -> Option<Revision> {
        self.size
            .contains(cell)
            .then(|| self.versions[self.tile_of(cell)])
    }

    /// Returns `true` if an edit after this revision touched a tile of a rectangle of cells.
    ///
    /// The rectangle reaches from the column and row of `first` to those of `last`; cells outside
    /// the map do not count.
    ///
    /// # Complexity
    /// O(tiles of the rectangle).
    pub(crate) fn changed_between(&self, first: Cell, last: Cell, since: Revision) -> bool {
        let tile = |at: i32, side: u32| {
            (at.clamp(0, side.cast_signed() - 1) >> SHIFT).cast_unsigned() as usize
        };
        let (columns, rows) = (self.size.width, self.size.height);
        let (left, right) = (tile(first.x, columns), tile(last.x, columns));
        let mut rows = tile(first.y, rows)..=tile(last.y, rows);
        rows.any(|row| {
            let row = row * self.columns;
            self.versions[row + left..=row + right]
                .iter()
                .any(|version| *version > since)
        })
    }

    /// Returns the tiles that an edit touched after this revision, in reading order.
    ///
    /// # Complexity
    /// O(tiles): 8 bytes are read for each 1024 cells.
    pub fn changed_since(&self, revision: Revision) -> impl Iterator<Item = Rect> + '_ {
        let changed = self
            .versions
            .iter()
            .enumerate()
            .filter(move |(_, version)| **version > revision);
        changed.map(|(tile, _)| self.rect(tile))
    }

    fn rect(&self, tile: usize) -> Rect {
        let corner =
            |number: usize| u32::try_from(number).expect("tiles are fewer than cells") << SHIFT;
        let (x, y) = (corner(tile % self.columns), corner(tile / self.columns));
        let (width, height) = (
            Self::SIDE.min(self.size.width - x),
            Self::SIDE.min(self.size.height - y),
        );
        Rect {
            at: Cell::new(x.cast_signed(), y.cast_signed()),
            width,
            height,
        }
    }
}

/// Copies of one grid at several revisions. Copies that are held elsewhere never change.
#[derive(Debug, Default)]
pub(super) struct Snapshots {
    copies: Vec<Arc<Grid>>,
    made: u64,
}

/// The maximum number of copies that are not held, but kept for reuse.
///
/// With fewer, searches that begin and end often would drop copies and make them again.
const MAX_IDLE: usize = 4;

impl Snapshots {
    /// Returns the grid as it is now.
    ///
    /// # Complexity
    /// O(1) if there is a copy of this revision; else O(tiles + cells of the tiles that changed
    /// since the newest copy that is not held). If all are held, O(cells) for a new one.
    pub fn take(&mut self, grid: &Grid, tiles: &TileVersions) -> Arc<Grid> {
        if let Some(copy) = self
            .copies
            .iter()
            .find(|copy| copy.revision() == grid.revision())
        {
            return Arc::clone(copy);
        }
        // The newest first: it has missed the fewest edits.
        self.copies
            .sort_by_key(|copy| std::cmp::Reverse(copy.revision()));
        let mut idle = 0;
        self.copies.retain_mut(|copy| {
            idle += usize::from(Arc::get_mut(copy).is_some());
            idle <= MAX_IDLE || Arc::get_mut(copy).is_none()
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
