//! The answer of a planner, and its progress.

use crate::{Cell, NoPathReason, Outcome, Path, Refusal, SearchStats, Solution, named};

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
    pub is_over: bool,
    /// Whether an edit of the map invalidated earlier work, so that the search restarted.
    pub begun_again: bool,
}
