//! The start, the goal and the limits of a search, and the units in which the jump graph counts costs.

use super::bounds::Target;
use crate::heuristic::rim;
use crate::{Cell, Grid, Movement, PathQuery, Rect, SearchOptions, StepCosts};

/// The ends of a path: a start on which an agent can stand, and a goal, or any cell near it.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub start: Cell,
    pub goal: Cell,
    /// The maximum cost of the path, in units of the graph.
    pub most: u64,
    region: Option<Rect>,
    /// The goal tolerance in cells, and the maximum cost that it saves (`slack`), in units of the graph.
    tolerance: u32,
    slack: u32,
    /// The cells where the path may end, in the form that is tested against rectangles.
    pub target: Target,
    /// Whether there is neither a region nor a tolerance.
    pub is_plain: bool,
}

impl Ends {
    /// Takes the ends from a query, on a map where every walkable cell costs `terrain`.
    pub fn of(query: &PathQuery, terrain: u16) -> Self {
        let PathQuery { start, goal, ref options } = *query;
        let (region, tolerance, units) = (options.region, options.goal_tolerance, Units::of(options.steps));
        let limit = options.max_cost.map(|most| most.in_units(options.units()).0);
        let most = limit.map_or(u64::MAX, |limit| limit / Units::scale(terrain, options));
        let slack =
            rim(tolerance).map(|cell| units.between(options.movement, cell, Cell::default())).max().unwrap_or(0);
        let (target, is_plain) = (Target::new(goal, tolerance), region.is_none() && tolerance == 0);
        Self { start, goal, most, region, tolerance, slack, target, is_plain }
    }

    /// Returns `true` if a path may end on the cell.
    pub fn is_goal(&self, cell: Cell) -> bool {
        cell.squared_distance(self.goal) <= u64::from(self.tolerance).pow(2)
    }

    /// Returns `true` if a path may lead over the cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.region.is_none_or(|region| region.contains(cell))
    }

    /// Lists the cells of the map on which a path from outside the goal tolerance can end.
    pub fn list_goals(&self, grid: &Grid, goals: &mut Vec<Cell>) {
        goals.clear();
        let Cell { x, y } = self.goal;
        let side = |dy: i32| (i64::from(self.tolerance).pow(2) - i64::from(dy).pow(2)).isqrt();
        let reach = self.tolerance.cast_signed();
        for dy in -reach..=reach {
            let side = i32::try_from(side(dy)).expect("no farther than the tolerance");
            let cells = (x - side..=x + side).map(|x| Cell::new(x, y + dy));
            let is_rim = |cell: &Cell| {
                let (dx, dy) = cell.distance(self.goal);
                // The farthest of its neighbours.
                let farthest = Cell::new(x + dx.cast_signed() + 1, y + dy.cast_signed() + 1);
                self.tolerance == 0 || !self.is_goal(farthest)
            };
            goals.extend(cells.filter(|cell| is_rim(cell) && grid.contains(*cell) && self.contains(*cell)));
        }
    }

    /// Returns the estimate of the remaining cost, for a cost of `to_goal` to the goal itself.
    pub const fn left(&self, to_goal: u32) -> u32 {
        to_goal.saturating_sub(self.slack)
    }

    /// Returns the estimate under limits: 0 where a path ends, and where none may lead.
    ///
    /// Paths to goals are recorded separately; a cell where no path may lead is never reached.
    #[cold]
    pub fn within_limits(&self, cell: Cell, to_goal: u32) -> u32 {
        if self.is_goal(cell) || !self.contains(cell) { 0 } else { self.left(to_goal).max(1) }
    }
}

/// The costs of steps, in units in which every walkable cell costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    pub straight: u32,
    pub diagonal: u32,
}

impl Units {
    pub fn of(steps: StepCosts) -> Self {
        let [straight, diagonal, _] = steps.parts();
        Self { straight, diagonal }
    }

    /// Returns the size of a graph unit in units of the answer, if every walkable cell costs `terrain`.
    pub fn scale(terrain: u16, options: &SearchOptions) -> u64 {
        u64::from(terrain) * (options.units().straight().0 / options.steps.straight().0)
    }

    /// Returns the binary logarithm of the number of priorities in a bucket of the open list.
    ///
    /// A bucket holds a quarter to half of a straight step. Few jump points of one bucket are then reopened.
    pub fn bucket_shift(self) -> u32 {
        (self.straight / 2).max(1).ilog2()
    }

    /// Returns the cost of a step of a diagonal scan.
    #[inline]
    pub fn sweep(self, movement: Movement) -> u32 {
        if movement == Movement::Four { self.straight } else { self.diagonal }
    }

    /// Returns the cost of a path between two cells without walls.
    #[inline]
    pub fn between(self, movement: Movement, from: Cell, to: Cell) -> u32 {
        let (columns, rows) = from.distance(to);
        if movement == Movement::Four {
            return self.straight * (columns + rows);
        }
        let (less, more) = (columns.min(rows), columns.max(rows));
        self.diagonal * less + self.straight * (more - less)
    }
}

// The steps between any two cells of a map are counted in 32 bits.
const _: () = assert!(2 * StepCosts::MAX_STEP <= u32::MAX / (2 * Grid::MAX_SIDE));
