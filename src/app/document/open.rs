//! State of the open level and its dialogs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::asset::AssetPath;
use bevy::prelude::*;
use gridwalk_level::formats::{Loss, ParseError};
use gridwalk_level::{Document, EntryId, Level};

use crate::app::common::files::Orphan;
use crate::app::common::under_way::UnderWay;
use crate::app::platform::Writing;
use crate::app::{Phrase, Sentence};

/// The open level as a document, with its dialog, saves and copies.
///
/// A dialog, a save, a copy in another format and a copy for the clipboard may be in progress at
/// the same time, each in its own field. Two saves never are: the second waits. When another level
/// is opened, files that are being written are completed, and all else is dropped.
#[derive(Resource, Default)]
pub struct OpenDocument {
    pub(in crate::app) document: Option<Document>,
    /// Path of the level's file; `None` before it has one.
    pub(super) file: Option<PathBuf>,
    /// Content of the file when last read or written: the text of a RON file, and the level.
    pub(super) disk: Disk,
    /// The open dialog.
    pub(in crate::app) asked: Option<DialogContent>,
    pub(super) saving: Option<Saving>,
    /// Request to save after the save in progress.
    pub(super) waiting: Option<SaveRequest>,
    /// Copy in another format in progress.
    pub(super) exporting: Option<Export>,
    /// Text for the clipboard in progress.
    pub(super) sharing: Option<Sharing>,
    /// Whether the file was deleted or moved, so that the level exists only here.
    pub(super) is_gone: bool,
    /// Unsaved state that the user gives up for another level: document number and history entry.
    pub(super) given_up: Option<(u64, EntryId)>,
    /// Whether a lesson uses the level: its changes are no unsaved work, and its file is not
    /// written.
    is_practice: bool,
    /// Number of the new level for which the editor is to open.
    pub(super) wants_editor: Option<u64>,
    /// Whether a file other than the document's is watched.
    pub(super) strays: bool,
    /// Number of the document since the program began.
    pub(super) number: u64,
}

/// Content of a file when last read or written.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk {
    pub text: Option<Arc<str>>,
    pub level: Option<Arc<Level>>,
}

/// A request to save the level.
pub(super) struct SaveRequest {
    /// Path of the file.
    pub path: PathBuf,
    /// Whether to overwrite the file even if it changed on disk.
    pub force: bool,
    /// Action after the save.
    pub next: Option<Next>,
}

/// A save in progress.
pub(super) struct Saving {
    pub path: PathBuf,
    /// The level being written, the number of its document, and its history entry.
    pub level: Arc<Level>,
    pub document: u64,
    pub entry: EntryId,
    pub next: Option<Next>,
    pub task: Writing<SaveOutcome>,
}

/// Result of a save.
pub(super) enum SaveOutcome {
    /// The file holds this text; the error is the first that a reader would report.
    Done(Arc<str>, Option<ParseError>),
    /// The file changed on disk: its new text, if it is UTF-8.
    Changed(Option<Arc<str>>),
    /// Nothing was written, for this reason.
    Failed(String),
}

/// A copy that is ready to be written.
pub(in crate::app) struct Copied {
    pub path: PathBuf,
    /// Parts of the level that the copy lacks.
    pub losses: Vec<Loss>,
    /// Whether the file exists already.
    pub is_there: bool,
    pub(super) bytes: Vec<u8>,
}

impl fmt::Debug for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Copied")
            .field("path", &self.path)
            .field("losses", &self.losses)
            .finish_non_exhaustive()
    }
}

/// A level text in progress, and its form on the clipboard.
pub(super) struct Sharing {
    pub text: UnderWay<String>,
    pub wrap: Wrap,
}

/// Form of a level on the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrap {
    /// A link or a text.
    Link,
    /// A snippet of HTML.
    Frame,
}

/// A copy in progress.
pub(super) enum Export {
    Making(PathBuf, UnderWay<Copied>),
    Writing(PathBuf, Writing<Result<(), String>>),
}

/// Content of the open dialog.
#[derive(Debug)]
pub(in crate::app) enum DialogContent {
    /// Asks whether to save unsaved changes before an action.
    Leave(Next),
    /// Asks for the file to save to before an action, with a suggested path.
    SaveAs(PathBuf, Option<Next>),
    /// Asks for the file to open.
    Open,
    /// Asks for the size of the new level.
    New,
    /// Asks for the file of a copy in another format, with a suggested path.
    Export(PathBuf),
    /// Asks whether to write a copy that has losses or replaces a file.
    Losses(Copied),
    /// Asks which content to keep after the file changed on disk.
    Changed(Theirs),
    /// Asks whether to delete a level file.
    Delete(PathBuf),
    /// Asks whether to recover unsaved work of an earlier run of the program.
    Recover(Orphan),
}

impl DialogContent {
    /// Whether the dialog has a field for a path.
    pub const fn asks_for_path(&self) -> bool {
        matches!(self, Self::SaveAs(..) | Self::Open | Self::Export(_))
    }
}

/// Action that waits until no work can be lost.
#[derive(Debug)]
pub(in crate::app) enum Next {
    /// Opens a level file.
    Open(AssetPath<'static>),
    /// Opens a level without a file, with its text if there is one.
    Show(Arc<Level>, Option<Arc<str>>),
    /// Shows a level without a file that needs no saving yet, with its text if there is one.
    LookAt(Arc<Level>, Option<Arc<str>>),
    /// Opens an empty level in the editor.
    Draw(Arc<Level>),
    /// Quits the program.
    Quit,
}

/// The file with the changes of someone else.
#[derive(Debug)]
pub(in crate::app) struct Theirs {
    /// The text of the file, if it can be read.
    pub text: Option<Arc<str>>,
    /// The level of the file; `None` if the text is broken or the file belongs to another level.
    pub level: Option<Arc<Level>>,
    /// Path of the interrupted save and the action after it; `None` if nothing was being saved.
    pub saving: Option<(PathBuf, Option<Next>)>,
    /// Line-by-line comparison, once the user asks for it.
    pub lines: Option<Vec<(LineOwner, String)>>,
}

/// Owner of a line in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum LineOwner {
    Both,
    Mine,
    Theirs,
    /// Omitted lines that are equal in both.
    Left,
}

