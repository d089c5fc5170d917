//! The work after which a running search checks region labels for unreachability.

use crate::{Algorithm, Grid, Guarantee, PathQuery, SearchOptions};

/// Work after which a search checks the labels: this, and one unit for each `SHORT_OF_CELLS` cells.
///
/// That is a small part of the time that labelling takes.
const SHORT: u64 = 32;
const SHORT_OF_CELLS: u64 = 1 << 11;

impl SearchOptions {
    /// Returns `true` if any cheapest path will do.
    pub(crate) fn want_any_cheapest_path(&self) -> bool {
        self.algorithm == Algorithm::Auto && self.guarantee() == Guarantee::Optimal
    }
}

impl PathQuery {
    /// Returns the work after which a search checks the region labels; `None` if it never does.
    ///
    /// Only a search for any cheapest path does. It ends if the goal is walled off.
    pub(crate) fn asks_labels_after(&self, grid: &Grid) -> Option<u64> {
        let options = &self.options;
        // A cell near the goal may be reachable though the goal is not, and limits are further reasons to find no path.
        let is_limited = options.max_cost.is_some() || options.region.is_some() || options.max_expansions.is_some();
        let asks = options.want_any_cheapest_path() && options.goal_tolerance == 0 && !is_limited;
        asks.then(|| SHORT + grid.cell_count() as u64 / SHORT_OF_CELLS)
    }
}
