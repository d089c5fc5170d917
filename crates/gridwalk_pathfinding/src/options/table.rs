//! The option table, one row for each option, and the algorithm table, one row for each search.
//!
//! Level files, command line, scripts, panel, `gridwalk list` and the pages of docs are derived
//! from them.

use super::value_text::{OptionValue, ValueError, ValueKind};
use super::{
    CostLimit, CostRule, Guarantee, ParentLink, ParentRule, PopKey, ReopenRule, StopRule, TieBreak,
    Weight,
};
use crate::{FormulaError, Heuristic, Movement, Named, NeighborOrder, Rect, StepCosts, named};
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::{Reflect, ReflectDefault, ReflectDeserialize, ReflectSerialize};

/// The searches that honour an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// All searches except those whose row in the algorithm table lists the option as unsupported.
    General,
    /// Only the searches whose row in the algorithm table lists the option as used.
    Special,
}

/// Declares the options from a table.
///
/// The columns: variant, field, type, default, key, earlier keys, title, scope, meaning.
macro_rules! search_options {
    ($($variant:ident, $field:ident: $type:ty = $default:expr, $key:literal $(was $old:literal)*, $title:literal,
        $scope:ident, $meaning:literal;)+) => {
        /// All options of a search.
        ///
        /// Two searches with equal options on equal maps expand the same cells in the same order.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, Default, PartialEq, Deserialize, Serialize), type_path = "gridwalk_pathfinding")]
        pub struct SearchOptions {
            $(#[doc = $meaning] pub $field: $type,)+
        }

        impl Default for SearchOptions {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        /// The key of an option.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum OptionKey {
            $(#[doc = $meaning] $variant,)+
        }

        named!(OptionKey { $($variant = $key, $title, $meaning;)+ });

        /// One option and its new value.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum OptionChange {
            $(#[doc = $meaning] $variant($type),)+
        }

        impl OptionKey {
            /// All fields of level files, including those of earlier versions.
            pub const FIELDS: &'static [&'static str] = &[$(stringify!($field), $($old,)*)+];

            /// Returns the name of the field in level files and in [`SearchOptions`].
            #[must_use]
            pub const fn field(self) -> &'static str {
                match self { $(Self::$variant => stringify!($field),)+ }
            }

            /// Returns the keys that earlier versions of level files used.
            #[must_use]
            pub const fn earlier(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($old),*],)+ }
            }

            /// Returns the kind of values that the option takes.
            #[must_use]
            pub fn kind(self) -> ValueKind {
                match self { $(Self::$variant => <$type>::kind(),)+ }
            }

            /// Parses a value of the option.
            ///
            /// # Errors
            /// Returns an error that names the expected values.
            pub fn parse(self, text: &str) -> Result<OptionChange, OptionError> {
                let text = text.trim();
                match self {
                    $(Self::$variant => match <$type>::parse(text) {
                        Ok(value) => Ok(OptionChange::$variant(value)),
                        Err(error) => Err(error.of(self, text)),
                    },)+
                }
            }

            /// Returns the current value of the option.
            #[must_use]
            pub fn of(self, options: &SearchOptions) -> OptionChange {
                match self { $(Self::$variant => OptionChange::$variant(options.$field.clone()),)+ }
            }

            pub(super) const fn scope(self) -> Scope {
                match self { $(Self::$variant => Scope::$scope,)+ }
            }
        }

        impl OptionChange {
            /// Returns the key of the changed option.
            #[must_use]
            pub const fn key(&self) -> OptionKey {
                match self { $(Self::$variant(_) => OptionKey::$variant,)+ }
            }

            /// Returns the value as [`OptionKey::parse`] reads it; empty for no value.
            #[must_use]
            pub fn text(&self) -> String {
                match self { $(Self::$variant(value) => value.text(),)+ }
            }

            /// Returns the meaning of the value in a clause, or the value itself if it needs no
            /// more words.
            #[must_use]
            pub fn meaning(&self) -> String {
                match self { $(Self::$variant(value) => value.means(),)+ }
            }

            /// Returns the value as people read it.
            #[must_use]
            pub fn shown(&self) -> String {
                let text = self.text();
                if text.is_empty() { self.key().kind().empty.unwrap_or_default().to_owned() } else { text }
            }

            pub(super) fn write(&self, options: &mut SearchOptions) {
                match self { $(Self::$variant(value) => options.$field.clone_from(value),)+ }
            }
        }
    };
}

