//! The fastest exact answer to a question: which search gives it is the planner's choice.

mod bucket_queue;
mod found;
mod jump_graph;
mod landmarks;
mod plan;
mod step_patterns;
mod weighted;

pub use plan::{Finder, Plan, Planned, Planner};
