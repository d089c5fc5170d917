//! What every engine begins with: the checked question, its moves and its estimates.

use super::moves::Moves;
use super::{NoPathReason, SearchOptions};
use crate::pathfinding::{Cell, CellIndex, Cost, Estimator, Grid, Path, SearchProblem};

pub(super) struct Setup<'a> {
    pub options: &'a SearchOptions,
    pub grid: &'a Grid,
    pub moves: Moves<'a>,
    pub estimator: Estimator<'a>,
    pub start: CellIndex,
    pub start_cell: Cell,
    pub goal: CellIndex,
    pub goal_cell: Cell,
    /// Cells beyond are not opened.
    pub max_cost: Cost,
}

impl<'a> Setup<'a> {
    /// The options are known to make sense on the problem's map.
    pub fn new(options: &'a SearchOptions, problem: &SearchProblem<'a>) -> Self {
        let grid = problem.grid();
        let index = |cell| grid.index(cell).expect("a problem's cells are inside");
        let (start_cell, goal_cell) = (problem.start(), problem.goal());
        Self {
            options,
            grid,
            moves: Moves::new(options, grid),
            estimator: Estimator::new(&options.heuristic, options.units(), grid, goal_cell, options.range),
            start: index(start_cell),
            start_cell,
            goal: index(goal_cell),
            goal_cell,
            max_cost: options.max_cost.map_or(Cost::MAX, |most| options.units().from_f64(most.get())),
        }
    }

    /// Whether the search is done once it expands this cell.
    #[inline]
    pub fn is_goal(&self, index: CellIndex, cell: Cell) -> bool {
        index == self.goal || (self.options.range > 0 && self.is_near(cell))
    }

    fn is_near(&self, cell: Cell) -> bool {
        let (dx, dy) = cell.distance(self.goal_cell);
        u64::from(dx).pow(2) + u64::from(dy).pow(2) <= u64::from(self.options.range).pow(2)
    }

    /// Why nothing was found; `cut` tells whether the cost limit kept cells out.
    pub fn no_path(&self, cut: bool) -> NoPathReason {
        if cut {
            NoPathReason::TooDear
        } else if self.options.region.is_some() {
            NoPathReason::NotInRegion
        } else {
            NoPathReason::Unreachable
        }
    }

    /// The way along these cells, each one move from the last. The sum is taken along the way that is
    /// really walked: reopening can make a parent cheaper after its child was written.
    pub fn path(&self, cells: Vec<Cell>) -> Path {
        let step = |pair: &[Cell]| self.moves.cost_between(pair[0], pair[1]).expect("each cell is one move on");
        let cost = cells.windows(2).map(step).sum();
        self.checked(Path::new(cells, cost))
    }

    /// The way, judged in debug builds.
    pub fn checked(&self, path: Path) -> Path {
        debug_assert_eq!(path.validate(self.grid, self.options), Ok(()));
        path
    }
}
