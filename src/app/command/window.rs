//! Panels, language and the program itself.

use std::path::PathBuf;

use gridwalk_explain::Language;
use gridwalk_pathfinding::Cell;
use serde::Deserialize;

use super::{Mode, Section};

/// Panels, language and the program itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum WindowCommand {
    /// What the window is for.
    Mode(Mode),
    /// Folds the side panel away, or out again.
    TogglePanel,
    /// Shows or hides the list of keys.
    ToggleHelp,
    /// Opens or closes the table of runs with all columns.
    ToggleRuns,
    /// Shows the closed list in place of the open list, or the open list again.
    ToggleClosed,
    /// Shows what a tick costs, or hides it.
    ToggleMeter,
    /// Shows what the marks of a watched search mean, or puts it away.
    ToggleLegend,
    /// A click gives a cell the next terrain, or sends the agent again.
    ToggleClick,
    /// Lets nothing move by itself, or again.
    ToggleMotion,
    /// Folds a section of the side panel, or out again.
    Fold(Section),
    /// Opens the menu of a cell, or closes it.
    CellMenu(Option<Cell>),
    /// Closes the hints of the first start.
    DismissHints,
    /// Closes what lies on top, or cancels the search under way.
    Back,
    /// Says everything in this language.
    Speak(Language),
    /// Says everything in the next language.
    NextLanguage,
    /// Makes text and panels larger or smaller by this factor; 0 is the normal size.
    Scale(f32),
    /// Opens or closes the command palette.
    TogglePalette,
    /// Saves a picture of the window; without a name as a new file with a number.
    Screenshot(Option<PathBuf>),
    /// Ends the program.
    Quit,
}
