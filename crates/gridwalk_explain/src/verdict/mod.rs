//! The referee: judges the correctness and the quality of an answer, and the estimate of its
//! search.
//!
//! It shares no code with the searches that it judges, except the estimate, which is judged itself,
//! and the line of sight. Its movement rules and its Dijkstra's search are written a second time.

mod sentence;
mod true_costs;

use gridwalk_pathfinding::referee::{MoveRules, ends};
use gridwalk_pathfinding::slices::{at_once, pause};
use gridwalk_pathfinding::{
    Cell, Cost, Grid, Guarantee, Heuristic, NoPathReason, Outcome, Path, PathFault, PathQuery,
    PopKey, Refusal, SearchOptions, StepCosts, Weight,
};

pub use true_costs::{Inconsistency, TrueCosts, Witness};
use true_costs::{Metric, NEVER, cheapest, costs_to_goal, examine};

/// The quality of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The path is a cheapest one.
    Optimal,
    /// The path is not the cheapest one.
    Above,
    /// An any-angle path, which can be cheaper than all paths along the grid, with which it is
    /// compared.
    AnyAngle,
    /// There is no path, and the answer says so.
    NoPath(NoPathReason),
    /// There is a path, and an algorithm without guarantee of optimality missed it under its cost
    /// limit.
    Missed,
    /// The search ended early.
    OutOfBudget,
    /// Nothing was searched, so nothing is judged.
    Refused(Refusal),
}

/// The colour of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// Nothing better exists: optimal, any-angle, or rightly no path.
    Green,
    /// An answer with a reservation: above the optimum, missed, out of budget, or refused.
    Amber,
    /// The answer is wrong.
    Red,
}

/// The bound of a weighted search: its weight times the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The weight, greater than 1.
    pub weight: Weight,
    /// Whether the path costs at most `weight` times the cheapest one.
    pub kept: bool,
}

/// The judgement of the referee on one search.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The quality of the answer.
    pub ruling: Ruling,
    /// The cheapest path's cost, whatever the cost limit; `None` if there is no path, or nothing
    /// was searched.
    pub optimal_cost: Option<Cost>,
    /// The cost of the path that was found.
    pub cost: Option<Cost>,
    /// The cost divided by the optimal cost; 1 if both are 0.
    pub ratio: Option<f64>,
    /// The guarantee of the search under these options.
    pub guarantee: Guarantee,
    /// The bound of weighted A* with a weight above 1, if it found a path.
    pub bound: Option<Bound>,
    /// Whether the algorithm uses an estimate. An unused estimate is not judged and counts as
    /// right.
    pub uses_heuristic: bool,
    /// Whether the estimate is nowhere too high, without its weight.
    pub admissible: bool,
    /// Whether the estimate falls along no move by more than the cost of the move.
    pub consistent: bool,
    /// The first cell in reading order where the estimate is too high.
    pub witness: Option<Witness>,
    /// The first move along which the estimate falls too fast, in reading order of the moves' first
    /// cells.
    pub inconsistency: Option<Inconsistency>,
    /// The first cell in reading order where a formula gives less than 0, which counts as 0.
    pub below_zero: Option<Cell>,
    /// The fault of a wrong answer.
    pub fault: Option<Fault>,
    units: StepCosts,
    /// The cost limit of the search.
    limit: Option<Cost>,
}

/// The fault of a wrong answer: an error of the program, or an answer to another query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The path is not valid.
    Path(PathFault),
    /// The path leads from the first cell to the second, which are not the ends of the query.
    Ends(Cell, Cell),
    /// The path leaves the region of the search, at this cell.
    Region(Cell),
    /// The first cost, that of the path, exceeds the second, the limit.
    Limit(Cost, Cost),
    /// The path costs less than the cheapest one of the referee, or the referee finds none.
    Impossible(Cost, Option<Cost>),
    /// No path was found, but there is one of this cost.
    Missed(Cost),
    /// A cheapest path was guaranteed, and the first cost exceeds the second, the optimum.
    NotOptimal(Cost, Cost),
    /// A bound was guaranteed, and the first cost exceeds the weight times the second, the optimum.
    NotBounded(Cost, Cost, Weight),
    /// The fewest steps were guaranteed, and the first number exceeds the second, the minimum.
    NotFewest(u64, u64),
    /// The heuristic counts as admissible, but is too high at this cell.
    Heuristic(Cell),
}

