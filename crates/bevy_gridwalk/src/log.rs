//! What is refused or fails, as lines in the log: a game that reads none of the messages sees them too.

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use tracing::{debug, warn};

use super::inbox::{Inbox, keep};
use super::{EditRefused, MapMissing, PathFailed, PathfindingSystems, PlaceRefused, UnknownTerrain};

/// The reader that writes the log.
struct Log;

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    keep::<EditRefused, Log>(app);
    keep::<MapMissing, Log>(app);
    keep::<PlaceRefused, Log>(app);
    keep::<UnknownTerrain, Log>(app);
    keep::<PathFailed, Log>(app);
    app.add_systems(schedule, write_log.in_set(PathfindingSystems::Report));
}

/// What the game has to mend is a warning. That an agent finds no path happens in any game.
fn write_log(
    (mut edits, mut missing): (Inbox<EditRefused, Log>, Inbox<MapMissing, Log>),
    mut places: Inbox<PlaceRefused, Log>,
    mut terrains: Inbox<UnknownTerrain, Log>,
    mut failures: Inbox<PathFailed, Log>,
) {
    let of = |map: Option<Entity>| map.map_or(String::new(), |map| format!(" of map {map}"));
    for EditRefused { map, cell, error } in edits.take() {
        let map = of(map);
        if let Some(cell) = cell {
            warn!("an edit of {cell}{map} is refused: {error}");
        } else {
            warn!("an edit{map} is refused: {error}");
        }
    }
    for MapMissing { map } in missing.take() {
        warn!("an edit of map {map} is dropped: the entity has no GridMap");
    }
    for PlaceRefused { agent, cell, reason } in places.take() {
        warn!("{agent} cannot be put onto {cell}, which {reason}");
    }
    for UnknownTerrain { terrain, .. } in terrains.take() {
        warn!("a kind of agent names the terrain {terrain:?}, which the map has not");
    }
    for PathFailed { agent, goal, reason } in failures.take() {
        debug!("{agent} does not go to {goal}: {reason}");
    }
}
