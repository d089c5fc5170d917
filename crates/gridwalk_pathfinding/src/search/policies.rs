//! The policies of the best-first engine: priorities and successors.

use super::moves::Move;
use super::setup::Setup;
use crate::{Cell, CellIndex, Cost, Grid, Side, Weight};

/// The priority of a cell in the open list; smaller goes first.
pub(super) trait Priority {
    /// Returns the priority of a cell with cost `g` so far, estimate `h` and `depth` steps from the start.
    fn of(&self, g: Cost, h: Cost, depth: u64) -> u64;

    /// Whether only the number of steps counts: a shorter path has fewer steps, not a lower cost.
    const COUNTS_STEPS: bool = false;

    /// Whether a better path to a cell always has a smaller priority.
    ///
    /// Estimates are assumed to depend on the cell alone.
    const BETTER_FIRST: bool = true;

    /// Whether the priority uses `h`.
    const USES_ESTIMATE: bool = true;
}

/// Fewest steps: breadth-first search.
#[derive(Debug)]
pub(super) struct ByDepth;

impl Priority for ByDepth {
    const COUNTS_STEPS: bool = true;
    const USES_ESTIMATE: bool = false;

    #[inline]
    fn of(&self, _: Cost, _: Cost, depth: u64) -> u64 {
        depth
    }
}

/// Lowest g: Dijkstra's search.
#[derive(Debug)]
pub(super) struct ByCost;

impl Priority for ByCost {
    const USES_ESTIMATE: bool = false;

    #[inline]
    fn of(&self, g: Cost, _: Cost, _: u64) -> u64 {
        g.0
    }
}

/// Lowest h: greedy best-first search.
#[derive(Debug)]
pub(super) struct ByHeuristic;

impl Priority for ByHeuristic {
    const BETTER_FIRST: bool = false;

    #[inline]
    fn of(&self, _: Cost, h: Cost, _: u64) -> u64 {
        h.0
    }
}

/// Lowest g + h: A* (Hart, Nilsson and Raphael 1968).
#[derive(Debug)]
pub(super) struct ByEstimate;

impl Priority for ByEstimate {
    #[inline]
    fn of(&self, g: Cost, h: Cost, _: u64) -> u64 {
        g.0 + h.0
    }
}

/// Lowest g + w h: weighted A* (Pohl 1970).
#[derive(Debug)]
pub(super) struct ByWeighted(pub Weight);

impl Priority for ByWeighted {
    #[inline]
    fn of(&self, g: Cost, h: Cost, _: u64) -> u64 {
        // In thousandths throughout: division would round, and rounding would decide ties.
        g.0 * u64::from(Weight::ONE.thousandths()) + h.0 * u64::from(self.0.thousandths())
    }
}

/// The priorities by name, for a caller that orders the cells of a finished search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriorityRule {
    /// Fewest steps.
    Depth,
    /// Lowest g.
    Cost,
    /// Lowest h.
    Heuristic,
    /// Lowest g + h.
    Estimate,
    /// Lowest g + w h.
    Weighted(Weight),
}

impl PriorityRule {
    /// Returns the priority that the search itself computes; smaller goes first.
    #[must_use]
    pub fn of(self, g: Cost, h: Cost, depth: u64) -> u64 {
        match self {
            Self::Depth => ByDepth.of(g, h, depth),
            Self::Cost => ByCost.of(g, h, depth),
            Self::Heuristic => ByHeuristic.of(g, h, depth),
            Self::Estimate => ByEstimate.of(g, h, depth),
            Self::Weighted(weight) => ByWeighted(weight).of(g, h, depth),
        }
    }
}

/// The successors of a cell.
pub(super) trait Successors {
    /// Whether a move can skip cells in a straight or diagonal line, which the path then lists.
    const JUMPS: bool = false;

    /// The end at which the search begins.
    const SIDE: Side = Side::Forward;

    /// Lists the successors of a cell in `found`, which is emptied first: by default every legal move.
    ///
    /// `parent` is the cell from which `cell` was reached, and `cell` itself at the root.
    #[inline]
    fn list(
        &mut self,
        grid: &Grid,
        setup: &Setup,
        index: CellIndex,
        cell: Cell,
        _parent: CellIndex,
        found: &mut Vec<Move>,
    ) {
        setup.moves.list(grid, Self::SIDE, index, cell, found);
    }
}

/// Every legal move.
#[derive(Debug)]
pub(super) struct Neighbors;

impl Successors for Neighbors {}

/// Every legal move, against its direction.
#[derive(Debug)]
pub(super) struct Sources;

impl Successors for Sources {
    const SIDE: Side = Side::Backward;
}