/// Maximum size in cells of a map that is judged whole, even if the estimate is known to be right.
const MAX_JUDGED_WHOLE: usize = 1 << 20;

/// Judges the answer of a search to a query on this map.
///
/// If an agent cannot stand on both ends of the path, perhaps because of an edit, nothing can be
/// judged: the ruling is [`Ruling::Refused`].
///
/// The estimate is judged as the search uses it: to the goal, with portals and goal tolerance,
/// without weight. A formula of g gets the least cost of each cell from the start. For a
/// bidirectional search the estimate of the start's side is judged. The estimate of an any-angle
/// search is compared with the best any-angle paths that the referee knows, so that a higher
/// estimate is certainly too high.
///
/// # Complexity
/// O(cells) memory; O(cells) time if the most expensive move costs a bounded number of times the
/// cheapest. Less for algorithms without a heuristic. On maps of more than 2²⁰ cells the time is
/// about that of A*, unless the estimate must be examined everywhere. Zero, Chebyshev and octile
/// need no examination on any map, as long as they fit movement and step costs.
///
/// # Examples
/// ```
/// use gridwalk_explain::Language;
/// use gridwalk_explain::verdict::{Ruling, judge};
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, NodePool, PathQuery, solve};
/// let grid = Grid::from_rows(&["...", ".#.", "..."]);
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 2), Algorithm::AStar);
/// let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
/// let verdict = judge(&grid, &query, &outcome);
/// assert_eq!((verdict.ruling, verdict.fault), (Ruling::Optimal, None));
/// assert_eq!(verdict.sentence(Language::English), "Optimal: 4 is the cheapest path.");
/// ```
#[must_use]
pub fn judge(grid: &Grid, query: &PathQuery, outcome: &Outcome) -> Verdict {
    at_once(judge_in_slices(grid, query, outcome))
}

/// Judges the answer in [slices](gridwalk_pathfinding::slices), as [`judge`] does.
pub async fn judge_in_slices(grid: &Grid, query: &PathQuery, outcome: &Outcome) -> Verdict {
    judge_whole_up_to(MAX_JUDGED_WHOLE, grid, query, outcome).await
}

async fn judge_whole_up_to(
    most_cells: usize,
    grid: &Grid,
    query: &PathQuery,
    outcome: &Outcome,
) -> Verdict {
    let PathQuery {
        start, ref options, ..
    } = *query;
    let uses_heuristic = options.algorithm.uses_heuristic();
    let mut verdict = Verdict {
        ruling: Ruling::OutOfBudget,
        optimal_cost: None,
        cost: outcome.cost(),
        ratio: None,
        guarantee: options.guarantee(),
        bound: None,
        uses_heuristic,
        admissible: true,
        consistent: true,
        witness: None,
        inconsistency: None,
        below_zero: None,
        fault: None,
        units: options.units(),
        limit: options.max_cost.map(|_| limit(options)),
    };
    let refusal = match outcome {
        Outcome::Refused(refusal) => Err(*refusal),
        _ => query.check_ends(grid).map_err(Refusal::from),
    };
    if let Err(refusal) = refusal {
        verdict.ruling = Ruling::Refused(refusal);
        return verdict;
    }
    let rules = MoveRules::new(options, grid);
    pause().await;
    let best = if grid.cell_count() > most_cells && is_known_right(options) {
        cheapest(&rules, grid, query).await
    } else {
        let start = rules.number(start);
        // Without an estimate to judge, only the cost from the start is needed.
        let stop = (!uses_heuristic).then_some(start);
        let remaining = costs_to_goal(&rules, grid, query, Metric::Cost, stop).await;
        if uses_heuristic {
            judge_estimate(&mut verdict, &rules, grid, query, &remaining).await;
        }
        (remaining[start] != NEVER).then_some(Cost(remaining[start]))
    };
    verdict.optimal_cost = best;
    match outcome {
        Outcome::Solved(solution) => {
            judge_path(&mut verdict, options, best);
            verdict.fault = find_fault(&rules, grid, query, &solution.path, best).await;
        }
        Outcome::NoPath(reason, _) => {
            (verdict.ruling, verdict.fault) = judge_no_path(options, *reason, best);
        }
        Outcome::OutOfBudget(_) | Outcome::Refused(_) => {}
    }
    let known_admissible = if options.algorithm.is_any_angle() {
        options.heuristic.is_admissible_at_any_angle()
    } else {
        options
            .heuristic
            .is_admissible(options.movement, options.steps)
    };
    if let Some(witness) = verdict.witness.filter(|_| known_admissible) {
        verdict.fault = verdict.fault.or(Some(Fault::Heuristic(witness.cell)));
    }
    verdict
}

