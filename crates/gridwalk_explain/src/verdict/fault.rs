//! Faults: answers that are wrong, which must never happen.

use std::fmt::Display;

use gridwalk_pathfinding::referee::{MoveRules, ends};
use gridwalk_pathfinding::{Cell, Cost, Grid, Guarantee, Path, PathFault, PathQuery, SearchOptions, StepCosts, Weight};

use super::true_costs::{Metric, costs_to_goal};
use crate::language::{Language, Phrase, path_fault_in};

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

impl Fault {
    /// Returns the fault in a clause, with costs in these units.
    #[must_use]
    pub fn describe(self, units: StepCosts, language: Language) -> String {
        let say = |phrase, places: &[(&str, &dyn Display)]| language.say(phrase, places);
        let price = |cost| units.format(cost);
        // The cost found, and the cost of the cheapest path.
        let compare = |phrase, cost, best| say(phrase, &[("cost", &price(cost)), ("best", &price(best))]);
        match self {
            Self::Path(fault) => path_fault_in(fault, units, language),
            Self::Ends(first, last) => say(Phrase::FaultEnds, &[("first", &first), ("last", &last)]),
            Self::Region(cell) => say(Phrase::FaultRegion, &[("cell", &cell)]),
            Self::Limit(cost, most) => say(Phrase::FaultLimit, &[("cost", &price(cost)), ("most", &price(most))]),
            Self::Impossible(cost, Some(best)) => compare(Phrase::FaultImpossible, cost, best),
            Self::Impossible(cost, None) => say(Phrase::FaultNone, &[("cost", &price(cost))]),
            Self::Missed(best) => say(Phrase::FaultMissed, &[("best", &price(best))]),
            Self::NotOptimal(cost, best) => compare(Phrase::FaultNotOptimal, cost, best),
            Self::NotBounded(cost, best, bound) => {
                let (cost, best) = (price(cost), price(best));
                say(Phrase::FaultNotBounded, &[("cost", &cost), ("best", &best), ("bound", &bound.get())])
            }
            Self::NotFewest(steps, fewest) => say(Phrase::FaultNotFewest, &[("steps", &steps), ("fewest", &fewest)]),
            Self::Heuristic(cell) => say(Phrase::FaultHeuristic, &[("cell", &cell)]),
        }
    }
}

/// Finds the first fault of a path.
pub(super) async fn find_fault(
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    path: &Path,
    best: Option<Cost>,
) -> Option<Fault> {
    let PathQuery { start, goal, ref options } = *query;
    if let Err(fault) = path.validate(grid, options) {
        return Some(Fault::Path(fault));
    }
    let (cells, cost) = (path.cells(), path.cost());
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    let arrived = ends(rules, grid, goal, options.goal_tolerance).contains(&rules.number(last));
    if first != start || !arrived {
        return Some(Fault::Ends(first, last));
    }
    let blocked = cells[1..].iter().find(|cell| !rules.may_enter(rules.number(**cell)));
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
        Guarantee::Bounded(weight) if !is_within(cost, best, weight) => Some(Fault::NotBounded(cost, best, weight)),
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

pub(super) fn is_within(cost: Cost, best: Cost, weight: Weight) -> bool {
    u128::from(cost.0) * 1000 <= u128::from(best.0) * u128::from(weight.thousandths())
}

pub(super) fn limit(options: &SearchOptions) -> Cost {
    options.max_cost.map_or(Cost::MAX, |most| most.in_units(options.units()))
}
