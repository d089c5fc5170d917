//! The options of a search: their guarantee and support by an algorithm, the exact rule in one
//! sentence, and a list in one line of text.

mod query;
mod table;
mod value_text;
mod values;

use std::fmt;

pub use query::{EndpointError, PathQuery, Refusal, UnreachablePolicy};
use table::Scope;
pub use table::{Algorithm, OptionChange, OptionError, OptionKey, SearchOptions};
pub use value_text::{Typed, ValueKind};
pub use values::{
    CostLimit, CostRule, DecidingNumber, Guarantee, ParentLink, ParentRule, PopKey, ReopenRule,
    StopRule, TieBreak, Weight,
};

use crate::{Direction, Grid, Heuristic, Movement, Rect, StepCosts};

impl SearchOptions {
    /// The largest goal tolerance, in cells.
    pub const MAX_TOLERANCE: u32 = value_text::MAX_TOLERANCE;

    /// Returns the step costs in the units of every cost that the search reports.
    ///
    /// These are the units of [`steps`](Self::steps), or quarters of them where a step costs a
    /// mean.
    #[inline]
    #[must_use]
    pub const fn units(&self) -> StepCosts {
        self.cost_rule.units(self.steps)
    }

    /// Returns the guarantee under exactly these options.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        let guarantee = self.algorithm.guarantee();
        if guarantee != Guarantee::Optimal {
            return guarantee;
        }
        let informed = self.algorithm.uses_heuristic();
        let admissible = !informed || self.heuristic.is_admissible(self.movement, self.steps);
        let usual = self.parent == ParentRule::Shorter && self.stop == StopRule::Expanded;
        let weighted = self.algorithm.support(OptionKey::Weight) == Support::Honoured
            && self.weight > Weight::ONE;
        match (usual && admissible, weighted) {
            (false, _) => Guarantee::None,
            (true, true) => Guarantee::Bounded(self.weight),
            (true, false) => Guarantee::Optimal,
        }
    }

    /// Returns `true` if any cheapest path will do.
    pub(crate) fn want_any_cheapest_path(&self) -> bool {
        self.algorithm == Algorithm::Auto && self.guarantee() == Guarantee::Optimal
    }

    /// Returns `true` if the algorithm could reopen closed cells and the options forbid it.
    #[must_use]
    pub fn closed_cells_stay(&self) -> bool {
        self.algorithm.support(OptionKey::Reopen) == Support::Honoured
            && self.reopen == ReopenRule::Never
    }

    /// Returns the rule for cells of equal priority: the option if the algorithm honours it, else
    /// the oldest.
    ///
    /// So breadth-first search is a queue.
    #[must_use]
    pub fn tie_break(&self) -> TieBreak {
        if self.algorithm.uses_tie_break() {
            self.tie
        } else {
            TieBreak::Oldest
        }
    }

    /// Returns the movement rule and the step costs, in a clause.
    ///
    /// Apart from limits, a cheapest path depends on nothing else.
    #[must_use]
    pub fn costs(&self) -> String {
        let straight = self.steps.format(self.steps.straight());
        let diagonal = match self.movement {
            Movement::Four => String::new(),
            Movement::Eight(_) => format!(
                " straight and {} diagonal",
                self.steps.format_step(self.steps.diagonal())
            ),
        };
        format!(
            "{}, a step costs {straight}{diagonal} times {}",
            self.movement.meaning(),
            self.cost_rule.meaning()
        )
    }

    /// Returns the options that differ from the algorithm's defaults, as one line of text.
    ///
    /// [`OptionChange::parse_list`] reads the line. The algorithm is listed only if it is not the
    /// default one.
    #[must_use]
    pub fn list(&self) -> String {
        let defaults = Self::from(self.algorithm);
        let is_usual = |key: OptionKey| match key {
            OptionKey::Algorithm => self.algorithm == Self::default().algorithm,
            key => key.of(self) == key.of(&defaults),
        };
        let changed = OptionKey::ALL.into_iter().filter(|key| !is_usual(*key));
        changed
            .map(|key| format!("{}={}", key.name(), key.of(self).text()))
            .collect::<Vec<_>>()
            .join(",")
    }

    /// Returns the options that the cost of a cheapest path depends on, the others at their
    /// defaults.
    ///
    /// A planner searches with these to find the optimal cost, whatever the algorithm of the
    /// search.
    #[must_use]
    pub fn of_the_map(&self) -> Self {
        if self.algorithm == Self::default().algorithm {
            return self.clone();
        }
        Self {
            movement: self.movement,
            steps: self.steps,
            cost_rule: self.cost_rule,
            goal_tolerance: self.goal_tolerance,
            region: self.region,
            max_cost: self.max_cost,
            ..Self::default()
        }
    }

    /// Returns the unsupported options that are not at the algorithm's default, in the order of the
    /// table.
    #[must_use]
    pub fn unsupported(&self) -> Vec<OptionKey> {
        let is_usual = |key: &OptionKey| key.of(self) == key.default_for(self.algorithm);
        self.algorithm
            .lacks()
            .iter()
            .copied()
            .filter(|key| !is_usual(key))
            .collect()
    }
}

