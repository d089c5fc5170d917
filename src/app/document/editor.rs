//! The only way to change the open level, for commands, undo and files; reports each change.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gridwalk::{LevelUpdate, PathfindingOptions};
use gridwalk_level::{Document, EntryId, Label, Level, LevelChange, LevelEdit, LevelEditError, Stroke};

use super::open::{Disk, Next, OpenDocument};

/// Mutable access to the open level, with a report of each change.
#[derive(SystemParam)]
pub(in crate::app) struct Editor<'w> {
    pub open: ResMut<'w, OpenDocument>,
    options: ResMut<'w, PathfindingOptions>,
    updates: MessageWriter<'w, LevelUpdate>,
}

impl Editor<'_> {
    /// Applies an edit, which can be undone.
    pub fn edit(&mut self, edit: LevelEdit) -> Result<(), LevelEditError> {
        let Some(document) = &mut self.open.document else { return Ok(()) };
        let change = document.edit(edit)?;
        self.hand_on(&change);
        Ok(())
    }

    /// Applies an edit that is undone together with the previous edits of the same stroke.
    pub fn edit_in_stroke(&mut self, stroke: Stroke, edit: LevelEdit) -> Result<(), LevelEditError> {
        let Some(document) = &mut self.open.document else { return Ok(()) };
        let change = document.edit_in_stroke(stroke, edit)?;
        self.hand_on(&change);
        Ok(())
    }

    /// Applies an edit of a stroke, under this label.
    pub fn edit_in_stroke_as(&mut self, stroke: Stroke, label: Label, edit: LevelEdit) -> Result<(), LevelEditError> {
        let Some(document) = &mut self.open.document else { return Ok(()) };
        let change = document.edit_in_stroke_as(stroke, label, edit)?;
        self.hand_on(&change);
        Ok(())
    }

    /// Returns the options of the open level; without a level, those of the window.
    ///
    /// The level may not be shown yet.
    pub fn options(&self) -> PathfindingOptions {
        self.open.document().map_or_else(|| self.options.clone(), |document| PathfindingOptions::of(document.level()))
    }

    /// Replaces the options.
    pub fn set_options(&mut self, wanted: PathfindingOptions) {
        if self.open.document().is_none() {
            self.options.set_if_neq(wanted);
            return;
        }
        let PathfindingOptions { options, unreachable } = wanted;
        for edit in [LevelEdit::Options(Box::new(options)), LevelEdit::Unreachable(unreachable)] {
            if let Err(error) = self.edit(edit) {
                warn!("the level does not take these options: {error}");
            }
        }
    }

    /// Undoes the last step; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.walk(Document::undo)
    }

    /// Redoes the step that was undone last; returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.walk(Document::redo)
    }

    /// Goes back to the state after this step and forgets the later steps.
    pub fn take_back(&mut self, to: EntryId) -> bool {
        self.walk(|document| document.take_back(to))
    }

    /// Goes to the state after this step, on any branch of the history.
    pub fn go_to(&mut self, entry: EntryId) -> bool {
        self.walk(|document| document.go_to(entry))
    }

    fn walk(&mut self, walk: impl FnOnce(&mut Document) -> Option<LevelChange>) -> bool {
        let Some(change) = self.open.document.as_mut().and_then(walk) else { return false };
        self.hand_on(&change);
        true
    }

    /// Applies a version of the file that another program saved, as one step.
    pub fn reload(&mut self, level: &Arc<Level>, text: Option<Arc<str>>) {
        let Some(document) = &mut self.open.document else { return };
        let change = document.reload(level, text.clone());
        self.open.disk = Disk { text, level: Some(Arc::clone(level)) };
        self.hand_on(&change);
    }

    /// Opens a level without a file, after a question if unsaved work would be lost.
    pub fn open_without_file(&mut self, level: Arc<Level>) {
        if let Some(Next::LookAt(level, text)) = self.open.ask_before(Next::LookAt(level, None)) {
            self.look_at(level, text);
        }
    }

    pub(super) fn look_at(&mut self, level: Arc<Level>, text: Option<Arc<str>>) {
        let disk = Disk { text: None, level: Some(Arc::clone(&level)) };
        self.replace(Document::open(level, text), None, disk);
    }

    /// Replaces the document and shows it from the beginning.
    pub(super) fn replace(&mut self, document: Document, file: Option<PathBuf>, disk: Disk) {
        self.open.replace(document, file, disk);
        self.show();
    }

    /// Shows the level from the beginning.
    pub fn show(&mut self) {
        let level = self.open.document().map(|document| Arc::clone(document.level()));
        self.updates.write_batch(level.map(LevelUpdate::Show));
    }

    fn hand_on(&mut self, change: &LevelChange) {
        let Some(document) = &self.open.document else { return };
        if change.options {
            // Orders given in the same frame use the new options.
            self.options.set_if_neq(PathfindingOptions::of(document.level()));
        }
        self.updates.write_batch(LevelUpdate::of(document.level(), change));
    }
}
