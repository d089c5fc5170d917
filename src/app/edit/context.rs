//! The context of the editor's tools, and the state that its panels read.

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gridwalk::{AgentName, LastSearch};
use gridwalk_level::{Document, Label, Level, LevelEdit, LevelEditError};
use gridwalk_pathfinding::{Cell, Cost};

use super::Edit;
use super::background::{Preview, Problems};
use super::state::ActiveStroke;
use crate::app::command::Toggle;
use crate::app::document::Editor;
use crate::app::{Hovered, Notes, Phrase, Selection, Toggles, lesson};

/// The context of a tool: editor state, level and messages.
#[derive(SystemParam)]
pub(in crate::app) struct ToolContext<'w, 's> {
    pub edit: ResMut<'w, Edit>,
    pub editor: Editor<'w>,
    pub notes: ResMut<'w, Notes>,
    pub hovered: Res<'w, Hovered>,
    toggles: Res<'w, Toggles>,
    selection: ResMut<'w, Selection>,
    pub(super) preview: ResMut<'w, Preview>,
    pub(super) problems: ResMut<'w, Problems>,
    searches: Query<'w, 's, &'static LastSearch>,
    names: Query<'w, 's, (Entity, &'static AgentName)>,
}

impl ToolContext<'_, '_> {
    /// Returns the current level.
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.editor.open.document().map(Document::level)
    }

    pub fn is_outline(&self) -> bool {
        self.toggles.is_on(Toggle::Outline)
    }

    /// Returns `true` if a click cycles through the terrains, as outside of the editor.
    ///
    /// This ends when the user chooses a terrain.
    pub fn clicks_turn_terrain(&self) -> bool {
        self.toggles.is_on(Toggle::Terrain) && !self.edit.has_chosen
    }

    /// Returns the name of the selected agent.
    pub fn selected_name(&self) -> Option<&AgentName> {
        self.selection
            .lead()
            .and_then(|agent| self.names.get(agent).ok())
            .map(|(_, name)| name)
    }

    /// Selects the agent with this name.
    pub fn select(&mut self, name: &str) {
        if let Some((agent, _)) = self.names.iter().find(|(_, other)| other.0 == name) {
            self.selection.set_if_neq(Selection::of(agent));
        }
    }

    /// Records the current path cost of the selected agent, for comparison after the next edit.
    pub fn note_cost(&mut self) {
        let last = self
            .selection
            .lead()
            .and_then(|agent| self.searches.get(agent).ok());
        let now = last.and_then(|last| Some((last.query.start, last.query.goal, last.cost?)));
        // A stroke that does not change the path keeps the earlier comparison.
        if self.edit.before[0] != now {
            self.edit.before = [now, self.edit.before[0]];
        }
    }

    /// Applies an edit as part of a stroke.
    pub(super) fn draw(&mut self, stroke: &ActiveStroke, label: Label, edit: LevelEdit) {
        let done = self.editor.edit_in_stroke_as(stroke.id, label, edit);
        self.report(done);
    }

    /// Applies an edit as a separate step of the history.
    pub fn change(&mut self, label: Label, edit: Result<LevelEdit, LevelEditError>) {
        let id = self.edit.next_stroke();
        let done = edit.and_then(|edit| self.editor.edit_in_stroke_as(id, label, edit));
        self.report(done);
    }

    fn report(&mut self, done: Result<(), LevelEditError>) {
        if let Err(why) = done {
            self.notes.warn(Phrase::EditRefused.because("why", &why));
        }
    }
}

/// State of the window for drawing panels, with the editor.
#[derive(SystemParam, Deref)]
pub struct EditModel<'w, 's> {
    #[deref]
    base: lesson::LessonModel<'w, 's>,
    pub edit: Res<'w, Edit>,
    pub(super) preview: Res<'w, Preview>,
    pub(super) problems: Res<'w, Problems>,
}

impl EditModel<'_, '_> {
    /// Returns the path cost of the selected agent before the last stroke that changed it.
    ///
    /// Returns `None` unless that path had the same start and goal.
    pub fn cost_before(&self) -> Option<Cost> {
        let last = self
            .agents
            .get(self.selection.lead()?)
            .ok()
            .filter(|_| self.edits())?
            .last?;
        let of_these = |(start, goal, cost): &(Cell, Cell, Cost)| {
            (*start, *goal) == (last.query.start, last.query.goal) && Some(*cost) != last.cost
        };
        self.edit
            .before
            .iter()
            .flatten()
            .find(|before| of_these(before))
            .map(|(.., cost)| *cost)
    }
}
