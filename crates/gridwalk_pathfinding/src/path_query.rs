//! The question of every search: where from, where to, under which options.

use super::{Cell, EndpointError, Grid, Heuristic, Refusal, SearchOptions};

/// From where to where, under which options: the only form of the question, for agents, window, command line and
/// benchmark.
///
/// It holds no map, so it can be kept, and asked again after each edit. Every search checks it on the map that it is
/// asked of.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, PathQuery, Refusal};
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 0), Algorithm::JumpPoint);
/// assert_eq!(query.check(&Grid::from_rows(&["..."])), Ok(()));
/// let refusal = query.check(&Grid::from_rows(&["..#"])).unwrap_err();
/// assert_eq!(refusal.to_string(), "the goal (2, 0) is blocked");
/// assert_eq!(query.check(&Grid::from_rows(&[".9."])), Err(Refusal::Weighted(Algorithm::JumpPoint)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathQuery {
    /// Where the path begins.
    pub start: Cell,
    /// Where it shall end.
    pub goal: Cell,
    /// How it is searched.
    pub options: SearchOptions,
}

impl PathQuery {
    /// Asks for a path under these options, or by this algorithm.
    #[must_use]
    pub fn new(start: Cell, goal: Cell, options: impl Into<SearchOptions>) -> Self {
        Self { start, goal, options: options.into() }
    }

    /// Whether the query can be searched on this map: an agent can stand on both ends, the options are supported
    /// together and on the map, and a formula is an estimate for every free cell, before the first step at least.
    ///
    /// # Errors
    /// The first thing that is wrong.
    ///
    /// # Complexity
    /// As [`SearchOptions::check`]; O(cells) the first time that a formula meets a map of this size.
    pub fn check(&self, grid: &Grid) -> Result<(), Refusal> {
        self.check_ends(grid)?;
        self.options.check(grid)?;
        match &self.options.heuristic {
            Heuristic::Formula(formula) if self.options.algorithm.uses_heuristic() => {
                let fault = formula.first_fault(grid, self.goal);
                fault.map_or(Ok(()), |(cell, fault)| Err(Refusal::Formula(cell, fault)))
            }
            _ => Ok(()),
        }
    }

    /// Whether an agent can stand on both ends. With a goal tolerance the goal itself may be blocked: a path then ends
    /// beside it.
    ///
    /// # Errors
    /// What is wrong with the start, else with the goal.
    pub fn check_ends(&self, grid: &Grid) -> Result<(), EndpointError> {
        EndpointError::check_start(grid, self.start)?;
        match EndpointError::check_goal(grid, self.goal) {
            Err(EndpointError::GoalBlocked(_)) if self.options.goal_tolerance > 0 => Ok(()),
            checked => checked,
        }
    }
}
