//! Commands that open levels.

use std::path::PathBuf;

use gridwalk_level::formats::SolidRule;
use serde::Deserialize;

/// A request to open, restart or reread a level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LevelCommand {
    /// Opens a level by its file name in `assets/levels` without the extension.
    Open(String),
    /// Opens a level file at any path.
    OpenFile(PathBuf),
    /// Opens the next level of the list.
    Next,
    /// Opens the previous level of the list.
    Previous,
    /// Reads the open map of another editor again, with these rules for walls.
    ///
    /// With an empty list, the rules are guessed.
    Walls(Vec<SolidRule>),
    /// Restarts the level; edits are kept.
    Restart,
}
