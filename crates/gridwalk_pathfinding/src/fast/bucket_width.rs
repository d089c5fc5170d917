//! How coarse the order of searches with buckets is.

use std::num::NonZeroU64;

use super::canonical::CanonicalSearch;
use super::jump_graph::Units;
use crate::{Algorithm, Grid, SearchOptions};

/// How many units of F each bucket holds from which the jump graph's search, or canonical A*, expands the newest cell.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Grid, bucket_width};
/// assert_eq!(bucket_width(&Grid::from_rows(&["..."]), &Algorithm::JumpGraph.into()).get(), 2048);
/// ```
#[must_use]
pub fn bucket_width(grid: &Grid, options: &SearchOptions) -> NonZeroU64 {
    let width = if options.algorithm_on(grid) == Algorithm::Canonical {
        CanonicalSearch::bucket_width(grid, options)
    } else {
        let scale = Units::scale(grid.uniform_cost().unwrap_or(1), options);
        scale << Units::of(options.steps).bucket_shift()
    };
    NonZeroU64::new(width).unwrap_or(NonZeroU64::MIN)
}
