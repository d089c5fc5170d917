//! The data that canonical A* learns about a map: the steps of its cells, landmarks, and fields of
//! frequent goals.

use super::canonical_landmarks::CanonicalLandmarks;
use super::step_patterns::ChangedCell;
use super::{GoalFields, StepPatterns};
use crate::map::Learnt;
use crate::{Cell, Map, Revision, SearchOptions};

/// The steps, the landmarks and the goal fields of one map under one set of rules.
#[derive(Clone, Debug)]
pub struct CanonicalGround {
    pub(super) patterns: StepPatterns,
    pub(super) landmarks: CanonicalLandmarks,
    pub fields: GoalFields,
    /// Cells that the last edits changed.
    pub(super) changed: Vec<ChangedCell>,
}

impl CanonicalGround {
    /// Creates a ground without terrain, which the first search copies.
    pub fn new(map: &Map, options: &SearchOptions) -> Self {
        Self {
            patterns: StepPatterns::new(map, options),
            landmarks: CanonicalLandmarks::default(),
            fields: GoalFields::default(),
            changed: Vec::new(),
        }
    }

    /// Returns `true` if the ground serves queries on this map under these options.
    pub fn belongs_to(&self, map: &Map, options: &SearchOptions) -> bool {
        self.patterns.belong_to(map, options)
    }

    /// Follows all edits of the map.
    ///
    /// `edited` are the cells that edits after the revision `since` may have changed, if they are
    /// known.
    pub(super) fn follow(&mut self, map: &Map, edited: Option<&[Cell]>, since: Revision) {
        match edited {
            Some(cells) => self
                .patterns
                .follow_cells(map, cells, since, &mut self.changed),
            None => self.patterns.follow(map, &mut self.changed),
        }
        self.landmarks
            .follow(map.grid(), &self.patterns, &self.changed);
    }
}

impl Learnt for CanonicalGround {
    fn is_like(&self, other: &Self) -> bool {
        self.patterns.rules() == other.patterns.rules()
    }

    fn worth(&self) -> (bool, usize) {
        (self.landmarks.are_there(), self.patterns.len())
    }

    fn bytes(&self) -> usize {
        self.patterns.bytes() + self.landmarks.bytes() + self.fields.bytes()
    }
}
