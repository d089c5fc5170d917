//! Is the estimate ever too high, and does it ever fall faster than a move costs?

use gridwalk_pathfinding::referee::MoveRules;
use gridwalk_pathfinding::slices::{find_map, for_each};
use gridwalk_pathfinding::{Cell, Cost, Estimator, Grid, Heuristic, PathQuery};

use super::any_angle;
use super::true_costs::{NEVER, costs_from_start};

/// A cell where the estimate is higher than what the rest of the path costs: the heuristic is not admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Where.
    pub cell: Cell,
    /// What the estimate says.
    pub h: Cost,
    /// What the cheapest path from there costs; for an any-angle search, the best known path at any angle.
    pub true_cost: Cost,
}

/// A move along which the estimate falls by more than the move costs: the heuristic is not consistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// Where the move begins.
    pub cell: Cell,
    /// Where it leads.
    pub next: Cell,
    /// The estimate at its beginning.
    pub h: Cost,
    /// What the move costs.
    pub cost: Cost,
    /// The estimate at its end.
    pub h_next: Cost,
}

/// Looks at each cell on which the search may stand, and at each move between two of them. The first of each is found,
/// in reading order; moves of one cell in the order of `Direction::ALL`, then portals. A formula that asks for g is
/// asked at the least cost of each cell from the start, and not where the start cannot reach.
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
            // What is not judged has the highest estimate of all.
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
