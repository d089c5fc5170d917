//! Lifelong planning A* and D* Lite: searches that outlive edits of the map.
//!
//! Both are one engine, in two directions.

mod incremental;
mod memory;
mod run;

pub use incremental::{DStarLite, LifelongSearch};
pub(super) use memory::Memory;
pub(super) use run::LifelongRun;
