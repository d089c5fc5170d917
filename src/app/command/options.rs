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
    /// The next algorithm of the list.
    NextAlgorithm,
    /// The previous algorithm of the list.
    PreviousAlgorithm,
}
