//! What is known of the open level, and what the user is asked about it.

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

/// The open level as a document.
#[derive(Resource, Default)]
pub struct OpenDocument {
    pub(in crate::app) document: Option<Document>,
    /// Where it is saved; none before it has a file.
    pub(super) file: Option<PathBuf>,
    /// What the file held when it was last read or written: its text, if it is RON, and its level.
    pub(super) disk: Disk,
    /// What the user is asked now.
    pub(in crate::app) asked: Option<Asked>,
    pub(super) saving: Option<Saving>,
    /// What is to be saved after that.
    pub(super) waiting: Option<Order>,
    /// A copy in another format that is being made or written.
    pub(super) exporting: Option<Export>,
    /// A text for the clipboard that is being made.
    pub(super) sharing: Option<Sharing>,
    /// Whether the file was deleted or moved away: then this is all there is of the level.
    pub(super) is_gone: bool,
    /// The state that the user gives up for a level that is being opened.
    pub(super) given_up: Option<(u64, EntryId)>,
    /// Whether a lesson works on it: what is changed meanwhile is no unsaved work, and its file is not written.
    is_practice: bool,
    /// Whether another file is followed than that of the document.
    pub(super) strays: bool,
    /// Which document it is since the program began.
    pub(super) number: u64,
}

/// What a file held when it was last read or written.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk {
    pub text: Option<Arc<str>>,
    pub level: Option<Arc<Level>>,
}

/// A wish to save the level.
pub(super) struct Order {
    /// Where.
    pub path: PathBuf,
    /// Whether what the file holds is replaced whatever it is; else only if it is what was read or written here last.
    pub force: bool,
    /// What happens afterwards.
    pub next: Option<Next>,
}

/// A file that is being written.
pub(super) struct Saving {
    pub path: PathBuf,
    /// The level that is written, which document it is, and where that stood in its history.
    pub level: Arc<Level>,
    pub document: u64,
    pub entry: EntryId,
    pub next: Option<Next>,
    pub task: Writing<Saved>,
}

/// What came of it.
pub(super) enum Saved {
    /// The file holds this text, of which a reader would complain first of this.
    Done(Arc<str>, Option<ParseError>),
    /// The file holds something that nobody here has read: its text, if it is one.
    Changed(Option<Arc<str>>),
    /// Nothing was written.
    Failed(String),
}

/// A copy that is ready to be written.
pub(in crate::app) struct Copied {
    pub path: PathBuf,
    /// What it lacks of the level.
    pub losses: Vec<Loss>,
    /// Whether a file is there already.
    pub is_there: bool,
    pub(super) bytes: Vec<u8>,
}

impl fmt::Debug for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Copied").field("path", &self.path).field("losses", &self.losses).finish_non_exhaustive()
    }
}

/// The level as a text that is being made, and what becomes of the text.
pub(super) struct Sharing {
    pub text: UnderWay<String>,
    pub wrap: Wrap,
}

/// Whether a level goes to the clipboard by itself or as a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrap {
    /// As a link or a text.
    Link,
    /// In a snippet of HTML.
    Frame,
}

/// A copy that is being made, or written.
pub(super) enum Export {
    Making(PathBuf, UnderWay<Copied>),
    Writing(PathBuf, Writing<Result<(), String>>),
}

/// What the user is asked.
#[derive(Debug)]
pub(in crate::app) enum Asked {
    /// There are changes that are not saved: what about them, before this happens?
    Leave(Next),
    /// Where is it to be saved, before this happens? With the path that is offered.
    SaveAs(PathBuf, Option<Next>),
    /// Which file is to be opened?
    Open,
    /// How large is the new level to be?
    New,
    /// Where is a copy in another format to be written? With the path that is offered.
    Export(PathBuf),
    /// It loses this, or takes the place of a file: shall it be written?
    Losses(Copied),
    /// The file holds something else than what was read or written here.
    Changed(Theirs),
    /// Shall this file of a level be deleted?
    Delete(PathBuf),
    /// A program ended without saving this.
    Recover(Orphan),
}

