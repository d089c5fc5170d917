//! From a question to its answer in one call.

use super::engine::Engine;
use super::engines::AnyEngine;
use super::setup::Setup;
use super::{Limits, NodePool, Observer, Outcome};
use crate::pathfinding::{SearchOptions, SearchProblem};

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
    let grid = problem.grid();
    let limits = limits.at_most(options.max_expansions);
    let mut search = AnyEngine::new(grid, Setup::new(options, problem), std::mem::take(pool), observer);
    search.run(grid, limits, observer);
    let outcome = search.outcome(grid);
    *pool = search.into_pool();
    outcome
}
