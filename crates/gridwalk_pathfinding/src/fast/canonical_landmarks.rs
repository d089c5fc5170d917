//! The landmarks of canonical A*, and the edits that leave them right.

use std::collections::BTreeMap;

use super::goal_field::FieldWave;
use super::landmarks::{LandmarkBounds, Landmarks};
use super::step_patterns::{ChangedCell, StepPatterns};
use crate::map::BitLayout;
use crate::{Cell, CellIndex, CostRule, Grid, SearchOptions};

/// Landmarks of a map of several costs, and the cells that cost more than when they were computed.
///
/// The distances stay lower bounds until a cell costs less than then.
#[derive(Clone, Debug)]
pub(super) struct CanonicalLandmarks {
    landmarks: Landmarks<FieldWave>,
    /// The cost that each changed cell had then.
    changed: BTreeMap<u32, u16>,
}

/// The number of cells of a map for each that may be changed.
///
/// Landmarks are dropped then, as they tell less and less.
const CELLS_PER_CHANGE: usize = 16;

/// Number of landmarks that a search needs.
const LEAST: usize = 1;

impl Default for CanonicalLandmarks {
    fn default() -> Self {
        Self {
            landmarks: Landmarks::new(LEAST),
            changed: BTreeMap::new(),
        }
    }
}

impl CanonicalLandmarks {
    pub fn bytes(&self) -> usize {
        self.landmarks.bytes() + self.changed.len() * size_of::<(u32, u16)>()
    }

    /// Returns `true` if searches can use landmarks.
    pub fn are_there(&self) -> bool {
        self.landmarks.are_there()
    }

    /// Returns `true` if the next query has to compute a part of the landmarks.
    pub const fn are_due(&self) -> bool {
        self.landmarks.are_due()
    }

    /// Counts a finished search whose path leads over this many cells.
    pub fn earn(&mut self, grid: &Grid, expanded: u64, on_path: u64) {
        let walkable = grid
            .used_terrains()
            .filter(|terrain| grid.cost_table()[usize::from(terrain.0)] > 0)
            .map(|terrain| grid.count(terrain) as usize);
        let cells = [grid.cell_count(), walkable.sum()];
        self.landmarks
            .earn(grid.revision(), cells, expanded, on_path);
    }

    /// Computes the part of the landmarks that is due; returns the work done.
    ///
    /// `origin` is a cell far from others, and `room` the number of bytes that landmarks may take.
    pub fn advance(
        &mut self,
        grid: &Grid,
        options: &SearchOptions,
        origin: impl FnOnce() -> Cell,
        room: usize,
        work: u64,
    ) -> u64 {
        if !self.landmarks.are_in_work() {
            // Distances that were right before the changes are lower bounds behind them.
            self.changed.clear();
        }
        let layout = BitLayout::new(grid.size());
        self.landmarks.advance(
            (grid, options),
            (grid.revision(), grid.cell_count(), layout.len()),
            || layout.place_inside(origin()),
            room,
            work,
        )
    }

    /// Follows an edit of these cells: drops landmarks that are wrong now.
    pub fn follow(&mut self, grid: &Grid, patterns: &StepPatterns, changed: &[ChangedCell]) {
        if !self.are_there() {
            return;
        }
        let rules = patterns.rules();
        // A diagonal step costs the mean of four cells, but a wall costs as the dearest of the
        // others. So a step past a cell can become cheaper when the cell closes.
        let are_walls_dearer =
            rules.cost_rule == CostRule::Entered || !rules.movement.passes([true, false]);
        for cell in changed {
            let cost = grid.cost_at(cell.index as usize);
            let then = *self.changed.entry(cell.index).or_insert(cell.cost);
            let is_dearer = match (then, cost) {
                (0, _) => false,
                (_, 0) => are_walls_dearer,
                _ => cost > then,
            };
            if cost == then {
                self.changed.remove(&cell.index);
            } else if !is_dearer {
                return self.lose();
            }
        }
        if self.changed.len() > grid.cell_count() / CELLS_PER_CHANGE {
            self.lose();
        }
    }

    fn lose(&mut self) {
        self.landmarks.lose();
        self.changed.clear();
    }

    /// Returns the bounds for the goal of this index, if there are landmarks.
    pub fn bounds(&self, grid: &Grid, goal: u32) -> Option<LandmarkBounds<'_>> {
        let place = BitLayout::new(grid.size()).place_inside(grid.cell(CellIndex(goal)));
        self.landmarks.bounds(place)
    }
}
