//! Searches that outlive edits of the map: lifelong planning A* and D* Lite, one machinery in two
//! directions.

mod incremental;
mod memory;
mod run;

pub use incremental::{DStarLite, LifelongSearch};
pub(super) use memory::Memory;
pub(super) use run::LifelongRun;
