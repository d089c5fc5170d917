//! Horizontal runs of cells, by which many cells are drawn and counted.

use gridwalk_pathfinding::Cell;

/// A horizontal run of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The leftmost cell.
    pub at: Cell,
    /// Number of cells.
    pub length: u32,
}

impl Span {
    /// Returns the cells, from left to right.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.length.cast_signed()).map(move |x| Cell::new(self.at.x + x, self.at.y))
    }
}

/// Groups cells in reading order into spans.
#[must_use]
pub fn spans(cells: &[Cell]) -> Vec<Span> {
    let is_next = |a: &Cell, b: &Cell| a.y == b.y && a.x + 1 == b.x;
    let span = |run: &[Cell]| Span { at: run[0], length: u32::try_from(run.len()).expect("a row is short") };
    cells.chunk_by(is_next).map(span).collect()
}
