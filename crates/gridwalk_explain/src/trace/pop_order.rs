//! In which order open cells are expanded, derived from what a trace keeps.

use std::num::NonZeroU64;

use gridwalk_pathfinding::{Algorithm, Cost, Grid, PriorityRule, SearchOptions, TieBreak, bucket_width};

use super::packed::{EventKind, PackedEvent};

/// What is expanded next among the open cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PopOrder {
    /// The smallest priority; ties as in the search's open list.
    Best(PriorityRule, TieBreak),
    /// The smallest f, of equal ones the smallest g: the keys of LPA*. Of equal keys the one opened first if
    /// the tie-break says so, else the one opened last.
    Keys(TieBreak),
    /// The lowest bucket of F, each so many units wide; of one bucket the cell opened last, and the goal after all
    /// others. What an expansion has just opened may be followed first, see [`CellMarks::open_list`](super::CellMarks).
    Buckets(NonZeroU64),
    /// The one opened last: a stack.
    Newest,
    /// The one opened last in this pass; then those that were left for the next pass, the first one first.
    Passes,
    /// The one opened first. Also where the true order is not known.
    Oldest,
}

/// The place of an open cell; smaller goes first.
pub(super) type PopKey = (u64, u64, u32);

impl PopOrder {
    /// The order of a search under these options on this map.
    ///
    /// Exact for every search that begins from scratch: right before an expansion the first open cell in this order is
    /// the one that is expanded, because cells that a search drops or defers are reported before. What a
    /// lifelong search remembers from earlier runs is not known.
    #[must_use]
    pub fn of(options: &SearchOptions, grid: &Grid) -> Self {
        let priority = match options.algorithm_on(grid) {
            Algorithm::BreadthFirst => PriorityRule::Depth,
            Algorithm::Dijkstra => PriorityRule::Cost,
            Algorithm::Greedy => PriorityRule::Heuristic,
            Algorithm::WeightedAStar => PriorityRule::Weighted(options.weight),
            // A field has a tie-break of its own.
            Algorithm::FlowField => return Self::Best(PriorityRule::Cost, TieBreak::Oldest),
            Algorithm::JumpGraph => return Self::Buckets(bucket_width(grid, options)),
            Algorithm::DepthFirst | Algorithm::IdaStar => return Self::Newest,
            Algorithm::Fringe => return Self::Passes,
            Algorithm::Lpa => return Self::Keys(options.tie_break()),
            Algorithm::AStar
            | Algorithm::Auto
            | Algorithm::Bidirectional
            | Algorithm::JumpPoint
            | Algorithm::Theta
            | Algorithm::LazyTheta => PriorityRule::Estimate,
        };
        Self::Best(priority, options.tie_break())
    }

    /// The place of a cell that got it by this event, the trace's event number `number`, `depth` steps from the
    /// start.
    pub(super) fn key(self, event: PackedEvent, depth: u32, number: u32) -> PopKey {
        let (g, h) = (event.g(), event.h());
        match self {
            Self::Best(priority, tie) => {
                // Only the order of sequence numbers counts, so the number of the event stands in for it.
                let (tie, age) = tie.key(g, h, number);
                (priority.of(g, h, depth.into()), tie, age)
            }
            Self::Keys(tie) => {
                let age = if tie == TieBreak::Oldest { number } else { u32::MAX - number };
                (PriorityRule::Estimate.of(g, h, depth.into()), g.0, age)
            }
            // Only the goal has nothing left. It waits until no bucket could hold a better path.
            Self::Buckets(width) if h == Cost::ZERO => (g.0.div_ceil(width.get()), 0, 0),
            Self::Buckets(width) => ((g + h).0 / width.get(), 1, u32::MAX - number),
            Self::Passes if event.kind() == EventKind::Deferred => (1, 0, number),
            Self::Newest | Self::Passes => (0, 0, u32::MAX - number),
            Self::Oldest => (0, 0, number),
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
