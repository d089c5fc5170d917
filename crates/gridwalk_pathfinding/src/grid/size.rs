//! Sizes of maps, dense indices of cells, and rectangles of cells.

use super::{Cell, CellIndex};

/// The size of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl GridSize {
    /// Returns the rectangle of all cells of a map of this size.
    #[must_use]
    pub const fn rect(self) -> Rect {
        Rect { at: Cell::new(0, 0), width: self.width, height: self.height }
    }

    /// Returns width × height.
    #[inline]
    #[must_use]
    pub const fn cell_count(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns `true` if the cell lies inside.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        // A negative coordinate is a huge unsigned one: one comparison for each axis.
        cell.x.cast_unsigned() < self.width && cell.y.cast_unsigned() < self.height
    }

    /// Returns the dense index of a cell, if it lies inside.
    #[inline]
    #[must_use]
    pub const fn index(self, cell: Cell) -> Option<CellIndex> {
        if self.contains(cell) {
            Some(CellIndex(cell.y.cast_unsigned() * self.width + cell.x.cast_unsigned()))
        } else {
            None
        }
    }

    /// Returns the cell with a dense index.
    #[inline]
    #[must_use]
    pub const fn cell(self, index: CellIndex) -> Cell {
        Cell::new((index.0 % self.width).cast_signed(), (index.0 / self.width).cast_signed())
    }
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Rect {
    /// The upper left cell.
    pub at: Cell,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Rect {
    /// Returns the size of the rectangle.
    #[must_use]
    pub const fn size(self) -> GridSize {
        GridSize { width: self.width, height: self.height }
    }

    /// Returns `true` if the rectangle contains the cell.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        let (dx, dy) = (cell.x as i64 - self.at.x as i64, cell.y as i64 - self.at.y as i64);
        dx >= 0 && dy >= 0 && dx < self.width as i64 && dy < self.height as i64
    }

    /// Returns `true` if both rectangles share a cell.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        const fn meet(at: i32, length: u32, other: i32, other_length: u32) -> bool {
            let (at, other) = (at as i64, other as i64);
            at < other + other_length as i64 && other < at + length as i64
        }
        meet(self.at.x, self.width, other.at.x, other.width) && meet(self.at.y, self.height, other.at.y, other.height)
    }

    /// Returns the cells of the rectangle, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let offsets = |length: u32| 0..length.cast_signed();
        offsets(self.height)
            .flat_map(move |y| offsets(self.width).map(move |x| Cell::new(self.at.x + x, self.at.y + y)))
    }
}
