//! What is refused or fails, as lines in the log: a game that reads none of the messages sees them too.

use crate::engine::prelude::*;
use tracing::{debug, warn};

use super::{EditRefused, MapMissing, PathFailed, PlaceRefused, UnknownTerrain};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, write_log);
}

/// Writes a line for each message of the frame. What the game has to mend is a warning. That an agent finds no path
/// happens in any game.
fn write_log(
    (mut edits, mut missing): (MessageReader<EditRefused>, MessageReader<MapMissing>),
    mut places: MessageReader<PlaceRefused>,
    mut terrains: MessageReader<UnknownTerrain>,
    mut failures: MessageReader<PathFailed>,
) {
    let of = |map: Option<Entity>| map.map_or(String::new(), |map| format!(" of map {map}"));
    for EditRefused { map, cell, error } in edits.read() {
        let map = of(*map);
        if let Some(cell) = cell {
            warn!("an edit of {cell}{map} is refused: {error}");
        } else {
            warn!("an edit{map} is refused: {error}");
        }
    }
    for MapMissing { map } in missing.read() {
        warn!("an edit of map {map} is dropped: the entity has no GridMap");
    }
    for PlaceRefused { agent, cell, reason } in places.read() {
        warn!("{agent} cannot be put onto {cell}, which {reason}");
    }
    for UnknownTerrain { terrain, .. } in terrains.read() {
        warn!("a kind of agent names the terrain {terrain:?}, which the map has not");
    }
    for PathFailed { agent, goal, reason } in failures.read() {
        debug!("{agent} does not go to {goal}: {reason}");
    }
}