/// Returns `true` if the estimate is admissible and consistent on any map, or is not used.
fn is_known_right(options: &SearchOptions) -> bool {
    let named = matches!(
        options.heuristic,
        Heuristic::Zero | Heuristic::Chebyshev | Heuristic::Octile
    );
    let admissible = options
        .heuristic
        .is_admissible(options.movement, options.steps);
    !options.algorithm.uses_heuristic() || named && admissible && !options.algorithm.is_any_angle()
}

/// Judges the estimate of every cell.
async fn judge_estimate(
    verdict: &mut Verdict,
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    remaining: &[u64],
) {
    (verdict.witness, verdict.inconsistency) = examine(rules, grid, query, remaining).await;
    verdict.admissible = verdict.witness.is_none();
    if let Heuristic::Formula(formula) = &query.options.heuristic {
        verdict.below_zero = formula.first_below_zero_in_slices(grid, query.goal).await;
    }
    // Along any-angle lines, an estimate that is too high somewhere also falls too fast.
    let falls_along_lines = query.options.algorithm.is_any_angle() && !verdict.admissible;
    verdict.consistent = verdict.inconsistency.is_none() && !falls_along_lines;
}

/// Judges the quality of a path, but not its validity.
#[expect(
    clippy::cast_precision_loss,
    reason = "shown to people, never compared"
)]
fn judge_path(verdict: &mut Verdict, options: &SearchOptions, best: Option<Cost>) {
    let cost = verdict.cost.expect("there is a path");
    verdict.ruling = match best {
        _ if options.algorithm.is_any_angle() => Ruling::AnyAngle,
        Some(best) if cost == best => Ruling::Optimal,
        _ => Ruling::Above,
    };
    let Some(best) = best else { return };
    verdict.ratio = match (cost.0, best.0) {
        (0, 0) => Some(1.0),
        (_, 0) => None,
        (cost, best) => Some(cost as f64 / best as f64),
    };
    if options.algorithm.pop_key() == PopKey::WeightedF && options.weight > Weight::ONE {
        verdict.bound = Some(Bound {
            weight: options.weight,
            kept: is_within(cost, best, options.weight),
        });
    }
}

/// Judges the answer that there is no path.
fn judge_no_path(
    options: &SearchOptions,
    reason: NoPathReason,
    best: Option<Cost>,
) -> (Ruling, Option<Fault>) {
    let most = limit(options);
    match best {
        // An any-angle search can miss a path within the limit. So can a search that keeps the
        // first parent, or ignores costs.
        Some(best) if best <= most => {
            let excused =
                reason == NoPathReason::OverCostLimit && options.guarantee() != Guarantee::Optimal;
            (Ruling::Missed, (!excused).then_some(Fault::Missed(best)))
        }
        // There is a path beyond the limit, and only the limit explains why it was not found.
        Some(best) if reason != NoPathReason::OverCostLimit => {
            (Ruling::Missed, Some(Fault::Missed(best)))
        }
        _ => (Ruling::NoPath(reason), None),
    }
}

