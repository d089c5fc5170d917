//! The data that a search on the jump graph works on, and the ends of its two loops.
//!
//! One loop follows lists, the other scans the map.

use super::graph::JumpGraph;
use crate::Map;
use crate::fast::BucketQueue;
use crate::map::JumpGround;

/// The map, the graph and the open list of a search.
#[derive(Debug)]
pub struct Place<'a> {
    pub(super) map: &'a Map,
    pub(super) ground: JumpGround<'a>,
    pub(super) graph: &'a mut JumpGraph,
    pub(super) queue: &'a mut BucketQueue,
}

impl<'a> Place<'a> {
    pub fn new(map: &'a Map, graph: &'a mut JumpGraph, queue: &'a mut BucketQueue) -> Self {
        Self { map, ground: map.jump_ground(graph.movement()), graph, queue }
    }
}

/// The reason why one of the two loops ends.
pub(super) enum Halt {
    /// The requested number of expansions, or amount of work, is done.
    Enough,
    /// The next jump point is expanded in the other loop.
    Other,
    /// No open jump point leads to a better path.
    Over,
}
