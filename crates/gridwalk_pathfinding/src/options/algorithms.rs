//! What the two tables say of an algorithm: its promise, how it behaves, and the options that it honours.

use super::table::Scope;
use super::{Algorithm, DecidingNumber, Guarantee, OptionChange, OptionKey, ParentLink, PopKey, SearchOptions, Weight};
use crate::{Grid, Heuristic, Movement};

/// Whether an algorithm honours an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// The option has its effect.
    Honoured,
    /// The option has no effect on this search.
    Unused,
    /// Only the default value is possible: any other is an error.
    Unsupported,
}

impl Algorithm {
    /// The most that it promises: with an admissible heuristic, and the usual stop rule and parent update.
    #[must_use]
    pub const fn guarantee(self) -> Guarantee {
        self.row().guarantee
    }

    /// What it goes by when it takes the next cell from its open list.
    #[must_use]
    pub const fn pop_key(self) -> PopKey {
        self.row().pops
    }

    /// How a new cell hangs on its parent.
    #[must_use]
    pub const fn parent_link(self) -> ParentLink {
        self.row().link
    }

    /// The letter of the number that the next cell is chosen by, where an option breaks ties among equal ones.
    #[must_use]
    pub fn sorted_by(self) -> Option<&'static str> {
        let letter = match self.pop_key().number()? {
            DecidingNumber::G => "G",
            DecidingNumber::H => "H",
            DecidingNumber::WeightedF => "G + w × H",
            DecidingNumber::F => "F",
            // Cells of equal depth are a queue.
            DecidingNumber::Steps => return None,
        };
        self.uses_tie_break().then_some(letter)
    }

    /// Whether it honours an option.
    #[must_use]
    pub fn support(self, key: OptionKey) -> Support {
        match key.scope() {
            Scope::Special if !self.row().uses.contains(&key) => Support::Unused,
            Scope::General if self.lacks().contains(&key) => Support::Unsupported,
            _ => Support::Honoured,
        }
    }

    /// The options of which it knows the default value only.
    pub(super) const fn lacks(self) -> &'static [OptionKey] {
        self.row().lacks
    }

    /// The heuristic that is used where none is chosen: octile, or the straight line for paths at any angle.
    #[must_use]
    pub const fn default_heuristic(self) -> &'static Heuristic {
        if self.is_any_angle() { &Heuristic::Euclidean } else { &Heuristic::Octile }
    }

    /// Whether it ends by a rule of its own, some time after it has met the goal: no stop rule and no parent update
    /// can be set for it.
    #[must_use]
    pub fn ends_by_itself(self) -> bool {
        self.support(OptionKey::Stop) == Support::Unsupported
    }

    /// Whether the heuristic matters to it.
    #[must_use]
    pub fn uses_heuristic(self) -> bool {
        self.support(OptionKey::Heuristic) == Support::Honoured
    }

    /// Whether its moves can be jumps over cells that it never opens.
    #[must_use]
    pub const fn jumps(self) -> bool {
        matches!(self.parent_link(), ParentLink::Jump | ParentLink::TurningJump)
    }

    /// Whether the tie-break matters to it.
    #[must_use]
    pub fn uses_tie_break(self) -> bool {
        self.support(OptionKey::Tie) == Support::Honoured
    }

    /// Whether its paths cross cells at any angle instead of stepping from neighbour to neighbour.
    #[must_use]
    pub const fn is_any_angle(self) -> bool {
        matches!(self.row().guarantee, Guarantee::AnyAngle)
    }
}

impl SearchOptions {
    /// The algorithm that searches this map: for [`Algorithm::Auto`] the one that a planner chooses which was asked
    /// nothing before, the jump graph, canonical A*, or A*.
    #[must_use]
    pub fn algorithm_on(&self, grid: &Grid) -> Algorithm {
        self.fastest_on(grid).0
    }

    /// The same, and what all terrain costs if it is the jump graph.
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

    /// The options of a search that may ignore what terrain costs: `auto` stands for the jump graph where that can make
    /// each step; else A* looks for any path with a large weight.
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

    /// Whether each step leads to a neighbour and back, and any path to the goal counts.
    pub(crate) fn is_plain_on(&self, grid: &Grid) -> bool {
        let has_limits = self.goal_tolerance > 0 || self.max_cost.is_some() || self.region.is_some();
        leads_to_neighbors_and_back(grid) && !has_limits
    }

    /// Whether a diagonal step, if there are any, costs less than two straight ones.
    pub(super) fn diagonals_save(&self) -> bool {
        self.movement == Movement::Four || self.steps.diagonal().0 < 2 * self.steps.straight().0
    }
}

/// The weight of the estimate in a draft by A*: hardly more than the cells of the path are expanded on open ground.
const DRAFT_WEIGHT: f64 = 8.0;

fn leads_to_neighbors_and_back(grid: &Grid) -> bool {
    !grid.has_one_way_cells() && grid.portals().is_empty()
}

impl OptionKey {
    /// The default value, which may depend on the algorithm.
    #[must_use]
    pub fn default_for(self, algorithm: Algorithm) -> OptionChange {
        self.of(&algorithm.into())
    }

    /// The algorithms that honour it.
    pub fn honoured_by(self) -> impl Iterator<Item = Algorithm> {
        Algorithm::ALL.into_iter().filter(move |algorithm| algorithm.support(self) == Support::Honoured)
    }
}

impl OptionChange {
    /// Writes the value into the options. With another algorithm a heuristic that is the default follows.
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
    /// The usual options of an algorithm.
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, heuristic: algorithm.default_heuristic().clone(), ..Self::default() }
    }
}
