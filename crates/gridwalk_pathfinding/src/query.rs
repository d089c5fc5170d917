//! Questions that games ask, answered by the searches: is there a path, the path there or as near as can be.

use super::grid::nearest_cells;
use super::{
    Algorithm, Cell, Cost, EndpointError, Grid, Heuristic, NodePool, Outcome, PathQuery, Reachability, Refusal,
    Regions, SearchOptions, Solution, reachable_within, solve,
};

/// Whether a path leads from one cell to the other, under the movement rule that the regions are made for.
///
/// Cells that are blocked or outside have none. No limit of cost or region counts.
///
/// # Complexity
/// O(1) where the labels can tell, see [`Regions::reach`]; else that of a search.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, Grid, Movement, NodePool, Regions, is_reachable};
/// let grid = Grid::from_rows(&["..#."]);
/// let (regions, mut pool) = (Regions::new(&grid, Movement::Four), NodePool::default());
/// assert!(is_reachable(&grid, &regions, Cell::new(0, 0), Cell::new(1, 0), &mut pool));
/// assert!(!is_reachable(&grid, &regions, Cell::new(0, 0), Cell::new(3, 0), &mut pool));
/// ```
#[must_use]
pub fn is_reachable(grid: &Grid, regions: &Regions, from: Cell, to: Cell, pool: &mut NodePool) -> bool {
    match regions.reach(grid, from, to) {
        Reachability::No => false,
        Reachability::Yes => true,
        Reachability::Perhaps => {
            // Any path will do.
            let options = SearchOptions {
                algorithm: Algorithm::Greedy,
                movement: regions.movement(),
                heuristic: Heuristic::Octile,
                ..SearchOptions::default()
            };
            solve(grid, &PathQuery::new(from, to, options), pool, &mut ()).path().is_some()
        }
    }
}

/// A path to a goal, or as near to it as can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestPath {
    /// The goal itself if there is a path, else the cell that the path leads to instead.
    pub end: Cell,
    /// The answer of the search to that cell. It is solved unless the query is refused or the limit of expansions
    /// was reached.
    pub outcome: Outcome,
}

impl NearestPath {
    /// The cost of the path, if there is one.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.outcome.cost()
    }
}

/// Finds a path to the goal; if there is none, to the reachable cell that is nearest to it in a straight line.
/// Of equally near ones the cheapest to reach, and of those the first in reading order.
///
/// The goal may be blocked or outside the map. What is reachable depends on the options' region and cost
/// limit as well. If the start itself is nearest, the path holds just that. `regions`, made for the options'
/// movement, save work where the goal is walled off.
///
/// The options' goal tolerance counts for the goal alone.
///
/// A query is refused whose start is blocked or outside, or whose options are invalid.
///
/// # Complexity
/// One search if the goal is reachable. If not, two more; with regions, where neither one-way terrain nor
/// limits have a say, one search and O(d²) for a cell d away from the goal, and one more search for each of several
/// that are equally near.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, NodePool, PathQuery, path_to_nearest};
/// let grid = Grid::from_rows(&["....#.", "....#."]);
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(5, 1), Algorithm::AStar);
/// let found = path_to_nearest(&grid, None, &query, &mut NodePool::default());
/// assert_eq!(found.end, Cell::new(3, 1));
/// assert_eq!(query.options.units().format(found.cost().unwrap()), "3.41");
/// ```
#[must_use]
pub fn path_to_nearest(grid: &Grid, regions: Option<&Regions>, query: &PathQuery, pool: &mut NodePool) -> NearestPath {
    let PathQuery { start, goal, ref options } = *query;
    let end_at = |end, outcome| NearestPath { end, outcome };
    let refusal = EndpointError::check_start(grid, start).map_err(Refusal::from).and_then(|()| options.check(grid));
    if let Err(refusal) = refusal {
        return end_at(goal, Outcome::Refused(refusal));
    }
    let walled_off = regions
        .filter(|regions| regions.movement() == options.movement)
        .is_some_and(|regions| regions.reach(grid, start, goal) == Reachability::No);
    let is_goal = if options.goal_tolerance > 0 { grid.contains(goal) } else { grid.is_walkable(goal) && !walled_off };
    if is_goal {
        let outcome = solve(grid, query, pool, &mut ());
        if !matches!(outcome, Outcome::NoPath(..)) {
            return end_at(goal, outcome);
        }
    }
    let mut query = PathQuery { options: SearchOptions { goal_tolerance: 0, ..options.clone() }, ..*query };
    if let Some(ends) = regions.and_then(|regions| nearest_all_by_label(grid, regions, &query, u32::MAX)) {
        query.goal = cheapest(grid, &query, &ends, pool);
        return end_at(query.goal, solve(grid, &query, pool, &mut ()));
    }
    let reachable = reachable_within(grid, start, &query.options, Cost::MAX, pool).expect("the start is free");
    if !reachable.is_complete() {
        return end_at(goal, Outcome::OutOfBudget(reachable.stats()));
    }
    query.goal = reachable.nearest(goal);
    let mut outcome = solve(grid, &query, pool, &mut ());
    // A search that does not look for the cheapest path can miss those within the cost limit.
    if let Outcome::NoPath(_, stats) = outcome {
        let path = reachable.path_to(query.goal).expect("the end was reached");
        outcome = Outcome::Solved(Solution { path, stats });
    }
    end_at(query.goal, outcome)
}

