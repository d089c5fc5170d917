//! State that the panels of the editor read, which is all that any panel reads.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use gridwalk_pathfinding::{Cell, Cost};

use super::Edit;
use super::generated::Preview;
use super::problems::Problems;
use crate::app::lesson;

/// State of the window for drawing panels, with the editor.
#[derive(SystemParam, Deref)]
pub struct Model<'w, 's> {
    #[deref]
    base: lesson::Model<'w, 's>,
    pub edit: Res<'w, Edit>,
    pub(super) preview: Res<'w, Preview>,
    pub(super) problems: Res<'w, Problems>,
}

impl Model<'_, '_> {
    /// Returns the path cost of the selected agent before the last stroke that changed it.
    ///
    /// Returns `None` unless that path had the same start and goal.
    pub fn cost_before(&self) -> Option<Cost> {
        let last = self.agents.get(self.selection.lead()?).ok().filter(|_| self.edits())?.last?;
        let of_these = |(start, goal, cost): &(Cell, Cell, Cost)| {
            (*start, *goal) == (last.query.start, last.query.goal) && Some(*cost) != last.cost
        };
        self.edit.before.iter().flatten().find(|before| of_these(before)).map(|(.., cost)| *cost)
    }
}
