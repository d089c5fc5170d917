//! What is left to the goal at least, as canonical A* counts it.

use crate::estimator::{Entrances, rim};
use crate::{Cell, Cost, Direction, Grid, Movement, PathQuery, SearchOptions};

/// The least and the highest cost of the terrain that is on the map.
fn terrain_costs(grid: &Grid) -> [u16; 2] {
    let costs = grid.used_terrains().filter_map(|terrain| grid.legend()[usize::from(terrain.0)].cost);
    costs.fold([u16::MAX, 1], |[least, most], cost| [least.min(cost), most.max(cost)])
}

/// What is left to the goal at least: as if the cheapest terrain were everywhere.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Estimate {
    pub goal: Cell,
    /// What a step along the longer axis costs.
    long: u64,
    /// What a step along the shorter axis adds to it.
    short: u64,
    /// What a step through a portal costs for each straight step on plain terrain.
    pub straight: u64,
    /// How much nearer than the goal itself a cell within the goal tolerance can be.
    slack: u64,
    width: u64,
    reciprocal: u64,
    /// A bucket of the open list holds 2 to this power different priorities.
    pub shift: u32,
}

/// Enough bits for the number of any row, of which each map has at most 2¹³, without a rounding error.
const RECIPROCAL_BITS: u32 = 40;

impl Estimate {
    pub fn new(grid: &Grid, query: &PathQuery) -> Self {
        let units = query.options.units();
        let [least, _] = terrain_costs(grid);
        let (straight, diagonal) = (units.straight().0, units.diagonal().0);
        let short = if query.options.movement == Movement::Four { straight } else { diagonal - straight };
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
        let from_rim = rim(query.options.goal_tolerance).map(|cell| estimate.between(cell, Cell::default()).0);
        estimate.slack = from_rim.max().unwrap_or(0);
        estimate
    }

    /// Fine enough that few cells are expanded too early, coarse enough that steps seldom lead beyond all buckets.
    pub fn shift(grid: &Grid, options: &SearchOptions) -> u32 {
        let (units, [least, most]) = (options.units(), terrain_costs(grid).map(u64::from));
        let (fine, coarse) = (units.straight().0 * least / 16, units.diagonal().0 * most / 256);
        fine.max(coarse).max(1).ilog2()
    }

    /// Column and row of a cell, without a division.
    #[inline]
    pub fn position(&self, index: u32) -> [i32; 2] {
        let row = (u64::from(index) * self.reciprocal) >> RECIPROCAL_BITS;
        let column = u64::from(index) - row * self.width;
        #[expect(clippy::cast_possible_truncation, reason = "a map has some thousand columns and rows")]
        [(column as u32).cast_signed(), (row as u32).cast_signed()]
    }

    /// Between two cells, portals not regarded.
    #[inline]
    pub fn between(&self, from: Cell, to: Cell) -> Cost {
        let (dx, dy) = from.distance(to);
        Cost(self.long * u64::from(dx.max(dy)) + self.short * u64::from(dx.min(dy)))
    }

    /// For the neighbour in this direction, where there are no portals and one goal.
    #[inline]
    pub fn of_next(&self, [x, y]: [i32; 2], direction: usize) -> u64 {
        let (dx, dy) = OFFSETS[direction];
        self.between(Cell::new(x + dx, y + dy), self.goal).0
    }

    /// For any cell, on a map with these portals.
    #[inline]
    pub fn of(&self, cell: Cell, entrances: &Entrances) -> u64 {
        entrances.least(cell, self.goal, |from, to| self.between(from, to)).0.saturating_sub(self.slack)
    }
}

/// Columns and rows by [`Direction`].
const OFFSETS: [(i32, i32); 8] = {
    let mut offsets = [(0, 0); 8];
    let mut at = 0;
    while at < 8 {
        offsets[at] = Direction::ALL[at].offset();
        at += 1;
    }
    offsets
};