/// The reachable cell that is nearest to the goal in a straight line: the goal itself if it can be reached. Of
/// equally near ones the cheapest to reach, and of those the first in reading order.
///
/// The goal may be blocked or outside the map. What is reachable depends on the options' movement, region and cost
/// limit; one-way cells and portals count. `regions`, made for the options' movement, save work. The limit of
/// expansions and the goal tolerance do not count.
///
/// # Errors
/// If the start is outside the map or blocked.
///
/// # Complexity
/// O(d²) for a cell d away from the goal where labels can tell, and a search for each of several that are equally near;
/// else that of a search of the whole map.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, NodePool, PathQuery, Regions, nearest_reachable};
/// let grid = Grid::from_rows(&["....#.", "....#."]);
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(5, 1), Algorithm::AStar);
/// let regions = Regions::new(&grid, query.options.movement);
/// let near = nearest_reachable(&grid, Some(&regions), &query, &mut NodePool::default());
/// assert_eq!(near, Ok(Cell::new(3, 1)));
/// ```
pub fn nearest_reachable(
    grid: &Grid,
    regions: Option<&Regions>,
    query: &PathQuery,
    pool: &mut NodePool,
) -> Result<Cell, EndpointError> {
    EndpointError::check_start(grid, query.start)?;
    if let Some(ends) = regions.and_then(|regions| nearest_all_by_label(grid, regions, query, u32::MAX)) {
        return Ok(cheapest(grid, query, &ends, pool));
    }
    let options = SearchOptions { max_expansions: None, ..query.options.clone() };
    Ok(reachable_within(grid, query.start, &options, Cost::MAX, pool)?.nearest(query.goal))
}

/// The same where the labels alone can tell, with a look at no more than so many rings of cells around the goal, or
/// beyond the edge of the map that is nearest to it. `None` if they can not, whatever the reason.
///
/// What a cell costs to reach they do not know: of equally near ones it is the one that is nearest to the start in a
/// straight line, and of those the first in reading order.
///
/// # Complexity
/// O(rings²), and O(d²) for a cell d away from the goal.
#[must_use]
pub fn nearest_by_label(grid: &Grid, regions: &Regions, query: &PathQuery, rings: u32) -> Option<Cell> {
    let from_start = |cell: &Cell| {
        let (dx, dy) = cell.distance(query.start);
        u64::from(dx).pow(2) + u64::from(dy).pow(2)
    };
    nearest_all_by_label(grid, regions, query, rings)?.into_iter().min_by_key(from_start)
}

/// All that are equally near, in reading order; at least one.
fn nearest_all_by_label(grid: &Grid, regions: &Regions, query: &PathQuery, rings: u32) -> Option<Vec<Cell>> {
    let PathQuery { start, goal, ref options } = *query;
    if options.region.is_some() || options.max_cost.is_some() || regions.movement() != options.movement {
        return None;
    }
    let reach = |cell: &Cell| regions.reach(grid, start, *cell);
    // Nothing nearer can be reached; whether these can is another question where one-way cells are about.
    let ends = nearest_cells(grid, goal, rings, |cell| reach(&cell) != Reachability::No);
    (!ends.is_empty() && ends.iter().all(|end| reach(end) == Reachability::Yes)).then_some(ends)
}

/// The one of these cells, all of which can be reached, that costs the least to reach; of several the first.
fn cheapest(grid: &Grid, query: &PathQuery, ends: &[Cell], pool: &mut NodePool) -> Cell {
    if let [only] = *ends {
        return only;
    }
    // Whatever the query searches with: this is about what there is to find.
    let SearchOptions { movement, steps, cost_rule, .. } = query.options;
    let options = SearchOptions { movement, steps, cost_rule, ..SearchOptions::default() };
    let cost = |&end: &Cell| {
        let found = solve(grid, &PathQuery::new(query.start, end, &options), pool, &mut ());
        (found.cost().unwrap_or(Cost::MAX), end)
    };
    let costs = ends.iter().map(cost);
    costs.min_by_key(|(cost, _)| *cost).expect("there is at least one").1
}

/// Finds a path to any cell within `tolerance` cells of the goal in a straight line: the same as [`solve`] with this
/// [`goal_tolerance`](SearchOptions::goal_tolerance), which is at most [`SearchOptions::MAX_TOLERANCE`].
///
/// # Complexity
/// That of the search.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, NodePool, PathQuery, path_within};
/// let grid = Grid::from_rows(&["......"]);
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(5, 0), Algorithm::AStar);
/// let outcome = path_within(&grid, &query, 2, &mut NodePool::default());
/// assert_eq!(outcome.path().unwrap().cells().last(), Some(&Cell::new(3, 0)));
/// assert_eq!(query.options.units().format(outcome.cost().unwrap()), "3");
/// ```
#[must_use]
pub fn path_within(grid: &Grid, query: &PathQuery, tolerance: u32, pool: &mut NodePool) -> Outcome {
    let options = SearchOptions { goal_tolerance: tolerance, ..query.options.clone() };
    solve(grid, &PathQuery { options, ..*query }, pool, &mut ())
}
