//! Rectangles of cells.

use super::Cell;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Its upper left cell.
    pub at: Cell,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Rect {
    /// Whether the cell lies in it.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        let (dx, dy) = (cell.x as i64 - self.at.x as i64, cell.y as i64 - self.at.y as i64);
        dx >= 0 && dy >= 0 && dx < self.width as i64 && dy < self.height as i64
    }

    /// Its cells, row by row.
    pub(in crate::pathfinding) fn cells(self) -> impl Iterator<Item = Cell> {
        let offsets = |length: u32| 0..length.cast_signed();
        offsets(self.height)
            .flat_map(move |y| offsets(self.width).map(move |x| Cell::new(self.at.x + x, self.at.y + y)))
    }
}
