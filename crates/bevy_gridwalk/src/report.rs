//! What happens to agents is a message for those who read on, and an event for those who observe.

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;

use super::inbox::{Inbox, keep};
use super::{Arrived, CrowdStateChanged, PathFailed, PathFound, PathfindingSystems, PlaceRefused, Relocated};

/// The reader that turns messages into events.
struct Events;

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    keep::<Relocated, Events>(app);
    keep::<PlaceRefused, Events>(app);
    keep::<PathFound, Events>(app);
    keep::<PathFailed, Events>(app);
    keep::<Arrived, Events>(app);
    keep::<CrowdStateChanged, Events>(app);
    app.add_systems(
        schedule,
        (
            trigger::<Relocated>,
            trigger::<PlaceRefused>,
            trigger::<PathFound>,
            trigger::<PathFailed>,
            trigger::<Arrived>,
            trigger::<CrowdStateChanged>,
        )
            .chain_ignore_deferred()
            .in_set(PathfindingSystems::Report),
    );
}

/// Triggers an event for each message, in the tick in which it was written, or in the next one that reports.
fn trigger<E>(mut messages: Inbox<E, Events>, mut commands: Commands)
where
    E: Message + Copy + for<'a> EntityEvent<Trigger<'a>: Default>,
{
    for message in messages.take() {
        commands.trigger(message);
    }
}
