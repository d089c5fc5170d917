//! What a search on the jump graph works on, and why its loops end: the one over lists, and the one over the map.

use super::graph::JumpGraph;
use crate::Map;
use crate::fast::BucketQueue;
use crate::map::JumpGround;

/// What a search works on: the same at each of its steps.
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

/// Why one of the two loops ends.
pub(super) enum Halt {
    /// As many as were asked for have been.
    Enough,
    /// The next jump point is expanded in the other loop.
    Other,
    /// None that is open leads to a better path.
    Over,
}
