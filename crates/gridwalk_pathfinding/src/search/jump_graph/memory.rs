//! What a search from scratch needs, kept for the next one.

use std::sync::Arc;

use super::graph::JumpGraph;
use super::units::Units;
use crate::search::bucket_queue::BucketQueue;
use crate::{Grid, Map, Movement};

#[derive(Clone, Debug)]
pub struct JumpMemory {
    /// A copy of the map, for what is derived from it. It never changes.
    pub map: Arc<Map>,
    pub graph: JumpGraph,
    pub queue: BucketQueue,
}

impl JumpMemory {
    pub fn new(grid: &Grid, movement: Movement, units: Units) -> Self {
        let (map, graph) = (Arc::new(Map::new(grid.clone())), JumpGraph::new(movement, units));
        Self { map, graph, queue: BucketQueue::default() }
    }

    /// Begins with an empty graph of this map.
    ///
    /// # Complexity
    /// O(cells).
    pub fn begin(&mut self, grid: &Grid, movement: Movement, units: Units) {
        if !self.map.grid().is_same_map(grid) {
            self.map = Arc::new(Map::new(grid.clone()));
        }
        self.graph.clear(movement, units);
    }

    pub fn bytes(&self) -> usize {
        self.map.grid().cell_count() + self.graph.bytes() + self.queue.bytes()
    }
}
