//! Canonical A*: A* over terrain of several costs that leaves out the steps that another path makes no more expensive.

mod engine;
mod search;

pub(super) use engine::{CanonicalEngine, CanonicalMemory};
pub use search::{CanonicalRun, CanonicalSearch};
