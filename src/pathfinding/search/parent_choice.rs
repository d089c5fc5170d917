//! Which parent a cell gets: the third policy of the best-first engine.

use super::moves::Move;
use super::node_pool::NodePool;
use crate::pathfinding::{Cell, CellIndex, Cost};

/// Chooses parents.
pub(super) trait ParentChoice {
    /// Whether parents lie in a straight line at any angle, which the path then lists cell by cell. Closed
    /// cells then stay closed, as published: their parents have been looked at, and others rely on it.
    const LINES: bool = false;

    /// The parent of the cell that `step` leads to from the closed cell `from`, and its cost by that way.
    fn choose(&self, pool: &NodePool, from: CellIndex, step: &Move) -> (CellIndex, Cost);

    /// Called before a cell is closed: the last moment to correct its parent and g. `true` if it did.
    #[inline]
    fn settle(&mut self, _pool: &mut NodePool, _index: CellIndex, _cell: Cell) -> bool {
        false
    }
}

/// The cell that was expanded.
pub(super) struct Direct;

impl ParentChoice for Direct {
    #[inline]
    fn choose(&self, pool: &NodePool, from: CellIndex, step: &Move) -> (CellIndex, Cost) {
        (from, pool.known(from).g + step.cost)
    }
}
