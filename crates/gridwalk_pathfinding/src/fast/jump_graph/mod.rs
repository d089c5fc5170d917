//! The lazy jump graph: which jump points follow each jump point, recorded when a search first needs to know.
//!
//! Underneath is block-based jump point search, which keeps nothing: [`jumps`] finds the successors of a jump point on
//! the map, 64 cells at a time. The first search on a map works so, and so does each one from its start, a few diagonal
//! steps far, and once the memory is full.
//!
//! The successors of a jump point do not depend on the goal, so a list of them serves all searches until an edit
//! touches what its jumps have seen. The goal is attached to the jumps, recorded or not: the canonical line to it is
//! looked at, diagonal steps from the length of the sweep, straight ones by a scan of bits.
//!
//! Diagonal jumps are not ended where they only turn (Harabor and Grastien, "Improving jump point search", 2014):
//! the lists name what the straight jumps from each of their cells find. The lists are those of the map as it is;
//! nothing is prepared. After an edit a list that is needed again is compared with the versions of the tiles that it has
//! seen, and recorded again if one of them is newer.
//!
//! A jump point is a dead end if nothing but dead ends follows it, as in a room with one door. Its list says so, as soon as
//! those behind it have been expanded once, with the rectangle of all that can be seen from there; a search whose goal
//! lies elsewhere leaves it out. (Björnsson and Halldórsson, "Improved heuristics for optimal path-finding on game maps",
//! 2006, close rooms so; Pochter and others, "Search space reduction using swamp hierarchies", 2010.) That changes what is
//! expanded, but no path: which jump points are left out, and whether jump points with one successor are followed at once,
//! never changes the order of the others.

mod bounds;
mod by_map;
mod ends;
mod geometry;
mod graph;
mod ids;
mod jumps;
mod nodes;
mod place;
mod run;
mod search;
mod units;

pub use ends::Ends;
pub use geometry::jump_turn;
pub use graph::JumpGraph;
pub use place::Place;
pub use search::JumpSearch;
pub use units::Units;
