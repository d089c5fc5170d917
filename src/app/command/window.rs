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
    /// Folds a section of the side panel, or out again.
    Fold(Section),
    /// Opens the menu of a cell, or closes it.
    CellMenu(Option<Cell>),
    /// Closes the hints of the first start.
    DismissHints,
    /// Gives the side panel the keys: Tab and the arrows go through it, Space presses, Esc gives them back.
    FocusPanel,
    /// Closes what lies on top, or cancels the search under way.
    Back,
    /// Says everything in this language.
    Speak(Language),
    /// Says everything in the next language.
    NextLanguage,
    /// Makes text and panels larger or smaller by this factor; 0 is the normal size.
    Scale(f32),
    /// Saves a picture of the window; without a name as a new file with a number.
    Screenshot(Option<PathBuf>),
    /// Ends the program.
    Quit,
}
