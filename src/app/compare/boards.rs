//! The boards: what each changes in the options of the level, and which one is selected.

use bevy::prelude::*;

use crate::level::{BoardCountError, BoardsSetup, Clock};
use crate::pathfinding::OptionChange;

/// The boards that are compared.
#[derive(Resource, Debug, Default)]
pub struct Boards {
    /// What each changes in the options of the level; empty until something is compared.
    pub changes: Vec<Vec<OptionChange>>,
    /// The board that option changes are for.
    pub selected: usize,
    /// What all keep step by.
    pub clock: Clock,
    /// The two boards whose difference is shown.
    pub difference: Option<[usize; 2]>,
}

impl Boards {
    /// Shows these from their beginning.
    pub(super) fn show(&mut self, setup: BoardsSetup) -> Result<(), BoardCountError> {
        BoardsSetup::check_count(setup.boards.len())?;
        *self = Self { changes: setup.boards, clock: setup.clock, ..Self::default() };
        Ok(())
    }

    /// A board like the selected one, which is then selected.
    pub(super) fn add(&mut self) -> Result<(), BoardCountError> {
        BoardsSetup::check_count(self.changes.len() + 1)?;
        self.changes.push(self.changes[self.selected].clone());
        self.selected = self.changes.len() - 1;
        Ok(())
    }

    /// Without the selected board.
    pub(super) fn remove(&mut self) -> Result<(), BoardCountError> {
        let left = self.changes.len().saturating_sub(1);
        BoardsSetup::check_count(left)?;
        self.changes.remove(self.selected);
        self.selected = self.selected.min(left - 1);
        self.difference = None;
        Ok(())
    }

    /// Compares the selected board with another one, by its place; again, and it does no more.
    pub(super) fn compare_with(&mut self, other: usize) {
        let pair = [self.selected, other];
        let is_new = other < self.changes.len() && other != self.selected && self.difference != Some(pair);
        self.difference = is_new.then_some(pair);
    }
}
