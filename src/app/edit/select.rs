//! The selected part of the level, and the actions on it.
//!
//! The selection can be moved, copied, turned or erased with everything on it, and the level can be
//! cropped to it.

use std::sync::Arc;

use gridwalk_level::shapes::{Brush, Piece, erase, on_map, relocate};
use gridwalk_level::{Label, LevelEdit, LevelEditError, Turn};
use gridwalk_pathfinding::{Cell, Rect};

use super::desk::Desk;
use super::state::{Hand, Step, ground};
use crate::app::Phrase;

/// Moves the selection if the stroke begins inside it; otherwise selects.
pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let Some(level) = desk.level().map(Arc::clone) else {
        return;
    };
    if step == Step::Begin {
        let inside = desk
            .edit
            .selection
            .filter(|rect| rect.contains(hand.first()) && !hand.erases);
        desk.edit.lifted = inside.and_then(|rect| Some((Piece::copy(&level, rect)?, rect)));
    }
    let moved = Cell::new(
        hand.last().x - hand.first().x,
        hand.last().y - hand.first().y,
    );
    let Some((_, from)) = &desk.edit.lifted else {
        let rect = Brush::between(hand.first(), hand.last());
        // A click outside of the selection clears it.
        let is_click = step == Step::End && hand.first() == hand.last();
        desk.edit.selection = on_map(level.grid.size(), rect).filter(|_| !is_click && !hand.erases);
        return;
    };
    let to = Rect {
        at: Cell::new(from.at.x + moved.x, from.at.y + moved.y),
        ..*from
    };
    desk.edit.selection = Some(to);
    if step == Step::End
        && let Some((_, from)) = desk.edit.lifted.take()
    {
        desk.edit.selection = on_map(level.grid.size(), to);
        let edit = relocate(&level, from, None, to.at, ground(&level.grid));
        drop(level);
        if moved != Cell::new(0, 0) {
            change(desk, edit.transpose());
        }
    }
}

/// Cancels a move of the selection, or the selection itself.
pub fn cancel(desk: &mut Desk) {
    if let Some((_, from)) = desk.edit.lifted.take() {
        desk.edit.selection = Some(from);
    } else {
        desk.edit.selection = None;
    }
}

pub fn select_all(desk: &mut Desk) {
    desk.edit.selection = desk.level().map(|level| level.grid.size().rect());
}

pub fn copy(desk: &mut Desk) {
    let selected = desk.edit.selection.zip(desk.level());
    match selected.and_then(|(rect, level)| Piece::copy(level, rect)) {
        Some(piece) => {
            let size = piece.size();
            desk.notes.say(
                Phrase::PartCopied
                    .with("width", size.width)
                    .with("height", size.height),
            );
            desk.edit.copy = Some(piece);
        }
        None => desk.notes.warn(Phrase::NothingSelected),
    }
}

/// Erases the selection.
pub fn clear(desk: &mut Desk) {
    match desk.edit.selection.zip(desk.level()) {
        Some((rect, level)) => {
            let edit = erase(level, rect, ground(&level.grid));
            change(desk, Some(Ok(edit)));
        }
        None => desk.notes.warn(Phrase::NothingSelected),
    }
}

/// Pastes the copy at the pointer, or else at the selection, and selects it.
pub fn paste(desk: &mut Desk) {
    let (Some(piece), Some(level)) = (desk.edit.copy.clone(), desk.level()) else {
        return desk.notes.warn(Phrase::NothingCopied);
    };
    let at = desk
        .hovered
        .0
        .or(desk.edit.selection.map(|rect| rect.at))
        .unwrap_or(Cell::new(0, 0));
    let (edit, size) = (piece.put(level, at), piece.size());
    desk.edit.selection = on_map(
        level.grid.size(),
        Rect {
            at,
            width: size.width,
            height: size.height,
        },
    );
    change(desk, Some(edit));
}

/// Turns the selection around its upper left corner; without a selection, the whole level.
pub fn turn(desk: &mut Desk, turn: Turn) {
    let Some(level) = desk.level().map(Arc::clone) else {
        return;
    };
    let Some(from) = desk
        .edit
        .selection
        .and_then(|rect| on_map(level.grid.size(), rect))
    else {
        let edit = LevelEdit::turn(&level, turn);
        drop(level);
        return desk.change(Label::Turn(turn), edit);
    };
    let edit = relocate(&level, from, Some(turn), from.at, ground(&level.grid));
    let size = turn.size(from.size());
    desk.edit.selection = on_map(
        level.grid.size(),
        Rect {
            at: from.at,
            width: size.width,
            height: size.height,
        },
    );
    drop(level);
    change(desk, edit.transpose());
}

fn change(desk: &mut Desk, edit: Option<Result<LevelEdit, LevelEditError>>) {
    if let Some(edit) = edit {
        desk.note_cost();
        desk.change(Label::Piece(0), edit);
    }
}
