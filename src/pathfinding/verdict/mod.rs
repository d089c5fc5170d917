//! The referee: is the answer right, how far from the best is it, and can the estimate be trusted?
//!
//! It shares no code with the searches that it judges, the estimate excepted, which is under judgement
//! itself: its rules of moving and its Dijkstra's search are written anew.

mod estimate;
mod fault;
pub(super) mod rules;
mod sentence;
mod true_costs;

use super::{
    Algorithm, Cost, Guarantee, NoPathReason, Outcome, Path, Refusal, SearchOptions, SearchProblem, StepCosts, Weight,
};
pub use estimate::{Inconsistency, Witness};
pub use fault::Fault;
use rules::Rules;
pub use true_costs::TrueCosts;
pub(super) use true_costs::ends;
use true_costs::{NEVER, Price, Sense, spread};

/// What the answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// No way is cheaper.
    Optimal,
    /// A way, and not the cheapest.
    Above,
    /// A way at any angle. It can be cheaper than every way along the grid, with which it is compared.
    AnyAngle,
    /// There is no way, and that is right.
    NoPath(NoPathReason),
    /// There is a way, and an algorithm that does not look for the cheapest missed it under its cost limit.
    Missed,
    /// The search was given up.
    OutOfBudget,
    /// Nothing was searched, so nothing is judged.
    Refused(Refusal),
}

/// The colour of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// Nothing better exists: optimal, any-angle, or rightly no way.
    Green,
    /// An answer with an "and yet".
    Amber,
    /// The answer is wrong.
    Red,
}

/// Whether a weighted search stayed within its weight times the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The weight, greater than 1.
    pub weight: Weight,
    /// Whether the way costs at most so many times the cheapest.
    pub kept: bool,
}

/// What the referee says of one search.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// What the answer is worth.
    pub ruling: Ruling,
    /// The cheapest way's cost, whatever the cost limit; `None` if there is no way, or nothing was searched.
    pub optimal_cost: Option<Cost>,
    /// What the way that was found costs.
    pub cost: Option<Cost>,
    /// The one divided by the other; 1 if both are nothing.
    pub ratio: Option<f64>,
    /// For weighted A* with a weight above 1 that found a way.
    pub bound: Option<Bound>,
    /// Whether the algorithm asks an estimate at all. If not, it is not judged and counts as right.
    pub uses_heuristic: bool,
    /// Whether the estimate is nowhere too high, weights not counted.
    pub admissible: bool,
    /// Whether it falls along no move by more than the move costs.
    pub consistent: bool,
    /// The first cell in reading order where it is too high.
    pub witness: Option<Witness>,
    /// The first move in reading order of its beginning along which it falls too fast.
    pub inconsistency: Option<Inconsistency>,
    /// Why the answer is wrong, if it is.
    pub fault: Option<Fault>,
    units: StepCosts,
}

/// Judges what a search answered to a problem under its options.
///
/// The estimate is judged as the search asks it: to the goal, portals and range regarded, without weight. A
/// formula that asks for g is asked at each cell's least cost from the start. Of a search from both ends the
/// estimate of the way forth is judged, and that of an any-angle search against ways along the grid.
///
/// # Complexity
/// O(cells) memory; O(cells) time where the dearest move costs a bounded number of times the cheapest. Less
/// for algorithms without a heuristic.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::verdict::{Ruling, judge};
/// use gridwalk::pathfinding::{Cell, Grid, NodePool, SearchOptions, SearchProblem, solve};
/// let grid = Grid::from_rows(&["...", ".#.", "..."]);
/// let problem = SearchProblem::new(&grid, Cell::new(0, 0), Cell::new(2, 2)).unwrap();
/// let options = SearchOptions::default();
/// let outcome = solve(&options, &problem, &mut NodePool::default(), &mut ());
/// let verdict = judge(&options, &problem, &outcome);
/// assert_eq!((verdict.ruling, verdict.fault), (Ruling::Optimal, None));
/// assert_eq!(verdict.sentence(), "Optimal: 4 is the cheapest way.");
/// ```
#[must_use]
pub fn judge(options: &SearchOptions, problem: &SearchProblem, outcome: &Outcome) -> Verdict {
    let uses_heuristic = options.algorithm.uses_heuristic();
    let mut verdict = Verdict {
        ruling: Ruling::OutOfBudget,
        optimal_cost: None,
        cost: outcome.cost(),
        ratio: None,
        bound: None,
        uses_heuristic,
        admissible: true,
        consistent: true,
        witness: None,
        inconsistency: None,
        fault: None,
        units: options.units(),
    };
    if let Outcome::Refused(refusal) = outcome {
        verdict.ruling = Ruling::Refused(*refusal);
        return verdict;
    }
    let rules = Rules::new(options, problem.grid());
    let start = rules.number(problem.start());
    // Without an estimate to judge, only the start's cost matters.
    let stop = (!uses_heuristic).then_some(start);
    let remaining = spread(
        &rules,
        &ends(&rules, problem.grid(), problem.goal(), options.range),
        Sense::Backward,
        Price::Cost,
        stop,
    );
    let best = (remaining[start] != NEVER).then_some(Cost(remaining[start]));
    verdict.optimal_cost = best;
    if uses_heuristic {
        let findings = estimate::examine(&rules, options, problem, &remaining);
        verdict.admissible = findings.witness.is_none();
        verdict.consistent = findings.inconsistency.is_none();
        (verdict.witness, verdict.inconsistency) = (findings.witness, findings.inconsistency);
    }
    match outcome {
        Outcome::Solved(solution) => {
            judge_way(&mut verdict, options, best);
            verdict.fault = find_fault(&rules, options, problem, &solution.path, best);
        }
        Outcome::NoPath(reason, _) => (verdict.ruling, verdict.fault) = judge_no_path(options, *reason, best),
        Outcome::OutOfBudget(_) | Outcome::Refused(_) => {}
    }
    if let Some(witness) = verdict.witness
        && options.heuristic.is_admissible(options.movement, options.steps)
    {
        verdict.fault = verdict.fault.or(Some(Fault::Heuristic(witness.cell)));
    }
    verdict
}

