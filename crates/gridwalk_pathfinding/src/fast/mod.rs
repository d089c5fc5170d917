//! Optimal searches used by the planner; the order of expansion is unspecified.
//!
//! - [`jump_graph`]: terrain of one cost, in eight directions or four; built on block-based jump point search.
//! - [`canonical`]: terrain of several costs. A table of patterns says which steps are pruned (`step_rules.rs`).
//! - [`goal_field`]: the cost from every cell to the nearest of several goals, for agents that share the goals, and for
//!   goals of many queries to the planner ([`goal_fields`]). Built and repaired in `field_work.rs`.
//!
//! The first two share the open list of `bucket_queue.rs`. Fields have an open list of their own, in `cost_field.rs`,
//! which reaches as far ahead as one step leads. Legal steps have two forms, each where it is faster. The jump graph
//! reads bits of the map, in which a word answers for 64 cells. The other two read a number for each cell, the index of
//! its step pattern in a table (`step_patterns.rs`, `step_layers.rs`).

mod bucket_queue;
mod canonical;
mod cost_field;
mod estimate;
mod field_layers;
mod field_work;
mod goal_field;
mod goal_fields;
mod jump_graph;
mod step_layers;
mod step_patterns;
mod step_rules;

use std::num::NonZeroU64;

use crate::{Algorithm, Grid, SearchOptions};
pub(super) use bucket_queue::BucketQueue;
pub(super) use canonical::{CanonicalRun, CanonicalSearch};
use estimate::Estimate;
pub use field_layers::{FieldLayers, FieldRules};
pub use goal_field::{CostsAround, FieldMemory, GoalField};
pub(super) use goal_fields::{FieldRun, GoalFields};
pub use jump_graph::jump_turn;
pub(super) use jump_graph::{Ends, JumpGraph, JumpSearch, Place, Units};
pub(super) use step_patterns::StepPatterns;

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
