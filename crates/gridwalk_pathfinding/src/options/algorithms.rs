//! Properties of an algorithm from the two tables: guarantee, behaviour, and supported options.

use super::table::Scope;
use super::{Algorithm, DecidingNumber, Guarantee, OptionChange, OptionKey, ParentLink, PopKey, SearchOptions, Weight};
use crate::{Grid, Heuristic, Movement};

/// The effect of an option on an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// The option has its effect.
    Honoured,
    /// The option has no effect on this search.
    Unused,
    /// Only the default value is possible: any other value is an error.
    Unsupported,
}

impl Algorithm {
    /// Returns the best guarantee of the algorithm.
    ///
    /// It holds with an admissible heuristic, and the default stop rule and parent update.
    #[must_use]
    pub const fn guarantee(self) -> Guarantee {
        self.row().guarantee
    }

    /// Returns the key by which the next cell is taken from the open list.
    #[must_use]
    pub const fn pop_key(self) -> PopKey {
        self.row().pops
    }

    /// Returns the link between a new cell and its parent.
    #[must_use]
    pub const fn parent_link(self) -> ParentLink {
        self.row().link
    }

    /// Returns the letter of the priority by which cells are popped, if an option breaks its ties.
    #[must_use]
    pub fn sorted_by(self) -> Option<&'static str> {
        let letter = match self.pop_key().number()? {
            DecidingNumber::G => "G",
            DecidingNumber::H => "H",
            DecidingNumber::WeightedF => "G + w × H",
            DecidingNumber::F => "F",
            // Cells of equal depth form a queue.
            DecidingNumber::Steps => return None,
        };
        self.uses_tie_break().then_some(letter)
    }

    /// Returns the effect of an option on the algorithm.
    #[must_use]
    pub fn support(self, key: OptionKey) -> Support {
        match key.scope() {
            Scope::Special if !self.row().uses.contains(&key) => Support::Unused,
            Scope::General if self.lacks().contains(&key) => Support::Unsupported,
            _ => Support::Honoured,
        }
    }

    /// Returns the options of which the algorithm supports the default value only.
    pub(super) const fn lacks(self) -> &'static [OptionKey] {
        self.row().lacks
    }

    /// Returns the default heuristic: octile, or Euclidean for any-angle paths.
    #[must_use]
    pub const fn default_heuristic(self) -> &'static Heuristic {
        if self.is_any_angle() { &Heuristic::Euclidean } else { &Heuristic::Octile }
    }

    /// Returns `true` if the algorithm has its own termination rule, some time after it generates the goal.
    ///
    /// No stop rule and no parent update can be set for such an algorithm.
    #[must_use]
    pub fn ends_by_itself(self) -> bool {
        self.support(OptionKey::Stop) == Support::Unsupported
    }

    /// Returns `true` if the algorithm uses the heuristic.
    #[must_use]
    pub fn uses_heuristic(self) -> bool {
        self.support(OptionKey::Heuristic) == Support::Honoured
    }

    /// Returns `true` if the algorithm can jump over cells that it never generates.
    #[must_use]
    pub const fn jumps(self) -> bool {
        matches!(self.parent_link(), ParentLink::Jump | ParentLink::TurningJump)
    }

    /// Returns `true` if the algorithm uses the tie-break.
    #[must_use]
    pub fn uses_tie_break(self) -> bool {
        self.support(OptionKey::Tie) == Support::Honoured
    }

    /// Returns `true` if the paths cross cells at any angle instead of stepping from neighbour to neighbour.
    #[must_use]
    pub const fn is_any_angle(self) -> bool {
        matches!(self.row().guarantee, Guarantee::AnyAngle)
    }
}

impl SearchOptions {
    /// Returns the algorithm that searches this map.
    ///
    /// For [`Algorithm::Auto`] that is the choice of a new planner: the jump graph, canonical A*, or A*.
    #[must_use]
    pub fn algorithm_on(&self, grid: &Grid) -> Algorithm {
        self.fastest_on(grid).0
    }

    /// Returns the algorithm that searches this map, and the uniform terrain cost if it is the jump graph.
    ///
    /// # Complexity
    /// O(terrains of the legend).
    pub(crate) fn fastest_on(&self, grid: &Grid) -> (Algorithm, Option<u16>) {
        if self.algorithm != Algorithm::Auto {
            return (self.algorithm, None);
        }
        if self.guarantee() != Guarantee::Optimal {
            return (Algorithm::AStar, None);
        }
        match grid.uniform_cost() {
            Some(cost) if self.diagonals_save() && leads_to_neighbors_and_back(grid) => {
                (Algorithm::JumpGraph, Some(cost))
            }
            _ => (Algorithm::Canonical, None),
        }
    }

    /// Returns the options of a draft: a search that may ignore terrain costs.
    ///
    /// The jump graph (`auto`) makes the draft where it supports each step, else A* with a large weight.
    pub(crate) fn of_draft(&self, grid: &Grid) -> Self {
        let Self { movement, steps, cost_rule, ref neighbours, goal_tolerance, region, .. } = *self;
        let neighbours = neighbours.clone();
        let auto = Self { movement, steps, neighbours, cost_rule, goal_tolerance, region, ..Algorithm::Auto.into() };
        if auto.diagonals_save() && leads_to_neighbors_and_back(grid) {
            return auto;
        }
        let weight = Weight::new(DRAFT_WEIGHT).expect("it is within bounds");
        Self { algorithm: Algorithm::AStar, weight, heuristic: auto.heuristic.clone(), ..auto }
    }

    /// Returns `true` if the map has no one-way cells or portals, and the options no tolerance or limits.
    pub(crate) fn is_plain_on(&self, grid: &Grid) -> bool {
        let has_limits = self.goal_tolerance > 0 || self.max_cost.is_some() || self.region.is_some();
        leads_to_neighbors_and_back(grid) && !has_limits
    }

    /// Returns `true` if a diagonal step costs less than two straight ones, or is not legal at all.
    pub(super) fn diagonals_save(&self) -> bool {
        self.movement == Movement::Four || self.steps.diagonal().0 < 2 * self.steps.straight().0
    }
}

/// The heuristic weight of a draft by A*: on open ground hardly more than the path is expanded.
const DRAFT_WEIGHT: f64 = 8.0;

fn leads_to_neighbors_and_back(grid: &Grid) -> bool {
    !grid.has_one_way_cells() && grid.portals().is_empty()
}

impl OptionKey {
    /// Returns the default value, which may depend on the algorithm.
    #[must_use]
    pub fn default_for(self, algorithm: Algorithm) -> OptionChange {
        self.of(&algorithm.into())
    }

    /// Returns the algorithms that honour the option.
    pub fn honoured_by(self) -> impl Iterator<Item = Algorithm> {
        Algorithm::ALL.into_iter().filter(move |algorithm| algorithm.support(self) == Support::Honoured)
    }
}

impl OptionChange {
    /// Writes the value into the options.
    ///
    /// A change of the algorithm also replaces the heuristic if that is the default one.
    pub fn apply(&self, options: &mut SearchOptions) {
        if let Self::Algorithm(algorithm) = *self
            && options.heuristic == *options.algorithm.default_heuristic()
        {
            options.heuristic.clone_from(algorithm.default_heuristic());
        }
        self.write(options);
    }
}

impl From<&Self> for SearchOptions {
    fn from(options: &Self) -> Self {
        options.clone()
    }
}

impl From<Algorithm> for SearchOptions {
    /// Returns the default options of an algorithm.
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, heuristic: algorithm.default_heuristic().clone(), ..Self::default() }
    }
}
