//! What happens to agents is a message for those who read on, and an event for those who observe; and it is counted.

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;

use super::{Arrived, PathFailed, PathFound, PathfindingSystems, PlaceRefused, Relocated};

/// What has happened since the app began.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct Counters {
    /// Agents that an edit sent to planning again, because it crossed their paths.
    pub crossed: u64,
    /// Walking agents whose path an edit left as it is, each time.
    pub kept: u64,
    /// Steps into cells that are blocked: 0, however maps change. A step like that is not taken.
    pub steps_into_blocked: u64,
}

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.add_systems(
        schedule,
        (
            trigger::<Relocated>,
            trigger::<PlaceRefused>,
            trigger::<PathFound>,
            trigger::<PathFailed>,
            trigger::<Arrived>,
        )
            .chain_ignore_deferred()
            .in_set(PathfindingSystems::Report),
    );
}

/// Messages become events, in the tick in which they were written.
fn trigger<E>(mut messages: MessageReader<E>, mut commands: Commands)
where
    E: Message + Copy + for<'a> EntityEvent<Trigger<'a>: Default>,
{
    for message in messages.read() {
        commands.trigger(*message);
    }
}