/// Finds the first fault of a path.
async fn find_fault(
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    path: &Path,
    best: Option<Cost>,
) -> Option<Fault> {
    let PathQuery {
        start,
        goal,
        ref options,
    } = *query;
    if let Err(fault) = path.validate(grid, options) {
        return Some(Fault::Path(fault));
    }
    let (cells, cost) = (path.cells(), path.cost());
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    let arrived = ends(rules, grid, goal, options.goal_tolerance).contains(&rules.number(last));
    if first != start || !arrived {
        return Some(Fault::Ends(first, last));
    }
    let blocked = cells[1..]
        .iter()
        .find(|cell| !rules.may_enter(rules.number(**cell)));
    if let Some(&cell) = blocked {
        return Some(Fault::Region(cell));
    }
    if cost > limit(options) {
        return Some(Fault::Limit(cost, limit(options)));
    }
    let below = !options.algorithm.is_any_angle() && best.is_some_and(|best| cost < best);
    let Some(best) = best.filter(|_| !below) else {
        return Some(Fault::Impossible(cost, best));
    };
    match options.guarantee() {
        Guarantee::Optimal if cost > best => Some(Fault::NotOptimal(cost, best)),
        Guarantee::Bounded(weight) if !is_within(cost, best, weight) => {
            Some(Fault::NotBounded(cost, best, weight))
        }
        // The path with the fewest steps may cost more than the limit.
        Guarantee::FewestSteps if options.max_cost.is_none() => {
            let start = rules.number(start);
            let fewest = costs_to_goal(rules, grid, query, Metric::Step, Some(start)).await[start];
            let steps = cells.len() as u64 - 1;
            (steps > fewest).then_some(Fault::NotFewest(steps, fewest))
        }
        _ => None,
    }
}

fn is_within(cost: Cost, best: Cost, weight: Weight) -> bool {
    u128::from(cost.0) * 1000 <= u128::from(best.0) * u128::from(weight.thousandths())
}

fn limit(options: &SearchOptions) -> Cost {
    options
        .max_cost
        .map_or(Cost::MAX, |most| most.in_units(options.units()))
}

#[cfg(test)]
mod tests {
    use gridwalk_pathfinding::{Algorithm, Movement, NodePool, TieBreak, solve};
    use gridwalk_testing::Rng;
    use gridwalk_testing::oracle::{free_cells, random_grid, random_options};

    use super::*;

    /// Regression: judging a map of 8192 × 8192 cells took 69 s, its search 0.2 s.
    #[test]
    fn partly_judged_map_gets_the_verdict_of_the_whole_map() {
        let (pool, mut counts) = (&mut NodePool::default(), [0; 2]);
        for seed in 0..3000 {
            let rng = &mut Rng(seed);
            let grid = random_grid(rng);
            let free = free_cells(&grid);
            if free.is_empty() {
                continue;
            }
            let (algorithm, movement) = (rng.pick(&Algorithm::ALL), rng.pick(&Movement::ALL));
            let mut options = random_options(rng, algorithm, movement, TieBreak::default(), &grid);
            if rng.one_in(2) {
                options.heuristic =
                    rng.pick(&[Heuristic::Zero, Heuristic::Chebyshev, Heuristic::Octile]);
            }
            let query = PathQuery::new(rng.pick(&free), rng.pick(&free), options);
            let outcome = solve(&grid, &query, pool, &mut ());
            let whole = at_once(judge_whole_up_to(usize::MAX, &grid, &query, &outcome));
            assert_eq!(
                at_once(judge_whole_up_to(0, &grid, &query, &outcome)),
                whole,
                "seed {seed}: {query:?}"
            );
            let is_judged =
                !matches!(outcome, Outcome::Refused(_)) && is_known_right(&query.options);
            counts[usize::from(is_judged)] += 1;
        }
        assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
    }
}
