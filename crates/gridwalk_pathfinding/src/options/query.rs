//! The query of every search: start, goal and options; the reasons to refuse one; and the policy
//! for goals that cannot be reached.
//!
//! A query is refused with a reason; its options are never silently changed.

use super::{Algorithm, OptionKey, ParentRule, SearchOptions};
use crate::{Cell, FormulaFault, Grid, Heuristic, Movement, Reachability, Regions, named};
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::{Reflect, ReflectDefault};

/// A query for a path: start, goal and options.
///
/// Agents, window, command line and benchmark use no other form. A query holds no map, so it can be
/// kept, and repeated after each edit. Every search validates the query on its map.
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
#[cfg_attr(
    feature = "reflect",
    derive(Reflect),
    reflect(Clone, Debug, Default, PartialEq),
    type_path = "gridwalk_pathfinding"
)]
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
        Self {
            start,
            goal,
            options: options.into(),
        }
    }

    /// Checks that the query can be searched on this map.
    ///
    /// An agent can stand on both ends, the options are supported together and on the map, and a
    /// formula gives an estimate for every free cell, at least before the first step.
    ///
    /// # Errors
    /// Returns the first reason for a refusal.
    ///
    /// # Complexity
    /// That of [`SearchOptions::check`]; O(cells) the first time that a formula is used on a map of
    /// this size.
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

/// Work after which a search checks the labels: this, and one unit for each `SHORT_OF_CELLS` cells.
///
/// That is a small part of the time that labelling takes.
const SHORT: u64 = 32;
const SHORT_OF_CELLS: u64 = 1 << 9;

/// The greatest goal tolerance of a search that checks the labels, of some 800 cells then.
const MAX_TOLERANCE: u32 = 16;

impl PathQuery {
    /// Returns the work after which a search checks the region labels; `None` if it never does.
    ///
    /// Only a search for any cheapest path does. It ends if the goal is walled off, with all cells
    /// within the goal tolerance. A region or a cost limit only takes paths away, so the labels rule
    /// out a path under them too.
    pub(crate) fn asks_labels_after(&self, grid: &Grid) -> Option<u64> {
        let options = &self.options;
        // With a limit of expansions, the answer would depend on whether labels are there.
        let is_limited = options.max_expansions.is_some();
        let is_near = options.goal_tolerance <= MAX_TOLERANCE;
        let asks = options.want_any_cheapest_path() && is_near && !is_limited;
        asks.then(|| SHORT + grid.cell_count() as u64 / SHORT_OF_CELLS)
    }

    /// Returns `true` if the labels of the map prove that no path leads to the goal, nor to a cell
    /// within the goal tolerance.
    pub(crate) fn is_ruled_out(&self, grid: &Grid, regions: &Regions) -> bool {
        match self.options.goal_tolerance {
            0 => regions.reach(grid, self.start, self.goal) == Reachability::No,
            range => regions.rule_out(grid, self.start, self.goal.disc(range)),
        }
    }
}

named! {
    /// The policy for a goal that cannot be reached.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Deserialize))]
    #[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, Default, PartialEq), type_path = "gridwalk_pathfinding")]
    pub enum UnreachablePolicy {
        #[default]
        Refuse = "refuse", "the agent stays and says why";
        Nearest = "nearest", "the agent goes to the reachable cell nearest to the goal";
    }
}

/// The reason why a path cannot begin or end at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum EndpointError {
    /// The start is not on the map.
    #[error("the start {0} lies outside the map")]
    StartOutside(Cell),
    /// The goal is not on the map.
    #[error("the goal {0} lies outside the map")]
    GoalOutside(Cell),
    /// The start is blocked.
    #[error("the start {0} is blocked")]
    StartBlocked(Cell),
    /// The goal is blocked.
    #[error("the goal {0} is blocked")]
    GoalBlocked(Cell),
}

impl EndpointError {
    pub(crate) fn check_start(grid: &Grid, start: Cell) -> Result<(), Self> {
        Self::check(grid, start, Self::StartOutside, Self::StartBlocked)
    }

    pub(crate) fn check_goal(grid: &Grid, goal: Cell) -> Result<(), Self> {
        Self::check(grid, goal, Self::GoalOutside, Self::GoalBlocked)
    }

    fn check(
        grid: &Grid,
        cell: Cell,
        outside: fn(Cell) -> Self,
        blocked: fn(Cell) -> Self,
    ) -> Result<(), Self> {
        if grid.is_walkable(cell) {
            return Ok(());
        }
        let error = if grid.contains(cell) {
            blocked
        } else {
            outside
        };
        Err(error(cell))
    }
}

