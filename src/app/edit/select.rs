//! The part of the map that is selected: it is moved, copied, turned, or becomes the whole level. What stands on the ground
//! stays where it is.

use std::sync::Arc;

use gridwalk_level::shapes::{Brush, Piece};
use gridwalk_level::{Label, Level, LevelEdit, LevelEditError, Turn};
use gridwalk_pathfinding::{Cell, Rect};

use super::desk::Desk;
use super::state::{Hand, Step, ground};
use crate::app::Phrase;

/// A stroke that begins in the selection moves it; any other selects.
pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let Some(level) = desk.level().map(Arc::clone) else { return };
    if step == Step::Begin {
        let inside = desk.edit.selection.filter(|rect| rect.contains(hand.first()) && !hand.erases);
        desk.edit.lifted = inside.and_then(|rect| Some((Piece::copy(&level.grid, rect)?, rect)));
    }
    let moved = Cell::new(hand.last().x - hand.first().x, hand.last().y - hand.first().y);
    let Some((_, from)) = &desk.edit.lifted else {
        let rect = Brush::between(hand.first(), hand.last());
        // A click beside the selection ends it.
        let is_click = step == Step::End && hand.first() == hand.last();
        desk.edit.selection = on_map(&level, rect).filter(|_| !is_click && !hand.erases);
        return;
    };
    let to = Rect { at: Cell::new(from.at.x + moved.x, from.at.y + moved.y), ..*from };
    desk.edit.selection = Some(to);
    if step == Step::End
        && let Some((piece, from)) = desk.edit.lifted.take()
    {
        desk.edit.selection = on_map(&level, to);
        let edit = put_instead(&level, &piece, from, to.at).filter(|_| moved != Cell::new(0, 0));
        drop(level);
        if let Some(edit) = edit {
            change(desk, edit);
        }
    }
}

/// Takes back what a stroke would have moved.
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
    match selected.and_then(|(rect, level)| Piece::copy(&level.grid, rect)) {
        Some(piece) => {
            let size = piece.size();
            desk.notes.say(Phrase::PartCopied.with("width", size.width).with("height", size.height));
            desk.edit.copy = Some(piece);
        }
        None => desk.notes.warn(Phrase::NothingSelected),
    }
}

/// Erases what is selected.
pub fn clear(desk: &mut Desk) {
    match desk.edit.selection.zip(desk.level()) {
        Some((rect, level)) => {
            let edit = cleared(level, rect);
            change(desk, Ok(edit));
        }
        None => desk.notes.warn(Phrase::NothingSelected),
    }
}

/// Puts the copy where the pointer is, or else where something is selected, and selects it.
pub fn paste(desk: &mut Desk) {
    let (Some(piece), Some(level)) = (desk.edit.copy.clone(), desk.level()) else {
        return desk.notes.warn(Phrase::NothingCopied);
    };
    let at = desk.hovered.0.or(desk.edit.selection.map(|rect| rect.at)).unwrap_or(Cell::new(0, 0));
    let (edit, size) = (piece.put(level, at), piece.size());
    desk.edit.selection = on_map(level, Rect { at, width: size.width, height: size.height });
    change(desk, edit);
}

/// Turns what is selected around its upper left corner; without a selection the whole level.
pub fn turn(desk: &mut Desk, turn: Turn) {
    let Some(level) = desk.level().map(Arc::clone) else { return };
    let piece = desk.edit.selection.and_then(|rect| Some((Piece::copy(&level.grid, rect)?, rect)));
    let Some((piece, from)) = piece else {
        let edit = LevelEdit::turn(&level, turn);
        drop(level);
        return desk.change(Label::Turn(turn), edit);
    };
    let piece = piece.turned(turn);
    let edit = put_instead(&level, &piece, from, from.at);
    desk.edit.selection = on_map(&level, Rect { at: from.at, width: piece.size().width, height: piece.size().height });
    drop(level);
    if let Some(edit) = edit {
        change(desk, edit);
    }
}

fn change(desk: &mut Desk, edit: Result<LevelEdit, LevelEditError>) {
    desk.note_cost();
    desk.change(Label::Piece(0), edit);
}

fn cleared(level: &Level, rect: Rect) -> LevelEdit {
    let (grid, ground) = (&level.grid, ground(&level.grid));
    LevelEdit::Cells(rect.cells().filter(|cell| grid.contains(*cell)).map(|cell| (cell, ground)).collect())
}

/// The edit that erases a rectangle and puts a piece here; `None` if nothing becomes different.
fn put_instead(level: &Level, piece: &Piece, from: Rect, at: Cell) -> Option<Result<LevelEdit, LevelEditError>> {
    let mut after = level.clone();
    let mut put = || -> Result<(), LevelEditError> {
        cleared(level, from).apply(&mut after)?;
        piece.put(&after, at)?.apply(&mut after)?;
        Ok(())
    };
    match put() {
        Ok(()) => LevelEdit::between(level, &after).map(Ok),
        Err(why) => Some(Err(why)),
    }
}

/// The part of the rectangle that is on the map.
fn on_map(level: &Level, rect: Rect) -> Option<Rect> {
    let (left, top) = (rect.at.x.max(0), rect.at.y.max(0));
    let right = (rect.at.x + rect.width.cast_signed()).min(level.grid.width().cast_signed());
    let bottom = (rect.at.y + rect.height.cast_signed()).min(level.grid.height().cast_signed());
    let side = |from: i32, to: i32| u32::try_from(to - from).ok().filter(|side| *side > 0);
    Some(Rect { at: Cell::new(left, top), width: side(left, right)?, height: side(top, bottom)? })
}
