//! Settings that make no sense together, or on this map: refused in words, never silently changed.

use std::fmt;

use super::{Algorithm, CostRule, ParentRule, SearchOptions, StopRule, Weight};
use crate::pathfinding::language::{Language, Phrase};
use crate::pathfinding::{Grid, Heuristic, Movement, StepCosts};

/// Why a search was not begun. Each sentence says what to use instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The algorithm wants one cost for all terrain.
    Weighted(Algorithm),
    /// The algorithm wants moves that lead back.
    OneWay(Algorithm),
    /// The algorithm knows neighbours only.
    Portals(Algorithm),
    /// Any-angle lines want eight ways.
    FourWay(Algorithm),
    /// Any-angle lines are as long as they are.
    Steps(Algorithm),
    /// Jumps lose ways where a diagonal step saves nothing.
    DearDiagonal(Algorithm),
    /// Only weighted A* multiplies its estimate.
    Weight(Algorithm),
    /// The algorithm has its own rule for when it is done.
    Stop(Algorithm),
    /// The algorithm always keeps the shorter way.
    Parent(Algorithm),
    /// The algorithm aims at one cell.
    Range(Algorithm),
    /// The algorithm scans beyond any rectangle.
    Region(Algorithm),
    /// The algorithm does not look for cheap ways.
    MaxCost(Algorithm),
    /// The first parent can be a dear one, and then what lies behind seems too dear.
    MaxCostOfFirst(Algorithm),
    /// The algorithm has no use for g in its estimate.
    FormulaOfG(Algorithm),
    /// The algorithm relies on an estimate that never exceeds the true cost.
    Inadmissible(Algorithm),
}

impl Refusal {
    /// What is wrong and what to use instead, in a clause.
    #[must_use]
    pub fn describe_in(self, language: Language) -> String {
        let (algorithm, phrase) = match self {
            Self::Weighted(algorithm) => (algorithm, Phrase::RefusedWeighted),
            Self::OneWay(algorithm) => (algorithm, Phrase::RefusedOneWay),
            Self::Portals(algorithm) => (algorithm, Phrase::RefusedPortals),
            Self::FourWay(algorithm) => (algorithm, Phrase::RefusedFourWay),
            Self::Steps(algorithm) => (algorithm, Phrase::RefusedSteps),
            Self::DearDiagonal(algorithm) => (algorithm, Phrase::RefusedDearDiagonal),
            Self::Weight(algorithm) => (algorithm, Phrase::RefusedWeight),
            Self::Stop(algorithm) => (algorithm, Phrase::RefusedStop),
            Self::Parent(algorithm) => (algorithm, Phrase::RefusedParent),
            Self::Range(algorithm) => (algorithm, Phrase::RefusedRange),
            Self::Region(algorithm) => (algorithm, Phrase::RefusedRegion),
            Self::MaxCost(algorithm) => (algorithm, Phrase::RefusedMaxCost),
            Self::MaxCostOfFirst(algorithm) => (algorithm, Phrase::RefusedMaxCostOfFirst),
            Self::FormulaOfG(algorithm) => (algorithm, Phrase::RefusedFormulaOfG),
            Self::Inadmissible(algorithm) => (algorithm, Phrase::RefusedInadmissible),
        };
        language.say(phrase, &[("title", &algorithm.title_in(language))])
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe_in(Language::English))
    }
}

impl std::error::Error for Refusal {}

impl SearchOptions {
    /// Whether these settings make sense together and on this map.
    ///
    /// # Errors
    /// The first thing that does not.
    ///
    /// # Complexity
    /// O(terrains of the legend) for algorithms that need terrain of one cost, else O(1).
    pub fn check(&self, grid: &Grid) -> Result<(), Refusal> {
        self.check_settings()?;
        let algorithm = self.algorithm;
        let plain_moves = matches!(algorithm, Algorithm::JumpPoint) || algorithm.is_any_angle();
        if plain_moves && grid.has_one_way_terrain() {
            return Err(Refusal::OneWay(algorithm));
        }
        if plain_moves && !grid.portals().is_empty() {
            return Err(Refusal::Portals(algorithm));
        }
        if plain_moves && grid.uniform_cost().is_none() {
            return Err(Refusal::Weighted(algorithm));
        }
        Ok(())
    }

    /// Whether these settings make sense together, on a map that has nothing special.
    ///
    /// # Errors
    /// The first thing that does not.
    pub fn check_settings(&self) -> Result<(), Refusal> {
        let algorithm = self.algorithm;
        let jumps = algorithm == Algorithm::JumpPoint;
        let refuse = |wrong: bool, refusal: fn(Algorithm) -> Refusal| {
            if wrong { Err(refusal(algorithm)) } else { Ok(()) }
        };
        refuse(algorithm != Algorithm::WeightedAStar && self.weight != Weight::ONE, Refusal::Weight)?;
        if algorithm.is_any_angle() {
            refuse(self.movement == Movement::Four, Refusal::FourWay)?;
            refuse(self.steps != StepCosts::SQRT2 || self.cost_rule != CostRule::Entered, Refusal::Steps)?;
        }
        let saves_nothing = self.movement != Movement::Four && self.steps.diagonal().0 == 2 * self.steps.straight().0;
        refuse(jumps && saves_nothing, Refusal::DearDiagonal)?;
        let own_rules = algorithm.ends_by_itself();
        refuse(own_rules && self.stop != StopRule::Expanded, Refusal::Stop)?;
        refuse((own_rules || jumps) && self.parent != ParentRule::Shorter, Refusal::Parent)?;
        refuse((own_rules || jumps || algorithm.is_any_angle()) && self.range > 0, Refusal::Range)?;
        refuse((jumps || algorithm.is_any_angle()) && self.region.is_some(), Refusal::Region)?;
        // Where a cell may keep a way that is not its cheapest, cells behind it can lie beyond the limit by mistake.
        let ignores_costs = matches!(algorithm, Algorithm::DepthFirst | Algorithm::BreadthFirst);
        refuse(ignores_costs && self.max_cost.is_some(), Refusal::MaxCost)?;
        refuse(self.parent == ParentRule::First && self.max_cost.is_some(), Refusal::MaxCostOfFirst)?;
        if matches!(algorithm, Algorithm::Bidirectional | Algorithm::Lpa) {
            let of_g = matches!(&self.heuristic, Heuristic::Formula(formula) if formula.uses_g());
            refuse(of_g, Refusal::FormulaOfG)?;
        }
        // Its keys order nothing once an estimate is too high: it could stop with parents in a circle.
        let formula = matches!(self.heuristic, Heuristic::Formula(_));
        let admissible = self.heuristic.is_admissible(self.movement, self.steps);
        refuse(algorithm == Algorithm::Lpa && (formula || !admissible), Refusal::Inadmissible)
    }
}
