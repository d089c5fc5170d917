//! Checks whether an estimate is too high somewhere, or falls faster than the cost of a move.

use gridwalk_pathfinding::referee::MoveRules;
use gridwalk_pathfinding::slices::{find_map, for_each};
use gridwalk_pathfinding::{Cell, Cost, Estimator, Grid, Heuristic, PathQuery};

use super::any_angle;
use super::true_costs::{NEVER, costs_from_start};

/// A cell whose estimate exceeds the remaining cost: the heuristic is not admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The cell.
    pub cell: Cell,
    /// The estimate.
    pub h: Cost,
    /// The cost of the cheapest path from the cell; for an any-angle search, of the best known any-angle path.
    pub true_cost: Cost,
}

/// A move along which the estimate falls by more than the cost of the move: the heuristic is inconsistent.
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
/// Finds the first of each in reading order, the moves of one cell in the order of `Direction::ALL`, then portals. A
/// formula of g gets the least cost of each cell from the start, and is not checked at cells out of reach.
pub(super) async fn examine(
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    remaining: &[u64],
) -> (Option<Witness>, Option<Inconsistency>) {
    let PathQuery { start, goal, ref options } = *query;
    let start = rules.number(start);
    let of_g = matches!(&options.heuristic, Heuristic::Formula(formula) if formula.uses_g());
    let reached = if of_g { Some(costs_from_start(rules, query).await) } else { None };
    let estimator = Estimator::new(&options.heuristic, options.units(), grid, goal, options.goal_tolerance);
    let estimate = |at: usize| {
        let g = reached.as_ref().map_or(0, |reached| reached[at]);
        let judged = (rules.may_enter(at) || at == start) && g != NEVER;
        if judged { estimator.estimate(rules.cell(at), Cost(g)).0 } else { NEVER }
    };
    let mut h = Vec::with_capacity(rules.count());
    for_each(0..rules.count(), |at| h.push(estimate(at))).await;
    let any_angle = if options.algorithm.is_any_angle() {
        let is_too_high = |at: usize, line: u64| h[at] != NEVER && h[at] > line;
        Some(any_angle::costs_to_goal(rules, grid, query, remaining, is_too_high).await)
    } else {
        None
    };
    let remaining = any_angle.as_deref().unwrap_or(remaining);
    let is_judged = |at: usize| h[at] != NEVER;
    let too_high = |at: usize| {
        let witness = || Witness { cell: rules.cell(at), h: Cost(h[at]), true_cost: Cost(remaining[at]) };
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
    (find_map(0..h.len(), too_high).await, find_map(0..h.len(), falls).await)
}
