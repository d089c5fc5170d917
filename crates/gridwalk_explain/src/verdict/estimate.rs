//! Checks whether an estimate is too high somewhere, or falls faster than the cost of a move.
//!
//! Estimates of any-angle searches are judged by upper bounds for the costs of any-angle paths.

use gridwalk_pathfinding::referee::MoveRules;
use gridwalk_pathfinding::slices::{find_map, for_each, repeat, sort_by_key};
use gridwalk_pathfinding::{
    Cell, Cost, Estimator, Grid, Heuristic, PathQuery, SearchOptions, line_of_sight,
};

use super::true_costs::{NEVER, costs_from_start};

/// A cell whose estimate exceeds the remaining cost: the heuristic is not admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The cell.
    pub cell: Cell,
    /// The estimate.
    pub h: Cost,
    /// The cost of the cheapest path from the cell; for an any-angle search, of the best known
    /// any-angle path.
    pub true_cost: Cost,
}

/// A move along which the estimate falls by more than the cost of the move: the heuristic is
/// inconsistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// The first cell of the move.
    pub cell: Cell,
    /// The second cell of the move.
    pub next: Cell,
    /// The estimate at the first cell.
    pub h: Cost,
    /// The cost of the move.
    pub cost: Cost,
    /// The estimate at the second cell.
    pub h_next: Cost,
}

/// Checks the estimate of each cell that the search may use, and each move between two such cells.
///
/// Finds the first of each in reading order, the moves of one cell in the order of
/// `Direction::ALL`, then portals. A formula of g gets the least cost of each cell from the start,
/// and is not checked at cells out of reach.
pub(super) async fn examine(
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    remaining: &[u64],
) -> (Option<Witness>, Option<Inconsistency>) {
    let PathQuery {
        start,
        goal,
        ref options,
    } = *query;
    let start = rules.number(start);
    let of_g = matches!(&options.heuristic, Heuristic::Formula(formula) if formula.uses_g());
    let reached = if of_g {
        Some(costs_from_start(rules, query).await)
    } else {
        None
    };
    let estimator = Estimator::new(
        &options.heuristic,
        options.units(),
        grid,
        goal,
        options.goal_tolerance,
    );
    let estimate = |at: usize| {
        let g = reached.as_ref().map_or(0, |reached| reached[at]);
        let judged = (rules.may_enter(at) || at == start) && g != NEVER;
        if judged {
            estimator.estimate(rules.cell(at), Cost(g)).0
        } else {
            NEVER
        }
    };
    let mut h = Vec::with_capacity(rules.count());
    for_each(0..rules.count(), |at| h.push(estimate(at))).await;
    let any_angle = if options.algorithm.is_any_angle() {
        let is_too_high = |at: usize, line: u64| h[at] != NEVER && h[at] > line;
        Some(any_angle_costs_to_goal(rules, grid, query, remaining, is_too_high).await)
    } else {
        None
    };
    let remaining = any_angle.as_deref().unwrap_or(remaining);
    let is_judged = |at: usize| h[at] != NEVER;
    let too_high = |at: usize| {
        let witness = || Witness {
            cell: rules.cell(at),
            h: Cost(h[at]),
            true_cost: Cost(remaining[at]),
        };
        (is_judged(at) && h[at] > remaining[at]).then(witness)
    };
    let falls = |at: usize| {
        let mut first = None;
        if !is_judged(at) {
            return first;
        }
        rules.each_from(at, |to, cost| {
            // Cells that are not judged have the highest possible estimate.
            if first.is_none() && h[at] > cost.saturating_add(h[to]) {
                first = Some(Inconsistency {
                    cell: rules.cell(at),
                    next: rules.cell(to),
                    h: Cost(h[at]),
                    cost: Cost(cost),
                    h_next: Cost(h[to]),
                });
            }
        });
        first
    };
    (
        find_map(0..h.len(), too_high).await,
        find_map(0..h.len(), falls).await,
    )
}

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
/// The cost is at least that of the shortest any-angle path, and at most that of the cheapest path
/// along the grid. If the goal is in sight of a cell, and `is_too_high` returns `true` for the
/// direct line, it is the cost of that line.
async fn any_angle_costs_to_goal(
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    along_grid: &[u64],
    is_too_high: impl Fn(usize, u64) -> bool,
) -> Vec<u64> {
    let PathQuery {
        goal, ref options, ..
    } = *query;
    let lines = Lines {
        grid,
        options,
        terrain: grid.uniform_cost().map_or(1, u128::from),
    };
    let end = rules.number(goal);
    let mut order: Vec<usize> = (0..along_grid.len())
        .filter(|&at| along_grid[at] != NEVER)
        .collect();
    sort_by_key(&mut order, |&at| along_grid[at]).await;
    // Costs in parts, and the end of the first line of each cell's path.
    let mut costs: Vec<u128> = along_grid
        .iter()
        .map(|&cost| u128::from(cost) * PARTS)
        .collect();
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
    costs
        .into_iter()
        .zip(along_grid)
        .map(|(cost, &grid)| if grid == NEVER { NEVER } else { whole(cost) })
        .collect()
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
