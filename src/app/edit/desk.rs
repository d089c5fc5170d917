//! What tools work with: the hand, the level, and what is said about it.

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gridwalk::{AgentName, LastSearch};
use gridwalk_level::{Document, Label, Level, LevelEdit, LevelEditError};

use super::Edit;
use super::generated::Preview;
use super::problems::Problems;
use super::state::Hand;
use crate::app::command::Toggle;
use crate::app::document::Editor;
use crate::app::{Hovered, Notes, Phrase, Selection, Toggles};

/// The hand, the level under it, and where notes are left.
#[derive(SystemParam)]
pub(in crate::app) struct Desk<'w, 's> {
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

impl Desk<'_, '_> {
    /// The level as it is now.
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.editor.open.document().map(Document::level)
    }

    pub fn is_outline(&self) -> bool {
        self.toggles.is_on(Toggle::Outline)
    }

    /// Whether a click goes through the terrains of the level, as it does outside of the editor, until one is chosen.
    pub fn clicks_turn_terrain(&self) -> bool {
        self.toggles.is_on(Toggle::Terrain) && !self.edit.has_chosen
    }

    /// What the selected agent is called.
    pub fn selected_name(&self) -> Option<&AgentName> {
        self.selection.0.and_then(|agent| self.names.get(agent).ok()).map(|(_, name)| name)
    }

    /// The agent of this name is selected from now on.
    pub fn select(&mut self, name: &str) {
        if let Some((agent, _)) = self.names.iter().find(|(_, other)| other.0 == name) {
            self.selection.set_if_neq(Selection(Some(agent)));
        }
    }

    /// What the path of the selected agent costs now counts as what it was before.
    pub fn note_cost(&mut self) {
        let last = self.selection.0.and_then(|agent| self.searches.get(agent).ok());
        let now = last.and_then(|last| Some((last.query.start, last.query.goal, last.cost?)));
        // A stroke that leaves the path as it is leaves standing what was said before.
        if self.edit.before[0] != now {
            self.edit.before = [now, self.edit.before[0]];
        }
    }

    /// A part of a stroke.
    pub(super) fn draw(&mut self, hand: &Hand, label: Label, edit: LevelEdit) {
        let done = self.editor.edit_in_stroke_as(hand.id, label, edit);
        self.report(done);
    }

    /// One step of its own.
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