/// Writes the exact rules of cost and order in one sentence, for labels.
impl fmt::Display for SearchOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.costs())?;
        if self.algorithm.uses_heuristic() {
            match &self.heuristic {
                Heuristic::Formula(formula) => write!(f, "; estimate: `{formula}`")?,
                named => write!(f, "; estimate: {named}")?,
            }
        }
        if self.algorithm.support(OptionKey::Weight) == Support::Honoured {
            write!(f, " with the weight {}", self.weight.get())?;
        }
        if self.algorithm.ends_by_itself() {
            f.write_str("; ends by its own rule")?;
        } else {
            write!(f, "; stops {}", self.stop.meaning())?;
        }
        if let Some(key) = self.algorithm.sorted_by() {
            let with = if matches!(self.tie, TieBreak::LargerG | TieBreak::SmallerH) {
                "with "
            } else {
                ""
            };
            write!(
                f,
                "; of equal {key} the one {with}{} goes first",
                self.tie.meaning()
            )?;
        }
        if self.parent == ParentRule::First {
            f.write_str("; parent update off: the first parent stays")?;
        }
        if self.algorithm.support(OptionKey::Reopen) == Support::Honoured {
            write!(f, "; {}", self.reopen.meaning())?;
        }
        if self.algorithm.support(OptionKey::Neighbours) == Support::Honoured {
            let order: Vec<_> = self
                .neighbours
                .directions(self.movement)
                .map(Direction::name)
                .collect();
            write!(f, "; neighbours in the order {}", order.join(", "))?;
        }
        if self.goal_tolerance > 0 {
            let cells = if self.goal_tolerance == 1 {
                "cell"
            } else {
                "cells"
            };
            write!(f, "; goal tolerance of {} {cells}", self.goal_tolerance)?;
        }
        if let Some(most) = self.max_expansions {
            write!(f, "; at most {most} expansions")?;
        }
        if let Some(most) = self.max_cost {
            write!(f, "; no path more expensive than {}", most.get())?;
        }
        if let Some(Rect { at, width, height }) = self.region {
            write!(f, "; only inside {width} × {height} cells from {at}")?;
        }
        f.write_str(".")
    }
}

