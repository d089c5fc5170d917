//! The memory that callers keep for their searches, and the engine of each algorithm.
//!
//! The engines of the planner's searches, the jump graph and canonical A*, are observable, and they
//! start cold.

use std::num::NonZeroU64;
use std::sync::Arc;

use super::best_first::{
    BestFirst, ByCost, ByDepth, ByEstimate, ByHeuristic, ByWeighted, FlowSearch, Neighbors,
};
use super::bidirectional::Bidirectional;
use super::depth_first::{DepthFirst, Fringe, IdaStar};
use super::engine::{Engine, Frame, frame_at};
use super::jump_points::JumpPoints;
use super::lifelong::{LifelongRun, Memory};
use super::nodes::Nodes;
use super::setup::Setup;
use super::theta::{EagerTheta, LazyTheta};
use crate::fast::{
    BucketQueue, CanonicalGround, CanonicalRun, CanonicalSearch, JumpGraph, JumpSearch, PathEnds,
    SearchPlace, Units,
};
use crate::map::Learnt;
use crate::{Algorithm, Cell, Grid, Limits, Map, Movement, Observer, Path, SearchOptions, Status};

/// Search memory: g, parent and state per cell, and the open list.
///
/// Starting from scratch clears nothing. One pool serves searches on grids of any size, one after
/// another; each worker thread keeps one pool. A search like an earlier one in the pool allocates
/// no memory except that of its path, and none at all if a path was given back by
/// [`reuse`](Self::reuse).
#[derive(Clone, Debug, Default)]
pub struct NodePool {
    pub(super) nodes: Nodes,
    /// The state of lifelong planning A* for each cell.
    lifelong: Memory,
    /// The map and the graph of the search on the jump graph; made by the first such search.
    jumps: Option<Box<JumpMemory>>,
    /// The map and the state of canonical A*; made by the first such search.
    canonical: Option<Box<CanonicalMemory>>,
}

impl NodePool {
    /// Takes a path that is no longer needed: the next path is written into its memory.
    pub fn reuse(&mut self, path: Path) {
        self.nodes.reuse(path);
    }

    /// Returns the memory, in bytes, of the entries of all cells and of the open lists.
    ///
    /// It is as large as the searches so far have made it.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let jumps = self.jumps.as_ref().map_or(0, |jumps| jumps.bytes());
        let canonical = self
            .canonical
            .as_ref()
            .map_or(0, |canonical| canonical.bytes());
        self.nodes.memory_bytes() + self.lifelong.bytes() + jumps + canonical
    }
}

/// Declares the engines from a table with the columns algorithm, engine, and constructor.
macro_rules! engines {
    (|$grid:ident, $setup:ident, $nodes:ident, $pool:ident, $observer:ident| $($algorithm:ident: $engine:ty = $begin:expr;)+) => {
        /// The engine of any algorithm.
        #[derive(Debug)]
        pub(super) enum AnyEngine {
            $($algorithm($engine),)+
        }

        impl AnyEngine {
            /// Begins the search that the options name, with memory taken from the pool.
            pub fn new<O: Observer>($grid: &Grid, $setup: Setup, $pool: &mut NodePool, $observer: &mut O) -> Self {
                let $nodes = std::mem::take(&mut $pool.nodes);
                match $setup.query.options.algorithm_on($grid) {
                    $(Algorithm::$algorithm => Self::$algorithm($begin),)+
                }
            }
        }

        impl Engine for AnyEngine {
            fn frame(&self) -> &Frame {
                match self { $(Self::$algorithm(engine) => engine.frame(),)+ }
            }

            fn frame_mut(&mut self) -> &mut Frame {
                match self { $(Self::$algorithm(engine) => engine.frame_mut(),)+ }
            }

            fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
                match self { $(Self::$algorithm(engine) => engine.advance(grid, observer),)+ }
            }

            fn finish_without_expanding<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
                match self { $(Self::$algorithm(engine) => engine.finish_without_expanding(grid, observer),)+ }
            }

            fn work(&self) -> u64 {
                match self { $(Self::$algorithm(engine) => engine.work(),)+ }
            }

            fn map(&self) -> Option<&Map> {
                match self { $(Self::$algorithm(engine) => engine.map(),)+ }
            }

            fn knows_of(&self, cell: Cell) -> bool {
                match self { $(Self::$algorithm(engine) => engine.knows_of(cell),)+ }
            }

            fn path(&mut self, grid: &Grid) -> Path {
                match self { $(Self::$algorithm(engine) => engine.path(grid),)+ }
            }

            /// Runs the search. The engine is chosen once, outside the hot loop.
            fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Status {
                match self { $(Self::$algorithm(engine) => engine.run(grid, limits, observer),)+ }
            }
        }
    };
}

