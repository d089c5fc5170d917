//! All options of a search together: units, guarantee, the exact rule in one sentence, and a list in one line of text.

use std::fmt;

use super::{
    Guarantee, OptionChange, OptionError, OptionKey, ParentRule, ReopenRule, SearchOptions, StopRule, Support,
    TieBreak, Weight,
};
use crate::{Direction, Heuristic, Movement, Rect, StepCosts};

impl SearchOptions {
    /// The largest goal tolerance, in cells.
    pub const MAX_TOLERANCE: u32 = super::value_text::MAX_TOLERANCE;

    /// Returns the step costs in the units of every cost that the search reports.
    ///
    /// These are the units of [`steps`](Self::steps), or quarters of them where a step costs a mean.
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
        let weighted = self.algorithm.support(OptionKey::Weight) == Support::Honoured && self.weight > Weight::ONE;
        match (usual && admissible, weighted) {
            (false, _) => Guarantee::None,
            (true, true) => Guarantee::Bounded(self.weight),
            (true, false) => Guarantee::Optimal,
        }
    }

    /// Returns `true` if the algorithm could reopen closed cells and the options forbid it.
    #[must_use]
    pub fn closed_cells_stay(&self) -> bool {
        self.algorithm.support(OptionKey::Reopen) == Support::Honoured && self.reopen == ReopenRule::Never
    }

    /// Returns the rule for cells of equal priority: the option if the algorithm honours it, else the oldest.
    ///
    /// So breadth-first search is a queue.
    #[must_use]
    pub fn tie_break(&self) -> TieBreak {
        if self.algorithm.uses_tie_break() { self.tie } else { TieBreak::Oldest }
    }

    /// Returns the movement rule and the step costs, in a clause.
    ///
    /// Apart from limits, a cheapest path depends on nothing else.
    #[must_use]
    pub fn costs(&self) -> String {
        let straight = self.steps.format(self.steps.straight());
        let diagonal = match self.movement {
            Movement::Four => String::new(),
            Movement::Eight(_) => format!(" straight and {} diagonal", self.steps.format_step(self.steps.diagonal())),
        };
        format!("{}, a step costs {straight}{diagonal} times {}", self.movement.meaning(), self.cost_rule.meaning())
    }

    /// Returns the options that differ from the algorithm's defaults, as one line of text.
    ///
    /// [`OptionChange::parse_list`] reads the line. The algorithm is listed only if it is not the default one.
    #[must_use]
    pub fn list(&self) -> String {
        let defaults = Self::from(self.algorithm);
        let is_usual = |key: OptionKey| match key {
            OptionKey::Algorithm => self.algorithm == Self::default().algorithm,
            key => key.of(self) == key.of(&defaults),
        };
        let changed = OptionKey::ALL.into_iter().filter(|key| !is_usual(*key));
        changed.map(|key| format!("{}={}", key.name(), key.of(self).text())).collect::<Vec<_>>().join(",")
    }

    /// Returns the options that the cost of a cheapest path depends on, the others at their defaults.
    ///
    /// A planner searches with these to find the optimal cost, whatever the algorithm of the search.
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

    /// Returns the unsupported options that are not at the algorithm's default, in the order of the table.
    #[must_use]
    pub fn unsupported(&self) -> Vec<OptionKey> {
        let is_usual = |key: &OptionKey| key.of(self) == key.default_for(self.algorithm);
        self.algorithm.lacks().iter().copied().filter(|key| !is_usual(key)).collect()
    }
}

/// Writes the exact rules of cost and order in one sentence, for labels.
impl fmt::Display for SearchOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.costs())?;
        if self.algorithm.uses_heuristic() {
            match &self.heuristic {
                Heuristic::Formula(formula) => write!(f, "; estimate `{formula}`")?,
                named => write!(f, "; estimate {}", named.name())?,
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
            let with = if matches!(self.tie, TieBreak::LargerG | TieBreak::SmallerH) { "with " } else { "" };
            write!(f, "; of equal {key} the one {with}{} goes first", self.tie.meaning())?;
        }
        if self.parent == ParentRule::First {
            f.write_str("; parent update off: the first parent stays")?;
        }
        if self.algorithm.support(OptionKey::Reopen) == Support::Honoured {
            write!(f, "; {}", self.reopen.meaning())?;
        }
        if self.algorithm.support(OptionKey::Neighbours) == Support::Honoured {
            let order: Vec<_> = self.neighbours.directions(self.movement).map(Direction::name).collect();
            write!(f, "; neighbours {}", order.join(" "))?;
        }
        if self.goal_tolerance > 0 {
            let cells = if self.goal_tolerance == 1 { "cell" } else { "cells" };
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
    /// A part without a key belongs to the value before it, as in `neighbours=n,e,s,w,tie=oldest`. An empty text is an
    /// empty list.
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
        pairs.iter().map(|(key, value)| Ok(Self::parse(key, value)?)).collect()
    }
}
