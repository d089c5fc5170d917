//! The search on the jump graph for all who watch: it begins with an empty graph, and keeps no lists.

use std::sync::Arc;

use super::engine::{Engine, Frame, frame_at};
use super::nodes::Nodes;
use super::setup::Setup;
use crate::fast::{BucketQueue, Ends, JumpGraph, JumpSearch, Place, Units};
use crate::{Grid, Map, Movement, Observer, Path, Status};

/// What a search from scratch needs, kept for the next one.
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

#[derive(Debug)]
pub struct JumpEngine {
    frame: Frame,
    memory: Box<JumpMemory>,
    search: JumpSearch,
}

impl JumpEngine {
    /// The map is known to have terrain of one cost, no portals and no one-way cells. `memory` is that of the last such
    /// search.
    ///
    /// # Complexity
    /// O(cells) for a map that is not the one of the last search.
    pub fn new<O: Observer>(
        grid: &Grid,
        setup: Setup,
        nodes: Nodes,
        memory: Option<Box<JumpMemory>>,
        observer: &mut O,
    ) -> Self {
        let options = &setup.query.options;
        let (movement, units) = (options.movement, Units::of(options.steps));
        let mut memory = memory.unwrap_or_else(|| Box::new(JumpMemory::new(grid, movement, units)));
        memory.begin(grid, movement, units);
        let terrain = grid.cost_at(setup.start.get());
        let ends = Ends::of(&setup.query, terrain);
        let search = JumpSearch::new(&memory.graph, ends, terrain, Units::scale(terrain, options), observer);
        let mut frame = Frame::new(setup, nodes);
        frame.tally.stats = search.stats();
        Self { frame, memory, search }
    }

    /// Gives the memory back that it has besides the nodes.
    pub fn into_memory(self) -> Box<JumpMemory> {
        self.memory
    }
}

impl Engine for JumpEngine {
    frame_at!(frame);

    fn advance<O: Observer>(&mut self, _: &Grid, observer: &mut O) {
        let JumpMemory { map, graph, queue } = &mut *self.memory;
        let (_, status) = self.search.run(&mut Place::new(map, graph, queue), u64::MAX, 1, observer);
        let tally = &mut self.frame.tally;
        (tally.stats, tally.cut) = (self.search.stats(), self.search.is_cut());
        if status != Status::Running {
            tally.finish(status == Status::Found, observer);
        }
    }

    fn wind_up<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.search.is_over() {
            self.advance(grid, observer);
        }
    }

    fn work(&self) -> u64 {
        self.search.stats().expanded + self.memory.graph.work()
    }

    fn map(&self) -> Option<&Map> {
        Some(&self.memory.map)
    }

    fn path(&mut self, grid: &Grid) -> Path {
        let mut cells = self.frame.nodes.spare_cells();
        self.search.write_path(&mut self.memory.graph, &mut cells);
        self.frame.setup.path(grid, cells)
    }
}
