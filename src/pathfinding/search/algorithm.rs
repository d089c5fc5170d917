//! The searches by name, and what each promises.

use super::Weight;
use crate::pathfinding::language::{Language, Phrase};

/// Which search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Fewest steps first; costs are ignored.
    BreadthFirst,
    /// As deep as possible first.
    DepthFirst,
    /// Cheapest first.
    Dijkstra,
    /// Nearest to the goal first, by the heuristic alone.
    Greedy,
    /// Cheapest so far plus estimate.
    #[default]
    AStar,
    /// A* with the estimate counted more than once.
    WeightedAStar,
    /// A* from both ends (Pohl 1971).
    Bidirectional,
    /// Depth-first passes under a growing bound on f (Korf 1985), each from the start.
    IdaStar,
    /// The passes of IDA*, each going on where the last one stopped (Björnsson et al. 2005).
    Fringe,
    /// A* that skips the cells between turning points (Harabor and Grastien 2011).
    JumpPoint,
    /// A* whose cells keep the farthest parent in sight (Nash et al. 2007); closed cells stay closed.
    Theta,
    /// Theta* that looks only when a cell is expanded (Nash, Koenig and Tovey 2010).
    LazyTheta,
    /// A* that repairs its answer when the map changes (Koenig, Likhachev and Furcy 2004).
    Lpa,
    /// Dijkstra's search from the goal over the whole map: a way for every start.
    FlowField,
}

/// What an algorithm promises about its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// No cheaper way exists, if the heuristic is admissible.
    Optimal,
    /// At most `weight` times the cheapest, if the heuristic is admissible.
    Bounded(Weight),
    /// No way has fewer steps.
    FewestSteps,
    /// A way in straight lines, mostly close to the shortest one at any angle. No bound is proven. Theta* is
    /// never longer than the cheapest way from cell to cell along the grid, rounding of lines aside, if it
    /// keeps shorter ways, stops when the goal is expanded, and its estimate is consistent: zero, Chebyshev, octile,
    /// Euclidean. Lazy Theta* can be longer: it trusts lines before it looks.
    AnyAngle,
    /// Some way, if there is one.
    None,
}

impl Algorithm {
    /// All of them, in the order of the menus.
    pub const ALL: [Self; 14] = [
        Self::BreadthFirst,
        Self::DepthFirst,
        Self::Dijkstra,
        Self::Greedy,
        Self::AStar,
        Self::WeightedAStar,
        Self::Bidirectional,
        Self::IdaStar,
        Self::Fringe,
        Self::JumpPoint,
        Self::Theta,
        Self::LazyTheta,
        Self::Lpa,
        Self::FlowField,
    ];

    /// The name in level files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BreadthFirst => "breadth-first",
            Self::DepthFirst => "depth-first",
            Self::Dijkstra => "dijkstra",
            Self::Greedy => "greedy",
            Self::AStar => "astar",
            Self::WeightedAStar => "weighted-astar",
            Self::Bidirectional => "bidirectional",
            Self::IdaStar => "idastar",
            Self::Fringe => "fringe",
            Self::JumpPoint => "jps",
            Self::Theta => "theta",
            Self::LazyTheta => "lazy-theta",
            Self::Lpa => "lpa",
            Self::FlowField => "flow-field",
        }
    }

    /// Whether it ends by a rule of its own, some time after it has met the goal: no stop rule and no parent rule
    /// can be set for it.
    #[must_use]
    pub const fn ends_by_itself(self) -> bool {
        matches!(
            self,
            Self::DepthFirst | Self::Bidirectional | Self::IdaStar | Self::Fringe | Self::Lpa | Self::FlowField
        )
    }

    /// The name for menus.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.title_in(Language::English)
    }

    /// The same in a language.
    #[must_use]
    pub const fn title_in(self, language: Language) -> &'static str {
        language.text(match self {
            Self::BreadthFirst => Phrase::BreadthFirst,
            Self::DepthFirst => Phrase::DepthFirst,
            Self::Dijkstra => Phrase::Dijkstra,
            Self::Greedy => Phrase::Greedy,
            Self::AStar => Phrase::AStar,
            Self::WeightedAStar => Phrase::WeightedAStar,
            Self::Bidirectional => Phrase::Bidirectional,
            Self::IdaStar => Phrase::IdaStar,
            Self::Fringe => Phrase::Fringe,
            Self::JumpPoint => Phrase::JumpPoint,
            Self::Theta => Phrase::Theta,
            Self::LazyTheta => Phrase::LazyTheta,
            Self::Lpa => Phrase::Lpa,
            Self::FlowField => Phrase::FlowField,
        })
    }

    /// The algorithm of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// Whether the heuristic matters to it.
    #[must_use]
    pub const fn uses_heuristic(self) -> bool {
        !matches!(self, Self::BreadthFirst | Self::DepthFirst | Self::Dijkstra | Self::FlowField)
    }

    /// Whether the tie-break matters to it.
    #[must_use]
    pub const fn uses_tie_break(self) -> bool {
        !matches!(self, Self::BreadthFirst | Self::DepthFirst | Self::IdaStar | Self::Fringe | Self::FlowField)
    }

    /// Whether its paths cross cells at any angle instead of stepping from neighbour to neighbour.
    #[must_use]
    pub const fn is_any_angle(self) -> bool {
        matches!(self, Self::Theta | Self::LazyTheta)
    }
}
