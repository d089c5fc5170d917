//! How an algorithm behaves, as far as its lists and sentences need to know: a column each of the algorithm table.

use crate::named;

named! {
    /// What an algorithm goes by when it takes the next cell from its open list.
    pub enum PopKey {
        Depth = "depth", "the fewest steps from the start";
        G = "g", "the lowest cost so far";
        /// Dijkstra's key, in a search that begins at the goal.
        GLeft = "g-left", "the lowest cost that is left to the goal";
        H = "h", "the lowest estimate";
        F = "f", "the lowest cost so far plus estimate";
        WeightedF = "weighted-f", "the lowest cost so far plus weighted estimate";
        /// The keys of LPA*. Of equal ones the cell opened first if the tie-break says so, else the one opened last.
        FThenG = "f-then-g", "the lowest f, and of equal ones the lowest g";
        /// The goal goes after all others. What an expansion has just opened may be followed first.
        FBucket = "f-bucket", "the lowest bucket of f, and of one bucket the cell opened last";
        LastIn = "last-in", "the cell opened last: a stack";
        LastInBound = "last-in-bound", "the cell opened last, in passes under a growing bound on f";
        /// Then those that were left for the next pass, the first one first.
        InPasses = "in-passes", "the cell opened last in this pass, under a growing bound on f";
    }
}

impl PopKey {
    /// Whether it estimates what is left to the goal: by the heuristic, or by an estimate of its own.
    #[must_use]
    pub const fn estimates(self) -> bool {
        !matches!(self, Self::Depth | Self::G | Self::GLeft | Self::LastIn)
    }

    /// The number that decides which cell is taken next; `None` for a stack.
    #[must_use]
    pub const fn number(self) -> Option<DecidingNumber> {
        match self {
            Self::Depth => Some(DecidingNumber::Steps),
            Self::G | Self::GLeft => Some(DecidingNumber::G),
            Self::H => Some(DecidingNumber::H),
            Self::WeightedF => Some(DecidingNumber::WeightedF),
            Self::F | Self::FThenG | Self::FBucket | Self::LastInBound | Self::InPasses => Some(DecidingNumber::F),
            Self::LastIn => None,
        }
    }
}

/// A number by which the cells of an open list are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidingNumber {
    /// Steps from the start.
    Steps,
    /// The cost so far.
    G,
    /// The estimate of what is left.
    H,
    /// G + H.
    F,
    /// G + weight × H.
    WeightedF,
}

/// How a new cell hangs on its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentLink {
    /// One step from the cell that was expanded.
    Step,
    /// A straight jump from the cell that was expanded.
    Jump,
    /// A jump from the cell that was expanded, which may turn once.
    TurningJump,
    /// A line at any angle, from the parent of the cell that was expanded where that is in sight.
    ThetaParent,
    /// The same, with sight taken for granted until the new cell is expanded itself.
    LazyThetaParent,
}