engines! { |grid, setup, nodes, pool, observer|
    BreadthFirst: BestFirst<ByDepth, Neighbors> = BestFirst::new(setup, nodes, ByDepth, Neighbors, observer);
    Dijkstra: BestFirst<ByCost, Neighbors> = BestFirst::new(setup, nodes, ByCost, Neighbors, observer);
    Greedy: BestFirst<ByHeuristic, Neighbors> = BestFirst::new(setup, nodes, ByHeuristic, Neighbors, observer);
    AStar: BestFirst<ByEstimate, Neighbors> = BestFirst::new(setup, nodes, ByEstimate, Neighbors, observer);
    // Where `algorithm_on` resolves to no other.
    Auto: BestFirst<ByEstimate, Neighbors> = BestFirst::new(setup, nodes, ByEstimate, Neighbors, observer);
    WeightedAStar: BestFirst<ByWeighted, Neighbors> = {
        let priority = ByWeighted(setup.query.options.weight);
        BestFirst::new(setup, nodes, priority, Neighbors, observer)
    };
    Bidirectional: Bidirectional = Bidirectional::new(grid, setup, nodes, observer);
    JumpPoint: BestFirst<ByEstimate, JumpPoints> = {
        let successors = JumpPoints::new(grid, &setup);
        BestFirst::new(setup, nodes, ByEstimate, successors, observer)
    };
    JumpGraph: JumpEngine = JumpEngine::new(grid, setup, nodes, pool.jumps.take(), observer);
    Canonical: CanonicalEngine = CanonicalEngine::new(grid, setup, nodes, pool.canonical.take(), observer);
    DepthFirst: DepthFirst = DepthFirst::new(setup, nodes, observer);
    FlowField: FlowSearch = FlowSearch::new(setup, nodes, observer);
    IdaStar: IdaStar = IdaStar::new(setup, nodes, observer);
    Fringe: Fringe = Fringe::new(setup, nodes, observer);
    Theta: EagerTheta = EagerTheta::new(grid, setup, nodes, observer);
    LazyTheta: LazyTheta = LazyTheta::new(grid, setup, nodes, observer);
    Lpa: LifelongRun = LifelongRun::from_scratch(setup, nodes, std::mem::take(&mut pool.lifelong), observer);
}

impl AnyEngine {
    /// Returns all memory to the pool.
    pub fn give_back(mut self, pool: &mut NodePool) {
        pool.nodes = self.take_nodes();
        match self {
            Self::JumpGraph(engine) => pool.jumps = Some(engine.into_memory()),
            Self::Canonical(engine) => pool.canonical = Some(engine.into_memory()),
            Self::Lpa(engine) => pool.lifelong = engine.into_memory().1,
            _ => {}
        }
    }
}

/// The memory of a search on the jump graph, kept for the next one.
#[derive(Clone, Debug)]
struct JumpMemory {
    /// A copy of the map, from which data are derived. It never changes.
    map: Arc<Map>,
    graph: JumpGraph,
    queue: BucketQueue,
}

impl JumpMemory {
    fn new(grid: &Grid, movement: Movement, units: Units) -> Self {
        let (map, graph) = (
            Arc::new(Map::new(grid.clone())),
            JumpGraph::new(movement, units),
        );
        Self {
            map,
            graph,
            queue: BucketQueue::default(),
        }
    }

    /// Clears the graph, and copies the map if it is another one.
    ///
    /// # Complexity
    /// O(cells).
    fn begin(&mut self, grid: &Grid, movement: Movement, units: Units) {
        keep_copy(&mut self.map, grid);
        self.graph.clear(movement, units);
    }

    fn bytes(&self) -> usize {
        self.map.grid().cell_count() + self.graph.bytes() + self.queue.bytes()
    }
}

/// The memory of canonical A*, kept for the next search.
#[derive(Clone, Debug)]
struct CanonicalMemory {
    /// A copy of the map, from which data are derived. It never changes.
    map: Arc<Map>,
    ground: CanonicalGround,
    search: CanonicalSearch,
}

impl CanonicalMemory {
    fn new(grid: &Grid, options: &SearchOptions) -> Self {
        let map = Map::new(grid.clone());
        Self {
            ground: CanonicalGround::new(&map, options),
            map: Arc::new(map),
            search: CanonicalSearch::default(),
        }
    }

