//! The options of searches.

use gridwalk_pathfinding::{OptionChange, UnreachablePolicy};
use serde::Deserialize;

/// The options of searches.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum OptionsCommand {
    /// Changes one option.
    Set(OptionChange),
    /// What agents do where the goal cannot be reached.
    Unreachable(UnreachablePolicy),
    /// How all agents of the level keep off walls that say nothing of their own: cells and cost such as `2,3`, or `no`.
    KeepOffWalls(String),
    /// The next algorithm of the list.
    NextAlgorithm,
    /// The previous algorithm of the list.
    PreviousAlgorithm,
}
