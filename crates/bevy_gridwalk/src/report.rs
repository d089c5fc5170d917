//! What happens to agents is a message for those who read on, and an event for those who observe.

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;

use super::{Arrived, PathFailed, PathFound, PathfindingSystems, PlaceRefused, Relocated};

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
