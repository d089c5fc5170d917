//! Commands that change the level, undo and redo.

use std::sync::Arc;

use bevy::prelude::*;
use gridwalk_level::formats::is_default;
use gridwalk_level::{EntryId, Level, LevelEdit, LevelEditError, LevelGrid, Stroke};
use gridwalk_pathfinding::{Cell, TerrainId};

use super::Editor;
use crate::app::command::EditCommand;
use crate::app::common::state::another;
use crate::app::{Notes, Phrase};

/// Runs a command.
pub(in crate::app) fn act(
    In(command): In<EditCommand>,
    mut editor: Editor,
    mut stroke: Local<u64>,
    mut notes: ResMut<Notes>,
) {
    match command {
        EditCommand::SetCell(cell, glyph) => match map(&editor).and_then(|map| map.terrain_by_glyph(glyph)) {
            Some(terrain) => set_cell(&mut editor, cell, |_| terrain, None, &mut notes),
            None => notes.warn(Phrase::NoSuchGlyph.with("glyph", glyph)),
        },
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
        EditCommand::Name(name) => edit(&mut editor, LevelEdit::Name(name.trim().to_owned()), &mut notes),
        EditCommand::About(about) => edit(&mut editor, LevelEdit::About(about.trim().to_owned()), &mut notes),
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
pub(in crate::app) fn turn_terrain(editor: &mut Editor, cell: Cell, is_next: bool, stroke: Stroke, notes: &mut Notes) {
    let Some(all) = map(editor).map(|map| offered(map, editor.open.saved_level())) else { return };
    let by = if is_next { 1 } else { all.len() - 1 };
    set_cell(editor, cell, |now| another(&all, now, by), Some(stroke), notes);
}

/// Returns the map of the document, which may not be shown yet.
fn map<'a>(editor: &'a Editor) -> Option<&'a LevelGrid> {
    editor.open.document().map(|document| &document.level().grid)
}

/// Returns the terrains that clicks cycle through, in the order of the legend.
///
/// They are the terrains that the level names, and those built-in terrains that its map uses. A map with a single
/// terrain offers all.
fn offered(map: &LevelGrid, saved: Option<&Arc<Level>>) -> Vec<TerrainId> {
    let glyph = |map: &LevelGrid, id: TerrainId| map.looks().of(id).glyph;
    let maps = [Some(map), saved.map(|level| &level.grid)].into_iter().flatten();
    let used: Vec<char> = maps.flat_map(|map| map.used_terrains().map(|id| glyph(map, id))).collect();
    let all: Vec<TerrainId> = (0..=u8::MAX).take(map.legend().len()).map(TerrainId).collect();
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
        None => edit(editor, change, notes),
    }
}

fn edit(editor: &mut Editor, change: LevelEdit, notes: &mut Notes) {
    report(editor.edit(change), notes);
}

fn report(done: Result<(), LevelEditError>, notes: &mut Notes) {
    if let Err(error) = done {
        notes.warn(Phrase::EditRefused.because("why", &error));
    }
}
