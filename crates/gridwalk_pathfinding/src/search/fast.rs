//! Engines of the searches that the planner uses, the jump graph and canonical A*: observable, and they start cold.

use std::sync::Arc;

use super::engine::{Engine, Frame, frame_at};
use super::nodes::Nodes;
use super::setup::Setup;
use crate::fast::{BucketQueue, CanonicalRun, CanonicalSearch, Ends, JumpGraph, JumpSearch, Place, Units};
use crate::{Grid, Map, Movement, Observer, Path};

/// The memory of a search on the jump graph, kept for the next one.
#[derive(Clone, Debug)]
pub struct JumpMemory {
    /// A copy of the map, from which data are derived. It never changes.
    map: Arc<Map>,
    graph: JumpGraph,
    queue: BucketQueue,
}

impl JumpMemory {
    fn new(grid: &Grid, movement: Movement, units: Units) -> Self {
        let (map, graph) = (Arc::new(Map::new(grid.clone())), JumpGraph::new(movement, units));
        Self { map, graph, queue: BucketQueue::default() }
    }

    /// Clears the graph, and copies the map if it is another one.
    ///
    /// # Complexity
    /// O(cells).
    fn begin(&mut self, grid: &Grid, movement: Movement, units: Units) {
        keep_copy(&mut self.map, grid);
        self.graph.clear(movement, units);
    }

    pub fn bytes(&self) -> usize {
        self.map.grid().cell_count() + self.graph.bytes() + self.queue.bytes()
    }
}

/// The memory of canonical A*, kept for the next search.
#[derive(Clone, Debug)]
pub struct CanonicalMemory {
    /// A copy of the map, from which data are derived. It never changes.
    map: Arc<Map>,
    search: CanonicalSearch,
}

impl CanonicalMemory {
    fn new(grid: &Grid) -> Self {
        Self { map: Arc::new(Map::new(grid.clone())), search: CanonicalSearch::default() }
    }

    pub fn bytes(&self) -> usize {
        self.map.grid().cell_count() + self.search.memory_bytes()
    }
}

/// The search on the jump graph, on a copy of the map.
#[derive(Debug)]
pub struct JumpEngine {
    frame: Frame,
    memory: Box<JumpMemory>,
    search: JumpSearch,
}

impl JumpEngine {
    /// Begins a search; `memory` is that of the last search of this kind.
    ///
    /// The map must have terrain of one cost, no portals and no one-way cells.
    ///
    /// # Complexity
    /// O(cells) for a map that is not that of the last search.
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

    /// Returns the memory besides the nodes.
    pub fn into_memory(self) -> Box<JumpMemory> {
        self.memory
    }
}

impl Engine for JumpEngine {
    frame_at!(frame);

    fn advance<O: Observer>(&mut self, _: &Grid, observer: &mut O) {
        let JumpMemory { map, graph, queue } = &mut *self.memory;
        let (_, status) = self.search.run(&mut Place::new(map, graph, queue), u64::MAX, 1, observer);
        self.frame.tally.follow((self.search.stats(), self.search.is_cut()), status, observer);
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

/// Canonical A*, on a copy of the map.
#[derive(Debug)]
pub struct CanonicalEngine {
    frame: Frame,
    memory: Box<CanonicalMemory>,
    run: CanonicalRun,
}

impl CanonicalEngine {
    /// Begins a search; `memory` is that of the last search of this kind.
    ///
    /// # Complexity
    /// O(cells) for a map that is not that of the last search.
    pub fn new<O: Observer>(
        grid: &Grid,
        setup: Setup,
        nodes: Nodes,
        memory: Option<Box<CanonicalMemory>>,
        observer: &mut O,
    ) -> Self {
        let mut memory = memory.unwrap_or_else(|| Box::new(CanonicalMemory::new(grid)));
        keep_copy(&mut memory.map, grid);
        let CanonicalMemory { map, search } = &mut *memory;
        let run = search.begin(map, &setup.query, observer);
        search.prepare(grid, u64::MAX);
        let mut frame = Frame::new(setup, nodes);
        frame.tally.stats = run.stats();
        Self { frame, memory, run }
    }

    /// Returns the memory besides the nodes.
    pub fn into_memory(self) -> Box<CanonicalMemory> {
        self.memory
    }

    fn go_on<O: Observer>(&mut self, grid: &Grid, expansions: u64, observer: &mut O) {
        let status = self.memory.search.advance(grid, &mut self.run, u64::MAX, expansions, observer);
        self.frame.tally.follow((self.run.stats(), self.run.is_cut()), status, observer);
    }
}

impl Engine for CanonicalEngine {
    frame_at!(frame);

    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        self.go_on(grid, 1, observer);
    }

    fn wind_up<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        self.go_on(grid, 0, observer);
    }

    fn map(&self) -> Option<&Map> {
        Some(&self.memory.map)
    }

    fn path(&mut self, grid: &Grid) -> Path {
        let mut cells = self.frame.nodes.spare_cells();
        self.memory.search.trace(grid, &self.run, &mut cells);
        self.frame.setup.path(grid, cells)
    }
}

/// Copies the map unless it is that of the last search.
///
/// # Complexity
/// O(cells).
fn keep_copy(map: &mut Arc<Map>, grid: &Grid) {
    if !map.grid().is_same_map(grid) {
        *map = Arc::new(Map::new(grid.clone()));
    }
}