/// The reason why a list of options cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionListError {
    /// The list begins with a value that has no key.
    #[error("expected KEY=VALUE such as tie=oldest, not `{0}`")]
    Key(String),
    /// There is no such option, or it has no such value.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl OptionChange {
    /// Parses options with commas between them, in their order.
    ///
    /// A part without a key belongs to the value before it, as in `neighbours=n,e,s,w,tie=oldest`.
    /// An empty text is an empty list.
    ///
    /// # Errors
    /// Returns the first error.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{OptionChange, SearchOptions};
    /// let mut options = SearchOptions::default();
    /// for change in OptionChange::parse_list("algorithm=astar, heuristic=max(dx, dy), tie=newest").unwrap() {
    ///     change.apply(&mut options);
    /// }
    /// assert_eq!(options.list(), "algorithm=astar,heuristic=max(dx, dy),tie=newest");
    /// ```
    pub fn parse_list(text: &str) -> Result<Vec<Self>, OptionListError> {
        let mut pairs: Vec<(&str, String)> = Vec::new();
        for part in text.split(',').filter(|_| !text.trim().is_empty()) {
            match (part.split_once('='), pairs.last_mut()) {
                (Some((key, value)), _) => pairs.push((key.trim(), value.to_owned())),
                (None, Some((_, value))) => *value = format!("{value},{part}"),
                (None, None) => return Err(OptionListError::Key(part.trim().to_owned())),
            }
        }
        pairs
            .iter()
            .map(|(key, value)| Ok(Self::parse(key, value)?))
            .collect()
    }
}

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
    const fn lacks(self) -> &'static [OptionKey] {
        self.row().lacks
    }

    /// Returns the default heuristic: octile, or Euclidean for any-angle paths.
    #[must_use]
    pub const fn default_heuristic(self) -> &'static Heuristic {
        if self.is_any_angle() {
            &Heuristic::Euclidean
        } else {
            &Heuristic::Octile
        }
    }

    /// Returns `true` if the algorithm has its own termination rule, some time after it generates
    /// the goal.
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
        matches!(
            self.parent_link(),
            ParentLink::Jump | ParentLink::TurningJump
        )
    }

    /// Returns `true` if the algorithm uses the tie-break.
    #[must_use]
    pub fn uses_tie_break(self) -> bool {
        self.support(OptionKey::Tie) == Support::Honoured
    }

    /// Returns `true` if the paths cross cells at any angle instead of stepping from neighbour to
    /// neighbour.
    #[must_use]
    pub const fn is_any_angle(self) -> bool {
        matches!(self.row().guarantee, Guarantee::AnyAngle)
    }
}

impl SearchOptions {
    /// Returns the algorithm that searches this map.
    ///
    /// For [`Algorithm::Auto`] that is the choice of a new planner: the jump graph, canonical A*,
    /// or A*.
    #[must_use]
    pub fn algorithm_on(&self, grid: &Grid) -> Algorithm {
        self.fastest_on(grid).0
    }

    /// Returns the algorithm that searches this map, and the uniform terrain cost if it is the jump
    /// graph.
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

    /// Returns the options of a draft: a search for a path that need not be a cheapest one.
    ///
    /// The jump graph (`auto`) makes the draft where it supports each step, else greedy best-first
    /// search.
    pub(crate) fn of_draft(&self, grid: &Grid) -> Self {
        let Self {
            movement,
            steps,
            cost_rule,
            ref neighbours,
            goal_tolerance,
            region,
            ..
        } = *self;
        let neighbours = neighbours.clone();
        let auto = Self {
            movement,
            steps,
            neighbours,
            cost_rule,
            goal_tolerance,
            region,
            ..Algorithm::Auto.into()
        };
        if auto.diagonals_save() && leads_to_neighbors_and_back(grid) {
            return auto;
        }
        Self {
            algorithm: Algorithm::Greedy,
            heuristic: auto.heuristic.clone(),
            ..auto
        }
    }

    /// Returns `true` if the map has no one-way cells or portals, and the options no tolerance or
    /// limits.
    pub(crate) fn is_plain_on(&self, grid: &Grid) -> bool {
        let has_limits =
            self.goal_tolerance > 0 || self.max_cost.is_some() || self.region.is_some();
        leads_to_neighbors_and_back(grid) && !has_limits
    }

    /// Returns `true` if a diagonal step costs less than two straight ones, or is not legal at all.
    fn diagonals_save(&self) -> bool {
        self.movement == Movement::Four || self.steps.diagonal().0 < 2 * self.steps.straight().0
    }
}

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
        Algorithm::ALL
            .into_iter()
            .filter(move |algorithm| algorithm.support(self) == Support::Honoured)
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
        Self {
            algorithm,
            heuristic: algorithm.default_heuristic().clone(),
            ..Self::default()
        }
    }
}
