//! Questions that games ask, answered by the searches: is there a path, the path there or as near as can be.

use super::grid::nearest_cell_of;
use super::search::Reachable;
use super::{
    Algorithm, Cell, Cost, Grid, Heuristic, NodePool, Outcome, ProblemError, Reachability, Regions, SearchOptions,
    SearchProblem, Solution, reachable_within, solve,
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
/// use gridwalk::pathfinding::{Cell, Grid, Movement, NodePool, Regions, is_reachable};
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
            let problem = SearchProblem::new(grid, from, to).expect("only free cells have a region");
            // Any path will do.
            let options = SearchOptions {
                algorithm: Algorithm::Greedy,
                movement: regions.movement(),
                heuristic: Heuristic::Octile,
                ..SearchOptions::default()
            };
            solve(&options, &problem, pool, &mut ()).path().is_some()
        }
    }
}

/// A path to a goal, or as near to it as can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestPath {
    /// The goal itself if there is a path, else the cell that the path leads to instead.
    pub end: Cell,
    /// The answer of the search to that cell. It is solved unless the options are refused or the limit of
    /// expansions was reached.
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
/// Of equally near ones the first in reading order.
///
/// The goal may be blocked or outside the map. What is reachable depends on the options' region and cost
/// limit as well. If the start itself is nearest, the path holds just that. `regions`, made for the options'
/// movement, save work where the goal is walled off.
///
/// The options' goal tolerance counts for the goal alone.
///
/// # Errors
/// If the start is outside the map or blocked.
///
/// # Complexity
/// One search if the goal is reachable. If not, two more; with regions, where neither one-way terrain nor
/// limits have a say, one search and O(d²) for a cell d away from the goal.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::{Cell, Grid, NodePool, SearchOptions, path_to_nearest};
/// let grid = Grid::from_rows(&["....#.", "....#."]);
/// let (options, start, goal) = (SearchOptions::default(), Cell::new(0, 0), Cell::new(5, 1));
/// let found = path_to_nearest(&options, &grid, None, start, goal, &mut NodePool::default()).unwrap();
/// assert_eq!(found.end, Cell::new(3, 1));
/// assert_eq!(options.units().format(found.cost().unwrap()), "3.41");
/// ```
pub fn path_to_nearest(
    options: &SearchOptions,
    grid: &Grid,
    regions: Option<&Regions>,
    start: Cell,
    goal: Cell,
    pool: &mut NodePool,
) -> Result<NearestPath, ProblemError> {
    SearchProblem::new(grid, start, start)?;
    if let Err(refusal) = options.check(grid) {
        return Ok(NearestPath { end: goal, outcome: Outcome::Refused(refusal) });
    }
    let regions = regions.filter(|regions| regions.movement() == options.movement);
    let walled_off = regions.is_some_and(|regions| regions.reach(grid, start, goal) == Reachability::No);
    if let Ok(problem) = SearchProblem::new(grid, start, goal)
        && (!walled_off || options.goal_tolerance > 0)
    {
        let outcome = solve(options, &problem, pool, &mut ());
        if !matches!(outcome, Outcome::NoPath(..)) {
            return Ok(NearestPath { end: goal, outcome });
        }
    }
    let options = SearchOptions { goal_tolerance: 0, ..options.clone() };
    if let Some(end) = regions.and_then(|regions| nearest_by_label(&options, grid, regions, start, goal, u32::MAX)) {
        let problem = SearchProblem::new(grid, start, end)?;
        return Ok(NearestPath { end, outcome: solve(&options, &problem, pool, &mut ()) });
    }
    let reachable = reachable_within(&options, grid, start, Cost::MAX, pool)?;
    if !reachable.is_complete() {
        return Ok(NearestPath { end: goal, outcome: Outcome::OutOfBudget(reachable.stats()) });
    }
    let end = reachable.nearest(goal);
    let outcome = solve(&options, &SearchProblem::new(grid, start, end)?, pool, &mut ());
    let outcome = match outcome {
        // A search that does not look for the cheapest path can miss those within the cost limit.
        Outcome::NoPath(_, stats) => cheapest(&reachable, end, stats),
        outcome => outcome,
    };
    Ok(NearestPath { end, outcome })
}

