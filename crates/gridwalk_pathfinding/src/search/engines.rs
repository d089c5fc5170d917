//! The memory that callers keep for their searches, and the engine of each algorithm.

use super::best_first::{BestFirst, ByCost, ByDepth, ByEstimate, ByHeuristic, ByWeighted, FlowSearch, Neighbors};
use super::bidirectional::Bidirectional;
use super::depth_first::{DepthFirst, Fringe, IdaStar};
use super::engine::{Engine, Frame};
use super::fast::{CanonicalEngine, CanonicalMemory, JumpEngine, JumpMemory};
use super::jump_points::JumpPoints;
use super::lifelong::{LifelongRun, Memory};
use super::nodes::Nodes;
use super::setup::Setup;
use super::theta::{EagerTheta, LazyTheta};
use crate::{Algorithm, Cell, Grid, Limits, Map, Observer, Path, Status};

/// Search memory: g, parent and state per cell, and the open list.
///
/// Starting from scratch clears nothing. One pool serves searches on grids of any size, one after another; each worker
/// thread keeps one pool. A search like an earlier one in the pool allocates no memory except that of its path, and
/// none at all if a path was given back by [`reuse`](Self::reuse).
#[derive(Clone, Debug, Default)]
pub struct NodePool {
    pub(super) nodes: Nodes,
    /// The state of lifelong planning A* for each cell.
    pub(super) lifelong: Memory,
    /// The map and the graph of the search on the jump graph; made by the first such search.
    pub(super) jumps: Option<Box<JumpMemory>>,
    /// The map and the state of canonical A*; made by the first such search.
    pub(super) canonical: Option<Box<CanonicalMemory>>,
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
        let canonical = self.canonical.as_ref().map_or(0, |canonical| canonical.bytes());
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

            fn wind_up<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
                match self { $(Self::$algorithm(engine) => engine.wind_up(grid, observer),)+ }
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
