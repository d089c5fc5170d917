//! What is expanded next: the open cell with the smallest priority.

use super::Weight;
use crate::pathfinding::Cost;

/// Turns what is known of a cell into its place in the open list; smaller goes first.
pub(super) trait Priority {
    /// The priority of a cell with cost `g` so far, estimate `h` and `depth` steps from the start.
    fn of(&self, g: Cost, h: Cost, depth: u64) -> u64;

    /// Whether a cell is judged by its steps alone: then fewer steps, not lower cost, are the
    /// shorter way.
    const COUNTS_STEPS: bool = false;

    /// Whether `h` is looked at.
    const USES_ESTIMATE: bool = true;
}

/// Fewest steps: breadth-first search.
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
pub(super) struct ByCost;

impl Priority for ByCost {
    const USES_ESTIMATE: bool = false;

    #[inline]
    fn of(&self, g: Cost, _: Cost, _: u64) -> u64 {
        g.0
    }
}

/// Lowest h: greedy best-first search.
pub(super) struct ByHeuristic;

impl Priority for ByHeuristic {
    #[inline]
    fn of(&self, _: Cost, h: Cost, _: u64) -> u64 {
        h.0
    }
}

/// Lowest g + h: A* (Hart, Nilsson and Raphael 1968).
pub(super) struct ByEstimate;

impl Priority for ByEstimate {
    #[inline]
    fn of(&self, g: Cost, h: Cost, _: u64) -> u64 {
        g.0 + h.0
    }
}

/// Lowest g + w h: weighted A* (Pohl 1970).
pub(super) struct ByWeighted(pub Weight);

impl Priority for ByWeighted {
    #[inline]
    fn of(&self, g: Cost, h: Cost, _: u64) -> u64 {
        // In thousandths throughout: dividing would round, and rounding would decide ties.
        g.0 * u64::from(Weight::ONE.thousandths()) + h.0 * u64::from(self.0.thousandths())
    }
}

/// The priorities by name, for whoever orders the cells of a search that is over.
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
    /// The same number that the search itself computes; smaller goes first.
    pub(in crate::pathfinding) fn of(self, g: Cost, h: Cost, depth: u64) -> u64 {
        match self {
            Self::Depth => ByDepth.of(g, h, depth),
            Self::Cost => ByCost.of(g, h, depth),
            Self::Heuristic => ByHeuristic.of(g, h, depth),
            Self::Estimate => ByEstimate.of(g, h, depth),
            Self::Weighted(weight) => ByWeighted(weight).of(g, h, depth),
        }
    }
}
