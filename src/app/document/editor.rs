//! Everything that changes the open level, and hands on what is different: one way for commands, undo and files.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gridwalk::{EditGrid, PathfindingOptions, ShowLevel};
use gridwalk_level::{Document, EntryId, Label, Level, LevelChange, LevelEdit, LevelEditError, Stroke};

use super::open::{Disk, Next, OpenDocument};

/// Changes the open level.
#[derive(SystemParam)]
pub(in crate::app) struct Editor<'w> {
    pub open: ResMut<'w, OpenDocument>,
    pub options: ResMut<'w, PathfindingOptions>,
    edits: ResMut<'w, Messages<EditGrid>>,
    shows: MessageWriter<'w, ShowLevel>,
}

impl Editor<'_> {
    /// One edit, which can be undone.
    pub fn edit(&mut self, edit: LevelEdit) -> Result<(), LevelEditError> {
        let Some(document) = &mut self.open.document else { return Ok(()) };
        let change = document.edit(edit)?;
        self.hand_on(change);
        Ok(())
    }

    /// The same, undone together with what was edited in this stroke just before.
    pub fn edit_in_stroke(&mut self, stroke: Stroke, edit: LevelEdit) -> Result<(), LevelEditError> {
        let Some(document) = &mut self.open.document else { return Ok(()) };
        let change = document.edit_in_stroke(stroke, edit)?;
        self.hand_on(change);
        Ok(())
    }

    /// Other options. Where no level is open they are those of the window alone.
    pub fn set_options(&mut self, wanted: PathfindingOptions) {
        if *self.options == wanted {
            return;
        }
        self.options.set_if_neq(wanted.clone());
        let PathfindingOptions { options, unreachable } = wanted;
        for edit in [LevelEdit::Options(Box::new(options)), LevelEdit::Unreachable(unreachable)] {
            if let Err(error) = self.edit(edit) {
                warn!("the level does not take these options: {error}");
            }
        }
    }

    /// Takes the last step back; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.walk(Document::undo)
    }

    /// Takes the step again that was taken back last.
    pub fn redo(&mut self) -> bool {
        self.walk(Document::redo)
    }

    /// To the state after this step, on whatever branch.
    pub fn go_to(&mut self, entry: EntryId) -> bool {
        self.walk(|document| document.go_to(entry))
    }

    fn walk(&mut self, walk: impl FnOnce(&mut Document) -> Option<LevelChange>) -> bool {
        let Some(change) = self.open.document.as_mut().and_then(walk) else { return false };
        self.hand_on(change);
        true
    }

    /// The file was saved by somebody else: what is different is one step.
    pub fn reload(&mut self, level: &Arc<Level>, text: Option<Arc<str>>) {
        let Some(document) = &mut self.open.document else { return };
        let change = match &text {
            Some(text) => Ok(document.reload(level, Arc::clone(text))),
            None => match LevelEdit::between(document.level(), level) {
                Some(edit) => document.edit_as(Label::Reload, edit),
                None => Ok(LevelChange::default()),
            },
        };
        document.mark_saved(document.present());
        self.open.disk = Disk { text, level: Some(Arc::clone(level)) };
        match change {
            Ok(change) => self.hand_on(change),
            Err(error) => warn!("the file cannot be taken over: {error}"),
        }
    }

    /// A level without a file to be looked at, once nothing can be lost by it.
    pub fn open_without_file(&mut self, level: Arc<Level>) {
        if let Some(Next::LookAt(level)) = self.open.ask_before(Next::LookAt(level)) {
            self.look_at(level);
        }
    }

    pub(super) fn look_at(&mut self, level: Arc<Level>) {
        let disk = Disk { text: None, level: Some(Arc::clone(&level)) };
        self.replace(Document::open(level, None), None, disk);
    }

    /// Another document, from its beginning.
    pub(super) fn replace(&mut self, document: Document, file: Option<PathBuf>, disk: Disk) {
        self.open.replace(document, file, disk);
        self.show(true);
    }

    /// Shows the level; a fresh one starts from the beginning.
    pub fn show(&mut self, fresh: bool) {
        let Some(document) = &self.open.document else { return };
        let level = Arc::clone(document.level());
        // It holds what these were to do.
        self.edits.clear();
        self.open.sent.push(Arc::clone(&level));
        self.open.waits = true;
        self.shows.write(ShowLevel { level, fresh });
    }

    fn hand_on(&mut self, change: LevelChange) {
        let Some(document) = &self.open.document else { return };
        if change.options {
            let level = document.level();
            let own = PathfindingOptions { options: level.search.clone(), unreachable: level.unreachable };
            self.options.set_if_neq(own);
        }
        if change.map || change.agents || change.texts || (self.open.waits && change.grid.is_some()) {
            self.show(false);
        } else if let Some(change) = change.grid {
            self.edits.write(EditGrid(change.edit()));
        }
    }
}

/// What was sent is shown now.
pub(super) fn note_shown(mut open: ResMut<OpenDocument>, mut shows: MessageReader<ShowLevel>) {
    if shows.read().count() > 0 {
        open.bypass_change_detection().waits = false;
    }
}
