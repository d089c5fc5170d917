//! The start, the goal and the limits of a search, the units in which the jump graph counts costs,
//! and rectangles of cells.

use crate::heuristic::rim;
use crate::{Cell, Grid, Movement, PathQuery, Rect, SearchOptions, StepCosts};

/// The ends of a path: a start on which an agent can stand, and a goal, or any cell near it.
#[derive(Clone, Copy, Debug)]
pub struct PathEnds {
    pub start: Cell,
    pub goal: Cell,
    /// The maximum cost of the path, in units of the graph.
    pub most: u64,
    region: Option<Rect>,
    /// The goal tolerance in cells, and the maximum cost that it saves (`slack`), in units of the
    /// graph.
    tolerance: u32,
    slack: u32,
    /// The cells where the path may end, in the form that is tested against rectangles.
    pub target: GoalTarget,
    /// Whether there is neither a region nor a tolerance.
    pub is_plain: bool,
}

impl PathEnds {
    /// Takes the ends from a query, on a map where every walkable cell costs `terrain`.
    pub fn of(query: &PathQuery, terrain: u16) -> Self {
        let PathQuery {
            start,
            goal,
            ref options,
        } = *query;
        let (region, tolerance, units) = (
            options.region,
            options.goal_tolerance,
            Units::of(options.steps),
        );
        let limit = options
            .max_cost
            .map(|most| most.in_units(options.units()).0);
        let most = limit.map_or(u64::MAX, |limit| limit / Units::scale(terrain, options));
        let slack = rim(tolerance)
            .map(|cell| units.between(options.movement, cell, Cell::default()))
            .max()
            .unwrap_or(0);
        let (target, is_plain) = (
            GoalTarget::new(goal, tolerance),
            region.is_none() && tolerance == 0,
        );
        Self {
            start,
            goal,
            most,
            region,
            tolerance,
            slack,
            target,
            is_plain,
        }
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
        let is_rim = |cell: &Cell| {
            let (dx, dy) = cell.distance(self.goal);
            // The farthest of its neighbours.
            let farthest = Cell::new(x + dx.cast_signed() + 1, y + dy.cast_signed() + 1);
            self.tolerance == 0 || !self.is_goal(farthest)
        };
        let cells = self.goal.disc(self.tolerance);
        goals.extend(
            cells.filter(|cell| is_rim(cell) && grid.contains(*cell) && self.contains(*cell)),
        );
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
        if self.is_goal(cell) || !self.contains(cell) {
            0
        } else {
            self.left(to_goal).max(1)
        }
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

    /// Returns the size of a graph unit in units of the answer, if every walkable cell costs
    /// `terrain`.
    pub fn scale(terrain: u16, options: &SearchOptions) -> u64 {
        u64::from(terrain) * (options.units().straight().0 / options.steps.straight().0)
    }

    /// Returns the binary logarithm of the number of priorities in a bucket of the open list.
    ///
    /// A bucket holds a quarter to half of a straight step. Few jump points of one bucket are then
    /// reopened.
    pub fn bucket_shift(self) -> u32 {
        (self.straight / 2).max(1).ilog2()
    }

    /// Returns the cost of a step of a diagonal scan.
    #[inline]
    pub fn sweep(self, movement: Movement) -> u32 {
        if movement == Movement::Four {
            self.straight
        } else {
            self.diagonal
        }
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

/// A rectangle of cells: its first column and row, and its last ones, counted from a far end.
///
/// The far end is the same for all maps. So a smaller number makes a larger rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds(u64);

/// A cell and those near it, as upper bounds for the numbers of a rectangle that contains one.
#[derive(Clone, Copy, Debug)]
pub struct GoalTarget(u64);

/// The highest bits of four numbers, 0 in all of them, so that one subtraction handles all four.
const HIGHEST: u64 = 0x8000_8000_8000_8000;

/// The greatest number.
const MOST: i32 = 0x7FFF;

const _: () = assert!(
    Grid::MAX_SIDE < MOST.cast_unsigned(),
    "cells of maps have room"
);

impl Bounds {
    /// Returns all cells between two corners, which do not count and can lie outside the map.
    pub fn between(first: Cell, last: Cell) -> Self {
        Self(join([
            first.x + 1,
            first.y + 1,
            MOST + 1 - last.x,
            MOST + 1 - last.y,
        ]))
    }

    /// Returns the two corners, which do not count.
    pub fn corners(self) -> [Cell; 2] {
        let [left, top, right, bottom] = split(self.0);
        [
            Cell::new(left - 1, top - 1),
            Cell::new(MOST + 1 - right, MOST + 1 - bottom),
        ]
    }

    /// Returns the smallest rectangle that contains both.
    pub fn around(self, other: Self) -> Self {
        let (one, other) = (split(self.0), split(other.0));
        Self(join([0, 1, 2, 3].map(|side| one[side].min(other[side]))))
    }

    pub const fn from_word(word: u64) -> Self {
        Self(word)
    }

    pub const fn word(self) -> u64 {
        self.0
    }

    /// Returns `true` if a cell of the target may lie in the rectangle.
    #[inline]
    pub const fn may_hold(self, target: GoalTarget) -> bool {
        ((target.0 | HIGHEST) - self.0) & HIGHEST == HIGHEST
    }
}

impl GoalTarget {
    /// Creates the target of a cell and all cells within `reach` columns and rows of it.
    pub fn new(cell: Cell, reach: u32) -> Self {
        let reach = i32::try_from(reach).unwrap_or(MOST).min(MOST);
        let numbers = [
            cell.x + reach,
            cell.y + reach,
            MOST - (cell.x - reach),
            MOST - (cell.y - reach),
        ];
        Self(join(numbers))
    }
}

/// Packs four numbers; a side farther out than any map counts as just outside.
fn join(numbers: [i32; 4]) -> u64 {
    let bits = |number: i32| u64::from(number.clamp(0, MOST).cast_unsigned());
    numbers
        .into_iter()
        .rev()
        .fold(0, |word, number| word << 16 | bits(number))
}

fn split(word: u64) -> [i32; 4] {
    [0, 16, 32, 48].map(|shift| i32::try_from(word >> shift & 0x7FFF).expect("15 bits"))
}

#[cfg(test)]
mod tests {
    use super::{Bounds, GoalTarget};
    use crate::{Cell, Grid};

    #[test]
    fn a_rectangle_may_hold_a_target_that_it_touches_and_no_other() {
        let mut random = 1_u32;
        let mut below = |n: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((random >> 8) % n).cast_signed()
        };
        let mut held = 0;
        for round in 0..100_000 {
            let side = [12, Grid::MAX_SIDE][round % 2];
            let mut cell = || Cell::new(below(side), below(side));
            let [one, other, goal] = [cell(), cell(), cell()];
            let reach = below([1, 4, side, u32::MAX][round / 2 % 4]).cast_unsigned();
            let (first, last) = (
                Cell::new(one.x.min(other.x) - 1, one.y.min(other.y) - 1),
                Cell::new(one.x.max(other.x) + 1, one.y.max(other.y) + 1),
            );
            let bounds = Bounds::between(first, last);
            assert_eq!(bounds.corners(), [first, last]);
            let touches = |least: i32, most: i32, at: i32| {
                let reach = i64::from(reach);
                i64::from(at) + reach > least.into() && i64::from(at) - reach < most.into()
            };
            let touches = touches(first.x, last.x, goal.x) && touches(first.y, last.y, goal.y);
            assert_eq!(
                bounds.may_hold(GoalTarget::new(goal, reach)),
                touches,
                "{bounds:?} {goal} {reach}"
            );
            held += u32::from(touches);
        }
        assert!(held > 20_000, "{held}");
    }
}
