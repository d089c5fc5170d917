//! Reports about agents, as messages for readers and as events for observers.

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_ecs::system::SystemParam;

use super::inbox::Unread;
use super::{Arrived, CrowdStateChanged, PathFailed, PathFound, PathfindingSystems, PlaceRefused, Relocated};

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<Unreported>()
        .add_message::<Relocated>()
        .add_message::<PlaceRefused>()
        .add_message::<PathFound>()
        .add_message::<PathFailed>()
        .add_message::<Arrived>()
        .add_message::<CrowdStateChanged>()
        .add_systems(Last, |mut reports: Reports| reports.keep())
        .add_systems(schedule, trigger_events.in_set(PathfindingSystems::Report));
}

/// Messages that are not yet triggered as events.
///
/// One resource holds all types, because each resource takes time to fetch in every tick.
#[derive(Resource, Default)]
struct Unreported {
    relocated: Unread<Relocated>,
    refused: Unread<PlaceRefused>,
    found: Unread<PathFound>,
    failed: Unread<PathFailed>,
    arrived: Unread<Arrived>,
    changed: Unread<CrowdStateChanged>,
}

/// All messages that become events.
#[derive(SystemParam)]
struct Reports<'w> {
    unreported: ResMut<'w, Unreported>,
    relocated: Res<'w, Messages<Relocated>>,
    refused: Res<'w, Messages<PlaceRefused>>,
    found: Res<'w, Messages<PathFound>>,
    failed: Res<'w, Messages<PathFailed>>,
    arrived: Res<'w, Messages<Arrived>>,
    changed: Res<'w, Messages<CrowdStateChanged>>,
}

impl Reports<'_> {
    /// Keeps the messages of a frame in which nothing was reported.
    fn keep(&mut self) {
        let unreported = self.unreported.bypass_change_detection();
        unreported.relocated.peek(&self.relocated);
        unreported.refused.peek(&self.refused);
        unreported.found.peek(&self.found);
        unreported.failed.peek(&self.failed);
        unreported.arrived.peek(&self.arrived);
        unreported.changed.peek(&self.changed);
    }
}

/// Triggers an event for each message.
///
/// The event comes in the tick of the message, or in the next one that reports.
fn trigger_events(mut reports: Reports, mut commands: Commands) {
    reports.keep();
    let unreported = reports.unreported.bypass_change_detection();
    trigger(&mut unreported.relocated, &mut commands);
    trigger(&mut unreported.refused, &mut commands);
    trigger(&mut unreported.found, &mut commands);
    trigger(&mut unreported.failed, &mut commands);
    trigger(&mut unreported.arrived, &mut commands);
    trigger(&mut unreported.changed, &mut commands);
}

fn trigger<E>(unread: &mut Unread<E>, commands: &mut Commands)
where
    E: Message + Copy + for<'a> EntityEvent<Trigger<'a>: Default>,
{
    for message in unread.take_kept() {
        commands.trigger(message);
    }
}
