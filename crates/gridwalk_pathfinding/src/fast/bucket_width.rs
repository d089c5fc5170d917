//! The bucket width of searches with a bucket queue.

use std::num::NonZeroU64;

use super::canonical::CanonicalSearch;
use super::jump_graph::Units;
use crate::{Algorithm, Grid, SearchOptions};

/// Returns the bucket width, in units of F, of the search on the jump graph or of canonical A*.
///
/// Both expand the newest cell of a bucket first.
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
