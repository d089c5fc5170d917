//! The table of searches on this level.

use bevy::prelude::*;
use gridwalk_pathfinding::Grid;

use super::{Playback, Run, Source, WatchQuery};

/// Searches on this level, oldest first.
#[derive(Resource, Default)]
pub struct Runs {
    /// The rows, at most [`Runs::MOST`].
    pub rows: Vec<Run>,
    /// Index of the row to which the watched search is compared.
    pub compared: Option<usize>,
}

impl Runs {
    /// Maximum number of rows.
    pub const MOST: usize = 40;
    /// Maximum memory of all recordings, in bytes.
    const MOST_BYTES: usize = 256 << 20;

    /// Adds a search that is not in the table.
    pub(super) fn note(&mut self, run: &Run, question: &mut WatchQuery) {
        if self.rows.iter().all(|row| !row.question.is(&run.question)) {
            self.add(run.clone(), question);
        }
    }

    /// Clears the table if the map is another one.
    ///
    /// A level that differs only in its options keeps the table, so that both can be compared.
    pub(super) fn forget_other_maps(&mut self, map: &Grid, playback: &mut Playback) {
        // The map of an agent with a kind has its own costs, so it cannot decide this.
        let plain = self.rows.iter().rev().find(|run| run.question.kind.is_none());
        if !plain.and_then(|run| run.question.grid.as_ref()).is_some_and(|old| old.is_same_map(map)) {
            *self = Self::default();
            playback.stops.retain(|stop| stop.cell().is_none());
        }
    }

    /// Adds a row and drops old rows beyond the limits.
    ///
    /// Of the searches along one drag, only the last is kept.
    fn add(&mut self, run: Run, question: &mut WatchQuery) {
        let last = self.rows.len().checked_sub(1);
        let along = run.dragged && last.is_some_and(|last| self.rows[last].dragged && self.compared != Some(last));
        if along {
            self.rows.pop();
        }
        self.rows.push(run);
        let bytes = |rows: &[Run]| rows.iter().map(|row| row.timeline.bytes() + row.costs.bytes()).sum::<usize>();
        while self.rows.len() > Self::MOST || (self.rows.len() > 1 && bytes(&self.rows) > Self::MOST_BYTES) {
            self.rows.remove(0);
            self.compared = self.compared.and_then(|number| number.checked_sub(1));
            if let Source::Run(number) = &mut question.source {
                *number = number.saturating_sub(1);
            }
        }
    }
}
