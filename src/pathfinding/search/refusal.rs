//! Settings that make no sense together, or on this map: refused in words, never silently changed.

use super::{Algorithm, CostRule, ParentRule, SearchOptions, StopRule, Weight};
use crate::pathfinding::{Grid, Heuristic, Movement, StepCosts};

/// Why a search was not begun. Each sentence says what to use instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The algorithm wants one cost for all terrain.
    #[error("{} needs terrain of one cost, and this map has several; use astar, bidirectional or lpa", .0.title())]
    Weighted(Algorithm),
    /// The algorithm wants moves that lead back.
    #[error("{} does not know one-way cells; use astar, bidirectional or dijkstra", .0.title())]
    OneWay(Algorithm),
    /// The algorithm knows neighbours only.
    #[error("{} does not know portals; use astar, bidirectional or dijkstra", .0.title())]
    Portals(Algorithm),
    /// Any-angle lines want eight ways.
    #[error("{} draws lines at any angle, which 4-way movement forbids; use an 8-way rule, or astar", .0.title())]
    FourWay(Algorithm),
    /// Any-angle lines are as long as they are.
    #[error("{} measures straight lines, so a diagonal step costs 1.414; use the step costs sqrt2, or astar", .0.title())]
    Steps(Algorithm),
    /// Jumps lose ways where a diagonal step saves nothing.
    #[error("{} needs a diagonal step to cost less than two straight ones; use cheaper ones, 4-way movement, or astar", .0.title())]
    DearDiagonal(Algorithm),
    /// Only weighted A* multiplies its estimate.
    #[error("{} counts its estimate once; set the weight to 1, or use weighted-astar", .0.title())]
    Weight(Algorithm),
    /// The algorithm has its own rule for when it is done.
    #[error("{} stops by a rule of its own; set the stop rule to `expanded`, or use astar", .0.title())]
    Stop(Algorithm),
    /// The algorithm always keeps the shorter way.
    #[error("{} always keeps the shorter way; set the parent rule to `shorter`, or use astar", .0.title())]
    Parent(Algorithm),
    /// The algorithm aims at one cell.
    #[error("{} aims at one cell; set the range to 0, or use astar or dijkstra", .0.title())]
    Range(Algorithm),
    /// The algorithm scans beyond any rectangle.
    #[error("{} cannot be kept inside a region; use astar or dijkstra", .0.title())]
    Region(Algorithm),
    /// The algorithm does not look for cheap ways.
    #[error("{} cannot tell whether a way within a cost limit exists; set no limit, or use dijkstra or astar", .0.title())]
    MaxCost(Algorithm),
    /// The algorithm has no use for g in its estimate.
    #[error("{} needs an estimate that depends on the cell alone, and the formula asks for g; use astar", .0.title())]
    FormulaOfG(Algorithm),
    /// The algorithm relies on an estimate that never exceeds the true cost.
    #[error("{} needs an estimate that never exceeds the true cost; use octile, or another algorithm", .0.title())]
    Inadmissible(Algorithm),
}

impl SearchOptions {
    /// Whether these settings make sense together and on this map.
    ///
    /// # Errors
    /// The first thing that does not.
    ///
    /// # Complexity
    /// O(cells) for algorithms that need terrain of one cost, else O(1).
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
        let own_rules = matches!(
            algorithm,
            Algorithm::DepthFirst
                | Algorithm::Bidirectional
                | Algorithm::IdaStar
                | Algorithm::Fringe
                | Algorithm::Lpa
                | Algorithm::FlowField
        );
        refuse(own_rules && self.stop != StopRule::Expanded, Refusal::Stop)?;
        refuse((own_rules || jumps) && self.parent != ParentRule::Shorter, Refusal::Parent)?;
        refuse((own_rules || jumps || algorithm.is_any_angle()) && self.range > 0, Refusal::Range)?;
        refuse((jumps || algorithm.is_any_angle()) && self.region.is_some(), Refusal::Region)?;
        refuse(algorithm == Algorithm::DepthFirst && self.max_cost.is_some(), Refusal::MaxCost)?;
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
