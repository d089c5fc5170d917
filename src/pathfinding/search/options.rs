//! Everything that decides a search's outcome, as plain settings that can be shown and stored.

use std::fmt::Display;

use super::{Algorithm, Guarantee};
use crate::pathfinding::language::{Language, Phrase};
use crate::pathfinding::{Heuristic, Movement, NeighborOrder, Rect, StepCosts};

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
        self.describe_in(Language::English)
    }

    /// The same in a language.
    #[must_use]
    pub const fn describe_in(self, language: Language) -> &'static str {
        language.text(match self {
            Self::Oldest => Phrase::OpenedFirst,
            Self::Newest => Phrase::OpenedLast,
            Self::LargerG => Phrase::LargerG,
            Self::SmallerH => Phrase::SmallerH,
        })
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

/// What a step costs on terrain that is not plain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CostRule {
    /// The cost of the cell that is entered.
    #[default]
    Entered,
    /// The mean cost of the cells that the step touches: two of a straight step, four of a diagonal one.
    /// Published weighted maps are measured so.
    MeanTouched,
}

impl CostRule {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Entered, Self::MeanTouched];

    /// The name in level files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entered => "entered",
            Self::MeanTouched => "mean",
        }
    }

    /// The rule in words, after "times".
    #[must_use]
    pub const fn describe(self) -> &'static str {
        self.describe_in(Language::English)
    }

    /// The same in a language.
    #[must_use]
    pub const fn describe_in(self, language: Language) -> &'static str {
        language.text(match self {
            Self::Entered => Phrase::TerrainEntered,
            Self::MeanTouched => Phrase::TerrainTouched,
        })
    }

    /// The rule of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// A cost as people write it, in thousandths: 2.5 straight steps, or 25 where a step costs 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CostLimit(u64);

impl CostLimit {
    /// The nearest representable limit; `None` below 0 or beyond 1e12.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    #[must_use]
    pub fn new(limit: f64) -> Option<Self> {
        (0.0..=1e12).contains(&limit).then(|| Self((limit * 1000.0).round() as u64))
    }

    /// The number.
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    #[must_use]
    pub fn get(self) -> f64 {
        self.0 as f64 / 1000.0
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
    /// What a step costs on plain ground.
    pub steps: StepCosts,
    /// What it costs on other terrain.
    pub cost_rule: CostRule,
    /// The order in which neighbours are looked at.
    pub order: NeighborOrder,
    /// Which of equal cells goes first.
    pub tie: TieBreak,
    /// When the goal counts as found.
    pub stop: StopRule,
    /// Whether a shorter way replaces the parent.
    pub parent: ParentRule,
    /// How near to the goal is near enough, in cells and in a straight line; 0 is the goal itself.
    pub range: u32,
    /// The most expansions; then the search gives up.
    pub max_expansions: Option<u64>,
    /// The dearest way that is of use; cells beyond are not opened. Searches that may keep a dear way to a cell
    /// refuse it. Theta* and Lazy Theta* can miss a line within the limit, as they can miss the shortest one.
    pub max_cost: Option<CostLimit>,
    /// The only part of the map that is searched.
    pub region: Option<Rect>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            heuristic: Heuristic::Octile,
            weight: Weight::default(),
            movement: Movement::default(),
            steps: StepCosts::default(),
            cost_rule: CostRule::default(),
            order: NeighborOrder::default(),
            tie: TieBreak::default(),
            stop: StopRule::default(),
            parent: ParentRule::default(),
            range: 0,
            max_expansions: None,
            max_cost: None,
            region: None,
        }
    }
}

impl From<Algorithm> for SearchOptions {
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }
}

impl SearchOptions {
    /// The farthest range, in cells.
    pub const MAX_RANGE: u32 = 1000;

    /// The step costs in the units of every cost that the search gives out: those of [`steps`](Self::steps),
    /// or quarters of them where a step costs a mean.
    #[inline]
    #[must_use]
    pub const fn units(&self) -> StepCosts {
        match self.cost_rule {
            CostRule::Entered => self.steps,
            CostRule::MeanTouched => self.steps.quartered(),
        }
    }

