//! Searches in words: what a step did and why, what is known of a cell, and why the way does not lead over it.
//!
//! The texts stand in `pathfinding::language`, one file for each language.

mod blocked;
mod changes;
mod dropped;
mod hover;
mod pops;
mod scanned;
mod steps;
mod teller;

pub use super::language::Language;
use super::language::Phrase;
pub use blocked::blocked_move;
pub use hover::{WayCosts, cell};
pub use scanned::positions_scanned;
pub use steps::{open_list_title, step};
use teller::Teller;

/// In longer open lists nobody looks for equals or for a rank: it would take too long to show at once.
const LONGEST_LIST: u64 = 20_000;
