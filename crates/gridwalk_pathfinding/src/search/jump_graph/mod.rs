//! The lazy jump graph: which jump points follow each jump point, recorded when a search first needs to know.
//!
//! The successors of a jump point do not depend on the goal, so a list of them serves all searches until an edit
//! touches what its jumps have seen. The goal is attached to each list as it is used: the canonical line to it is
//! looked at, diagonal steps from the length of the recorded sweep, straight ones by a scan of bits.
//!
//! Diagonal jumps are not ended where they only turn (Harabor and Grastien, "Improving jump point search", 2014):
//! the lists name what the straight jumps from each of their cells find. The lists are those of the map as it is;
//! nothing is prepared. After an edit a list that is needed again is compared with the versions of the tiles that it has
//! seen, and recorded again if one of them is newer.

mod engine;
mod geometry;
mod graph;
mod lists;
mod memory;
mod search;
mod units;

pub(super) use engine::JumpEngine;
pub use geometry::jump_turn;
pub use graph::JumpGraph;
pub(super) use memory::JumpMemory;
pub use search::{Ends, JumpSearch, Place};
pub use units::Units;
