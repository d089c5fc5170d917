//! Searches: every algorithm once, for agents, animation and benchmark alike.

mod algorithm;
mod best_first;
mod bidirectional;
mod bounded_depth;
mod depth_first;
mod flow_field;
mod jump_points;
mod lifelong;
mod line_of_sight;
mod moves;
mod node_pool;
mod open_list;
mod options;
mod outcome;
mod parent_choice;
mod priority;
mod reachable;
mod refusal;
mod setup;
mod successors;

use super::{Observer, SearchProblem};
pub use algorithm::{Algorithm, Guarantee};
use best_first::BestFirst;
use bidirectional::Bidirectional;
use bounded_depth::{Fringe, IdaStar};
use depth_first::DepthFirst;
use flow_field::FlowSearch;
pub use flow_field::{FlowField, FlowFieldError};
use jump_points::JumpPoints;
pub use lifelong::{DStarLite, LifelongSearch};
use line_of_sight::{InSight, SeemsInSight};
pub use node_pool::NodePool;
pub use options::{CostLimit, CostRule, ParentRule, SearchOptions, StopRule, TieBreak, Weight};
pub use outcome::{Limits, NoPathReason, Outcome, SearchStats, Solution, Status};
use parent_choice::Direct;
pub use priority::PriorityRule;
use priority::{ByCost, ByDepth, ByEstimate, ByHeuristic, ByWeighted, Priority};
pub use reachable::{Reachable, reachable_within};
pub use refusal::Refusal;
use setup::Setup;
use successors::Neighbors;

/// An algorithm that can be advanced one expansion at a time.
pub trait Search {
    /// Expands the best open cell. One call, at most one expansion.
    fn step<O: Observer>(&mut self, observer: &mut O) -> Status;

    /// What has been counted so far.
    fn stats(&self) -> SearchStats;

    /// The answer, once [`Status`] says that there is one; before that, out of budget.
    fn outcome(&self) -> Outcome;

    /// Steps until the search ends or the limits stop it.
    fn run<O: Observer>(&mut self, limits: Limits, observer: &mut O) -> Status {
        loop {
            if limits.are_reached(self.stats().expanded) {
                return Status::Running;
            }
            let status = self.step(observer);
            if status != Status::Running {
                return status;
            }
        }
    }
}

/// Finds a way from the problem's start to its goal.
///
/// The path holds both ends. Of equally cheap paths the options' tie-break and order of
/// neighbours pick one, so the result does not depend on platform or build.
///
/// Settings that make no sense are refused, see [`SearchOptions::check`].
///
/// # Complexity
/// O(E log V) time for V cells and E moves; O(V) memory, reused from `pool`. IDA* and fringe search need
/// more time.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::{Algorithm, Cell, Grid, NodePool, Outcome, SearchProblem, solve};
/// let grid = Grid::from_rows(&["...", ".#.", "..."]);
/// let problem = SearchProblem::new(&grid, Cell::new(0, 0), Cell::new(2, 2)).unwrap();
/// let outcome = solve(&Algorithm::AStar.into(), &problem, &mut NodePool::default(), &mut ());
/// let Outcome::Solved(solution) = outcome else { panic!("there is a way") };
/// assert_eq!(solution.path.cells().len(), 5);
/// ```
pub fn solve<O: Observer>(
    options: &SearchOptions,
    problem: &SearchProblem,
    pool: &mut NodePool,
    observer: &mut O,
) -> Outcome {
    solve_within(options, problem, Limits::NONE, pool, observer)
}

/// The same as [`solve`], given up once the limits are reached.
pub fn solve_within<O: Observer>(
    options: &SearchOptions,
    problem: &SearchProblem,
    limits: Limits,
    pool: &mut NodePool,
    observer: &mut O,
) -> Outcome {
    if let Err(refusal) = options.check(problem.grid()) {
        return Outcome::Refused(refusal);
    }
    let setup = Setup::new(options, problem);
    let limits = limits.at_most(options.max_expansions);
    // The algorithm is chosen once, outside the hot loop.
    match options.algorithm {
        Algorithm::BreadthFirst => neighbors(setup, ByDepth, limits, pool, observer),
        Algorithm::Dijkstra => neighbors(setup, ByCost, limits, pool, observer),
        Algorithm::Greedy => neighbors(setup, ByHeuristic, limits, pool, observer),
        Algorithm::AStar => neighbors(setup, ByEstimate, limits, pool, observer),
        Algorithm::WeightedAStar => neighbors(setup, ByWeighted(options.weight), limits, pool, observer),
        Algorithm::Bidirectional => finish(Bidirectional::new(setup, pool, observer), limits, observer),
        Algorithm::DepthFirst => finish(DepthFirst::new(setup, pool, observer), limits, observer),
        Algorithm::FlowField => finish(FlowSearch::new(setup, pool, observer), limits, observer),
        Algorithm::IdaStar => finish(IdaStar::new(setup, pool, observer), limits, observer),
        Algorithm::Fringe => finish(Fringe::new(setup, pool, observer), limits, observer),
        Algorithm::Theta => {
            let (moves, parents) = (Neighbors(moves::Moves::new(setup.options, setup.grid)), InSight::new(&setup));
            finish(BestFirst::new(setup, pool, ByEstimate, moves, parents, observer), limits, observer)
        }
        Algorithm::LazyTheta => {
            let (moves, parents) = (Neighbors(moves::Moves::new(setup.options, setup.grid)), SeemsInSight::new(&setup));
            finish(BestFirst::new(setup, pool, ByEstimate, moves, parents, observer), limits, observer)
        }
        Algorithm::JumpPoint => {
            let successors = JumpPoints::new(&setup);
            finish(BestFirst::new(setup, pool, ByEstimate, successors, Direct, observer), limits, observer)
        }
        Algorithm::Lpa => lifelong::solve_from_scratch(setup, limits, observer),
    }
}

/// Best-first over all neighbours.
fn neighbors<O: Observer>(
    setup: Setup,
    priority: impl Priority,
    limits: Limits,
    pool: &mut NodePool,
    observer: &mut O,
) -> Outcome {
    let successors = Neighbors(moves::Moves::new(setup.options, setup.grid));
    finish(BestFirst::new(setup, pool, priority, successors, Direct, observer), limits, observer)
}

fn finish<O: Observer>(mut search: impl Search, limits: Limits, observer: &mut O) -> Outcome {
    search.run(limits, observer);
    search.outcome()
}
