//! What panels read of the editor, and so everything that any panel reads.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use gridwalk_pathfinding::{Cell, Cost};

use super::Edit;
use super::generated::Preview;
use super::problems::Problems;
use crate::app::lesson;

/// The editor's hand.
#[derive(SystemParam, Deref)]
pub struct Model<'w, 's> {
    #[deref]
    base: lesson::Model<'w, 's>,
    pub edit: Res<'w, Edit>,
    pub(super) preview: Res<'w, Preview>,
    pub(super) problems: Res<'w, Problems>,
}

impl Model<'_, '_> {
    /// What the path of the selected agent cost before the stroke that changed it last, where it led from and to the same
    /// cells.
    pub fn cost_before(&self) -> Option<Cost> {
        let last = self.agents.get(self.selection.0?).ok().filter(|_| self.edits())?.last?;
        let of_these = |(start, goal, cost): &(Cell, Cell, Cost)| {
            (*start, *goal) == (last.query.start, last.query.goal) && Some(*cost) != last.cost
        };
        self.edit.before.iter().flatten().find(|before| of_these(before)).map(|(.., cost)| *cost)
    }
}
