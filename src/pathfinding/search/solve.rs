//! From a question to its answer: each algorithm by its parts.

use super::best_first::BestFirst;
use super::bidirectional::Bidirectional;
use super::bounded_depth::{Fringe, IdaStar};
use super::depth_first::DepthFirst;
use super::engine::Search;
use super::flow_field::FlowSearch;
use super::jump_points::JumpPoints;
use super::policies::{ByCost, ByDepth, ByEstimate, ByHeuristic, ByWeighted, Neighbors, Priority};
use super::setup::Setup;
use super::theta::{EagerTheta, LazyTheta};
use super::{Limits, NodePool, Observer, Outcome, lifelong};
use crate::pathfinding::{Algorithm, SearchOptions, SearchProblem};

/// Finds a path from the problem's start to its goal.
///
/// The path holds both ends. Of equally cheap paths the options' tie-break and order of
/// neighbours pick one, so the result does not depend on platform or build.
///
/// Invalid options are refused, see [`SearchOptions::check`].
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
/// let Outcome::Solved(solution) = outcome else { panic!("there is a path") };
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

/// The same as [`solve`], ended once the limits are reached.
pub fn solve_within<O: Observer>(
    options: &SearchOptions,
    problem: &SearchProblem,
    limits: Limits,
    pool: &mut NodePool,
    observer: &mut O,
) -> Outcome {
    if let Err(refusal) = options.check_for(problem.grid(), problem.goal()) {
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
        Algorithm::Theta => finish(EagerTheta::new(setup, pool, observer), limits, observer),
        Algorithm::LazyTheta => finish(LazyTheta::new(setup, pool, observer), limits, observer),
        Algorithm::JumpPoint => {
            let successors = JumpPoints::new(&setup);
            finish(BestFirst::new(setup, pool, ByEstimate, successors, observer), limits, observer)
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
    finish(BestFirst::new(setup, pool, priority, Neighbors, observer), limits, observer)
}

fn finish<O: Observer>(mut search: impl Search, limits: Limits, observer: &mut O) -> Outcome {
    search.run(limits, observer);
    search.outcome()
}
