//! The query of every search: start, goal and options; and the policy for goals that cannot be reached.

use crate::{Cell, EndpointError, Grid, Heuristic, Refusal, SearchOptions, named};

/// A query for a path: start, goal and options.
///
/// Agents, window, command line and benchmark use no other form. A query holds no map, so it can be kept, and repeated
/// after each edit. Every search validates the query on its map.
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
    /// The first cell of the path.
    pub start: Cell,
    /// The cell that the path is to reach.
    pub goal: Cell,
    /// The options of the search.
    pub options: SearchOptions,
}

impl PathQuery {
    /// Creates a query under these options, or with this algorithm.
    #[must_use]
    pub fn new(start: Cell, goal: Cell, options: impl Into<SearchOptions>) -> Self {
        Self { start, goal, options: options.into() }
    }

    /// Checks that the query can be searched on this map.
    ///
    /// An agent can stand on both ends, the options are supported together and on the map, and a formula gives an
    /// estimate for every free cell, at least before the first step.
    ///
    /// # Errors
    /// Returns the first reason for a refusal.
    ///
    /// # Complexity
    /// That of [`SearchOptions::check`]; O(cells) the first time that a formula is used on a map of this size.
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

    /// Checks that an agent can stand on both ends.
    ///
    /// With a goal tolerance the goal itself may be blocked: a path then ends beside it.
    ///
    /// # Errors
    /// Returns the error of the start, else that of the goal.
    pub fn check_ends(&self, grid: &Grid) -> Result<(), EndpointError> {
        EndpointError::check_start(grid, self.start)?;
        match EndpointError::check_goal(grid, self.goal) {
            Err(EndpointError::GoalBlocked(_)) if self.options.goal_tolerance > 0 => Ok(()),
            checked => checked,
        }
    }
}

named! {
    /// The policy for a goal that cannot be reached.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Deserialize))]
    pub enum UnreachablePolicy {
        #[default]
        Refuse = "refuse", "the agent stays and says why";
        Nearest = "nearest", "the agent goes to the reachable cell nearest to the goal";
    }
}
