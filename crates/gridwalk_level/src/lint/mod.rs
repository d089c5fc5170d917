//! The level lint: what a level says that its maker surely did not mean.
//!
//! What is invalid is an error of the parser. Here is what can be played and still is odd: goals
//! out of reach, sealed rooms, single cells that hold the level together.

mod check;
mod connections;
mod finding;
mod reach;

pub use check::{MOST_LISTED, check, check_in_slices};
pub use connections::{Choke, choke_cells};
pub use finding::{Finding, FindingKind, Severity};
