//! Agents: orders to them, the path as a stack, and how they and their paths are drawn.

mod film;
pub(super) mod labels;
pub(super) mod meter;
mod model;
pub(super) mod orders;
mod overlays;
mod panel;
mod searches;
mod select;
mod spawn;
mod sprites;
mod stack;
pub(super) mod words;

use std::hash::{DefaultHasher, Hasher};

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_gridwalk::{AgentCell, AgentName, NavGrid, PathStack, PathfindingSystems};

use crate::app::command::Mode;
use crate::app::common::script::count_ticks;
use crate::app::view::MapLayers;
use crate::app::{AppSystems, Script};

pub(super) use film::Encoding;
pub(super) use model::{AgentViewItem, AgentsModel};
pub(super) use orders::act;
pub(super) use panel::{AgentsState, agent_rows, draw, draw_all, draw_stack};
pub(super) use searches::follow_the_selected;
pub use searches::{WalkedVerdict, WatchHistory};
pub(super) use select::act as select;
pub(super) use spawn::act as spawn;

pub(in crate::app) fn plugin(app: &mut App) {
    let labels = labels::draw_labels
        .run_if(resource_equals(Mode::Agents))
        .after(overlays::draw_drag);
    let overlays = overlays::draw_overlays.run_if(resource_equals(Mode::Agents));
    let drags = overlays::draw_drag
        .run_if(resource_equals(Mode::Agents))
        .after(overlays::draw_overlays);
    app.init_resource::<WatchHistory>()
        .init_resource::<WalkedVerdict>()
        .add_plugins((
            film::plugin,
            orders::plugin,
            spawn::plugin,
            sprites::plugin,
            overlays::plugin,
        ))
        .add_systems(
            FixedUpdate,
            searches::remember_searches.after(PathfindingSystems::Follow),
        )
        .add_systems(
            FixedUpdate,
            report_outcome
                .after(count_ticks)
                .run_if(resource_exists::<NavGrid>),
        )
        .add_systems(Update, follow_the_selected.in_set(AppSystems::Watch))
        .add_systems(
            Update,
            select::follow_selected
                .after(AppSystems::Watch)
                .before(AppSystems::View),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (overlays, drags, labels).in_set(MapLayers::Agents),
        );
}

/// Logs a hash of the map and the agents in the tick of the script's last step.
fn report_outcome(
    script: Res<Script>,
    map: Res<NavGrid>,
    agents: Query<(&AgentName, &AgentCell, &Transform, Option<&PathStack>)>,
    mut is_reported: Local<bool>,
) {
    let Some(end) = script
        .is_finished()
        .filter(|_| !std::mem::replace(&mut *is_reported, true))
    else {
        return;
    };
    let mut agents: Vec<_> = agents
        .iter()
        .map(|(name, cell, place, stack)| {
            let place = place.translation.to_array().map(f32::to_bits);
            (
                &name.0,
                (cell.0.x, cell.0.y),
                place,
                stack.map(|stack| stack.cells_to_go() as u64),
            )
        })
        .collect();
    agents.sort();
    // Hashes text, because lengths have another size on 32-bit machines.
    let cells: Vec<_> = map.grid().cells().iter().map(|terrain| terrain.0).collect();
    let mut hasher = DefaultHasher::new();
    hasher.write(format!("{agents:?} {cells:?}").as_bytes());
    debug!(
        "script: over after {end} ticks with state {:016x}",
        hasher.finish()
    );
}
