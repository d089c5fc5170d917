//! Searches that outlive edits of the map: lifelong planning A* and D* Lite, one machinery in two
//! directions.

mod across_edits;
mod memory;
mod repair;

pub use across_edits::{DStarLite, LifelongSearch};
pub(super) use repair::solve_from_scratch;
