//! Log lines for refused requests and failures, for games that read none of the messages.

use crate::engine::prelude::*;
use tracing::{debug, warn};

use crate::{EditRefused, MapMissing, PathFailed, PlaceRefused, UnknownTerrain};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Last, write_log);
}

/// Writes a line for each message of the frame.
///
/// Errors that the game should fix are logged as warnings. A failed path request is not, because it
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
    for PlaceRefused {
        agent,
        cell,
        reason,
    } in places.read()
    {
        warn!("{agent} cannot be put onto {cell}, which {reason}");
    }
    for UnknownTerrain { terrain, .. } in terrains.read() {
        warn!("a kind of agent names the terrain {terrain:?}, which the map has not");
    }
    for PathFailed {
        agent,
        goal,
        reason,
    } in failures.read()
    {
        debug!("{agent} does not go to {goal}: {reason}");
    }
}
