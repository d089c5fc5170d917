//! The algorithm table: one row for each search, its title, its promise, and the options that it honours.

use super::OptionKey::{
    self, CostRule, GoalTolerance, Heuristic as Estimate, MaxCost, Parent, Region, Reopen, Steps, Stop, Tie,
    Weight as Factor,
};
use super::table::Scope;
use super::{Algorithm, Guarantee, OptionChange, SearchOptions};
use crate::pathfinding::Heuristic;

/// One row of the algorithm table.
struct Row {
    algorithm: Algorithm,
    title: &'static str,
    /// Where it was published.
    paper: &'static str,
    /// At best: with an admissible heuristic, and the usual stop rule and parent update.
    guarantee: Guarantee,
    sorted_by: SortedBy,
    /// The special options that it honours.
    uses: &'static [OptionKey],
    /// The general options that it cannot honour.
    lacks: &'static [OptionKey],
}

/// What the next cell to expand is chosen by; ties are broken among equal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortedBy {
    /// The number of steps from the start.
    Steps,
    /// G.
    G,
    /// H.
    H,
    /// F = G + H.
    F,
    /// G plus the weighted H.
    WeightedF,
    /// No number: a stack, or passes under a bound.
    Nothing,
}

impl SortedBy {
    /// The letter of the number, where ties among equal ones are broken by an option.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Steps | Self::Nothing => None,
            Self::G => Some("G"),
            Self::H => Some("H"),
            Self::F => Some("F"),
            Self::WeightedF => Some("G + w × H"),
        }
    }
}

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

/// The options of searches that end by a rule of their own.
const OWN_END: &[OptionKey] = &[Stop, Parent, GoalTolerance];
const ANY_ANGLE: &[OptionKey] = &[Steps, CostRule, GoalTolerance, Region];

/// The table, in the order of [`Algorithm::ALL`].
const TABLE: [Row; Algorithm::ALL.len()] = [
    Row {
        algorithm: Algorithm::BreadthFirst,
        title: "Breadth-first",
        paper: "Moore 1959",
        guarantee: Guarantee::FewestSteps,
        sorted_by: SortedBy::Steps,
        uses: &[],
        lacks: &[MaxCost],
    },
    Row {
        algorithm: Algorithm::DepthFirst,
        title: "Depth-first",
        paper: "Tarjan 1972",
        guarantee: Guarantee::None,
        sorted_by: SortedBy::Nothing,
        uses: &[],
        lacks: &[Stop, Parent, GoalTolerance, MaxCost],
    },
    Row {
        algorithm: Algorithm::Dijkstra,
        title: "Dijkstra",
        paper: "Dijkstra 1959",
        guarantee: Guarantee::Optimal,
        sorted_by: SortedBy::G,
        uses: &[Tie],
        lacks: &[],
    },
    Row {
        algorithm: Algorithm::Greedy,
        title: "Greedy best-first",
        paper: "Doran and Michie 1966",
        guarantee: Guarantee::None,
        sorted_by: SortedBy::H,
        uses: &[Estimate, Tie, Reopen],
        lacks: &[],
    },
    Row {
        algorithm: Algorithm::AStar,
        title: "A*",
        paper: "Hart, Nilsson and Raphael 1968",
        guarantee: Guarantee::Optimal,
        sorted_by: SortedBy::F,
        uses: &[Estimate, Tie],
        lacks: &[],
    },
    Row {
        algorithm: Algorithm::WeightedAStar,
        title: "Weighted A*",
        paper: "Pohl 1970",
        guarantee: Guarantee::Optimal,
        sorted_by: SortedBy::WeightedF,
        uses: &[Estimate, Factor, Tie],
        lacks: &[],
    },
    Row {
        algorithm: Algorithm::Bidirectional,
        title: "Bidirectional A*",
        paper: "Pohl 1971",
        guarantee: Guarantee::Optimal,
        sorted_by: SortedBy::F,
        uses: &[Estimate, Tie],
        lacks: OWN_END,
    },
    Row {
        algorithm: Algorithm::IdaStar,
        title: "IDA*",
        paper: "Korf 1985",
        guarantee: Guarantee::Optimal,
        sorted_by: SortedBy::Nothing,
        uses: &[Estimate],
        lacks: OWN_END,
    },
    Row {
        algorithm: Algorithm::Fringe,
        title: "Fringe search",
        paper: "Björnsson et al. 2005",
        guarantee: Guarantee::Optimal,
        sorted_by: SortedBy::Nothing,
        uses: &[Estimate],
        lacks: OWN_END,
    },
    Row {
        algorithm: Algorithm::JumpPoint,
        title: "Jump point search",
        paper: "Harabor and Grastien 2011",
        guarantee: Guarantee::Optimal,
        sorted_by: SortedBy::F,
        uses: &[Estimate, Tie],
        lacks: &[Parent, GoalTolerance, Region],
    },
    Row {
        algorithm: Algorithm::Theta,
        title: "Theta*",
        paper: "Nash et al. 2007",
        guarantee: Guarantee::AnyAngle,
        sorted_by: SortedBy::F,
        uses: &[Estimate, Tie],
        lacks: ANY_ANGLE,
    },
    Row {
        algorithm: Algorithm::LazyTheta,
        title: "Lazy Theta*",
        paper: "Nash, Koenig and Tovey 2010",
        guarantee: Guarantee::AnyAngle,
        sorted_by: SortedBy::F,
        uses: &[Estimate, Tie],
        lacks: ANY_ANGLE,
    },
    Row {
        algorithm: Algorithm::Lpa,
        title: "Lifelong planning A*",
        paper: "Koenig, Likhachev and Furcy 2004",
        guarantee: Guarantee::Optimal,
        sorted_by: SortedBy::F,
        uses: &[Estimate, Tie],
        lacks: OWN_END,
    },
    Row {
        algorithm: Algorithm::FlowField,
        title: "Flow field",
        paper: "Dijkstra 1959, from the goal",
        guarantee: Guarantee::Optimal,
        sorted_by: SortedBy::Nothing,
        uses: &[],
        lacks: OWN_END,
    },
];

const _: () = {
    let mut at = 0;
    while at < TABLE.len() {
        assert!(TABLE[at].algorithm as usize == at, "each algorithm has its row, in their order");
        at += 1;
    }
};

impl Algorithm {
    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name for menus.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.row().title
    }

    /// Where it was published: authors and year.
    #[must_use]
    pub const fn paper(self) -> &'static str {
        self.row().paper
    }

    /// The most that it promises: with an admissible heuristic, and the usual stop rule and parent update.
    #[must_use]
    pub const fn guarantee(self) -> Guarantee {
        self.row().guarantee
    }

    /// What the next cell is chosen by.
    #[must_use]
    pub const fn sorted_by(self) -> SortedBy {
        self.row().sorted_by
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
        self.support(Stop) == Support::Unsupported
    }

    /// Whether the heuristic matters to it.
    #[must_use]
    pub fn uses_heuristic(self) -> bool {
        self.support(Estimate) == Support::Honoured
    }

    /// Whether the tie-break matters to it.
    #[must_use]
    pub fn uses_tie_break(self) -> bool {
        self.support(Tie) == Support::Honoured
    }

    /// Whether its paths cross cells at any angle instead of stepping from neighbour to neighbour.
    #[must_use]
    pub const fn is_any_angle(self) -> bool {
        matches!(self.row().guarantee, Guarantee::AnyAngle)
    }
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

impl From<Algorithm> for SearchOptions {
    /// The usual options of an algorithm.
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, heuristic: algorithm.default_heuristic().clone(), ..Self::default() }
    }
}
