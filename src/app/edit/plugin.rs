//! The systems of the editor.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_gridwalk::{AgentName, PathRequest, PathStack, PlanCause, Planning, goal_of};
use gridwalk_level::Document;

use super::edges::draw_edges;
use super::generated::Preview;
use super::markers::draw_markers;
use super::order::Ink;
use super::preview::draw_preview;
use super::problems::Problems;
use super::{Edit, generated, problems};
use crate::app::command::{AgentCommand, Mode};
use crate::app::{AppCommand, AppSystems, OpenDocument, Selection};

/// What the editor has others do.
#[derive(SystemParam)]
pub(in crate::app) struct InBackground<'w> {
    preview: Res<'w, Preview>,
    problems: Res<'w, Problems>,
}

impl InBackground<'_> {
    /// Whether something is still to come.
    pub fn is_busy(&self) -> bool {
        self.preview.is_coming() || self.problems.are_coming()
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Edit>()
        .init_resource::<Preview>()
        .init_resource::<Problems>()
        .add_systems(
            Update,
            (
                (follow, generated::prepare, problems::look_over).chain().in_set(AppSystems::Report),
                (select_wanted, plan_from_here).chain().in_set(AppSystems::View),
            ),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (draw_edges, draw_markers, draw_preview).chain().run_if(resource_equals(Mode::Edit)).after(AppSystems::Map),
        );
}

/// On another level the hand begins from scratch, and what lies beside a smaller map is not selected.
fn follow(open: Res<OpenDocument>, mut edit: ResMut<Edit>) {
    if !open.is_changed() {
        return;
    }
    let Some(grid) = open.document().map(|document| &Document::level(document).grid) else { return };
    if edit.document != Some(open.number()) {
        let Edit { tool, size, copy, strokes, .. } = std::mem::take(&mut *edit);
        *edit = Edit { tool, size, copy, strokes, document: Some(open.number()), ..Edit::default() };
    }
    // Its present name and glyph: the next change may leave only one of both.
    let ink = Ink::of(grid, edit.terrain(grid));
    if edit.ink.as_ref() != Some(&ink) {
        let is_there = edit.ink.as_ref().is_none_or(|old| old.find(grid).is_some());
        edit.has_chosen &= is_there;
        edit.ink = Some(ink);
    }
    if edit.hand.is_none() && edit.selection.is_some_and(|rect| !rect.overlaps(grid.size().rect())) {
        edit.selection = None;
    }
}

/// An agent that was placed or got another name is selected.
fn select_wanted(
    mut edit: ResMut<Edit>,
    names: Query<&AgentName>,
    (selection, mut commands): (Res<Selection>, MessageWriter<AppCommand>),
) {
    let Some(wanted) = edit.wanted.clone() else { return };
    if selection.0.and_then(|agent| names.get(agent).ok()).is_some_and(|name| name.0 == wanted) {
        edit.wanted = None;
    } else if names.iter().any(|name| name.0 == wanted) {
        commands.write(AgentCommand::Select(wanted).into());
    }
}

/// Agents stand while the level is edited: the selected one plans from where it stands, so that what its path costs can
/// be compared with what it cost before.
fn plan_from_here(
    (mode, selection): (Res<Mode>, Res<Selection>),
    agents: Query<(Option<&PathStack>, Option<&Planning>)>,
    mut requests: MessageWriter<PathRequest>,
) {
    if *mode != Mode::Edit || !(mode.is_changed() || selection.is_changed()) {
        return;
    }
    let selected = selection.0.and_then(|agent| Some((agent, agents.get(agent).ok()?)));
    let goal = selected.and_then(|(agent, (stack, planning))| Some((agent, goal_of(stack, planning)?)));
    requests.write_batch(goal.map(|(agent, goal)| PathRequest::because(PlanCause::Edit, agent, goal)));
}