search_options! {
    Algorithm, algorithm: Algorithm = Algorithm::Auto, "algorithm", "Algorithm", General,
        "The search that runs.";
    Heuristic, heuristic: Heuristic = Heuristic::Octile, "heuristic", "Heuristic", Special,
        "The estimate of what is left to the goal; for any-angle searches the default is `euclidean`.";
    Weight, weight: Weight = Weight::default(), "weight", "Weight", Special,
        "The factor by which weighted A* multiplies the estimate; 2 by default.";
    Movement, movement: Movement = Movement::default(), "movement", "Movement", General,
        "The steps that are legal.";
    Tie, tie: TieBreak = TieBreak::default(), "tie", "Tie-breaking", Special,
        "The open cell that is expanded first among equally good ones.";
    Steps, steps: StepCosts = StepCosts::default(), "steps", "Step costs", General,
        "The costs of a straight and of a diagonal step on plain terrain.";
    Neighbours, neighbours: NeighborOrder = NeighborOrder::default(), "neighbours", "Neighbours", General,
        "The order in which neighbours are looked at; directions that are not named follow in the usual order.";
    CostRule, cost_rule: CostRule = CostRule::default(), "cost-rule", "Terrain costs", General,
        "The terrain whose cost a step pays.";
    Stop, stop: StopRule = StopRule::default(), "stop", "Stops when", General,
        "When the goal counts as found.";
    Parent, parent: ParentRule = ParentRule::default(), "parent", "Parent update", General,
        "Whether a better path to a known cell replaces its parent.";
    Reopen, reopen: ReopenRule = ReopenRule::default(), "reopen", "Reopening", Special,
        "Whether greedy best-first opens a closed cell again for a cheaper path.";
    GoalTolerance, goal_tolerance: u32 = 0, "goal-tolerance" was "within", "Goal tolerance", General,
        "The distance from the goal, in cells in a straight line, at which a path may end; 0 is the goal itself.";
    MaxExpansions, max_expansions: Option<u64> = None, "max-expansions", "Expansion limit", General,
        "The number of expansions after which the search is out of budget.";
    MaxCost, max_cost: Option<CostLimit> = None, "max-cost", "Cost limit", General,
        "The highest cost of a path; cells beyond it are not opened.";
    Region, region: Option<Rect> = None, "region", "Region", General,
        "The only part of the map that is searched.";
}

/// A row of the algorithm table, without its texts.
pub(super) struct Row {
    /// The best guarantee: with an admissible heuristic, and the default stop rule and parent
    /// update.
    pub guarantee: Guarantee,
    pub pops: PopKey,
    pub link: ParentLink,
    /// The special options that the algorithm honours.
    pub uses: &'static [OptionKey],
    /// The general options that the algorithm does not support.
    pub lacks: &'static [OptionKey],
}

