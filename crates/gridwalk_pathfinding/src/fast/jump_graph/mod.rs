//! The lazy jump graph: which jump points follow each jump point, recorded when a search first needs to know.
//!
//! Underneath is block-based jump point search, which keeps nothing: [`jumps`] finds the successors of a jump point on
//! the map, 64 cells at a time. The first search on a map works so, and so does each one from its start, and once the
//! memory is full.
//!
//! The successors of a jump point do not depend on the goal, so a list of them serves all searches until an edit
//! touches what its jumps have seen. The goal is attached to the jumps, recorded or not: the canonical line to it is
//! looked at, diagonal steps from the length of the sweep, straight ones by a scan of bits.
//!
//! Diagonal jumps are not ended where they only turn (Harabor and Grastien, "Improving jump point search", 2014):
//! the lists name what the straight jumps from each of their cells find. The lists are those of the map as it is;
//! nothing is prepared. After an edit a list that is needed again is compared with the versions of the tiles that it has
//! seen, and recorded again if one of them is newer.

mod ends;
mod geometry;
mod graph;
mod ids;
mod jumps;
mod search;
mod units;

pub use ends::Ends;
pub use geometry::jump_turn;
pub use graph::JumpGraph;
pub use search::{JumpSearch, Place};
pub use units::Units;