    fn bytes(&self) -> usize {
        self.map.grid().cell_count() + self.ground.bytes() + self.search.memory_bytes()
    }
}

/// The search on the jump graph, on a copy of the map.
#[derive(Debug)]
pub(super) struct JumpEngine {
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
    fn new<O: Observer>(
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
        let ends = PathEnds::of(&setup.query, terrain);
        let search = JumpSearch::new(
            &memory.graph,
            ends,
            terrain,
            Units::scale(terrain, options),
            observer,
        );
        let mut frame = Frame::new(setup, nodes);
        frame.tally.stats = search.stats();
        Self {
            frame,
            memory,
            search,
        }
    }

    /// Returns the memory besides the nodes.
    fn into_memory(self) -> Box<JumpMemory> {
        self.memory
    }
}

impl Engine for JumpEngine {
    frame_at!(frame);

    fn advance<O: Observer>(&mut self, _: &Grid, observer: &mut O) {
        let JumpMemory { map, graph, queue } = &mut *self.memory;
        let (_, status) = self.search.run(
            &mut SearchPlace::new(map, graph, queue),
            u64::MAX,
            1,
            observer,
        );
        self.frame.tally.follow(
            (self.search.stats(), self.search.is_cut()),
            status,
            observer,
        );
    }

    fn finish_without_expanding<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.search.is_finished() {
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
        let JumpMemory { map, graph, .. } = &mut *self.memory;
        self.search.write_path(map, graph, &mut cells);
        self.frame.setup.path(grid, cells)
    }
}

/// Canonical A*, on a copy of the map.
#[derive(Debug)]
pub(super) struct CanonicalEngine {
    frame: Frame,
    memory: Box<CanonicalMemory>,
    run: CanonicalRun,
}

impl CanonicalEngine {
    /// Begins a search; `memory` is that of the last search of this kind.
    ///
    /// # Complexity
    /// O(cells) for a map that is not that of the last search.
    fn new<O: Observer>(
        grid: &Grid,
        setup: Setup,
        nodes: Nodes,
        memory: Option<Box<CanonicalMemory>>,
        observer: &mut O,
    ) -> Self {
        let options = &setup.query.options;
        let mut memory = memory.unwrap_or_else(|| Box::new(CanonicalMemory::new(grid, options)));
        keep_copy(&mut memory.map, grid);
        let CanonicalMemory {
            map,
            ground,
            search,
        } = &mut *memory;
        if !ground.belongs_to(map, options) {
            *ground = CanonicalGround::new(map, options);
        }
        let run = search.begin(ground, map, &setup.query, observer);
        search.prepare(ground, grid, u64::MAX);
        let mut frame = Frame::new(setup, nodes);
        frame.tally.stats = run.stats();
        Self { frame, memory, run }
    }

    /// Returns the memory besides the nodes.
    fn into_memory(self) -> Box<CanonicalMemory> {
        self.memory
    }

    fn advance_by<O: Observer>(&mut self, grid: &Grid, expansions: u64, observer: &mut O) {
        let CanonicalMemory { ground, search, .. } = &mut *self.memory;
        let status = search.advance(ground, grid, &mut self.run, u64::MAX, expansions, observer);
        self.frame
            .tally
            .follow((self.run.stats(), self.run.is_cut()), status, observer);
    }
}

impl Engine for CanonicalEngine {
    frame_at!(frame);

    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        self.advance_by(grid, 1, observer);
    }

    fn finish_without_expanding<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        self.advance_by(grid, 0, observer);
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

/// Returns the bucket width, in units of F, of the search on the jump graph or of canonical A*.
///
/// Both expand the newest cell of a bucket first.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Grid, bucket_width};
/// assert_eq!(bucket_width(&Grid::from_rows(&["..."]), &Algorithm::JumpGraph.into()).get(), 2048);
/// ```
#[must_use]
pub fn bucket_width(grid: &Grid, options: &SearchOptions) -> NonZeroU64 {
    let width = if options.algorithm_on(grid) == Algorithm::Canonical {
        CanonicalSearch::bucket_width(grid, options)
    } else {
        let scale = Units::scale(grid.uniform_cost().unwrap_or(1), options);
        scale << Units::of(options.steps).bucket_shift()
    };
    NonZeroU64::new(width).unwrap_or(NonZeroU64::MIN)
}
