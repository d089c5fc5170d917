//! Commands that change the level, and that take changes back.

use bevy::prelude::*;
use bevy_gridwalk::NavGrid;
use gridwalk_level::formats::is_default;
use gridwalk_level::{EntryId, LevelEdit, Stroke};
use gridwalk_pathfinding::{Cell, Grid, GridEdit, TerrainId};

use super::Editor;
use crate::app::command::EditCommand;
use crate::app::common::state::another;
use crate::app::{Notes, Phrase};

/// Acts on one command.
pub(in crate::app) fn act(
    In(command): In<EditCommand>,
    mut editor: Editor,
    grid: Res<NavGrid>,
    mut stroke: Local<u64>,
    mut notes: ResMut<Notes>,
) {
    match command {
        EditCommand::SetCell(cell, glyph) => match level(&editor, &grid).terrain_by_glyph(glyph) {
            Some(terrain) => set_cell(&mut editor, &grid, cell, |_| terrain, None, &mut notes),
            None => notes.warn(Phrase::NoSuchGlyph.with("glyph", glyph)),
        },
        EditCommand::NextTerrain(cell) | EditCommand::PreviousTerrain(cell) => {
            let all = offered(&editor, &grid);
            let by = if matches!(command, EditCommand::NextTerrain(_)) { 1 } else { all.len() - 1 };
            *stroke += 1;
            set_cell(&mut editor, &grid, cell, |now| another(&all, now, by), Some(Stroke(*stroke)), &mut notes);
        }
        EditCommand::LikeCell(model, cell) => {
            let terrain = level(&editor, &grid).terrain_id(model);
            let which = |now| terrain.unwrap_or(now);
            set_cell(&mut editor, &grid, cell, which, Some(Stroke(*stroke)), &mut notes);
        }
        EditCommand::Undo => {
            if !editor.undo() {
                notes.say(Phrase::NothingToUndo);
            }
        }
        EditCommand::Redo => {
            if !editor.redo() {
                notes.say(Phrase::NothingToRedo);
            }
        }
        EditCommand::GoTo(entry) => {
            if !editor.go_to(EntryId(entry)) {
                notes.warn(Phrase::NoSuchEntry.with("entry", entry));
            }
        }
    }
}

/// The map of the document, which may not be shown yet.
fn level<'a>(editor: &'a Editor, grid: &'a NavGrid) -> &'a Grid {
    editor.open.document().map_or(grid.grid(), |document| &document.level().grid)
}

/// The terrains that clicks go through, in the order of the legend: those that the level names, and of those that every
/// level knows the ones that lie on its map. A map with one terrain is offered all.
fn offered(editor: &Editor, grid: &NavGrid) -> Vec<TerrainId> {
    let map = level(editor, grid);
    let saved = editor.open.saved_level().map(|level| &level.grid);
    let glyph = |grid: &Grid, id: TerrainId| grid.legend().get(usize::from(id.0)).map(|terrain| terrain.glyph);
    let used: Vec<char> = [Some(map), saved]
        .into_iter()
        .flatten()
        .flat_map(|grid| grid.used_terrains().filter_map(|id| glyph(grid, id)))
        .collect();
    let all: Vec<TerrainId> = (0..=u8::MAX).take(map.legend().len()).map(TerrainId).collect();
    let is_named = |id: &TerrainId| glyph(map, *id).is_some_and(|glyph| !is_default(glyph) || used.contains(&glyph));
    let named: Vec<TerrainId> = all.iter().copied().filter(is_named).collect();
    if named.len() > 1 { named } else { all }
}

/// Gives a cell another terrain: which, by the one that it has.
fn set_cell(
    editor: &mut Editor,
    grid: &NavGrid,
    cell: Cell,
    which: impl FnOnce(TerrainId) -> TerrainId,
    stroke: Option<Stroke>,
    notes: &mut Notes,
) {
    let Some(now) = level(editor, grid).terrain_id(cell) else {
        return notes.warn(Phrase::CellOutside.with("cell", cell));
    };
    let edit = LevelEdit::Cells(GridEdit::set(cell, which(now)));
    let done = match stroke {
        Some(stroke) => editor.edit_in_stroke(stroke, edit),
        None => editor.edit(edit),
    };
    if let Err(error) = done {
        notes.warn(Phrase::EditRefused.with("why", error));
    }
}
