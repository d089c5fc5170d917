//! What the planner chooses from: searches whose order of expansion may be any that finds a cheapest path.
//!
//! - [`jump_graph`]: terrain of one cost, in eight directions or four; block-based jump point search beneath it.
//! - [`canonical`]: terrain of several costs. What is pruned where is a table of patterns, `step_patterns.rs`.
//! - [`goal_field`]: the cost from every cell to the nearest of several goals, for agents that share them, and for the
//!   planner's goals that many queries have ([`goal_fields`]). Built and repaired in `field_work.rs`.
//!
//! The first two share the open list of `bucket_queue.rs`; fields have that of `ring.rs`, which looks ahead as far as a step
//! leads. Of the legal steps there are two forms, each where it is the faster:
//! the jump graph reads bits of the map, in which a word answers for 64 cells; the other two read a byte for each cell,
//! whose pattern stands in a table with its costs.

mod bucket_queue;
mod bucket_width;
mod canonical;
mod cost_field;
mod estimate;
mod field_layers;
mod field_work;
mod goal_field;
mod goal_fields;
mod jump_graph;
mod ring;
mod step_layers;
mod step_patterns;

pub(super) use bucket_queue::BucketQueue;
pub use bucket_width::bucket_width;
pub(super) use canonical::{CanonicalRun, CanonicalSearch};
use estimate::Estimate;
pub use field_layers::{FieldLayers, FieldRules};
pub use goal_field::{CostsAround, FieldMemory, GoalField};
pub(super) use goal_fields::{FieldRun, GoalFields};
pub use jump_graph::jump_turn;
pub(super) use jump_graph::{Ends, JumpGraph, JumpSearch, Place, Units};
pub(super) use step_patterns::StepPatterns;
