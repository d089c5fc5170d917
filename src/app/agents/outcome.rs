//! What a script came to, as one number: the same on every platform.

use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::prelude::*;
use bevy_gridwalk::{AgentCell, AgentName, NavGrid, PathStack};

use crate::app::Script;

/// Reports in the log the map and the agents as they stand in the tick of the last command.
pub(super) fn report_outcome(
    script: Res<Script>,
    map: Res<NavGrid>,
    agents: Query<(&AgentName, &AgentCell, &Transform, Option<&PathStack>)>,
    mut was_running: Local<bool>,
) {
    let is_running = script.is_running();
    if !std::mem::replace(&mut *was_running, is_running) || is_running {
        return;
    }
    let mut agents: Vec<_> = agents
        .iter()
        .map(|(name, cell, place, stack)| {
            let place = place.translation.to_array().map(f32::to_bits);
            (&name.0, (cell.0.x, cell.0.y), place, stack.map(|stack| stack.cells_to_go() as u64))
        })
        .collect();
    agents.sort();
    let mut hasher = DefaultHasher::new();
    agents.hash(&mut hasher);
    for (cell, terrain) in map.grid().size().rect().cells().zip(map.grid().cells()) {
        (cell.x, cell.y, terrain.0).hash(&mut hasher);
    }
    debug!("script: over after {} ticks with state {:016x}", script.tick(), hasher.finish());
}
