//! What a search answers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{Cost, Path, Refusal, named};

/// What a search counted. Exact and the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct SearchStats {
    /// Cells taken from the open list.
    pub expanded: u64,
    /// Cells put on the open list for the first time, the start included.
    pub generated: u64,
    /// Closed cells that a shorter path opened again.
    pub reopened: u64,
    /// The most cells that were open at once.
    pub largest_open: u64,
}

impl SearchStats {
    /// Nothing was done.
    pub const NONE: Self = Self { expanded: 0, generated: 0, reopened: 0, largest_open: 0 };
}

/// A path that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The path, both ends included.
    pub path: Path,
    /// What finding it took.
    pub stats: SearchStats,
}

named! {
    /// Why there is no path; in words, what stands after "no path: ".
    pub enum NoPathReason {
        /// Every cell that the start can reach was looked at.
        Unreachable = "unreachable", "the goal is walled off";
        /// There may be a path, but none within the cost limit.
        OverCostLimit = "over-cost-limit", "none is within the cost limit";
        /// There may be a path, but none inside the region that was searched.
        NotInRegion = "not-in-region", "none lies inside the region that may be searched";
    }
}

impl NoPathReason {
    /// Why a search found nothing that may have had limits: whether the one of cost kept cells out, and whether there was a
    /// region.
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
    /// There is none.
    NoPath(NoPathReason, SearchStats),
    /// The limits were reached before an answer was.
    OutOfBudget(SearchStats),
    /// The query is invalid on this map; nothing was searched.
    Refused(Refusal),
}

impl Outcome {
    /// What was counted, whatever the answer.
    #[must_use]
    pub const fn stats(&self) -> SearchStats {
        match self {
            Self::Solved(solution) => solution.stats,
            Self::NoPath(_, stats) | Self::OutOfBudget(stats) => *stats,
            Self::Refused(_) => SearchStats::NONE,
        }
    }

    /// The path, if there is one.
    #[must_use]
    pub const fn path(&self) -> Option<&Path> {
        match self {
            Self::Solved(solution) => Some(&solution.path),
            _ => None,
        }
    }

    /// The cost of the path, if there is one.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.path().map(Path::cost)
    }
}

/// When to end without an answer.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most expansions, counted from the beginning of the search.
    pub expansions: u64,
    /// Set by the caller who no longer wants the answer; looked at every 256 expansions.
    pub stop: Option<&'a AtomicBool>,
    /// Receives how many cells have been expanded so far, every 256 expansions.
    pub progress: Option<&'a AtomicU64>,
}

impl Limits<'_> {
    /// Never.
    pub const NONE: Self = Self { expansions: u64::MAX, stop: None, progress: None };

    /// The same, but never more than so many expansions.
    #[must_use]
    pub fn at_most(self, expansions: Option<u64>) -> Self {
        Self { expansions: self.expansions.min(expansions.unwrap_or(u64::MAX)), ..self }
    }

    pub(super) fn are_reached(&self, expanded: u64) -> bool {
        expanded >= self.expansions || (expanded.is_multiple_of(256) && self.are_reached_for_others(expanded))
    }

    /// Reports to those on other threads and asks them. Rarely, since they may be on another core.
    fn are_reached_for_others(&self, expanded: u64) -> bool {
        if let Some(progress) = self.progress {
            progress.store(expanded, Ordering::Relaxed);
        }
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are open cells left.
    Running,
    /// The goal was found.
    Found,
    /// No open cell is left.
    Exhausted,
    /// The search has made as many expansions as its options allow.
    OutOfBudget,
}
