//! What a cell leads to: the second policy of the best-first engine.

use super::moves::{Move, Moves};
use crate::pathfinding::{Cell, CellIndex};

/// Lists where a cell leads to.
pub(super) trait Successors {
    /// Whether a move can skip cells in a straight or diagonal line, which the path then lists.
    const JUMPS: bool = false;

    /// Fills `found`, emptied first. `parent` is the cell that `cell` was reached from, itself at the start.
    fn list(&mut self, index: CellIndex, cell: Cell, parent: CellIndex, found: &mut Vec<Move>);
}

/// Every legal move.
pub(super) struct Neighbors<'a>(pub Moves<'a>);

impl Successors for Neighbors<'_> {
    #[inline]
    fn list(&mut self, index: CellIndex, cell: Cell, _: CellIndex, found: &mut Vec<Move>) {
        self.0.list_from(index, cell, found);
    }
}
