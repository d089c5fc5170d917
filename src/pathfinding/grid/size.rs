//! Columns and rows, and the dense numbers of the cells in them.

use super::{Cell, CellIndex};

/// The sides of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl GridSize {
    /// Width × height.
    #[inline]
    #[must_use]
    pub const fn cell_count(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the cell lies inside.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        // A negative coordinate is a huge unsigned one: one comparison a side.
        cell.x.cast_unsigned() < self.width && cell.y.cast_unsigned() < self.height
    }

    /// The dense number of a cell, if it lies inside.
    #[inline]
    #[must_use]
    pub const fn index(self, cell: Cell) -> Option<CellIndex> {
        if self.contains(cell) {
            Some(CellIndex(cell.y.cast_unsigned() * self.width + cell.x.cast_unsigned()))
        } else {
            None
        }
    }

    /// The cell of a dense number.
    #[inline]
    #[must_use]
    pub const fn cell(self, index: CellIndex) -> Cell {
        Cell::new((index.0 % self.width).cast_signed(), (index.0 / self.width).cast_signed())
    }
}
