//! The rules of a search as arguments; what is not given stays as the level says.

use super::names;
use crate::pathfinding::{
    CostLimit, CostRule, Formula, Heuristic, Movement, NeighborOrder, ParentRule, SearchOptions, StepCosts, StopRule,
    TieBreak, Weight,
};

/// Everything but the algorithm that decides a search's outcome.
#[derive(clap::Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Rules of the search")]
pub struct Rules {
    /// The estimate of what is left
    #[arg(long, value_name = "NAME", value_parser = names::heuristic(), conflicts_with = "formula")]
    pub heuristic: Option<Heuristic>,
    /// Your own estimate, in dx, dy and g: "1.2 * max(dx, dy)"
    #[arg(long, value_name = "FORMULA")]
    pub formula: Option<Formula>,
    /// The factor on the estimate, for weighted-astar
    #[arg(long, value_name = "NUMBER", value_parser = names::weight, allow_negative_numbers = true)]
    pub weight: Option<Weight>,
    /// Which steps are legal
    #[arg(long, value_name = "NAME", value_parser = names::movement())]
    pub movement: Option<Movement>,
    /// Which of equally good open cells is expanded first
    #[arg(long, value_name = "NAME", value_parser = names::tie())]
    pub tie: Option<TieBreak>,
    /// When the goal counts as found
    #[arg(long, value_name = "NAME", value_parser = names::stop())]
    pub stop: Option<StopRule>,
    /// Whether a shorter way replaces a cell's parent
    #[arg(long, value_name = "NAME", value_parser = names::parent())]
    pub parent: Option<ParentRule>,
    /// What a step costs: sqrt2, uniform, or whole numbers such as 10/14
    #[arg(long, value_name = "COSTS", value_parser = names::steps)]
    pub steps: Option<StepCosts>,
    /// Whether a step costs the terrain entered, or the mean of the terrain touched
    #[arg(long, value_name = "NAME", value_parser = names::cost_rule())]
    pub cost_rule: Option<CostRule>,
    /// The order in which neighbours are looked at: n,e,s,w,ne,se,sw,nw
    #[arg(long, value_name = "NAMES", value_parser = names::neighbours)]
    pub neighbours: Option<NeighborOrder>,
    /// Gives up after so many expansions
    #[arg(long, value_name = "N")]
    pub max_expansions: Option<u64>,
    /// No way dearer than this
    #[arg(long, value_name = "COST", value_parser = names::cost_limit, allow_negative_numbers = true)]
    pub max_cost: Option<CostLimit>,
}

impl Rules {
    /// Writes what was given over the options.
    pub fn apply(&self, options: &mut SearchOptions) {
        fn set<T: Clone>(target: &mut T, given: Option<&T>) {
            if let Some(value) = given {
                target.clone_from(value);
            }
        }
        set(&mut options.heuristic, self.heuristic.as_ref());
        set(&mut options.heuristic, self.formula.clone().map(Heuristic::Formula).as_ref());
        set(&mut options.weight, self.weight.as_ref());
        set(&mut options.movement, self.movement.as_ref());
        set(&mut options.tie, self.tie.as_ref());
        set(&mut options.stop, self.stop.as_ref());
        set(&mut options.parent, self.parent.as_ref());
        set(&mut options.steps, self.steps.as_ref());
        set(&mut options.cost_rule, self.cost_rule.as_ref());
        set(&mut options.order, self.neighbours.as_ref());
        options.max_expansions = self.max_expansions.or(options.max_expansions);
        options.max_cost = self.max_cost.or(options.max_cost);
    }
}
