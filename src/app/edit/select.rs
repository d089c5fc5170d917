//! The selected part of the level, and the actions on it.
//!
//! The selection can be moved, copied, turned or erased with everything on it, and the level can be
//! cropped to it.

use std::sync::Arc;

use bevy_egui::egui::Ui;
use gridwalk_level::shapes::{Brush, Piece, erase, on_map, relocate};
use gridwalk_level::{Label, LevelEdit, LevelEditError, PieceAct, Turn};
use gridwalk_pathfinding::{Cell, Rect};

use super::context::{EditModel, ToolContext};
use super::state::{ActiveStroke, StrokePhase, ground};
use crate::app::Phrase;
use crate::app::command::{Section, ToolCommand};
use crate::app::widgets::{button, section};

/// Moves the selection if the stroke begins inside it; otherwise selects.
pub fn act(context: &mut ToolContext, stroke: &mut ActiveStroke, step: StrokePhase) {
    let Some(level) = context.level().map(Arc::clone) else {
        return;
    };
    if step == StrokePhase::Begin {
        let selected = context.edit.selection;
        let inside = selected.filter(|rect| rect.contains(stroke.first()) && !stroke.erases);
        context.edit.selected_before = selected;
        context.edit.lifted = inside.and_then(|rect| Piece::copy(&level, rect));
    }
    let moved = Cell::new(
        stroke.last().x - stroke.first().x,
        stroke.last().y - stroke.first().y,
    );
    let lifted = context.edit.lifted.as_ref();
    let Some(from) = lifted.and(context.edit.selected_before) else {
        let rect = Brush::between(stroke.first(), stroke.last());
        // A click outside of the selection clears it.
        let is_click = step == StrokePhase::End && stroke.first() == stroke.last();
        context.edit.selection =
            on_map(level.grid.size(), rect).filter(|_| !is_click && !stroke.erases);
        return;
    };
    let to = Rect {
        at: Cell::new(from.at.x + moved.x, from.at.y + moved.y),
        ..from
    };
    context.edit.selection = Some(to);
    if step == StrokePhase::End {
        context.edit.lifted = None;
        context.edit.selection = on_map(level.grid.size(), to);
        let edit = relocate(&level, from, None, to.at, ground(&level.grid));
        drop(level);
        if moved != Cell::new(0, 0) {
            change(context, PieceAct::Move, edit.transpose());
        }
    }
}

/// Restores the selection at the start of the stroke.
pub fn cancel(context: &mut ToolContext) {
    context.edit.lifted = None;
    context.edit.selection = context.edit.selected_before.take();
}

pub fn select_all(context: &mut ToolContext) {
    context.edit.selection = context.level().map(|level| level.grid.size().rect());
}

pub fn copy(context: &mut ToolContext) {
    let selected = context.edit.selection.zip(context.level());
    match selected.and_then(|(rect, level)| Piece::copy(level, rect)) {
        Some(piece) => {
            let size = piece.size();
            context.notes.say(
                Phrase::PartCopied
                    .with("width", size.width)
                    .with("height", size.height),
            );
            context.edit.copy = Some(piece);
        }
        None => context.notes.warn(Phrase::NothingSelected),
    }
}

/// Erases the selection.
pub fn clear(context: &mut ToolContext) {
    match context.edit.selection.zip(context.level()) {
        Some((rect, level)) => {
            let edit = erase(level, rect, ground(&level.grid));
            change(context, PieceAct::Erase, Some(Ok(edit)));
        }
        None => context.notes.warn(Phrase::NothingSelected),
    }
}

/// Pastes the copy at the pointer, or else at the selection, and selects it.
///
/// At an edge it is moved inside, as far as the map has room.
pub fn paste(context: &mut ToolContext) {
    let (Some(piece), Some(level)) = (context.edit.copy.clone(), context.level()) else {
        return context.notes.warn(Phrase::NothingCopied);
    };
    let at = context
        .hovered
        .0
        .or(context.edit.selection.map(|rect| rect.at))
        .unwrap_or(Cell::new(0, 0));
    let (map, size) = (level.grid.size(), piece.size());
    let inside = |at: i32, length: u32, room: u32| at.min((room - length.min(room)).cast_signed());
    let at = Cell::new(
        inside(at.x, size.width, map.width),
        inside(at.y, size.height, map.height),
    );
    let edit = piece.put(level, at);
    context.edit.selection = on_map(
        map,
        Rect {
            at,
            width: size.width,
            height: size.height,
        },
    );
    change(context, PieceAct::Paste, Some(edit));
}

/// Turns the selection around its upper left corner; without a selection, the whole level.
pub fn turn(context: &mut ToolContext, turn: Turn) {
    let Some(level) = context.level().map(Arc::clone) else {
        return;
    };
    let Some(from) = context
        .edit
        .selection
        .and_then(|rect| on_map(level.grid.size(), rect))
    else {
        let edit = LevelEdit::turn(&level, turn);
        drop(level);
        return context.change(Label::Turn(turn), edit);
    };
    let edit = relocate(&level, from, Some(turn), from.at, ground(&level.grid));
    let size = turn.size(from.size());
    context.edit.selection = on_map(
        level.grid.size(),
        Rect {
            at: from.at,
            width: size.width,
            height: size.height,
        },
    );
    drop(level);
    change(context, PieceAct::Turn(turn), edit.transpose());
}

fn change(
    context: &mut ToolContext,
    act: PieceAct,
    edit: Option<Result<LevelEdit, LevelEditError>>,
) {
    if let Some(edit) = edit {
        context.note_cost();
        context.change(Label::Piece(act, 0), edit);
    }
}

/// Draws the commands for the selected part of the map, or for the whole map.
pub fn draw_section(ui: &mut Ui, model: &EditModel) {
    let size = model
        .edit
        .selection
        .map(|rect| format!("{} × {}", rect.width, rect.height));
    let aside = size.as_deref().unwrap_or(model.text(Phrase::WholeLevel));
    section(
        ui,
        model,
        (Section::Selected, Phrase::Selected, aside),
        |ui| {
            if model.edit.selection.is_some() {
                ui.horizontal_wrapped(|ui| {
                    button(ui, model, Phrase::CopyPart, ToolCommand::Copy);
                    button(ui, model, Phrase::CutPart, ToolCommand::Cut);
                    button(ui, model, Phrase::ClearPart, ToolCommand::Clear);
                    button(ui, model, Phrase::CropPart, ToolCommand::Crop);
                });
            }
            ui.horizontal_wrapped(|ui| {
                button(
                    ui,
                    model,
                    Phrase::FlipPartHorizontally,
                    ToolCommand::Turn(Turn::FlipHorizontally),
                );
                button(
                    ui,
                    model,
                    Phrase::FlipPartVertically,
                    ToolCommand::Turn(Turn::FlipVertically),
                );
                button(
                    ui,
                    model,
                    Phrase::TurnPartLeft,
                    ToolCommand::Turn(Turn::Left),
                );
                button(
                    ui,
                    model,
                    Phrase::TurnPartRight,
                    ToolCommand::Turn(Turn::Right),
                );
            });
        },
    );
}
