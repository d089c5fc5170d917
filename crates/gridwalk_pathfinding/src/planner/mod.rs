//! The fastest exact answer to a question: which search gives it is the planner's choice.

mod any_of;
mod nearest;
mod plan;
#[expect(clippy::module_inception, reason = "the planner is what the folder is about")]
mod planner;
mod searcher;

pub use plan::{Finder, Plan, Planned, Progress};
pub use planner::Planner;
