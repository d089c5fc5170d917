//! From where to where, and within which limits.

use super::bounds::Target;
use super::units::Units;
use crate::estimator::rim;
use crate::{Cell, Grid, PathQuery, Rect};

/// The ends of a path: a start that can be stood on, and a goal, or any cell near it.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub start: Cell,
    pub goal: Cell,
    /// The most that the path may cost, in units of the graph.
    pub most: u64,
    region: Option<Rect>,
    /// How far from the goal the path may end, in cells, and in units of the graph at most.
    tolerance: u32,
    slack: u32,
    /// Where the path ends, as rectangles are asked for it.
    pub target: Target,
    /// Whether there is neither a region nor a tolerance.
    pub is_plain: bool,
}

impl Ends {
    /// Where all walkable terrain costs so much.
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

    /// Whether a path may end there.
    pub fn is_goal(&self, cell: Cell) -> bool {
        let (dx, dy) = cell.distance(self.goal);
        u64::from(dx).pow(2) + u64::from(dy).pow(2) <= u64::from(self.tolerance).pow(2)
    }

    /// Whether a path may lead there.
    pub fn contains(&self, cell: Cell) -> bool {
        self.region.is_none_or(|region| region.contains(cell))
    }

    /// Lists the cells of the map on which a path from outside can come to its end.
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
                // The farthest of the cells around it.
                let farthest = Cell::new(x + dx.cast_signed() + 1, y + dy.cast_signed() + 1);
                self.tolerance == 0 || !self.is_goal(farthest)
            };
            goals.extend(cells.filter(|cell| is_rim(cell) && grid.contains(*cell) && self.contains(*cell)));
        }
    }

    /// What is left at least, where it is so much to the goal itself.
    pub const fn left(&self, to_goal: u32) -> u32 {
        to_goal.saturating_sub(self.slack)
    }

    /// The same for a cell where there are limits: 0 where a path ends, and where none may lead. Such cells are reached in
    /// ways of their own, or not at all.
    #[cold]
    pub fn within_limits(&self, cell: Cell, to_goal: u32) -> u32 {
        if self.is_goal(cell) || !self.contains(cell) { 0 } else { self.left(to_goal).max(1) }
    }
}
