//! What is refused or fails, as lines in the log: a game that reads none of the messages sees them too.

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use tracing::{debug, warn};

use super::inbox::{Inbox, keep};
use super::{EditRefused, PathFailed, PathfindingSystems, PlaceRefused, UnknownTerrain};

/// The reader that writes the log.
struct Log;

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    keep::<EditRefused, Log>(app);
    keep::<PlaceRefused, Log>(app);
    keep::<UnknownTerrain, Log>(app);
    keep::<PathFailed, Log>(app);
    app.add_systems(schedule, write_log.in_set(PathfindingSystems::Report));
}

/// What the game has to mend is a warning. That an agent finds no path happens in any game.
fn write_log(
    mut edits: Inbox<EditRefused, Log>,
    mut places: Inbox<PlaceRefused, Log>,
    mut terrains: Inbox<UnknownTerrain, Log>,
    mut failures: Inbox<PathFailed, Log>,
) {
    for EditRefused { cell, error } in edits.take() {
        if let Some(cell) = cell {
            warn!("an edit of {cell} is refused: {error}");
        } else {
            warn!("an edit is refused: {error}");
        }
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
