//! What a script came to, as one number: the same on every platform.

use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::prelude::*;
use bevy_gridwalk::{AgentCell, AgentName, NavGrid, PathStack};

use crate::app::Script;

/// Reports in the log the map and the agents as they stand in the tick of its last step.
pub(super) fn report_outcome(
    script: Res<Script>,
    map: Res<NavGrid>,
    agents: Query<(&AgentName, &AgentCell, &Transform, Option<&PathStack>)>,
    mut is_reported: Local<bool>,
) {
    let Some(end) = script.is_over().filter(|_| !std::mem::replace(&mut *is_reported, true)) else { return };
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
    debug!("script: over after {end} ticks with state {:016x}", hasher.finish());
}
