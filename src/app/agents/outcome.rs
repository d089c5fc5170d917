//! Hash of a script's final state, which is the same on every platform.

use std::hash::{DefaultHasher, Hasher};

use bevy::prelude::*;
use bevy_gridwalk::{AgentCell, AgentName, NavGrid, PathStack};

use crate::app::Script;

/// Logs a hash of the map and the agents in the tick of the script's last step.
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
    // Hashes text, because lengths have another size on 32-bit machines.
    let cells: Vec<_> = map.grid().cells().iter().map(|terrain| terrain.0).collect();
    let mut hasher = DefaultHasher::new();
    hasher.write(format!("{agents:?} {cells:?}").as_bytes());
    debug!("script: over after {end} ticks with state {:016x}", hasher.finish());
}
