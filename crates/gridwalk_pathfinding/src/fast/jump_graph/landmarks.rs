//! The landmarks of a jump graph, and the edits that leave them right.

use super::ends::Units;
use super::wave::Wave;
use crate::fast::landmarks::{LandmarkBounds, Landmarks};
use crate::map::JumpGround;
use crate::{Cell, Map, Revision};

/// Landmarks, and the walkable cells when they were computed.
///
/// A cell that becomes a wall later makes paths longer, so the distances stay lower bounds. Once a
/// cell is walkable that was a wall then, they are dropped.
#[derive(Clone, Debug)]
pub(super) struct JumpLandmarks {
    landmarks: Landmarks<Wave>,
    /// The latest revision of the map at which the distances are known to be lower bounds.
    checked: Revision,
    /// The walkable cells when the distances were computed, 64 to a word.
    walkable: Vec<u64>,
}

/// Number of landmarks that a search needs: with few of them it takes longer on some maps.
const LEAST: usize = 8;

impl Default for JumpLandmarks {
    fn default() -> Self {
        Self {
            landmarks: Landmarks::new(LEAST),
            checked: Revision(0),
            walkable: Vec::new(),
        }
    }
}

impl JumpLandmarks {
    pub fn bytes(&self) -> usize {
        self.landmarks.bytes() + size_of_val(&*self.walkable)
    }

    /// Returns `true` if searches can use landmarks.
    pub fn are_there(&self) -> bool {
        self.landmarks.are_there()
    }

    /// Returns `true` if the next query has to compute a part of the landmarks.
    pub const fn are_due(&self) -> bool {
        self.landmarks.are_due()
    }

    /// Counts a finished search in a graph of this many jump points.
    ///
    /// The path found leads over `on_path` jump points.
    pub fn earn(&mut self, map: &Map, jump_points: usize, expanded: u64, on_path: u64) {
        let (revision, cells) = (map.grid().revision(), map.grid().cell_count());
        self.landmarks
            .earn(revision, [cells, jump_points], expanded, on_path);
    }

    /// Computes the part of the landmarks that is due; returns the work done.
    ///
    /// `origin` is a cell far from others, and `room` the number of bytes that landmarks may take.
    pub fn advance(
        &mut self,
        map: &Map,
        (ground, units): (JumpGround, Units),
        origin: impl FnOnce() -> Cell,
        room: usize,
        work: u64,
    ) -> u64 {
        let (revision, cells) = (map.grid().revision(), map.grid().cell_count());
        let was_in_work = self.landmarks.are_in_work();
        let taken = self.landmarks.advance(
            (ground, units),
            (revision, cells, ground.row_places()),
            || ground.row_place(origin()),
            room.saturating_sub(size_of_val(ground.walkable_rows())),
            work,
        );
        if !was_in_work && (self.landmarks.are_in_work() || self.are_there()) {
            (self.checked, self.walkable) = (revision, ground.walkable_rows().to_vec());
        }
        taken
    }

    /// Returns `true` if there are landmarks that are right on this map.
    ///
    /// They are if no cell is walkable that was a wall when the distances were computed.
    ///
    /// # Complexity
    /// O(1) without an edit, else O(tiles + cells / 64 of the tiles that changed).
    pub fn are_right(&self, map: &Map, ground: JumpGround) -> bool {
        if !self.are_there() {
            return false;
        }
        if self.checked == map.grid().revision() {
            return true;
        }
        let walkable = ground.walkable_rows();
        map.tiles().changed_since(self.checked).all(|tile| {
            (0..tile.height.cast_signed()).all(|row| {
                let first = ground.row_place(Cell::new(tile.at.x, tile.at.y + row));
                let words = first / 64..=(first + tile.width as usize - 1) / 64;
                words
                    .into_iter()
                    .all(|word| walkable[word] & !self.walkable[word] == 0)
            })
        })
    }

    /// Returns `true` if there are landmarks, and drops them if they are wrong on this map.
    pub fn check(&mut self, map: &Map, ground: JumpGround) -> bool {
        let is_right = self.are_right(map, ground);
        if is_right {
            self.checked = map.grid().revision();
        } else if self.are_there() {
            self.landmarks.lose();
            self.walkable = Vec::new();
        }
        is_right
    }

    /// Returns the bounds for a goal, if there are landmarks.
    #[inline]
    pub fn bounds(&self, ground: JumpGround, goal: Cell) -> Option<LandmarkBounds<'_>> {
        self.landmarks.bounds(ground.row_place(goal))
    }
}