    /// What the search promises under exactly these settings.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        let admissible = self.heuristic.is_admissible(self.movement, self.steps);
        let relaxes = self.parent == ParentRule::Shorter && self.stop == StopRule::Expanded;
        match self.algorithm {
            Algorithm::BreadthFirst => Guarantee::FewestSteps,
            Algorithm::Theta | Algorithm::LazyTheta => Guarantee::AnyAngle,
            Algorithm::Dijkstra | Algorithm::FlowField if relaxes => Guarantee::Optimal,
            Algorithm::WeightedAStar if relaxes && admissible && self.weight > Weight::ONE => {
                Guarantee::Bounded(self.weight)
            }
            Algorithm::AStar
            | Algorithm::WeightedAStar
            | Algorithm::Bidirectional
            | Algorithm::IdaStar
            | Algorithm::Fringe
            | Algorithm::JumpPoint
            | Algorithm::Lpa
                if relaxes && admissible =>
            {
                Guarantee::Optimal
            }
            _ => Guarantee::None,
        }
    }

    /// The exact rule of cost and order in one sentence: what a label can always show.
    #[must_use]
    pub fn describe(&self) -> String {
        self.describe_in(Language::English)
    }

    /// The same in a language.
    #[must_use]
    pub fn describe_in(&self, language: Language) -> String {
        let say = |phrase, places: &[(&str, &dyn Display)]| language.say(phrase, places);
        let straight = self.steps.format(self.steps.straight());
        let diagonal = self.steps.format_step(self.steps.diagonal());
        let steps = match self.movement {
            Movement::Four => say(Phrase::RulesStep, &[("straight", &straight)]),
            Movement::Eight(_) => say(Phrase::RulesSteps, &[("straight", &straight), ("diagonal", &diagonal)]),
        };
        let stop = match self.stop {
            StopRule::Generated => Phrase::RulesStopOpened,
            StopRule::Expanded => Phrase::RulesStopExpanded,
        };
        let tie = match self.tie {
            TieBreak::Oldest => Phrase::OpenedFirst,
            TieBreak::Newest => Phrase::OpenedLast,
            TieBreak::LargerG => Phrase::WithLargerG,
            TieBreak::SmallerH => Phrase::WithSmallerH,
        };
        let tie = if self.algorithm.uses_tie_break() {
            say(Phrase::RulesTie, &[("tie", &language.text(tie))])
        } else {
            String::new()
        };
        let parent = match self.parent {
            ParentRule::First => language.text(Phrase::RulesFirstParent),
            ParentRule::Shorter => "",
        };
        let order: Vec<_> = self.order.directions(self.movement).iter().map(|d| d.describe_in(language)).collect();
        let places: [(&str, &dyn Display); 8] = [
            ("movement", &self.movement.describe_in(language)),
            ("steps", &steps),
            ("touched", &self.cost_rule.describe_in(language)),
            ("stop", &language.text(stop)),
            ("tie", &tie),
            ("parent", &parent),
            ("order", &order.join(" ")),
            ("limits", &self.describe_limits(language)),
        ];
        say(Phrase::Rules, &places)
    }

    fn describe_limits(&self, language: Language) -> String {
        let mut limits = String::new();
        if self.range > 0 {
            limits += &language.say(Phrase::RulesRange, &[("cells", &self.range)]);
        }
        if let Some(most) = self.max_expansions {
            limits += &language.say(Phrase::RulesExpansions, &[("most", &most)]);
        }
        if let Some(most) = self.max_cost {
            limits += &language.say(Phrase::RulesMaxCost, &[("most", &most.get())]);
        }
        if let Some(Rect { at, width, height }) = self.region {
            limits += &language.say(Phrase::RulesRegion, &[("width", &width), ("height", &height), ("at", &at)]);
        }
        limits
    }
}
