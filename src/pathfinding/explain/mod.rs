//! Searches in words: what a step did and why, what is known of a cell, and why the way does not lead over it.
//!
//! Every sentence is one `Phrase` with named places, and the texts of one language stand in one file. A new
//! language is one more such file and a variant of [`Language`].

mod blocked;
mod changes;
mod chinese;
mod english;
mod hover;
mod language;
mod phrase;
mod pops;
mod scanned;
mod steps;
mod teller;

pub use blocked::blocked_move;
pub use hover::{WayCosts, cell};
pub use language::Language;
use phrase::Phrase;
pub use scanned::positions_scanned;
pub use steps::{open_list_title, step};
use teller::Teller;

/// In longer open lists nobody looks for equals or for a rank: it would take too long to show at once.
const LONGEST_LIST: u64 = 20_000;
