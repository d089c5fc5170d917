//! The order in which open cells are expanded, derived from the data of a trace.

use std::num::NonZeroU64;

use gridwalk_pathfinding::{Cost, Grid, PopKey, PriorityRule, SearchOptions, TieBreak, Weight, bucket_width};

use super::packed::{EventKind, PackedEvent};

/// The order in which open cells are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PopOrder {
    /// The key of the search.
    pub key: PopKey,
    /// The order of cells with equal keys.
    pub tie: TieBreak,
    /// The factor of h in [`PopKey::WeightedF`].
    pub weight: Weight,
    /// Units of f in a bucket of [`PopKey::FBucket`].
    pub width: NonZeroU64,
}

/// The place of an open cell; smaller places are popped first.
pub(super) type Place = (u64, u64, u32);

impl PopOrder {
    /// Returns the order of a search under these options on this map.
    ///
    /// Exact for every search that begins from scratch. Right before an expansion the first open cell in this order is
    /// the expanded one, because cells that a search drops or defers are reported earlier. The memory of a lifelong
    /// search from earlier runs is unknown.
    #[must_use]
    pub fn of(options: &SearchOptions, grid: &Grid) -> Self {
        Self {
            key: options.algorithm_on(grid).pop_key(),
            tie: options.tie_break(),
            weight: options.weight,
            width: bucket_width(grid, options),
        }
    }

    /// Returns the priority of open cells, with ties as in the search's open list.
    ///
    /// Returns `None` if the order is not by a priority.
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

    /// Returns `true` if the open list could be a sorted list.
    pub(super) fn is_sorted(self) -> bool {
        self.priority().is_some() || self.key == PopKey::FThenG
    }

    /// Returns the place that a cell got by an event.
    ///
    /// `number` is the index of the event in the trace, `depth` the steps from the start.
    pub(super) fn place(self, event: PackedEvent, depth: u32, number: u32) -> Place {
        let (g, h) = (event.g(), event.h());
        if let Some(priority) = self.priority() {
            // Only the order of sequence numbers counts, so the index of the event replaces them.
            let (tie, age) = self.tie.key(g, h, number);
            return (priority.of(g, h, depth.into()), tie, age);
        }
        let newest = u32::MAX - number;
        match self.key {
            PopKey::FThenG => ((g + h).0, g.0, if self.tie == TieBreak::Oldest { number } else { newest }),
            // Only the goal has h = 0. It waits until no bucket could hold a better path.
            PopKey::FBucket if h == Cost::ZERO => (g.0.div_ceil(self.width.get()), 0, 0),
            PopKey::FBucket => ((g + h).0 / self.width.get(), 1, newest),
            PopKey::InPasses if event.kind() == EventKind::Deferred => (1, 0, number),
            _ => (0, 0, newest),
        }
    }

    /// Returns `true` if the costs are small enough to be ordered: true of every search, but not of every file.
    pub(super) fn fits(self, g: Cost, h: Cost) -> bool {
        let [g, h] = [g, h].map(|cost| u128::from(cost.0));
        let thousandths = u128::from(self.weight.thousandths().max(1000));
        // At least g + h, whatever the weight.
        let most = if self.key == PopKey::WeightedF { g * 1000 + h * thousandths } else { g + h };
        u64::try_from(most).is_ok()
    }
}