impl Theirs {
    /// Whether this is the level's own file, not another file to be replaced.
    pub fn is_of(&self, file: Option<&Path>) -> bool {
        self.saving
            .as_ref()
            .is_none_or(|(path, _)| Some(path.as_path()) == file)
    }
}

impl OpenDocument {
    /// Returns the document; `None` before the first level.
    #[must_use]
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// Returns the path of the level's file.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Returns the level that its file holds, as far as known.
    pub(in crate::app) fn saved_level(&self) -> Option<&Arc<Level>> {
        self.disk.level.as_ref()
    }

    /// Whether the level differs from its file; always `false` while a lesson uses it.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        !self.is_practice
            && self
                .document
                .as_ref()
                .is_some_and(|document| self.is_gone || document.is_changed())
    }

    /// Whether a lesson uses the level.
    #[must_use]
    pub fn is_practice(&self) -> bool {
        self.is_practice
    }

    /// Sets whether a lesson uses the level.
    ///
    /// Pass `false` only after the level is as in its file again.
    pub(in crate::app) fn set_practice(&mut self, is_practice: bool) {
        self.is_practice = is_practice;
    }

    /// Returns the number of the document since the program began.
    pub(in crate::app) const fn number(&self) -> u64 {
        self.number
    }

    /// Whether there is unsaved work that the user did not give up for another level.
    ///
    /// # Complexity
    /// O(cells).
    pub(in crate::app) fn keeps_work(&self) -> bool {
        self.has_work() && self.unsaved_state() != self.given_up
    }

    /// Whether a file is being written.
    #[must_use]
    pub fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// Whether a copy is being made, as a file or as a text.
    #[must_use]
    pub const fn is_copying(&self) -> bool {
        self.sharing.is_some() || matches!(self.exporting, Some(Export::Making(..)))
    }

    /// Describes the copy in progress that takes long enough to show progress.
    pub(in crate::app) fn slow_copy(&self) -> Option<Sentence> {
        match (&self.exporting, &self.sharing) {
            (Some(Export::Making(path, copy)), _) if copy.is_long() => {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                Some(Phrase::CopyUnderWay.with("file", file))
            }
            (_, Some(sharing)) if sharing.text.is_long() => Some(Phrase::TextUnderWay.into()),
            _ => None,
        }
    }

    /// Cancels a copy that is being made; a copy that is being written is completed.
    pub(super) fn cancel_copy(&mut self) {
        self.sharing = None;
        self.exporting
            .take_if(|export| matches!(export, Export::Making(..)));
    }

    /// Marks the document as different from its file.
    pub(super) fn mark_unsaved(&mut self) {
        if let Some(document) = &mut self.document {
            document.mark_unsaved();
        }
    }

    /// Lets go of a file that was opened and cannot be read: the document's own is followed again.
    pub(in crate::app) const fn follow_own_file(&mut self) {
        self.strays = true;
    }

    /// Whether a dialog is open.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.asked.is_some()
    }

    /// Returns document number and history entry of unsaved changes; `None` if all is saved.
    pub(super) fn unsaved_state(&self) -> Option<(u64, EntryId)> {
        let document = self.document.as_ref().filter(|_| self.is_unsaved())?;
        Some((self.number, document.present()))
    }

    /// Records that a file holds the level as of this history entry.
    pub(super) fn written(&mut self, path: PathBuf, disk: Disk, entry: EntryId) {
        self.disk = disk;
        self.is_gone = false;
        if let Some(document) = &mut self.document {
            document.mark_saved(entry);
        }
        self.file = Some(path);
        self.is_practice = false;
    }

    /// Replaces the document.
    pub(super) fn replace(&mut self, document: Document, file: Option<PathBuf>, disk: Disk) {
        // A save or a copy in progress is completed.
        let (saving, exporting, number) =
            (self.saving.take(), self.exporting.take(), self.number + 1);
        *self = Self {
            document: Some(document),
            file,
            disk,
            saving,
            exporting,
            number,
            ..default()
        };
    }

    /// Whether unsaved work could be lost.
    ///
    /// # Complexity
    /// O(cells).
    pub(super) fn has_work(&self) -> bool {
        let Some(document) = self.document.as_ref().filter(|_| self.is_unsaved()) else {
            return false;
        };
        self.is_gone
            || self
                .disk
                .level
                .as_ref()
                .is_none_or(|saved| document.has_work(saved))
    }

    /// Returns the action if no work would be lost.
    ///
    /// Otherwise the action waits for a save in progress of the same state, or for the answer to a
    /// dialog.
    pub(in crate::app) fn ask_before(&mut self, next: Next) -> Option<Next> {
        if !self.has_work() {
            return Some(next);
        }
        let state = self.unsaved_state();
        if let Some(saving) = &mut self.saving
            && saving.next.is_none()
            && state == Some((saving.document, saving.entry))
        {
            // All changes are being saved.
            saving.next = Some(next);
            return None;
        }
        self.asked = Some(DialogContent::Leave(next));
        None
    }
}
