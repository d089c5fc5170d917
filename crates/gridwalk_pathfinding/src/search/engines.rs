//! Each algorithm by its parts.

use super::best_first::BestFirst;
use super::bidirectional::Bidirectional;
use super::bounded_depth::{Fringe, IdaStar};
use super::depth_first::DepthFirst;
use super::engine::{Engine, Frame};
use super::flow_field::FlowSearch;
use super::jump_graph::JumpEngine;
use super::jump_points::JumpPoints;
use super::lifelong::Repair;
use super::policies::{ByCost, ByDepth, ByEstimate, ByHeuristic, ByWeighted, Neighbors};
use super::setup::Setup;
use super::theta::{EagerTheta, LazyTheta};
use super::{Limits, NodePool, Status};
use crate::{Algorithm, Cell, Grid, Observer, Path};

/// Declares the engine of any algorithm from a table with the columns algorithm, engine, and how it begins.
macro_rules! engines {
    (|$grid:ident, $setup:ident, $pool:ident, $observer:ident| $($algorithm:ident: $engine:ty = $begin:expr;)+) => {
        /// The engine of any algorithm.
        #[derive(Debug)]
        pub(super) enum AnyEngine {
            $($algorithm($engine),)+
        }

        impl AnyEngine {
            /// Begins the search that the options name.
            pub fn new<O: Observer>($grid: &Grid, $setup: Setup, $pool: NodePool, $observer: &mut O) -> Self {
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

            fn knows_of(&self, cell: Cell) -> bool {
                match self { $(Self::$algorithm(engine) => engine.knows_of(cell),)+ }
            }

            fn path(&mut self, grid: &Grid) -> Path {
                match self { $(Self::$algorithm(engine) => engine.path(grid),)+ }
            }

            /// The engine is chosen once, outside the hot loop.
            fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Status {
                match self { $(Self::$algorithm(engine) => engine.run(grid, limits, observer),)+ }
            }
        }
    };
}

engines! { |grid, setup, pool, observer|
    BreadthFirst: BestFirst<ByDepth, Neighbors> = BestFirst::new(setup, pool, ByDepth, Neighbors, observer);
    Dijkstra: BestFirst<ByCost, Neighbors> = BestFirst::new(setup, pool, ByCost, Neighbors, observer);
    Greedy: BestFirst<ByHeuristic, Neighbors> = BestFirst::new(setup, pool, ByHeuristic, Neighbors, observer);
    AStar: BestFirst<ByEstimate, Neighbors> = BestFirst::new(setup, pool, ByEstimate, Neighbors, observer);
    // The fastest search is the planner's. This one is to be watched, where it is not the jump graph.
    Auto: BestFirst<ByEstimate, Neighbors> = BestFirst::new(setup, pool, ByEstimate, Neighbors, observer);
    WeightedAStar: BestFirst<ByWeighted, Neighbors> = {
        let priority = ByWeighted(setup.query.options.weight);
        BestFirst::new(setup, pool, priority, Neighbors, observer)
    };
    Bidirectional: Bidirectional = Bidirectional::new(grid, setup, pool, observer);
    JumpPoint: BestFirst<ByEstimate, JumpPoints> = {
        let successors = JumpPoints::new(grid, &setup);
        BestFirst::new(setup, pool, ByEstimate, successors, observer)
    };
    JumpGraph: JumpEngine = JumpEngine::new(grid, setup, pool, observer);
    DepthFirst: DepthFirst = DepthFirst::new(setup, pool, observer);
    FlowField: FlowSearch = FlowSearch::new(setup, pool, observer);
    IdaStar: IdaStar = IdaStar::new(setup, pool, observer);
    Fringe: Fringe = Fringe::new(setup, pool, observer);
    Theta: EagerTheta = EagerTheta::new(grid, setup, pool, observer);
    LazyTheta: LazyTheta = LazyTheta::new(grid, setup, pool, observer);
    Lpa: Repair = Repair::from_scratch(setup, pool, observer);
}
