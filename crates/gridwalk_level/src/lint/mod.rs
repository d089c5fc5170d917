//! Level linter: likely mistakes in a level.
//!
//! Invalid levels are errors of the parser. The linter reports playable but odd levels: goals out of reach, sealed
//! rooms, single cells that hold the level together.

mod check;
mod connections;
mod finding;
mod reach;

pub use check::{MOST_LISTED, check, check_in_slices};
pub use connections::{Choke, choke_cells};
pub use finding::{Finding, FindingKind, Severity};
