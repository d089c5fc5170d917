//! Where the open level is saved, and how it is handed on.

use std::path::PathBuf;

use serde::Deserialize;

/// Where the open level is saved, and how it is handed on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum FileCommand {
    /// Asks which file is to be opened.
    Open,
    /// Saves the level to its file.
    Save,
    /// Saves it as this file; without one asks where.
    SaveAs(Option<PathBuf>),
    /// Writes a copy of the level as this file, in the format of its ending; without one asks where.
    Export(Option<PathBuf>),
    /// Asks how large a new level is to be.
    New,
    /// Opens an empty level of this width and height, in cells.
    NewSized(u32, u32),
    /// Goes on with the same level under another name.
    Duplicate,
    /// Makes a level that came with the program what it was then, in one step that can be undone.
    Restore,
    /// Asks whether a level of the user's own is to be deleted: its file name in `assets/levels`, without its ending.
    Delete(String),
    /// Copies the level to the clipboard, as a text that anybody can paste.
    Copy,
    /// Copies a snippet that shows the board as a frame in another page.
    CopyFrame,
    /// Cancels a copy that is being made, as a file or as a text.
    CancelCopy,
    /// Opens the level of such a text; without one, that of the clipboard.
    Paste(Option<String>),
    /// Answers what is asked.
    Answer(Answer),
}

/// An answer to what a dialog asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Answer {
    /// Everything stays as it is.
    Cancel,
    /// Unsaved changes are saved first.
    Save,
    /// Unsaved changes are thrown away.
    DontSave,
    /// The file as it is on the disk does not count.
    KeepMine,
    /// The level becomes what the file says.
    TakeTheirs,
    /// Shows both line by line, or hides them.
    SeeBoth,
    /// A copy is written in spite of what it loses.
    Export,
    /// Unsaved work of an earlier program is opened.
    Recover,
    /// It is thrown away.
    Discard,
    /// The file is deleted.
    Delete,
}
