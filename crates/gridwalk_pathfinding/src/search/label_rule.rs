//! When a search stops to ask whether there is a path at all.

use crate::{Algorithm, Grid, Guarantee, PathQuery, SearchOptions};

/// A search asks the labels once it has made so many expansions, and one for each so many cells: that is a small part of
/// the time that it takes to make them.
const SHORT: u64 = 32;
const SHORT_OF_CELLS: u64 = 1 << 11;

impl SearchOptions {
    /// Whether any cheapest path will do.
    pub(crate) fn want_any_cheapest_path(&self) -> bool {
        self.algorithm == Algorithm::Auto && self.guarantee() == Guarantee::Optimal
    }
}

impl PathQuery {
    /// After how much work a search for any cheapest path asks the labels of the map's regions, and ends where the goal is
    /// walled off. Others never do.
    pub(crate) fn asks_labels_after(&self, grid: &Grid) -> Option<u64> {
        let options = &self.options;
        // A cell near the goal may be reached where the goal cannot, and within limits the search has reasons of its own.
        let is_limited = options.max_cost.is_some() || options.region.is_some() || options.max_expansions.is_some();
        let asks = options.want_any_cheapest_path() && options.goal_tolerance == 0 && !is_limited;
        asks.then(|| SHORT + grid.cell_count() as u64 / SHORT_OF_CELLS)
    }
}
