//! Several options in one line of text, as in `algorithm=jps,tie=newest`.

use super::{OptionChange, OptionError, OptionKey, SearchOptions};

/// Why a list of options cannot be read.
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
    /// Reads options with commas between them, in their order. A part without a key belongs to the value before it, as in
    /// `neighbours=n,e,s,w,tie=oldest`. An empty text is an empty list.
    ///
    /// # Errors
    /// The first mistake.
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

impl SearchOptions {
    /// The options that are not as the algorithm has them by default, as [`OptionChange::parse_list`] reads them; the
    /// algorithm only if it is not the default one.
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

    /// The options on which the cost of a cheapest path depends, with the others at their defaults: what the planner is
    /// asked to know how cheap a path can be, whatever search is made.
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

    /// The options that the algorithm does not support and that are not at its default, in the order of the table.
    #[must_use]
    pub fn unsupported(&self) -> Vec<OptionKey> {
        let is_usual = |key: &OptionKey| key.of(self) == key.default_for(self.algorithm);
        self.algorithm.lacks().iter().copied().filter(|key| !is_usual(key)).collect()
    }
}
