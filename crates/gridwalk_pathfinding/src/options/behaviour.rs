//! The behaviour of an algorithm as its lists and sentences need it: columns of the algorithm table.

use crate::named;

named! {
    /// The key by which an algorithm takes the next cell from its open list.
    pub enum PopKey {
        Depth = "depth", "the fewest steps from the start";
        G = "g", "the lowest cost so far";
        /// Dijkstra's key, in a search that begins at the goal.
        GLeft = "g-left", "the lowest cost that is left to the goal";
        H = "h", "the lowest estimate";
        F = "f", "the lowest cost so far plus estimate";
        WeightedF = "weighted-f", "the lowest cost so far plus weighted estimate";
        /// The keys of LPA*. Of equal keys, the cell opened first if the tie-break says so, else the cell opened last.
        FThenG = "f-then-g", "the lowest f, and of equal ones the lowest g";
        /// The goal goes after all other cells. A cell that was just opened may be expanded before the queue is used.
        FBucket = "f-bucket", "the lowest bucket of f, and of one bucket the cell opened last";
        LastIn = "last-in", "the cell opened last: a stack";
        LastInBound = "last-in-bound", "the cell opened last, in passes under a growing bound on f";
        /// Cells left for the next pass follow, the first one first.
        InPasses = "in-passes", "the cell opened last in this pass, under a growing bound on f";
    }
}

impl PopKey {
    /// Returns `true` if the key contains an estimate of the remaining cost: the heuristic or a built-in one.
    #[must_use]
    pub const fn estimates(self) -> bool {
        !matches!(self, Self::Depth | Self::G | Self::GLeft | Self::LastIn)
    }

    /// Returns the number that decides which cell is popped next; `None` for a stack.
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

/// A number by which the cells of an open list are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidingNumber {
    /// Steps from the start.
    Steps,
    /// The cost so far.
    G,
    /// The estimate of the remaining cost.
    H,
    /// G + H.
    F,
    /// G + weight × H.
    WeightedF,
}

/// The link between a new cell and its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentLink {
    /// One step from the expanded cell.
    Step,
    /// A straight jump from the expanded cell.
    Jump,
    /// A jump from the expanded cell, which may turn once.
    TurningJump,
    /// A line at any angle, from the parent of the expanded cell if that is in sight.
    ThetaParent,
    /// A line as in Theta*, whose sight is checked only when the new cell is expanded.
    LazyThetaParent,
}
