//! A search in one call, from the query to its outcome.

use super::{NodePool, Search};
use crate::{Grid, Limits, Observer, Outcome, PathQuery};

/// Finds a path from the query's start to its goal.
///
/// The path includes both ends. Of equally cheap paths, the options' tie-break and order of neighbours choose one, so
/// the result does not depend on platform or build.
///
/// A query that is invalid on this map is refused; see [`PathQuery::check`].
///
/// # Complexity
/// O(E log V) time for V cells and E moves; O(V) memory, reused from `pool`. IDA* and fringe search need
/// more time.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, NodePool, Outcome, PathQuery, solve};
/// let grid = Grid::from_rows(&["...", ".#.", "..."]);
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 2), Algorithm::AStar);
/// let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
/// let Outcome::Solved(solution) = outcome else { panic!("there is a path") };
/// assert_eq!(solution.path.cells().len(), 5);
/// ```
pub fn solve<O: Observer>(grid: &Grid, query: &PathQuery, pool: &mut NodePool, observer: &mut O) -> Outcome {
    solve_within(grid, query, Limits::NONE, pool, observer)
}

/// Finds a path like [`solve`], but stops once the limits are reached.
pub fn solve_within<O: Observer>(
    grid: &Grid,
    query: &PathQuery,
    limits: Limits,
    pool: &mut NodePool,
    observer: &mut O,
) -> Outcome {
    if let Err(refusal) = query.check(grid) {
        return Outcome::Refused(refusal);
    }
    let mut search = Search::of_checked(grid, query, std::mem::take(pool), observer);
    let outcome = search.run(grid, limits, observer).and_then(|_| search.outcome(grid));
    *pool = search.into_pool();
    outcome.expect("the map is the same")
}
