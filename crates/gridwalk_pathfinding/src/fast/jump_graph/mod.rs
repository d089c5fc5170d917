//! The lazy jump graph: successors of jump points, recorded when a search first needs them.
//!
//! Its base is block-based jump point search, which keeps nothing: [`jumps`] finds the successors of a jump point on
//! the map, 64 cells at a time. The first search on a map works like that, and so does every search for the first few
//! diagonal steps from its start, and once the memory is full.
//!
//! The successors of a jump point do not depend on the goal, so a list of them serves all searches until an edit
//! touches the cells that its jumps have read. The goal is attached to the jumps, recorded or not: of the canonical
//! line to the goal, the diagonal steps are checked against the length of the diagonal scan, the straight steps by a
//! scan of bits.
//!
//! Diagonal jumps do not end where they only turn (Harabor and Grastien, "Improving jump point search", 2014): the
//! lists name the jump points that the straight jumps from each of their cells find. Diagonal steps with these straight
//! jumps are a *diagonal scan*; with four directions its steps are vertical. The lists describe the map as it is;
//! nothing is prepared. After an edit, a list that is needed again is compared with the versions of the tiles that its
//! jumps have read, and recorded again if one of them is newer.
//!
//! A jump point is a dead end if nothing but dead ends follows it, as in a room with one door. Its list is marked as
//! such once its successors have been expanded, and then holds the rectangle of all cells that the jumps behind it have
//! read; a search whose goal lies elsewhere skips the jump point. (Björnsson and Halldórsson, "Improved heuristics for
//! optimal path-finding on game maps", 2006, close rooms in this way; Pochter and others, "Search space reduction using
//! swamp hierarchies", 2010.) That changes which jump points are expanded, but no path: neither the skipped jump
//! points, nor the direct expansion of a single successor, ever change the order of the others.

mod bounds;
mod ends;
mod graph;
mod jumps;
mod nodes;
mod run;
mod search;

pub use ends::{Ends, Units};
pub use graph::JumpGraph;
pub use jumps::jump_turn;
pub use run::Place;
pub use search::JumpSearch;
