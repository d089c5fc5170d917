//! The answer of a search, its counters and its limits; the answer of a planner, and its progress.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{Cell, Cost, Path, Refusal, named};

/// Counters of a search, exact and the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct SearchStats {
    /// Cells taken from the open list.
    pub expanded: u64,
    /// Cells put on the open list for the first time, the start included.
    pub generated: u64,
    /// Closed cells that a shorter path opened again.
    pub reopened: u64,
    /// The largest number of cells that were open at one time.
    pub largest_open: u64,
}

impl SearchStats {
    /// The counters of a search that did nothing.
    pub const NONE: Self = Self {
        expanded: 0,
        generated: 0,
        reopened: 0,
        largest_open: 0,
    };
}

/// A path that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The path, both ends included.
    pub path: Path,
    /// The counters of the search.
    pub stats: SearchStats,
}

named! {
    /// The reason why there is no path; the text of a value follows "no path: ".
    pub enum NoPathReason {
        /// The goal cannot be reached from the start.
        Unreachable = "unreachable", "the goal is walled off";
        /// There may be a path, but none within the cost limit.
        OverCostLimit = "over-cost-limit", "none is within the cost limit";
        /// There may be a path, but none inside the region that was searched.
        NotInRegion = "not-in-region", "none lies inside the region that may be searched";
    }
}

impl NoPathReason {
    /// Returns the reason for the end of a search that may have had limits.
    ///
    /// `is_cut` says whether the cost limit excluded cells, `has_region` whether the search was
    /// limited to a region.
    pub(crate) const fn within(is_cut: bool, has_region: bool) -> Self {
        match (is_cut, has_region) {
            (true, _) => Self::OverCostLimit,
            (_, true) => Self::NotInRegion,
            _ => Self::Unreachable,
        }
    }
}

/// The answer to a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a path.
    Solved(Solution),
    /// There is no path.
    NoPath(NoPathReason, SearchStats),
    /// The limits were reached before the answer.
    OutOfBudget(SearchStats),
    /// The query is invalid on this map; nothing was searched.
    Refused(Refusal),
}

impl Outcome {
    /// Returns the counters, whatever the answer.
    #[must_use]
    pub const fn stats(&self) -> SearchStats {
        match self {
            Self::Solved(solution) => solution.stats,
            Self::NoPath(_, stats) | Self::OutOfBudget(stats) => *stats,
            Self::Refused(_) => SearchStats::NONE,
        }
    }

    /// Returns the path, if there is one.
    #[must_use]
    pub const fn path(&self) -> Option<&Path> {
        match self {
            Self::Solved(solution) => Some(&solution.path),
            _ => None,
        }
    }

    /// Returns the cost of the path, if there is one.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.path().map(Path::cost)
    }
}

/// The limits at which a search ends without an answer.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Maximum number of expansions, counted from the beginning of the search.
    pub expansions: u64,
    /// A flag that the caller sets to cancel the search; read every 256 expansions.
    pub stop: Option<&'a AtomicBool>,
    /// A counter that receives the number of expanded cells, every 256 expansions.
    pub progress: Option<&'a AtomicU64>,
}

impl Limits<'_> {
    /// No limits.
    pub const NONE: Self = Self {
        expansions: u64::MAX,
        stop: None,
        progress: None,
    };

    /// Returns these limits with at most this number of expansions.
    #[must_use]
    pub fn at_most(self, expansions: Option<u64>) -> Self {
        Self {
            expansions: self.expansions.min(expansions.unwrap_or(u64::MAX)),
            ..self
        }
    }

    pub(super) fn are_reached(&self, expanded: u64) -> bool {
        expanded >= self.expansions
            || (expanded.is_multiple_of(256) && self.are_reached_for_others(expanded))
    }

    /// Reports to other threads and reads their flag: rarely, since they may be on another core.
    fn are_reached_for_others(&self, expanded: u64) -> bool {
        if let Some(progress) = self.progress {
            progress.store(expanded, Ordering::Relaxed);
        }
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Open cells remain.
    Running,
    /// The goal was found.
    Found,
    /// No open cell remains.
    Exhausted,
    /// The search has made as many expansions as its options allow.
    OutOfBudget,
}

named! {
    /// The search or cache that gave an answer; the text of a value follows "found by".
    pub enum Finder {
        /// The labels of the map's regions, without a search or after the beginning of one.
        Labels = "labels", "the region labels";
        /// A* on the lazy jump graph.
        JumpGraph = "jump-graph", "the jump graph";
        /// The cost-to-goal field of the goal, shared by all queries for it.
        Field = "flow-field", "the flow field of the goal";
        /// A* without the steps that no cheapest path needs.
        Canonical = "canonical-astar", "canonical A*";
        /// The search that the options name, cell by cell.
        Search = "search", "the search itself";
    }
}

/// The result of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planned {
    /// A cheapest path was found.
    Found,
    /// There is no path.
    NoPath(NoPathReason),
    /// The query's limit of expansions was reached before the answer.
    OutOfBudget,
    /// The query is invalid on this map; nothing was searched.
    Refused(Refusal),
}

/// The answer to a query, without the path itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The result.
    pub planned: Planned,
    /// The search or cache that gave the answer.
    pub finder: Finder,
    /// The cell that the path was to reach: the goal, or the cell that the planner chose for it.
    pub end: Cell,
    /// The counters of the search.
    pub stats: SearchStats,
}

impl Plan {
    /// Combines the answer with the path that was written into an [`Outcome`].
    #[must_use]
    pub fn into_outcome(self, path: Path) -> Outcome {
        let stats = self.stats;
        match self.planned {
            Planned::Found => Outcome::Solved(Solution { path, stats }),
            Planned::NoPath(reason) => Outcome::NoPath(reason, stats),
            Planned::OutOfBudget => Outcome::OutOfBudget(stats),
            Planned::Refused(refusal) => Outcome::Refused(refusal),
        }
    }
}

/// The result of one step of work on a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Progress {
    /// The work done, in units of an expansion.
    ///
    /// Preparation for the search counts as the number of expansions that would take the same time.
    pub work: u64,
    /// Number of expansions.
    pub expanded: u64,
    /// Whether the answer is ready.
    pub is_finished: bool,
    /// Whether an edit of the map invalidated earlier work, so that the search restarted.
    pub begun_again: bool,
}
