//! The planner: chooses the fastest exact search for a query.

mod any_of;
mod nearest;
mod plan;
#[expect(clippy::module_inception, reason = "the planner is what the folder is about")]
mod planner;
mod searcher;

pub use plan::{Finder, Plan, Planned, Progress};
pub use planner::Planner;
