//! The admissible heuristic of canonical A*.

use crate::heuristic::{Entrances, rim};
use crate::{Cell, Cost, Direction, Grid, Movement, PathQuery, SearchOptions};

/// Returns the least and the highest cost of the terrains on the map.
fn terrain_costs(grid: &Grid) -> [u16; 2] {
    let costs = grid
        .used_terrains()
        .filter_map(|terrain| grid.legend()[usize::from(terrain.0)].cost);
    costs.fold([u16::MAX, 1], |[least, most], cost| {
        [least.min(cost), most.max(cost)]
    })
}

/// A lower bound of the remaining cost: the cost if the cheapest terrain were everywhere.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Estimate {
    pub goal: Cell,
    /// The cost of a step along the longer axis.
    long: u64,
    /// The cost that a step along the shorter axis adds.
    short: u64,
    /// The cost of a straight step on terrain of cost 1, in which portals count their cost.
    pub straight: u64,
    /// The maximum cost by which a cell within the goal tolerance is nearer than the goal.
    slack: u64,
    width: u64,
    reciprocal: u64,
    /// Binary logarithm of the number of priorities in a bucket of the open list.
    pub shift: u32,
}

/// Number of fraction bits of `reciprocal`.
///
/// They are enough to find any row, of which a map has at most 2¹³, without a rounding error.
const RECIPROCAL_BITS: u32 = 40;

impl Estimate {
    pub fn new(grid: &Grid, query: &PathQuery) -> Self {
        let units = query.options.units();
        let [least, _] = terrain_costs(grid);
        let (straight, diagonal) = (units.straight().0, units.diagonal().0);
        let short = if query.options.movement == Movement::Four {
            straight
        } else {
            diagonal - straight
        };
        let width = u64::from(grid.width());
        let mut estimate = Self {
            goal: query.goal,
            long: straight * u64::from(least),
            short: short * u64::from(least),
            straight,
            slack: 0,
            width,
            reciprocal: (1 << RECIPROCAL_BITS) / width + 1,
            shift: Self::shift(grid, &query.options),
        };
        let from_rim =
            rim(query.options.goal_tolerance).map(|cell| estimate.between(cell, Cell::default()).0);
        estimate.slack = from_rim.max().unwrap_or(0);
        estimate
    }

    /// Returns the bucket shift for a map.
    ///
    /// Buckets are fine enough that few cells are expanded too early, and coarse enough that steps
    /// seldom lead beyond all slots.
    pub fn shift(grid: &Grid, options: &SearchOptions) -> u32 {
        let (units, [least, most]) = (options.units(), terrain_costs(grid).map(u64::from));
        let (fine, coarse) = (
            units.straight().0 * least / 16,
            units.diagonal().0 * most / 256,
        );
        fine.max(coarse).max(1).ilog2()
    }

    /// Returns the column and row of a cell, without a division.
    #[inline]
    pub fn position(&self, index: u32) -> [i32; 2] {
        let row = (u64::from(index) * self.reciprocal) >> RECIPROCAL_BITS;
        let column = u64::from(index) - row * self.width;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a map has some thousand columns and rows"
        )]
        [(column as u32).cast_signed(), (row as u32).cast_signed()]
    }

    /// Returns a lower bound of the cost between two cells, portals ignored.
    #[inline]
    pub fn between(&self, from: Cell, to: Cell) -> Cost {
        let (dx, dy) = from.distance(to);
        Cost(self.long * u64::from(dx.max(dy)) + self.short * u64::from(dx.min(dy)))
    }

    /// Returns the estimate of the neighbour in this direction, without portals, for a single goal.
    #[inline]
    pub fn of_next(&self, position: [i32; 2], direction: usize) -> u64 {
        self.between(neighbor(position, direction), self.goal).0
    }

    /// Returns the estimate of any cell, on a map with these portals.
    #[inline]
    pub fn of(&self, cell: Cell, entrances: &Entrances) -> u64 {
        entrances
            .least(cell, self.goal, |from, to| self.between(from, to))
            .0
            .saturating_sub(self.slack)
    }
}

/// Column and row offsets by [`Direction`].
const OFFSETS: [(i32, i32); 8] = {
    let mut offsets = [(0, 0); 8];
    let mut at = 0;
    while at < 8 {
        offsets[at] = Direction::ALL[at].offset();
        at += 1;
    }
    offsets
};

/// Returns the neighbour in this direction.
#[inline]
pub(super) fn neighbor([x, y]: [i32; 2], direction: usize) -> Cell {
    let (dx, dy) = OFFSETS[direction];
    Cell::new(x + dx, y + dy)
}