/// The reason why a query is refused.
///
/// Each message says what is wrong and, for options, what to use instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Refusal {
    /// An agent cannot stand on the start or on the goal.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    /// The algorithm supports only the default value of the option.
    #[error(
        "{0} does not support the option “{1}”; leave it at {default}, or use A* or Dijkstra",
        default = .1.default_for(*.0).shown()
    )]
    Option(Algorithm, OptionKey),
    /// The algorithm needs terrain of one cost.
    #[error(
        "{0} needs terrain of one cost, and this map has several; use A*, Bidirectional A* or Lifelong planning A*"
    )]
    Weighted(Algorithm),
    /// The algorithm needs reversible moves, and the map has one-way cells.
    #[error("{0} does not support one-way cells; use A*, Bidirectional A* or Dijkstra")]
    OneWay(Algorithm),
    /// The algorithm does not support portals.
    #[error("{0} does not support portals; use A*, Bidirectional A* or Dijkstra")]
    Portals(Algorithm),
    /// Any-angle lines need 8-way movement.
    #[error("{0} draws lines at any angle, which 4-way movement forbids; use an 8-way rule, or A*")]
    FourWay(Algorithm),
    /// The algorithm jumps, which loses paths where a diagonal step saves nothing over two straight
    /// ones.
    #[error(
        "{0} needs a diagonal step to cost less than two straight ones; use cheaper ones, 4-way movement, or A*"
    )]
    ExpensiveDiagonal(Algorithm),
    /// A cost limit with first parents: an expensive one can put the cells behind it over the
    /// limit.
    #[error(
        "{0} may miss paths within a cost limit if first parents stay; turn the parent update on, or set no limit"
    )]
    MaxCostOfFirst(Algorithm),
    /// A cost limit without reopening: a closed cell can keep an expensive path, as with first
    /// parents.
    #[error(
        "{0} may miss paths within a cost limit if closed cells stay closed; turn reopening on, or set no limit"
    )]
    MaxCostOfClosed(Algorithm),
    /// The algorithm needs an estimate that does not depend on g.
    #[error(
        "{0} needs an estimate that depends on the cell alone, and the formula asks for g; use A*"
    )]
    FormulaOfG(Algorithm),
    /// The algorithm needs an estimate that never exceeds the true cost.
    #[error(
        "{0} needs an estimate that never exceeds the true cost; use Octile, or another algorithm"
    )]
    Inadmissible(Algorithm),
    /// The formula gives no estimate at this cell, the first one in reading order.
    #[error("the formula is {1} at {0}; expected a number for every cell")]
    Formula(Cell, FormulaFault),
}

impl SearchOptions {
    /// Checks that these options are supported together and on this map.
    ///
    /// # Errors
    /// Returns the first reason for a refusal.
    ///
    /// # Complexity
    /// O(terrains of the legend) for algorithms that need terrain of one cost, else O(1).
    pub fn check(&self, grid: &Grid) -> Result<(), Refusal> {
        self.check_together()?;
        let one_cost = self.algorithm.jumps() || self.algorithm.is_any_angle();
        self.refuse(one_cost && grid.has_one_way_cells(), Refusal::OneWay)?;
        self.refuse(one_cost && !grid.portals().is_empty(), Refusal::Portals)?;
        self.refuse(one_cost && grid.uniform_cost().is_none(), Refusal::Weighted)
    }

    fn refuse(&self, wrong: bool, refusal: fn(Algorithm) -> Refusal) -> Result<(), Refusal> {
        if wrong {
            Err(refusal(self.algorithm))
        } else {
            Ok(())
        }
    }

    /// Checks that these options are supported together; [`check`](Self::check) looks at the map
    /// too.
    ///
    /// # Errors
    /// Returns the first reason for a refusal.
    pub fn check_together(&self) -> Result<(), Refusal> {
        let algorithm = self.algorithm;
        if let Some(key) = self.unsupported().first() {
            return Err(Refusal::Option(algorithm, *key));
        }
        let refuse = |wrong, refusal| self.refuse(wrong, refusal);
        refuse(
            algorithm.is_any_angle() && self.movement == Movement::Four,
            Refusal::FourWay,
        )?;
        refuse(
            algorithm.jumps() && !self.diagonals_save(),
            Refusal::ExpensiveDiagonal,
        )?;
        // A cell that keeps a path other than its cheapest can put cells behind it over the limit
        // by mistake.
        refuse(
            self.parent == ParentRule::First && self.max_cost.is_some(),
            Refusal::MaxCostOfFirst,
        )?;
        refuse(
            self.closed_cells_stay() && self.max_cost.is_some(),
            Refusal::MaxCostOfClosed,
        )?;
        if matches!(algorithm, Algorithm::Bidirectional | Algorithm::Lpa) {
            let of_g = matches!(&self.heuristic, Heuristic::Formula(formula) if formula.uses_g());
            refuse(of_g, Refusal::FormulaOfG)?;
        }
        // With too high an estimate, the keys of LPA* order nothing: it could stop with parents in
        // a circle.
        let formula = matches!(self.heuristic, Heuristic::Formula(_));
        let admissible = self.heuristic.is_admissible(self.movement, self.steps);
        refuse(
            algorithm == Algorithm::Lpa && (formula || !admissible),
            Refusal::Inadmissible,
        )
    }
}
