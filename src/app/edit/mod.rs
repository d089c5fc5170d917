//! The level editor: tools, strokes, and the part of the map that is selected. A tool is one row of
//! a table. All changes go through the document, so that it can be undone.

mod act;
mod agents;
mod background;
mod context;
mod generate;
mod legend;
mod markers;
mod panel;
mod portals;
mod previews;
mod problem_list;
mod select;
mod size;
mod state;
mod strokes;
mod tools;
mod values;

use background::{Preview, Problems};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_gridwalk::{AgentName, PathRequest, PathStack, PlanCause, Planning, goal_of};
use gridwalk_level::Document;
use gridwalk_pathfinding::{Cell, GridSize, Rect};

use crate::app::command::{AgentCommand, Mode};
use crate::app::view::MapLayers;
use crate::app::{AppCommand, AppSystems, OpenDocument, Selection};

pub(super) use act::act;
pub(super) use act::draw_strokes;
pub(super) use agents::act_on_agent;
pub(super) use context::EditModel;
pub(super) use generate::{act as generate, put_made};
pub(super) use legend::act_on_legend;
use markers::{draw_markers, draw_preview};
pub(super) use panel::draw;
pub(super) use portals::act_on_portal;
use size::draw_edges;
pub use state::Edit;
use state::Ink;
pub(super) use tools::toolbar;

/// Background work of the editor: the generated preview and the level's problems.
#[derive(SystemParam)]
pub(in crate::app) struct InBackground<'w> {
    preview: Res<'w, Preview>,
    problems: Res<'w, Problems>,
}

impl InBackground<'_> {
    /// Whether a result is still pending.
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
                (follow, background::prepare, background::look_over)
                    .chain()
                    .in_set(AppSystems::Report),
                (select_wanted, plan_from_here)
                    .chain()
                    .in_set(AppSystems::View),
            ),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (draw_edges, draw_markers, draw_preview)
                .chain()
                .run_if(resource_equals(Mode::Edit))
                .in_set(MapLayers::Editor),
        );
}

/// Adjusts the editor's state to the open level.
///
/// A new document keeps only the tool, its size, the copied part and the number of strokes. The
/// selection is clipped to the map.
fn follow(open: Res<OpenDocument>, mut edit: ResMut<Edit>) {
    if !open.is_changed() {
        return;
    }
    let Some(grid) = open
        .document()
        .map(|document| &Document::level(document).grid)
    else {
        return;
    };
    if edit.document != Some(open.number()) {
        let Edit {
            tool,
            size,
            copy,
            strokes,
            ..
        } = std::mem::take(&mut *edit);
        *edit = Edit {
            tool,
            size,
            copy,
            strokes,
            document: Some(open.number()),
            ..Edit::default()
        };
    }
    // The terrain's current name and glyph: an edit may change one of them, and the other still
    // identifies it.
    let ink = Ink::of(grid, edit.terrain(grid));
    if edit.ink.as_ref() != Some(&ink) {
        let is_there = edit.ink.as_ref().is_none_or(|old| old.find(grid).is_some());
        edit.has_chosen &= is_there;
        edit.ink = Some(ink);
    }
    // A map that became smaller clips the selection.
    let kept = edit
        .selection
        .and_then(|rect| on_the_map(rect, grid.size()));
    if edit.stroke.is_none() && edit.selection != kept {
        edit.selection = kept;
    }
}

/// Returns the part of a rectangle that lies on a map of this size; `None` if it is empty.
fn on_the_map(rect: Rect, size: GridSize) -> Option<Rect> {
    let side = |at: i32, length: u32, most: u32| {
        let end = at.saturating_add_unsigned(length).min(most.cast_signed());
        (at.max(0), u32::try_from(end - at.max(0)).unwrap_or(0))
    };
    let ((x, width), (y, height)) = (
        side(rect.at.x, rect.width, size.width),
        side(rect.at.y, rect.height, size.height),
    );
    (width > 0 && height > 0).then_some(Rect {
        at: Cell::new(x, y),
        width,
        height,
    })
}

/// Selects the agent that was placed or renamed, once it exists.
fn select_wanted(
    mut edit: ResMut<Edit>,
    names: Query<&AgentName>,
    (selection, mut commands): (Res<Selection>, MessageWriter<AppCommand>),
) {
    let Some(wanted) = edit.wanted.clone() else {
        return;
    };
    if selection
        .lead()
        .and_then(|agent| names.get(agent).ok())
        .is_some_and(|name| name.0 == wanted)
    {
        edit.wanted = None;
    } else if names.iter().any(|name| name.0 == wanted) {
        commands.write(AgentCommand::Select(wanted).into());
    }
}

/// Plans the selected agent's path anew when editing begins or the selection changes.
///
/// Agents stand still while the level is edited. The new path begins at the agent's cell, so that
/// its cost can be compared before and after an edit.
fn plan_from_here(
    (mode, selection): (Res<Mode>, Res<Selection>),
    agents: Query<(Option<&PathStack>, Option<&Planning>)>,
    mut requests: MessageWriter<PathRequest>,
) {
    if *mode != Mode::Edit || !(mode.is_changed() || selection.is_changed()) {
        return;
    }
    let selected = selection
        .lead()
        .and_then(|agent| Some((agent, agents.get(agent).ok()?)));
    let goal =
        selected.and_then(|(agent, (stack, planning))| Some((agent, goal_of(stack, planning)?)));
    requests
        .write_batch(goal.map(|(agent, goal)| PathRequest::because(PlanCause::Edit, agent, goal)));
}
