//! What a planner answers.

use crate::{Cell, NoPathReason, Outcome, Path, Refusal, SearchStats, Solution, named};

named! {
    /// What gave an answer; in words, what stands after "found by".
    pub enum Finder {
        /// The labels of the map's regions, without a search or after the beginning of one.
        Labels = "labels", "the region labels";
        /// A* on the lazy jump graph.
        JumpGraph = "jump-graph", "the jump graph";
        /// What is left to the goal from everywhere, which all share who ask for it.
        Field = "flow-field", "the flow field of the goal";
        /// A* that leaves out steps that no cheapest path needs.
        Canonical = "canonical-astar", "canonical A*";
        /// The search that the options name, cell by cell.
        Search = "search", "the search itself";
    }
}

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planned {
    /// With a cheapest path.
    Found,
    /// There is none.
    NoPath(NoPathReason),
    /// The query's limit of expansions was reached before an answer was.
    OutOfBudget,
    /// The question is invalid on this map; nothing was searched.
    Refused(Refusal),
}

/// The answer to a question but for the path itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The answer.
    pub planned: Planned,
    /// What gave it.
    pub finder: Finder,
    /// Where the path was to lead: the goal, or the cell nearest to it if that was asked for.
    pub end: Cell,
    /// What was counted.
    pub stats: SearchStats,
}

impl Plan {
    /// The answer as a search gives it. `path` is the one that was written.
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

/// What came of a while of work on a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Progress {
    /// How much work it took: an expansion is one unit, and what is made for the search besides counts as many as would
    /// take the same time.
    pub work: u64,
    /// How many expansions were made.
    pub expanded: u64,
    /// Whether the answer is there.
    pub is_over: bool,
    /// Whether an edit of the map in between made what was found before worthless.
    pub begun_again: bool,
}