/// How good a way is. Whether it is one at all is another question.
#[expect(clippy::cast_precision_loss, reason = "shown to people, never compared")]
fn judge_way(verdict: &mut Verdict, options: &SearchOptions, best: Option<Cost>) {
    let cost = verdict.cost.expect("there is a way");
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
    if options.algorithm == Algorithm::WeightedAStar && options.weight > Weight::ONE {
        verdict.bound = Some(Bound { weight: options.weight, kept: is_within(cost, best, options.weight) });
    }
}

fn is_within(cost: Cost, best: Cost, weight: Weight) -> bool {
    u128::from(cost.0) * 1000 <= u128::from(best.0) * u128::from(weight.thousandths())
}

/// Whether "no way" is right.
fn judge_no_path(options: &SearchOptions, reason: NoPathReason, best: Option<Cost>) -> (Ruling, Option<Fault>) {
    let most = limit(options);
    match best {
        // Among the ways at any angle one within the limit can go unseen; so can it where the first parent
        // stays, or where costs do not count.
        Some(best) if best <= most => {
            let excused = reason == NoPathReason::TooDear && options.guarantee() != Guarantee::Optimal;
            (Ruling::Missed, (!excused).then_some(Fault::Missed(best)))
        }
        // There is one beyond the limit, and only the limit explains that it was not found.
        Some(best) if reason != NoPathReason::TooDear => (Ruling::Missed, Some(Fault::Missed(best))),
        _ => (Ruling::NoPath(reason), None),
    }
}

fn limit(options: &SearchOptions) -> Cost {
    options.max_cost.map_or(Cost::MAX, |most| options.units().from_f64(most.get()))
}

/// The first thing that is wrong with a way.
fn find_fault(
    rules: &Rules,
    options: &SearchOptions,
    problem: &SearchProblem,
    path: &Path,
    best: Option<Cost>,
) -> Option<Fault> {
    if let Err(fault) = path.validate(problem.grid(), options) {
        return Some(Fault::Path(fault));
    }
    let (cells, cost) = (path.cells(), path.cost());
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    let arrived = ends(rules, problem.grid(), problem.goal(), options.range).contains(&rules.number(last));
    if first != problem.start() || !arrived {
        return Some(Fault::Ends(first, last));
    }
    let strays = cells[1..].iter().find(|cell| !rules.may_enter(rules.number(**cell)));
    if let Some(&cell) = strays {
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
        Guarantee::Bounded(weight) if !is_within(cost, best, weight) => Some(Fault::NotBounded(cost, best, weight)),
        // The way with the fewest steps may cost more than the limit.
        Guarantee::FewestSteps if options.max_cost.is_none() => {
            let start = rules.number(problem.start());
            let ends = ends(rules, problem.grid(), problem.goal(), options.range);
            let fewest = spread(rules, &ends, Sense::Backward, Price::Step, Some(start))[start];
            let steps = cells.len() as u64 - 1;
            (steps > fewest).then_some(Fault::NotFewest(steps, fewest))
        }
        _ => None,
    }
}
