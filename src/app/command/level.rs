//! Commands that open, save and share levels, and change search options.

use std::path::PathBuf;

use gridwalk_level::formats::SolidRule;
use gridwalk_pathfinding::{OptionChange, UnreachablePolicy};
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

/// A command that opens, saves or shares a level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum FileCommand {
    /// Asks for the file to open.
    Open,
    /// Saves the level to its file.
    Save,
    /// Saves the level as this file; `None` asks for the file.
    SaveAs(Option<PathBuf>),
    /// Writes a copy as this file, in the format of its extension; `None` asks for the file.
    Export(Option<PathBuf>),
    /// Asks for the size of a new level.
    New,
    /// Opens an empty level of this width and height, in cells, in the editor.
    NewSized(u32, u32),
    /// Continues with a copy of the level under another name.
    Duplicate,
    /// Restores a level that came with the program to its original content, as one undoable step.
    Restore,
    /// Asks whether to delete a level of the user: its file name in `assets/levels`, without
    /// extension.
    Delete(String),
    /// Copies the level to the clipboard as text.
    Copy,
    /// Copies an HTML snippet that shows the board as a frame in another page.
    CopyFrame,
    /// Cancels a copy in progress, to a file or to the clipboard.
    CancelCopy,
    /// Opens the level of such a text; `None` reads the clipboard.
    Paste(Option<String>),
    /// Answers the open dialog.
    Answer(DialogAnswer),
}

/// An answer to a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum DialogAnswer {
    /// Closes the dialog without further action.
    Cancel,
    /// Saves unsaved changes first.
    Save,
    /// Discards unsaved changes.
    DontSave,
    /// Keeps the open level instead of the file on disk.
    KeepMine,
    /// Replaces the level by the content of the file.
    TakeTheirs,
    /// Shows or hides the line-by-line comparison.
    SeeBoth,
    /// Writes a copy in spite of its losses.
    Export,
    /// Opens unsaved work of an earlier run of the program.
    Recover,
    /// Discards unsaved work of an earlier run of the program.
    Discard,
    /// Deletes the file.
    Delete,
}

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
