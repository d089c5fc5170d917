//! The fastest exact answer to a question: which search gives it is the planner's choice.

mod found;
mod goal_fields;
mod landmarks;
mod plan;
mod weighted;

pub use plan::{Finder, Plan, Planned, Planner};
