//! Which level is open.

use std::path::PathBuf;

use gridwalk_level::formats::SolidRule;
use serde::Deserialize;

/// Which level is open.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LevelCommand {
    /// Opens the level of that file name in `assets/levels`, without its ending.
    Open(String),
    /// Opens a level file wherever it lies.
    OpenFile(PathBuf),
    /// Opens the next level of the list.
    Next,
    /// Opens the previous level of the list.
    Previous,
    /// Reads the open map of another editor again, by these rules for walls; without any, they are guessed.
    Walls(Vec<SolidRule>),
    /// Starts the level from the beginning; what was changed in it stays.
    Restart,
}
