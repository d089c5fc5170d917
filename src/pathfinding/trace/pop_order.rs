//! In which order open cells are expanded, told from what a trace keeps.

use crate::pathfinding::{Algorithm, Cost, PriorityRule, SearchOptions, TieBreak};

/// What is expanded next among the open cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PopOrder {
    /// The smallest priority; ties as in the search's open list.
    Best(PriorityRule, TieBreak),
    /// The one opened last: a stack.
    Newest,
    /// The one opened first. Also where the true order is not known.
    Oldest,
}

/// The place of an open cell; smaller goes first.
pub(super) type PopKey = (u64, u64, u32);

impl PopOrder {
    /// The order of a search under these settings.
    ///
    /// Exact for every search with an open list for each side, and for depth-first search. IDA* and fringe
    /// search take the newest cell that their bound allows, and the bound is not known here.
    #[must_use]
    pub fn of(options: &SearchOptions) -> Self {
        let priority = match options.algorithm {
            Algorithm::BreadthFirst => PriorityRule::Depth,
            Algorithm::Dijkstra => PriorityRule::Cost,
            Algorithm::Greedy => PriorityRule::Heuristic,
            Algorithm::WeightedAStar => PriorityRule::Weighted(options.weight),
            // A field has a tie-break of its own.
            Algorithm::FlowField => return Self::Best(PriorityRule::Cost, TieBreak::Oldest),
            Algorithm::DepthFirst | Algorithm::IdaStar | Algorithm::Fringe => return Self::Newest,
            Algorithm::AStar
            | Algorithm::Bidirectional
            | Algorithm::JumpPoint
            | Algorithm::Theta
            | Algorithm::LazyTheta
            | Algorithm::Lpa => PriorityRule::Estimate,
        };
        Self::Best(priority, options.tie)
    }

    /// The place of a cell that was opened by event number `event`, `depth` steps from the start.
    pub(super) fn key(self, g: Cost, h: Cost, depth: u32, event: u32) -> PopKey {
        match self {
            Self::Best(priority, tie) => {
                // Only the order of sequence numbers counts, so the number of the event stands in for it.
                let (tie, age) = tie.key(g, h, event);
                (priority.of(g, h, depth.into()), tie, age)
            }
            Self::Newest => (0, 0, u32::MAX - event),
            Self::Oldest => (0, 0, event),
        }
    }

    /// Whether costs are small enough to be ordered. Those of every search that ran are; files may lie.
    pub(super) fn fits(self, g: Cost, h: Cost) -> bool {
        let [wide_g, wide_h] = [g, h].map(|cost| u128::from(cost.0));
        let most = match self {
            // At least g + h itself, whatever the weight.
            Self::Best(PriorityRule::Weighted(weight), _) => {
                wide_g * 1000 + wide_h * u128::from(weight.thousandths().max(1000))
            }
            _ => wide_g + wide_h,
        };
        u64::try_from(most).is_ok()
    }
}
