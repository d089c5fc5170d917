//! Everything that decides a search's outcome, as plain settings that can be shown and stored.

use crate::pathfinding::{Heuristic, Movement, NeighborOrder, StepCosts};

/// Which search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Fewest steps first; costs are ignored.
    BreadthFirst,
    /// Cheapest first.
    Dijkstra,
    /// Nearest to the goal first, by the heuristic alone.
    Greedy,
    /// Cheapest so far plus estimate.
    #[default]
    AStar,
    /// A* with the estimate counted more than once.
    WeightedAStar,
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
    /// Some way, if there is one.
    None,
}

impl Algorithm {
    /// All of them, in the order of the menus.
    pub const ALL: [Self; 5] = [Self::BreadthFirst, Self::Dijkstra, Self::Greedy, Self::AStar, Self::WeightedAStar];

    /// The name in level files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BreadthFirst => "breadth-first",
            Self::Dijkstra => "dijkstra",
            Self::Greedy => "greedy",
            Self::AStar => "astar",
            Self::WeightedAStar => "weighted-astar",
        }
    }

    /// The name for menus.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::BreadthFirst => "Breadth-first",
            Self::Dijkstra => "Dijkstra",
            Self::Greedy => "Greedy best-first",
            Self::AStar => "A*",
            Self::WeightedAStar => "Weighted A*",
        }
    }

    /// The algorithm of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// Whether the heuristic matters to it.
    #[must_use]
    pub const fn uses_heuristic(self) -> bool {
        matches!(self, Self::Greedy | Self::AStar | Self::WeightedAStar)
    }
}

/// Which of several open cells with equal priority is expanded first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The one opened first.
    Oldest,
    /// The one opened last.
    Newest,
    /// The one with the larger g; among those the one opened last. It heads for the goal.
    #[default]
    LargerG,
    /// The one with the smaller h; among those the one opened last.
    SmallerH,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Oldest, Self::Newest, Self::LargerG, Self::SmallerH];

    /// The name in level files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Oldest => "oldest",
            Self::Newest => "newest",
            Self::LargerG => "larger-g",
            Self::SmallerH => "smaller-h",
        }
    }

    /// The rule in words, after "of equal F".
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Oldest => "opened first",
            Self::Newest => "opened last",
            Self::LargerG => "larger G",
            Self::SmallerH => "smaller H",
        }
    }

    /// The rule of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tie| tie.name() == name)
    }
}

/// When the goal counts as found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StopRule {
    /// As soon as it enters the open list; quicker, and not always optimal.
    Generated,
    /// When it is taken from the open list.
    #[default]
    Expanded,
}

impl StopRule {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Generated, Self::Expanded];

    /// The name in level files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generated => "generated",
            Self::Expanded => "expanded",
        }
    }

    /// The rule of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stop| stop.name() == name)
    }
}

/// What happens when a shorter way to a known cell is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ParentRule {
    /// The first parent stays.
    First,
    /// The shorter way replaces it; a closed cell is reopened.
    #[default]
    Shorter,
}

impl ParentRule {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Shorter];

    /// The name in level files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Shorter => "shorter",
        }
    }

    /// The rule of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// How much weighted A* trusts its heuristic, in thousandths: exact, so that no order
/// depends on rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(u32);

impl Weight {
    /// The heuristic as it is.
    pub const ONE: Self = Self(1000);
    /// The largest factor.
    pub const MAX: f64 = 100.0;

    /// The nearest representable factor; `None` outside 0 to [`Weight::MAX`].
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    #[must_use]
    pub fn new(factor: f64) -> Option<Self> {
        (0.0..=Self::MAX).contains(&factor).then(|| Self((factor * 1000.0).round() as u32))
    }

    /// The factor.
    #[must_use]
    pub fn get(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// The factor in thousandths.
    #[must_use]
    pub const fn thousandths(self) -> u32 {
        self.0
    }
}

impl Default for Weight {
    fn default() -> Self {
        Self::ONE
    }
}

/// All settings of a search. Two searches with equal settings on equal maps expand the
/// same cells in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Which search runs.
    pub algorithm: Algorithm,
    /// The estimate of what is left.
    pub heuristic: Heuristic,
    /// The factor on the estimate, for weighted A*.
    pub weight: Weight,
    /// Which steps are legal.
    pub movement: Movement,
    /// What a step costs.
    pub steps: StepCosts,
    /// The order in which neighbours are looked at.
    pub order: NeighborOrder,
    /// Which of equal cells goes first.
    pub tie: TieBreak,
    /// When the goal counts as found.
    pub stop: StopRule,
    /// Whether a shorter way replaces the parent.
    pub parent: ParentRule,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            heuristic: Heuristic::Octile,
            weight: Weight::default(),
            movement: Movement::default(),
            steps: StepCosts::default(),
            order: NeighborOrder::default(),
            tie: TieBreak::default(),
            stop: StopRule::default(),
            parent: ParentRule::default(),
        }
    }
}

impl From<Algorithm> for SearchOptions {
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }
}

impl SearchOptions {
    /// What the search promises under exactly these settings.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        let admissible = self.heuristic.is_admissible(self.movement, self.steps);
        let relaxes = self.parent == ParentRule::Shorter && self.stop == StopRule::Expanded;
        let weight = if self.algorithm == Algorithm::WeightedAStar { self.weight } else { Weight::ONE };
        match self.algorithm {
            Algorithm::BreadthFirst => Guarantee::FewestSteps,
            Algorithm::Dijkstra if relaxes => Guarantee::Optimal,
            Algorithm::AStar | Algorithm::WeightedAStar if relaxes && admissible => {
                if weight <= Weight::ONE {
                    Guarantee::Optimal
                } else {
                    Guarantee::Bounded(weight)
                }
            }
            _ => Guarantee::None,
        }
    }

    /// The exact rule of cost and order in one sentence: what a label can always show.
    #[must_use]
    pub fn describe(&self) -> String {
        let movement = self.movement.describe();
        let steps = match self.movement {
            Movement::Four => format!("a step costs {}", self.steps.format(self.steps.straight())),
            Movement::Eight(_) => format!("a step costs {}", describe_steps(self.steps)),
        };
        let tie = match self.algorithm {
            Algorithm::BreadthFirst => String::new(),
            _ => format!("; of equal F the one {} goes first", describe_tie(self.tie)),
        };
        let stop = match self.stop {
            StopRule::Generated => "stops when the goal is opened",
            StopRule::Expanded => "stops when the goal is expanded",
        };
        let parent = match self.parent {
            ParentRule::First => "; the first parent stays",
            ParentRule::Shorter => "",
        };
        let order: Vec<_> = self.order.directions(self.movement).iter().map(|d| d.name()).collect();
        let order = order.join(" ");
        format!("{movement}, {steps} times the terrain entered; {stop}{tie}{parent}; neighbours {order}.")
    }
}

fn describe_steps(steps: StepCosts) -> String {
    let diagonal = if steps == StepCosts::SQRT2 { "1.414".to_owned() } else { steps.format(steps.diagonal()) };
    format!("{} straight and {diagonal} diagonal", steps.format(steps.straight()))
}

const fn describe_tie(tie: TieBreak) -> &'static str {
    match tie {
        TieBreak::Oldest => "opened first",
        TieBreak::Newest => "opened last",
        TieBreak::LargerG => "with larger G",
        TieBreak::SmallerH => "with smaller H",
    }
}
