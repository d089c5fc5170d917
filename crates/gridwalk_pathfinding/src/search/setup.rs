//! The input of every engine: the checked query, its moves and its estimates.
//!
//! The map itself is passed at each call.

use super::moves::Moves;
use crate::{Cell, CellIndex, Cost, Estimator, Grid, GridSize, Path, PathQuery, Side};

#[derive(Debug)]
pub(super) struct Setup {
    pub query: PathQuery,
    /// The size of the map.
    pub size: GridSize,
    pub moves: Moves,
    pub estimator: Estimator,
    pub start: CellIndex,
    pub goal: CellIndex,
    /// The cost limit, beyond which no cell is opened.
    pub max_cost: Cost,
    /// Whether the search continues until no open cell is left, even past the goal.
    pub exhaustive: bool,
}

impl Setup {
    /// Prepares a query that is known to be valid on the map.
    pub fn new(grid: &Grid, query: PathQuery) -> Self {
        let index = |cell| grid.index(cell).expect("a valid query's ends are inside");
        let PathQuery { start, goal, ref options } = query;
        Self {
            size: grid.size(),
            moves: Moves::new(options, grid),
            estimator: Estimator::new(&options.heuristic, options.units(), grid, goal, options.goal_tolerance),
            start: index(start),
            goal: index(goal),
            max_cost: options.max_cost.map_or(Cost::MAX, |most| most.in_units(options.units())),
            exhaustive: false,
            query,
        }
    }

    /// Returns the cell at which the search from this side begins.
    pub const fn end(&self, side: Side) -> (CellIndex, Cell) {
        match side {
            Side::Forward => (self.start, self.query.start),
            Side::Backward => (self.goal, self.query.goal),
        }
    }

    /// Returns `true` if the search ends when it expands this cell.
    #[inline]
    pub fn is_goal(&self, index: CellIndex, cell: Cell) -> bool {
        !self.exhaustive && (index == self.goal || (self.query.options.goal_tolerance > 0 && self.is_near(cell)))
    }

    fn is_near(&self, cell: Cell) -> bool {
        let (dx, dy) = cell.distance(self.query.goal);
        u64::from(dx).pow(2) + u64::from(dy).pow(2) <= u64::from(self.query.options.goal_tolerance).pow(2)
    }

    /// Returns the path along these cells, each one move from the last.
    ///
    /// The cost is the sum along this path: reopening can make a parent cheaper after its child was recorded.
    pub fn path(&self, grid: &Grid, cells: Vec<Cell>) -> Path {
        let step = |pair: &[Cell]| self.moves.cost_between(grid, pair[0], pair[1]).expect("each cell is one move on");
        let cost = cells.windows(2).map(step).sum();
        self.checked(grid, Path::new(cells, cost))
    }

    /// Returns the path, which is validated in debug builds.
    pub fn checked(&self, grid: &Grid, path: Path) -> Path {
        debug_assert_eq!(path.validate(grid, &self.query.options), Ok(()));
        path
    }
}
