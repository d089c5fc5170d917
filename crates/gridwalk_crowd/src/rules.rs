//! Rules of a crowd, and what it refuses.

use std::num::NonZeroU16;

use gridwalk_pathfinding::{
    Algorithm, CostRule, DiagonalRule, GridSize, Movement, SearchOptions, StepCosts, named,
};

/// Rules that all agents of a crowd share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrowdRules {
    /// Directions of a step: four, or eight without cutting corners.
    pub movement: Movement,
    /// Terrain that a step is charged for.
    pub cost_rule: CostRule,
    /// Ticks that a straight step onto terrain of cost 1 takes, for agents that name no pace of
    /// their own.
    pub ticks_per_cell: NonZeroU16,
    /// Seed of the order among equally good steps.
    pub seed: u64,
    /// Rules by which agents choose; all of them by default.
    pub choice: ChoiceRules,
}

named! {
    /// A rule by which agents choose their steps, besides those that keep them apart.
    pub enum ChoiceRule {
        ShortTrips = "short-trips", "agents with a short trip decide before those with a long one";
        Late = "late", "agents that have waited for long decide before all others";
        FreeCells = "free-cells", "of equally good cells free ones come before taken ones";
        Onward = "onward", "of equally good cells the one that an agent came from is the last";
        Luck = "luck", "of equally good cells the seed chooses one";
        SideSteps = "side-steps", "a step that leads no further is better than none";
        Passing = "passing", "fast agents step beside slow ones to pass them";
        MakingWay = "making-way", "agents at rest do not walk ahead of the one that pushes them";
        Swaps = "swaps", "two that face each other back out to a place where they can pass";
        Corridors = "corridors", "agents wait in front of a long corridor while others come out";
        Exchanges = "exchanges", "agents that return to their cells exchange them with others at rest";
        FreeSlots = "free-slots", "agents near a zone walk to the nearest free slot";
        Plans = "plans", "agents that come no closer to their goals get a plan for all together";
    }
}

/// A set of [`ChoiceRule`]s. Without some of them agents are slower, and stay stuck more often;
/// they keep apart all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceRules(u16);

impl ChoiceRules {
    /// All rules.
    pub const ALL: Self = Self(u16::MAX);

    /// Returns the set without a rule.
    #[must_use]
    pub const fn without(self, rule: ChoiceRule) -> Self {
        Self(self.0 & !(1 << rule as u16))
    }

    /// Returns `true` if the rule is one of the set.
    #[inline]
    #[must_use]
    pub const fn has(self, rule: ChoiceRule) -> bool {
        self.0 >> rule as u16 & 1 == 1
    }
}

impl Default for ChoiceRules {
    fn default() -> Self {
        Self::ALL
    }
}

impl Default for CrowdRules {
    fn default() -> Self {
        let (movement, cost_rule) = (Movement::default(), CostRule::default());
        Self {
            movement,
            cost_rule,
            ticks_per_cell: NonZeroU16::MIN,
            seed: 0,
            choice: ChoiceRules::ALL,
        }
    }
}

/// A request that a crowd does not support.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CrowdRefusal {
    /// Diagonal steps that cut corners.
    #[error("a crowd moves in four directions, or in eight without cutting corners; not by \"{}\"", .0.meaning())]
    Movement(Movement),
    /// An algorithm whose paths leave the middle of cells.
    #[error("a crowd moves from cell to cell; {0} goes at any angle")]
    AnyAngle(Algorithm),
    /// A limit of the search: region, cost, expansions or goal tolerance.
    #[error("a crowd knows no {0}")]
    Limit(&'static str),
    /// A map with portals.
    #[error("a crowd does not use portals; the map has {0}")]
    Portals(usize),
    /// An agent that is too large.
    #[error("an agent of a crowd covers 1 to {max} cells a side, not {0}", max = CrowdRules::MAX_SIZE)]
    Size(u8),
    /// A map of another size than the first one.
    #[error("the map has {} × {} cells; expected {} × {}, as the crowd's map", .found.width, .found.height, .expected.width, .expected.height)]
    MapSize {
        /// Size of the first map.
        expected: GridSize,
        /// Size of this map.
        found: GridSize,
    },
    /// Too many kinds of agents.
    #[error("a crowd has at most {max} kinds of agents", max = CrowdRules::MAX_KINDS)]
    Kinds,
}

impl CrowdRules {
    /// The longest side of an agent in cells.
    pub const MAX_SIZE: u8 = 8;
    /// Number of different kinds of agents in one crowd.
    pub const MAX_KINDS: usize = 255;
    /// Step costs of the fields: their ratio is that of the durations.
    pub const STEP_COSTS: StepCosts = match StepCosts::custom(5, 7) {
        Some(costs) => costs,
        None => StepCosts::UNIFORM,
    };

    /// Takes movement and cost rule from the options of a search.
    ///
    /// # Errors
    /// If the options ask for something that a crowd does not support. Options that only decide the
    /// order of a search have no meaning here and are ignored.
    pub fn from_options(options: &SearchOptions) -> Result<Self, CrowdRefusal> {
        let limits = [
            (options.region.is_some(), "region of the search"),
            (options.max_cost.is_some(), "limit of the path's cost"),
            (options.max_expansions.is_some(), "limit of expansions"),
            (options.goal_tolerance > 0, "goal tolerance"),
        ];
        if let Some((_, limit)) = limits.into_iter().find(|(is_set, _)| *is_set) {
            return Err(CrowdRefusal::Limit(limit));
        }
        if options.algorithm.is_any_angle() {
            return Err(CrowdRefusal::AnyAngle(options.algorithm));
        }
        let rules = Self {
            movement: options.movement,
            cost_rule: options.cost_rule,
            ..Self::default()
        };
        rules.check().map(|()| rules)
    }

    /// Checks the movement rule.
    pub(crate) const fn check(&self) -> Result<(), CrowdRefusal> {
        match self.movement {
            Movement::Four | Movement::Eight(DiagonalRule::OnlyIfNoObstacles) => Ok(()),
            other @ Movement::Eight(_) => Err(CrowdRefusal::Movement(other)),
        }
    }
}
