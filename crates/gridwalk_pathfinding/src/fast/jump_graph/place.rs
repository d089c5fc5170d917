//! What a search on the jump graph works on, and when each of its two ways to expand gives way to the other.

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

/// Why no more jump points are expanded in one of the two ways.
pub(super) enum Halt {
    /// As many as were asked for have been.
    Enough,
    /// The next one is expanded in the other way.
    Other,
    /// None that is open leads to a better path.
    Over,
}
