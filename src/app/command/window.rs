//! Commands for panels, the language and the program.

use std::path::PathBuf;

use gridwalk_explain::Language;
use gridwalk_pathfinding::Cell;
use serde::Deserialize;

use super::{Mode, Section};

/// An action on panels, the language or the program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum WindowCommand {
    /// Switches to a mode.
    Mode(Mode),
    /// Collapses or expands a section of the side panel.
    Fold(Section),
    /// Opens the menu of a cell, or closes the menu.
    CellMenu(Option<Cell>),
    /// Closes the hints of the first start.
    DismissHints,
    /// Moves the keyboard focus to the side panel.
    ///
    /// Tab and the arrow keys move through the panel, Space presses, and Esc returns the focus.
    FocusPanel,
    /// Closes the topmost panel, or cancels the search in progress.
    Back,
    /// Switches to this language.
    Speak(Language),
    /// Switches to the next language.
    NextLanguage,
    /// Scales text and panels by this factor; 0 restores the normal size.
    Scale(f32),
    /// Saves a screenshot; without a path, to a new numbered file.
    Screenshot(Option<PathBuf>),
    /// Exits the program.
    Quit,
}
