//! Versions of the parts of a map: a revision for each tile of 32 × 32 cells.

use crate::{Cell, GridSize, Rect, Revision};

/// The revision of the last edit that touched each tile of a map.
///
/// Data derived at an older revision need an update in the tiles that changed since, and nowhere else.
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
        Self { size, columns, versions: vec![revision; columns * rows] }
    }

    pub(super) const fn bytes(&self) -> usize {
        self.versions.len() * size_of::<Revision>()
    }

    fn tile_of(&self, cell: Cell) -> usize {
        let (x, y) = (cell.x.cast_unsigned() >> SHIFT, cell.y.cast_unsigned() >> SHIFT);
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
        self.size.contains(cell).then(|| self.versions[self.tile_of(cell)])
    }

    /// Returns `true` if an edit after this revision touched a tile of a rectangle of cells.
    ///
    /// The rectangle reaches from the column and row of `first` to those of `last`; cells outside the map do not count.
    ///
    /// # Complexity
    /// O(tiles of the rectangle).
    pub(crate) fn changed_between(&self, first: Cell, last: Cell, since: Revision) -> bool {
        let tile = |at: i32, side: u32| (at.clamp(0, side.cast_signed() - 1) >> SHIFT).cast_unsigned() as usize;
        let (columns, rows) = (self.size.width, self.size.height);
        let (left, right) = (tile(first.x, columns), tile(last.x, columns));
        let mut rows = tile(first.y, rows)..=tile(last.y, rows);
        rows.any(|row| {
            let row = row * self.columns;
            self.versions[row + left..=row + right].iter().any(|version| *version > since)
        })
    }

    /// Returns the tiles that an edit touched after this revision, in reading order.
    ///
    /// # Complexity
    /// O(tiles): 8 bytes are read for each 1024 cells.
    pub fn changed_since(&self, revision: Revision) -> impl Iterator<Item = Rect> + '_ {
        let changed = self.versions.iter().enumerate().filter(move |(_, version)| **version > revision);
        changed.map(|(tile, _)| self.rect(tile))
    }

    fn rect(&self, tile: usize) -> Rect {
        let corner = |number: usize| u32::try_from(number).expect("tiles are fewer than cells") << SHIFT;
        let (x, y) = (corner(tile % self.columns), corner(tile / self.columns));
        let (width, height) = (Self::SIDE.min(self.size.width - x), Self::SIDE.min(self.size.height - y));
        Rect { at: Cell::new(x.cast_signed(), y.cast_signed()), width, height }
    }
}
