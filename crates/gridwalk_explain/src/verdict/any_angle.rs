//! Upper bounds for the costs of any-angle paths, by which estimates of any-angle searches are judged.

use gridwalk_pathfinding::referee::MoveRules;
use gridwalk_pathfinding::slices::{repeat, sort_by_key};
use gridwalk_pathfinding::{Cell, Grid, PathQuery, SearchOptions, line_of_sight};

use super::true_costs::NEVER;

/// Parts of a cost unit, in which lines are measured.
///
/// Parts are rounded up, so that no estimate is called too high because of rounding.
const PARTS: u128 = 1024;
/// Maximum length of a line between two cells other than the goal, in cells.
///
/// The limit keeps the work linear in the cells of the map.
const LONGEST_LINE: u32 = 32;
/// Number of lines that are checked for each cell, each a piece of work.
const LINES: usize = 16;

/// Returns the cost of a path in straight lines from each cell to the goal.
///
/// The cost is at least that of the shortest any-angle path, and at most that of the cheapest path along the grid. If
/// the goal is in sight of a cell, and `is_too_high` returns `true` for the direct line, it is the cost of that line.
pub(super) async fn costs_to_goal(
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    along_grid: &[u64],
    is_too_high: impl Fn(usize, u64) -> bool,
) -> Vec<u64> {
    let PathQuery { goal, ref options, .. } = *query;
    let lines = Lines { grid, options, terrain: grid.uniform_cost().map_or(1, u128::from) };
    let end = rules.number(goal);
    let mut order: Vec<usize> = (0..along_grid.len()).filter(|&at| along_grid[at] != NEVER).collect();
    sort_by_key(&mut order, |&at| along_grid[at]).await;
    // Costs in parts, and the end of the first line of each cell's path.
    let mut costs: Vec<u128> = along_grid.iter().map(|&cost| u128::from(cost) * PARTS).collect();
    let mut turns: Vec<usize> = (0..costs.len()).collect();
    let mut visit = |at: usize| {
        if at == end {
            return;
        }
        let cell = rules.cell(at);
        let direct = lines.parts(cell, goal);
        if is_too_high(at, whole(direct)) && lines.sees(cell, goal) {
            (costs[at], turns[at]) = (costs[at].min(direct), end);
            return;
        }
        let (mut best, mut turn) = (costs[at], at);
        rules.each_from(at, |next, _| {
            for through in [turns[next], next] {
                let far = rules.cell(through);
                let (dx, dy) = cell.distance(far);
                let cost = costs[through].saturating_add(lines.parts(cell, far));
                if cost < best && dx.max(dy) <= LONGEST_LINE && lines.sees(cell, far) {
                    (best, turn) = (cost, through);
                }
            }
        });
        (costs[at], turns[at]) = (best, turn);
    };
    let mut order = order.into_iter();
    repeat(LINES, || order.next().map(&mut visit).is_some()).await;
    costs.into_iter().zip(along_grid).map(|(cost, &grid)| if grid == NEVER { NEVER } else { whole(cost) }).collect()
}

/// Converts parts to whole units, rounded up.
fn whole(parts: u128) -> u64 {
    u64::try_from(parts.div_ceil(PARTS)).unwrap_or(u64::MAX)
}

struct Lines<'a> {
    grid: &'a Grid,
    options: &'a SearchOptions,
    terrain: u128,
}

impl Lines<'_> {
    fn parts(&self, from: Cell, to: Cell) -> u128 {
        let (dx, dy) = from.distance(to);
        let squared = u128::from(dx).pow(2) + u128::from(dy).pow(2);
        let straight = u128::from(self.options.units().straight().0) * PARTS;
        ((straight.pow(2) * squared).isqrt() + 1) * self.terrain
    }

    fn sees(&self, from: Cell, to: Cell) -> bool {
        line_of_sight(self.grid, self.options.movement, from, to)
    }
}