/// The reachable cell that is nearest to the goal in a straight line: the goal itself if it can be reached. Of
/// equally near ones the first in reading order.
///
/// The goal may be blocked or outside the map. What is reachable depends on the options' movement, region and cost
/// limit; one-way cells and portals count. `regions`, made for the options' movement, save work. The limit of
/// expansions and the goal tolerance do not count.
///
/// # Errors
/// If the start is outside the map or blocked.
///
/// # Complexity
/// O(d²) for a cell d away from the goal where labels can tell; else that of a search of the whole map.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::{Cell, Grid, NodePool, Regions, SearchOptions, nearest_reachable};
/// let grid = Grid::from_rows(&["....#.", "....#."]);
/// let (options, start, goal) = (SearchOptions::default(), Cell::new(0, 0), Cell::new(5, 1));
/// let regions = Regions::new(&grid, options.movement);
/// let near = nearest_reachable(&options, &grid, Some(&regions), start, goal, &mut NodePool::default());
/// assert_eq!(near, Ok(Cell::new(3, 1)));
/// ```
pub fn nearest_reachable(
    options: &SearchOptions,
    grid: &Grid,
    regions: Option<&Regions>,
    start: Cell,
    goal: Cell,
    pool: &mut NodePool,
) -> Result<Cell, ProblemError> {
    SearchProblem::new(grid, start, start)?;
    if let Some(end) = regions.and_then(|regions| nearest_by_label(options, grid, regions, start, goal, u32::MAX)) {
        return Ok(end);
    }
    let options = SearchOptions { max_expansions: None, ..options.clone() };
    Ok(reachable_within(&options, grid, start, Cost::MAX, pool)?.nearest(goal))
}

/// The same where the labels alone can tell, with a look at no more than so many rings of cells around the goal, or
/// beyond the edge of the map that is nearest to it. `None` if they can not, whatever the reason.
///
/// # Complexity
/// O(rings²), and O(d²) for a cell d away from the goal.
#[must_use]
pub fn nearest_by_label(
    options: &SearchOptions,
    grid: &Grid,
    regions: &Regions,
    start: Cell,
    goal: Cell,
    rings: u32,
) -> Option<Cell> {
    if options.region.is_some() || options.max_cost.is_some() || regions.movement() != options.movement {
        return None;
    }
    // Nothing nearer can be reached; whether this one can is another question where one-way cells are about.
    let end = nearest_cell_of(grid, goal, rings, |cell| regions.reach(grid, start, cell) != Reachability::No)?;
    (regions.reach(grid, start, end) == Reachability::Yes).then_some(end)
}

fn cheapest(reachable: &Reachable, end: Cell, stats: super::SearchStats) -> Outcome {
    let path = reachable.path_to(end).expect("the end was reached");
    Outcome::Solved(Solution { path, stats })
}

/// Finds a path to any cell within `tolerance` cells of the goal in a straight line: the same as
/// [`solve`] with the option [`goal_tolerance`](SearchOptions::goal_tolerance), which is at most
/// [`SearchOptions::MAX_TOLERANCE`].
///
/// # Errors
/// If an end is outside the map or blocked.
///
/// # Complexity
/// That of the search.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::{Cell, Grid, NodePool, SearchOptions, path_within};
/// let grid = Grid::from_rows(&["......"]);
/// let (options, start, goal) = (SearchOptions::default(), Cell::new(0, 0), Cell::new(5, 0));
/// let outcome = path_within(&options, &grid, start, goal, 2, &mut NodePool::default()).unwrap();
/// assert_eq!(outcome.path().unwrap().cells().last(), Some(&Cell::new(3, 0)));
/// assert_eq!(options.units().format(outcome.cost().unwrap()), "3");
/// ```
pub fn path_within(
    options: &SearchOptions,
    grid: &Grid,
    start: Cell,
    goal: Cell,
    tolerance: u32,
    pool: &mut NodePool,
) -> Result<Outcome, ProblemError> {
    let problem = SearchProblem::new(grid, start, goal)?;
    Ok(solve(&SearchOptions { goal_tolerance: tolerance, ..options.clone() }, &problem, pool, &mut ()))
}