/// What happens once nothing can be lost any more.
#[derive(Debug)]
pub(in crate::app) enum Next {
    /// A level file is opened.
    Open(AssetPath<'static>),
    /// A level without a file is opened; with its text, if there is one.
    Show(Arc<Level>, Option<Arc<str>>),
    /// A level without a file is looked at, with its text, if there is one: nothing of it is to be saved yet.
    LookAt(Arc<Level>, Option<Arc<str>>),
    /// The program ends.
    Quit,
}

/// The file as somebody else left it.
#[derive(Debug)]
pub(in crate::app) struct Theirs {
    /// Its text, if it can be read.
    pub text: Option<Arc<str>>,
    /// Its level; none if the text is broken, or if it is another level's file.
    pub level: Option<Arc<Level>>,
    /// Where it lies, and what happens after it was replaced; none if nothing was to be saved.
    pub saving: Option<(PathBuf, Option<Next>)>,
    /// Both texts, line by line, once the user wants to see them.
    pub lines: Option<Vec<(Side, String)>>,
}

/// Who has a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Side {
    Both,
    Mine,
    Theirs,
    /// Lines between that are the same.
    Left,
}

impl Theirs {
    /// Whether it is the level's own file, not another one in the place of which it shall be saved.
    pub fn is_of(&self, file: Option<&Path>) -> bool {
        self.saving.as_ref().is_none_or(|(path, _)| Some(path.as_path()) == file)
    }
}

impl OpenDocument {
    /// The document; none before the first level.
    #[must_use]
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// Where it is saved.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The level that its file holds, as far as is known.
    pub(in crate::app) fn saved_level(&self) -> Option<&Arc<Level>> {
        self.disk.level.as_ref()
    }

    /// Whether it differs from its file; while a lesson works on it that does not count.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !self.is_practice && self.document.as_ref().is_some_and(|document| self.is_gone || document.is_changed())
    }

    /// Whether a lesson works on it.
    #[must_use]
    pub fn is_practice(&self) -> bool {
        self.is_practice
    }

    /// From now on a lesson works on it, or no more, in which case it is as in its file again.
    pub(in crate::app) fn set_practice(&mut self, is_practice: bool) {
        self.is_practice = is_practice;
    }

    /// Which document it is since the program began.
    pub(in crate::app) const fn number(&self) -> u64 {
        self.number
    }

    /// Whether there is unsaved work on it that its user did not give up for another level.
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

    /// Which copy takes long enough to say so.
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

    /// Nothing comes of a copy that is being made; one that is being written is written to the end.
    pub(super) fn cancel_copy(&mut self) {
        self.sharing = None;
        self.exporting.take_if(|export| matches!(export, Export::Making(..)));
    }

    /// The file does not hold what was saved last.
    pub(super) fn mark_unsaved(&mut self) {
        if let Some(document) = &mut self.document {
            document.mark_unsaved();
        }
    }

    /// Whether the user is asked something.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.asked.is_some()
    }

    /// Which document it is and where it stands in its history; none where everything is saved.
    pub(super) fn unsaved_state(&self) -> Option<(u64, EntryId)> {
        let document = self.document.as_ref().filter(|_| self.is_changed())?;
        Some((self.number, document.present()))
    }

    /// A file holds this level now, as it is after this entry.
    pub(super) fn written(&mut self, path: PathBuf, disk: Disk, entry: EntryId) {
        self.disk = disk;
        self.is_gone = false;
        if let Some(document) = &mut self.document {
            document.mark_saved(entry);
        }
        self.file = Some(path);
        self.is_practice = false;
    }

    /// Another document takes its place.
    pub(super) fn replace(&mut self, document: Document, file: Option<PathBuf>, disk: Disk) {
        // What is being saved is saved to the end, and so is a copy.
        let (saving, exporting, number) = (self.saving.take(), self.exporting.take(), self.number + 1);
        *self = Self { document: Some(document), file, disk, saving, exporting, number, ..default() };
    }

    /// Whether something would be lost that a person would miss.
    ///
    /// # Complexity
    /// O(cells).
    pub(super) fn has_work(&self) -> bool {
        let Some(document) = self.document.as_ref().filter(|_| self.is_changed()) else { return false };
        self.is_gone || self.disk.level.as_ref().is_none_or(|saved| document.has_work(saved))
    }

    /// Does what is next where nothing is lost by it; else asks.
    pub(in crate::app) fn ask_before(&mut self, next: Next) -> Option<Next> {
        if !self.has_work() {
            return Some(next);
        }
        let state = self.unsaved_state();
        if let Some(saving) = &mut self.saving
            && saving.next.is_none()
            && state == Some((saving.document, saving.entry))
        {
            // All of it is being saved.
            saving.next = Some(next);
            return None;
        }
        self.asked = Some(Asked::Leave(next));
        None
    }
}
