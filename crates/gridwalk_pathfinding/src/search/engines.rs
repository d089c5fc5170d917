//! The engine of each algorithm.

use super::NodePool;
use super::best_first::BestFirst;
use super::bidirectional::Bidirectional;
use super::bounded_depth::{Fringe, IdaStar};
use super::canonical::CanonicalEngine;
use super::depth_first::DepthFirst;
use super::engine::{Engine, Frame};
use super::flow_field::FlowSearch;
use super::jump_graph::JumpEngine;
use super::jump_points::JumpPoints;
use super::lifelong::LifelongRun;
use super::policies::{ByCost, ByDepth, ByEstimate, ByHeuristic, ByWeighted, Neighbors};
use super::setup::Setup;
use super::theta::{EagerTheta, LazyTheta};
use crate::{Algorithm, Cell, Grid, Limits, Map, Observer, Path, Status};

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
