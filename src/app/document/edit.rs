//! Commands that change the level, and that take changes back.

use bevy::prelude::*;

use super::Editor;
use crate::app::command::EditCommand;
use crate::app::{Notes, Phrase};
use crate::level::{EntryId, LevelEdit};
use crate::pathfinding::GridEdit;
use crate::plugin::NavGrid;

/// Acts on one command.
pub(in crate::app) fn act(
    In(command): In<EditCommand>,
    mut editor: Editor,
    grid: Res<NavGrid>,
    mut notes: ResMut<Notes>,
) {
    match command {
        EditCommand::SetCell(cell, glyph) => {
            let level = editor.open.document().map_or(grid.grid(), |document| &document.level().grid);
            match level.terrain_by_glyph(glyph) {
                Some(terrain) if level.contains(cell) => {
                    let edit = LevelEdit::Cells(GridEdit::set(cell, terrain));
                    if let Err(error) = editor.edit(edit) {
                        notes.warn(Phrase::EditRefused.with("why", error));
                    }
                }
                Some(_) => notes.warn(Phrase::CellOutside.with("cell", cell)),
                None => notes.warn(Phrase::NoSuchGlyph.with("glyph", glyph)),
            }
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
            editor.go_to(EntryId(entry));
        }
    }
}
