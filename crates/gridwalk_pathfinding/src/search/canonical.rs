//! Observable canonical A*; starts cold.

use std::sync::Arc;

use super::engine::{Engine, Frame, frame_at};
use super::nodes::Nodes;
use super::setup::Setup;
use crate::fast::{CanonicalRun, CanonicalSearch};
use crate::{Grid, Map, Observer, Path, Status};

/// The memory of a search from scratch, kept for the next one.
#[derive(Clone, Debug)]
pub struct CanonicalMemory {
    /// A copy of the map, from which data are derived. It never changes.
    map: Arc<Map>,
    search: CanonicalSearch,
}

#[derive(Debug)]
pub struct CanonicalEngine {
    frame: Frame,
    memory: Box<CanonicalMemory>,
    run: CanonicalRun,
}

impl CanonicalMemory {
    fn new(grid: &Grid) -> Self {
        Self { map: Arc::new(Map::new(grid.clone())), search: CanonicalSearch::default() }
    }

    pub fn bytes(&self) -> usize {
        self.map.grid().cell_count() + self.search.memory_bytes()
    }
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
        if !memory.map.grid().is_same_map(grid) {
            memory.map = Arc::new(Map::new(grid.clone()));
        }
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
        let tally = &mut self.frame.tally;
        (tally.stats, tally.cut) = (self.run.stats(), self.run.is_cut());
        if status != Status::Running {
            tally.finish(status == Status::Found, observer);
        }
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
