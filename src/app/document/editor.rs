//! The only way to change the open level, for commands, undo and files; reports each change.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gridwalk::{LevelUpdate, PathfindingOptions};
use gridwalk_level::formats::{is_default, visible};
use gridwalk_level::{
    Document, EntryId, Label, Level, LevelChange, LevelEdit, LevelEditError, LevelGrid, LevelKey,
    Stroke,
};
use gridwalk_pathfinding::{Cell, TerrainId};

use super::open::{Disk, Next, OpenDocument};
use crate::app::command::EditCommand;
use crate::app::common::state::another;
use crate::app::{Notes, Phrase};

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
        let Some(document) = &mut self.open.document else {
            return Ok(());
        };
        let change = document.edit(edit)?;
        self.hand_on(&change);
        Ok(())
    }

    /// Applies an edit that is undone together with the previous edits of the same stroke.
    pub fn edit_in_stroke(
        &mut self,
        stroke: Stroke,
        edit: LevelEdit,
    ) -> Result<(), LevelEditError> {
        let Some(document) = &mut self.open.document else {
            return Ok(());
        };
        let change = document.edit_in_stroke(stroke, edit)?;
        self.hand_on(&change);
        Ok(())
    }

    /// Applies an edit of a stroke, under this label.
    pub fn edit_in_stroke_as(
        &mut self,
        stroke: Stroke,
        label: Label,
        edit: LevelEdit,
    ) -> Result<(), LevelEditError> {
        let Some(document) = &mut self.open.document else {
            return Ok(());
        };
        let change = document.edit_in_stroke_as(stroke, label, edit)?;
        self.hand_on(&change);
        Ok(())
    }

    /// Returns the options of the open level; without a level, those of the window.
    ///
    /// The level may not be shown yet.
    pub fn options(&self) -> PathfindingOptions {
        self.open.document().map_or_else(
            || self.options.clone(),
            |document| PathfindingOptions::of(document.level()),
        )
    }

    /// Replaces the options.
    pub fn set_options(&mut self, wanted: PathfindingOptions) {
        if self.open.document().is_none() {
            self.options.set_if_neq(wanted);
            return;
        }
        let PathfindingOptions {
            options,
            unreachable,
        } = wanted;
        for edit in [
            LevelEdit::from(LevelKey::Options(options)),
            LevelEdit::from(LevelKey::Unreachable(unreachable)),
        ] {
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
        let Some(change) = self.open.document.as_mut().and_then(walk) else {
            return false;
        };
        self.hand_on(&change);
        true
    }

    /// Applies a version of the file that another program saved, as one step.
    pub fn reload(&mut self, level: &Arc<Level>, text: Option<Arc<str>>) {
        let Some(document) = &mut self.open.document else {
            return;
        };
        let change = document.reload(level, text.clone());
        self.open.disk = Disk {
            text,
            level: Some(Arc::clone(level)),
        };
        self.hand_on(&change);
    }

    /// Opens a level without a file, after a question if unsaved work would be lost.
    pub fn open_without_file(&mut self, level: Arc<Level>) {
        if let Some(Next::LookAt(level, text)) = self.open.ask_before(Next::LookAt(level, None)) {
            self.look_at(level, text);
        }
    }

    pub(super) fn look_at(&mut self, level: Arc<Level>, text: Option<Arc<str>>) {
        let disk = Disk {
            text: None,
            level: Some(Arc::clone(&level)),
        };
        self.replace(Document::open(level, text), None, disk);
    }

    /// Replaces the document and shows it from the beginning.
    pub(super) fn replace(&mut self, document: Document, file: Option<PathBuf>, disk: Disk) {
        self.open.replace(document, file, disk);
        self.show();
    }

    /// Shows the level from the beginning.
    pub fn show(&mut self) {
        let Some(document) = self.open.document() else {
            return;
        };
        let level = document.level();
        info!("level shown: {}", visible(&level.name));
        self.updates.write(LevelUpdate::show(level));
    }

    fn hand_on(&mut self, change: &LevelChange) {
        let Some(document) = &self.open.document else {
            return;
        };
        if change.options {
            // Orders given in the same frame use the new options.
            self.options
                .set_if_neq(PathfindingOptions::of(document.level()));
        }
        self.updates
            .write_batch(LevelUpdate::of(document.level(), change));
    }
}