/// Declares the algorithms from a table.
///
/// The columns: variant, name, title, paper, guarantee, pop key, parent link, honoured special
/// options, unsupported general options, meaning.
macro_rules! algorithms {
    ($($(#[$note:meta])* $variant:ident = $name:literal, $title:literal, $paper:literal, $guarantee:ident,
        $pops:ident, $link:ident, uses [$($used:ident),*], lacks [$($lacked:ident),*], $meaning:literal;)+) => {
        named! {
            /// The algorithm of a search.
            #[derive(Default)]
            #[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, Default, PartialEq), type_path = "gridwalk_pathfinding")]
            pub enum Algorithm {
                $(#[doc = concat!($paper, ".\n\n")]
                $(#[$note])*
                $variant = $name, $title, $meaning;)+
            }
        }

        impl Algorithm {
            /// Returns the publication: authors and year.
            #[must_use]
            pub const fn paper(self) -> &'static str {
                match self { $(Self::$variant => $paper,)+ }
            }

            pub(super) const fn row(self) -> Row {
                match self {
                    $(Self::$variant => Row {
                        guarantee: Guarantee::$guarantee,
                        pops: PopKey::$pops,
                        link: ParentLink::$link,
                        uses: &[$(OptionKey::$used),*],
                        lacks: &[$(OptionKey::$lacked),*],
                    },)+
                }
            }
        }
    };
}

algorithms! {
    BreadthFirst = "breadth-first", "Breadth-first", "Moore 1959",
        FewestSteps, Depth, Step, uses [], lacks [MaxCost],
        "fewest steps first: a queue; costs are ignored";
    DepthFirst = "depth-first", "Depth-first", "Tarjan 1972",
        None, LastIn, Step, uses [], lacks [Stop, Parent, GoalTolerance, MaxCost],
        "as deep as possible first; some path, seldom a good one";
    Dijkstra = "dijkstra", "Dijkstra", "Dijkstra 1959",
        Optimal, G, Step, uses [Tie], lacks [],
        "lowest cost so far first; optimal";
    Greedy = "greedy", "Greedy best-first", "Doran and Michie 1966",
        None, H, Step, uses [Heuristic, Tie, Reopen], lacks [],
        "nearest to the goal first, by the heuristic alone; quick, not optimal";
    AStar = "astar", "A*", "Hart, Nilsson and Raphael 1968",
        Optimal, F, Step, uses [Heuristic, Tie], lacks [],
        "lowest cost so far plus estimate first; optimal if the estimate is never too high";
    WeightedAStar = "weighted-astar", "Weighted A*", "Pohl 1970",
        Optimal, WeightedF, Step, uses [Heuristic, Weight, Tie], lacks [],
        "A* that counts the estimate several times; at most so many times too expensive";
    Bidirectional = "bidirectional", "Bidirectional A*", "Pohl 1971",
        Optimal, F, Step, uses [Heuristic, Tie], lacks [Stop, Parent, GoalTolerance],
        "A* from both ends; optimal";
    /// Each pass begins at the start.
    IdaStar = "idastar", "IDA*", "Korf 1985",
        Optimal, LastInBound, Step, uses [Heuristic], lacks [Stop, Parent, GoalTolerance],
        "depth-first under a growing bound on F; hardly any memory, slow on open ground; optimal";
    Fringe = "fringe", "Fringe search", "Björnsson et al. 2005",
        Optimal, InPasses, Step, uses [Heuristic], lacks [Stop, Parent, GoalTolerance],
        "the passes of IDA*, each continued where the last one stopped; optimal";
    JumpPoint = "jps", "Jump point search", "Harabor and Grastien 2011",
        Optimal, F, Jump, uses [Heuristic, Tie], lacks [Parent, GoalTolerance, Region],
        "A* that skips the cells between turning points; optimal, on terrain of one cost";
    /// It can find another cheapest path than jump point search: its open list has a coarser order.
    JumpGraph = "jump-graph", "Jump graph", "Harabor and Grastien 2014",
        Optimal, FBucket, TurningJump, uses [], lacks [Neighbours, Stop, Parent],
        "jump point search that records where each jump point leads; the planner's search on terrain of one cost; optimal";
    /// The JPSW of the paper also jumps; this search only steps.
    Canonical = "canonical-astar", "Canonical A*", "Carlson et al. 2023",
        Optimal, FBucket, Step, uses [], lacks [Neighbours, Stop, Parent],
        "A* without the steps that another path makes no more expensive; the planner's search on terrain of several costs; optimal";
    /// Each cell keeps the farthest parent in sight; closed cells stay closed.
    Theta = "theta", "Theta*", "Nash et al. 2007",
        AnyAngle, F, ThetaParent, uses [Heuristic, Tie], lacks [Steps, CostRule, GoalTolerance, Region],
        "straight lines at any angle; mostly shorter than paths along the grid";
    LazyTheta = "lazy-theta", "Lazy Theta*", "Nash, Koenig and Tovey 2010",
        AnyAngle, F, LazyThetaParent, uses [Heuristic, Tie], lacks [Steps, CostRule, GoalTolerance, Region],
        "Theta* that looks along a line only when a cell is expanded";
    Lpa = "lpa", "Lifelong planning A*", "Koenig, Likhachev and Furcy 2004",
        Optimal, FThenG, Step, uses [Heuristic, Tie], lacks [Stop, Parent, GoalTolerance],
        "A* that repairs its answer when the map changes; optimal";
    FlowField = "flow-field", "Flow field", "Dijkstra 1959, from the goal",
        Optimal, GLeft, Step, uses [], lacks [Stop, Parent, GoalTolerance],
        "from the goal over the whole map: a path for every start; optimal";
    /// [`Planner`](crate::Planner) chooses by map and query.
    #[default]
    Auto = "auto", "Automatic", "see the planner",
        Optimal, F, Step, uses [Heuristic, Tie], lacks [],
        "a cheapest path by whatever finds it first; the jump graph on terrain of one cost, canonical A* elsewhere; optimal";
}

/// The reason why a text is not a value of an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no option with this key.
    #[error("there is no option `{0}`; expected {all}", all = OptionKey::NAMES.join(", "))]
    Key(String),
    /// The text is not a value of the option.
    #[error("`{text}` is no value of {}; expected {}", key.name(), key.kind())]
    Value {
        /// The option.
        key: OptionKey,
        /// The given text.
        text: String,
    },
    /// The formula cannot be read.
    #[error(transparent)]
    Formula(FormulaError),
}

impl ValueError {
    pub fn of(self, key: OptionKey, text: &str) -> OptionError {
        match self {
            Self::Unexpected => OptionError::Value {
                key,
                text: text.to_owned(),
            },
            Self::Formula(error) => OptionError::Formula(error),
        }
    }
}

impl OptionKey {
    /// Returns the option with this key, or with this key in earlier versions; `_` counts as `-`.
    #[must_use]
    pub fn find(key: &str) -> Option<Self> {
        let key = key.replace('_', "-");
        Self::ALL
            .into_iter()
            .find(|option| option.name() == key || option.earlier().contains(&key.as_str()))
    }
}

impl OptionChange {
    /// Parses a key and a value as level files and the command line write them.
    ///
    /// # Errors
    /// Returns an error that lists the keys, or the values that the key takes.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{OptionChange, SearchOptions, TieBreak};
    /// let mut options = SearchOptions::default();
    /// OptionChange::parse("tie", "oldest").unwrap().apply(&mut options);
    /// assert_eq!(options.tie, TieBreak::Oldest);
    /// assert!(OptionChange::parse("tie", "loudest").is_err());
    /// ```
    pub fn parse(key: &str, text: &str) -> Result<Self, OptionError> {
        OptionKey::find(key)
            .ok_or_else(|| OptionError::Key(key.to_owned()))?
            .parse(text)
    }
}

/// Reads key and value from a tuple, as scripts write it: `("tie", "oldest")`.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for OptionChange {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (key, value) = <(String, String)>::deserialize(deserializer)?;
        Self::parse(&key, &value).map_err(serde::de::Error::custom)
    }
}
