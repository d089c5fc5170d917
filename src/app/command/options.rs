//! Commands that change search options.

use gridwalk_pathfinding::{OptionChange, UnreachablePolicy};
use serde::Deserialize;

/// A change of search options.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum OptionsCommand {
    /// Changes one option.
    Set(OptionChange),
    /// Sets the policy for unreachable goals.
    Unreachable(UnreachablePolicy),
    /// Sets the level's extra cost near walls: cells and cost such as `2,3`, or `no`.
    ///
    /// It applies to all agents without a value of their own.
    KeepOffWalls(String),
    /// Selects the next algorithm in the list.
    NextAlgorithm,
    /// Selects the previous algorithm in the list.
    PreviousAlgorithm,
}