/// Runs a command.
pub(in crate::app) fn act_on_map(
    In(command): In<EditCommand>,
    mut editor: Editor,
    mut stroke: Local<u64>,
    mut notes: ResMut<Notes>,
) {
    match command {
        EditCommand::SetCell(cell, glyph) => {
            match map(&editor).and_then(|map| map.terrain_by_glyph(glyph)) {
                Some(terrain) => set_cell(&mut editor, cell, |_| terrain, None, &mut notes),
                None => notes.warn(Phrase::NoSuchGlyph.with("glyph", glyph)),
            }
        }
        EditCommand::NextTerrain(cell) | EditCommand::PreviousTerrain(cell) => {
            *stroke += 1;
            let is_next = matches!(command, EditCommand::NextTerrain(_));
            turn_terrain(&mut editor, cell, is_next, Stroke(*stroke), &mut notes);
        }
        EditCommand::LikeCell(model, cell) => {
            let terrain = map(&editor).and_then(|map| map.terrain_id(model));
            let which = |now| terrain.unwrap_or(now);
            set_cell(&mut editor, cell, which, Some(Stroke(*stroke)), &mut notes);
        }
        EditCommand::Name(name) => change_map(
            &mut editor,
            LevelEdit::from(LevelKey::Name(name.trim().to_owned())),
            &mut notes,
        ),
        EditCommand::About(about) => change_map(
            &mut editor,
            LevelEdit::from(LevelKey::About(about.trim().to_owned())),
            &mut notes,
        ),
        EditCommand::Undo => {
            if !editor.undo() {
                notes.tell(Phrase::NothingToUndo);
            }
        }
        EditCommand::Redo => {
            if !editor.redo() {
                notes.tell(Phrase::NothingToRedo);
            }
        }
        EditCommand::GoTo(entry) => {
            if !editor.go_to(EntryId(entry)) {
                notes.warn(Phrase::NoSuchEntry.with("entry", entry));
            }
        }
    }
}

/// Gives a cell the next or the previous terrain of the legend.
pub(in crate::app) fn turn_terrain(
    editor: &mut Editor,
    cell: Cell,
    is_next: bool,
    stroke: Stroke,
    notes: &mut Notes,
) {
    let Some(all) = map(editor).map(|map| offered(map, editor.open.saved_level())) else {
        return;
    };
    let by = if is_next { 1 } else { all.len() - 1 };
    set_cell(
        editor,
        cell,
        |now| another(&all, now, by),
        Some(stroke),
        notes,
    );
}

/// Returns the map of the document, which may not be shown yet.
fn map<'a>(editor: &'a Editor) -> Option<&'a LevelGrid> {
    editor
        .open
        .document()
        .map(|document| &document.level().grid)
}

/// Returns the terrains that clicks cycle through, in the order of the legend.
///
/// They are the terrains that the level names, and those built-in terrains that its map uses. A map
/// with a single terrain offers all.
fn offered(map: &LevelGrid, saved: Option<&Arc<Level>>) -> Vec<TerrainId> {
    let glyph = |map: &LevelGrid, id: TerrainId| map.looks().of(id).glyph;
    let maps = [Some(map), saved.map(|level| &level.grid)]
        .into_iter()
        .flatten();
    let used: Vec<char> = maps
        .flat_map(|map| map.used_terrains().map(|id| glyph(map, id)))
        .collect();
    let all: Vec<TerrainId> = (0..=u8::MAX)
        .take(map.legend().len())
        .map(TerrainId)
        .collect();
    let is_named = |id: &TerrainId| !is_default(glyph(map, *id)) || used.contains(&glyph(map, *id));
    let named: Vec<TerrainId> = all.iter().copied().filter(is_named).collect();
    if named.len() > 1 { named } else { all }
}

/// Changes the terrain of a cell; `which` maps the old terrain to the new one.
fn set_cell(
    editor: &mut Editor,
    cell: Cell,
    which: impl FnOnce(TerrainId) -> TerrainId,
    stroke: Option<Stroke>,
    notes: &mut Notes,
) {
    let Some(now) = map(editor).and_then(|map| map.terrain_id(cell)) else {
        return notes.warn(Phrase::CellOutside.with("cell", cell));
    };
    let change = LevelEdit::Cells(vec![(cell, which(now))]);
    match stroke {
        Some(stroke) => report(editor.edit_in_stroke(stroke, change), notes),
        None => change_map(editor, change, notes),
    }
}

fn change_map(editor: &mut Editor, change: LevelEdit, notes: &mut Notes) {
    report(editor.edit(change), notes);
}

fn report(done: Result<(), LevelEditError>, notes: &mut Notes) {
    if let Err(error) = done {
        notes.warn(Phrase::EditRefused.because("why", &error));
    }
}
