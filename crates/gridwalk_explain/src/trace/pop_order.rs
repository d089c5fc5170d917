//! In which order open cells are expanded, derived from what a trace keeps.

use std::num::NonZeroU64;

use gridwalk_pathfinding::{Cost, Grid, PopKey, PriorityRule, SearchOptions, TieBreak, Weight, bucket_width};

use super::packed::{EventKind, PackedEvent};

/// What is expanded next among the open cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PopOrder {
    /// What the search goes by.
    pub key: PopKey,
    /// Which of equal cells goes first.
    pub tie: TieBreak,
    /// How many times h counts in [`PopKey::WeightedF`].
    pub weight: Weight,
    /// How many units of f a bucket of [`PopKey::FBucket`] holds.
    pub width: NonZeroU64,
}

/// The place of an open cell; smaller goes first.
pub(super) type Place = (u64, u64, u32);

impl PopOrder {
    /// The order of a search under these options on this map.
    ///
    /// Exact for every search that begins from scratch: right before an expansion the first open cell in this order is
    /// the one that is expanded, because cells that a search drops or defers are reported before. What a
    /// lifelong search remembers from earlier runs is not known.
    #[must_use]
    pub fn of(options: &SearchOptions, grid: &Grid) -> Self {
        Self {
            key: options.algorithm_on(grid).pop_key(),
            tie: options.tie_break(),
            weight: options.weight,
            width: bucket_width(grid, options),
        }
    }

    /// The number that open cells are sorted by, with ties as in the search's open list; `None` where the order is
    /// another one.
    pub(super) const fn priority(self) -> Option<PriorityRule> {
        Some(match self.key {
            PopKey::Depth => PriorityRule::Depth,
            PopKey::G | PopKey::GLeft => PriorityRule::Cost,
            PopKey::H => PriorityRule::Heuristic,
            PopKey::F => PriorityRule::Estimate,
            PopKey::WeightedF => PriorityRule::Weighted(self.weight),
            PopKey::FThenG | PopKey::FBucket | PopKey::LastIn | PopKey::LastInBound | PopKey::InPasses => return None,
        })
    }

    /// Whether the open list could be a sorted one.
    pub(super) fn is_sorted(self) -> bool {
        self.priority().is_some() || self.key == PopKey::FThenG
    }

    /// The place of a cell that got it by this event, the trace's event number `number`, `depth` steps from the
    /// start.
    pub(super) fn place(self, event: PackedEvent, depth: u32, number: u32) -> Place {
        let (g, h) = (event.g(), event.h());
        if let Some(priority) = self.priority() {
            // Only the order of sequence numbers counts, so the number of the event stands in for it.
            let (tie, age) = self.tie.key(g, h, number);
            return (priority.of(g, h, depth.into()), tie, age);
        }
        let newest = u32::MAX - number;
        match self.key {
            PopKey::FThenG => ((g + h).0, g.0, if self.tie == TieBreak::Oldest { number } else { newest }),
            // Only the goal has nothing left. It waits until no bucket could hold a better path.
            PopKey::FBucket if h == Cost::ZERO => (g.0.div_ceil(self.width.get()), 0, 0),
            PopKey::FBucket => ((g + h).0 / self.width.get(), 1, newest),
            PopKey::InPasses if event.kind() == EventKind::Deferred => (1, 0, number),
            _ => (0, 0, newest),
        }
    }

    /// Whether costs are small enough to be ordered. Those of every search that ran are; files may lie.
    pub(super) fn fits(self, g: Cost, h: Cost) -> bool {
        let [g, h] = [g, h].map(|cost| u128::from(cost.0));
        let thousandths = u128::from(self.weight.thousandths().max(1000));
        // At least g + h itself, whatever the weight.
        let most = if self.key == PopKey::WeightedF { g * 1000 + h * thousandths } else { g + h };
        u64::try_from(most).is_ok()
    }
}
