//! What the planner chooses from: searches whose order of expansion may be any that finds a cheapest path.
//!
//! - [`jump_graph`]: terrain of one cost, in eight directions or four; block-based jump point search beneath it.
//! - [`canonical`]: terrain of several costs. What is pruned where is a table of patterns, `step_patterns.rs`.
//! - [`goal_fields`]: a goal that many ask for: what is left to it from everywhere, `distances.rs`.
//!
//! All have the one open list of `bucket_queue.rs`. Of the legal steps there are two forms, each where it is the faster:
//! the jump graph reads bits of the map, in which a word answers for 64 cells; the other two read a byte for each cell,
//! whose pattern stands in a table with its costs.

mod bucket_queue;
mod bucket_width;
mod canonical;
mod distances;
mod estimate;
mod goal_fields;
mod jump_graph;
mod step_layers;
mod step_patterns;

pub(super) use bucket_queue::BucketQueue;
pub use bucket_width::bucket_width;
pub(super) use canonical::{CanonicalRun, CanonicalSearch};
pub(super) use distances::{Distances, Repair};
use estimate::Estimate;
pub(super) use goal_fields::{FieldRun, GoalFields};
pub use jump_graph::jump_turn;
pub(super) use jump_graph::{Ends, JumpGraph, JumpSearch, Place, Units};
pub(super) use step_layers::{FAR, StepLayers};
pub(super) use step_patterns::StepPatterns;
