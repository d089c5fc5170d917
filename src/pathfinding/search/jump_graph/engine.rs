//! The search on the jump graph for all who watch: it begins with an empty graph, and records lists as it needs them.

use std::num::NonZeroU64;
use std::sync::Arc;

use super::graph::{JumpGraph, Units};
use super::search::{Ends, JumpSearch, Place};
use crate::pathfinding::search::engine::{Engine, Frame, frame_at};
use crate::pathfinding::search::setup::Setup;
use crate::pathfinding::search::{BucketQueue, NodePool, Observer, Status};
use crate::pathfinding::{Grid, Map, Path, SearchOptions};

/// What such a search needs, kept for the next one.
#[derive(Clone, Debug)]
pub struct JumpMemory {
    /// A copy of the map, for what is derived from it. It never changes.
    map: Arc<Map>,
    graph: JumpGraph,
    queue: BucketQueue,
}

#[derive(Debug)]
pub struct JumpEngine {
    frame: Frame,
    search: JumpSearch,
}

/// How many units of F each bucket holds from which the jump graph's search expands the newest cell.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::{Algorithm, Grid, bucket_width};
/// assert_eq!(bucket_width(&Grid::from_rows(&["..."]), &Algorithm::JumpGraph.into()).get(), 2048);
/// ```
#[must_use]
pub fn bucket_width(grid: &Grid, options: &SearchOptions) -> NonZeroU64 {
    let scale = Units::scale(grid.uniform_cost().unwrap_or(1), options);
    NonZeroU64::new(scale << Units::of(options.steps).bucket_shift()).unwrap_or(NonZeroU64::MIN)
}

impl JumpMemory {
    pub fn bytes(&self) -> usize {
        self.map.grid().cell_count() + self.graph.bytes() + self.queue.bytes()
    }
}

impl JumpEngine {
    /// The map is known to have terrain of one cost, no portals and no one-way cells.
    ///
    /// # Complexity
    /// O(cells) for a map that is not the one of the last search.
    pub fn new<O: Observer>(grid: &Grid, setup: Setup, mut pool: NodePool, observer: &mut O) -> Self {
        let options = &setup.query.options;
        let (movement, units) = (options.movement, Units::of(options.steps));
        let memory = pool.jumps.get_or_insert_with(|| {
            let (map, graph) = (Arc::new(Map::new(grid.clone())), JumpGraph::new(movement, units));
            Box::new(JumpMemory { map, graph, queue: BucketQueue::default() })
        });
        if !memory.map.grid().is_same_map(grid) {
            memory.map = Arc::new(Map::new(grid.clone()));
        }
        memory.graph.clear(movement, units);
        let ends = Ends { start: setup.query.start, goal: setup.query.goal };
        let scale = Units::scale(grid.cost_at(setup.start.get()), options);
        let search = JumpSearch::new(&memory.graph, ends, scale, observer);
        let mut frame = Frame::new(setup, pool);
        frame.tally.stats = search.stats();
        Self { frame, search }
    }

    fn memory(pool: &mut NodePool) -> &mut JumpMemory {
        pool.jumps.as_deref_mut().expect("the search began with it")
    }
}

impl Engine for JumpEngine {
    frame_at!(frame);

    fn advance<O: Observer>(&mut self, _: &Grid, observer: &mut O) {
        let Frame { pool, tally, .. } = &mut self.frame;
        let JumpMemory { map, graph, queue } = Self::memory(pool);
        let status = self.search.step(&mut Place::new(map, graph, queue), observer);
        tally.stats = self.search.stats();
        if status != Status::Running {
            tally.finish(status == Status::Found, observer);
        }
    }

    fn path(&mut self, grid: &Grid) -> Path {
        let mut cells = self.frame.pool.spare_cells();
        self.search.write_path(&mut Self::memory(&mut self.frame.pool).graph, &mut cells);
        self.frame.setup.path(grid, cells)
    }
}
