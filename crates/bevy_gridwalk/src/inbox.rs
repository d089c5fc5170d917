//! Messages on their way: events become messages, wait in inboxes, and those about agents become
//! events for observers.
//!
//! Bevy drops a message after two updates. The plugin's sets may be inactive for longer: because of
//! a run condition, a state, paused time, or frames without a fixed step. Each reader of the plugin
//! therefore has an [`Inbox`]. A system in `Last` moves unread messages into it in every frame,
//! even while the sets are inactive.

use std::marker::PhantomData;

use crate::engine::prelude::*;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_ecs::system::SystemParam;

use super::{
    Arrived, CrowdStateChanged, PathFailed, PathFound, PathfindingSystems, PlaceRefused, Relocated,
};

/// The unread messages of one reader; `R` identifies the reader if a message has several.
#[derive(Resource)]
pub(super) struct UnreadMessages<M: Message, R: Send + Sync + 'static = ()> {
    cursor: MessageCursor<M>,
    kept: Vec<M>,
    reader: PhantomData<R>,
}

impl<M: Message, R: Send + Sync + 'static> Default for UnreadMessages<M, R> {
    fn default() -> Self {
        Self {
            cursor: MessageCursor::default(),
            kept: Vec::new(),
            reader: PhantomData,
        }
    }
}

impl<M: Message + Clone, R: Send + Sync + 'static> UnreadMessages<M, R> {
    /// Returns all unread messages, oldest first, and leaves them unread.
    pub fn peek(&mut self, messages: &Messages<M>) -> &[M] {
        if !self.cursor.is_empty(messages) {
            self.kept.extend(self.cursor.read(messages).cloned());
        }
        &self.kept
    }

    /// Takes the messages that were unread at the last call of [`peek`](Self::peek).
    fn take_kept(&mut self) -> Vec<M> {
        std::mem::take(&mut self.kept)
    }
}

/// A reader like Bevy's `MessageReader` that misses no message while its system does not run.
#[derive(SystemParam)]
pub(super) struct Inbox<'w, M: Message, R: Send + Sync + 'static = ()> {
    messages: Res<'w, Messages<M>>,
    unread: ResMut<'w, UnreadMessages<M, R>>,
}

impl<M: Message + Clone, R: Send + Sync + 'static> Inbox<'_, M, R> {
    /// Returns all unread messages, oldest first, and leaves them unread.
    pub fn peek(&mut self) -> &[M] {
        // Without a new message, the resource must not be marked as changed.
        if self.unread.cursor.is_empty(&self.messages) {
            return &self.unread.kept;
        }
        self.unread.peek(&self.messages)
    }

    /// Takes all unread messages, oldest first.
    pub fn take(&mut self) -> Vec<M> {
        if self.peek().is_empty() {
            Vec::new()
        } else {
            std::mem::take(&mut self.unread.kept)
        }
    }

    /// Passes all unread messages to `read`, oldest first, without copying the messages of this
    /// frame.
    pub fn read<T>(&mut self, read: impl FnOnce(&[&M]) -> T) -> T {
        let Self { messages, unread } = self;
        // Without a message, the resource must not be marked as changed.
        if unread.kept.is_empty() && unread.cursor.is_empty(messages) {
            return read(&[]);
        }
        let unread = &mut **unread;
        let kept = std::mem::take(&mut unread.kept);
        let all: Vec<&M> = kept.iter().chain(unread.cursor.read(messages)).collect();
        read(&all)
    }

    /// Returns the messages since the last call of [`peek`](Self::peek), and leaves them unread.
    pub fn peek_new(&mut self) -> &[M] {
        let before = self.unread.kept.len();
        &self.peek()[before..]
    }

    /// Returns `true` if messages came since the last call of [`peek`](Self::peek) or
    /// [`take`](Self::take).
    pub fn has_new(&self) -> bool {
        !self.unread.cursor.is_empty(&self.messages)
    }

    /// Removes and returns the kept messages for which `is_dropped` is `true`.
    ///
    /// Only messages that came before the last call of [`peek`](Self::peek) are visited.
    pub fn drop_kept(&mut self, is_dropped: impl FnMut(&mut M) -> bool) -> Vec<M> {
        if self.unread.kept.is_empty() {
            Vec::new()
        } else {
            self.unread.kept.extract_if(.., is_dropped).collect()
        }
    }
}

/// Registers a message and keeps it for this reader until it is read.
pub(super) fn keep<M: Message + Clone, R: Send + Sync + 'static>(app: &mut App) {
    app.add_message::<M>()
        .init_resource::<UnreadMessages<M, R>>()
        .add_systems(Last, |mut inbox: Inbox<M, R>| {
            inbox.peek();
        });
}

/// Registers a request: a message with an inbox, and an event that becomes a message when
/// triggered.
///
/// The order of triggering is kept. The caller also adds [`keep`], or a system that keeps several
/// types in order.
pub(super) fn accept<M: Message + Event + Clone>(app: &mut App) {
    app.add_message::<M>()
        .init_resource::<UnreadMessages<M>>()
        .add_observer(|event: On<M>, mut messages: MessageWriter<M>| {
            messages.write(event.event().clone());
        });
}

/// Messages since the last call, with a check for messages that Bevy has dropped since then.
///
/// For readers that can start from scratch, and so need no copies of missed messages.
#[derive(SystemParam)]
pub(super) struct Since<'w, 's, M: Message> {
    messages: Res<'w, Messages<M>>,
    cursor: Local<'s, MessageCursor<M>>,
}

impl<M: Message> Since<'_, '_, M> {
    /// Returns `true` if unread messages were dropped. Call this before [`read`](Self::read).
    pub fn has_missed(&self) -> bool {
        self.cursor.missed_messages(&self.messages) > 0
    }

    /// Reads the remaining messages.
    pub fn read(&mut self) -> impl Iterator<Item = &M> {
        self.cursor.read(&self.messages)
    }
}

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<Unreported>()
        .add_message::<Relocated>()
        .add_message::<PlaceRefused>()
        .add_message::<PathFound>()
        .add_message::<PathFailed>()
        .add_message::<Arrived>()
        .add_message::<CrowdStateChanged>()
        .add_systems(Last, |mut reports: EventMessages| reports.keep())
        .add_systems(schedule, trigger_events.in_set(PathfindingSystems::Report));
}

/// Messages that are not yet triggered as events.
///
/// One resource holds all types, because each resource takes time to fetch in every tick.
#[derive(Resource, Default)]
struct Unreported {
    relocated: UnreadMessages<Relocated>,
    refused: UnreadMessages<PlaceRefused>,
    found: UnreadMessages<PathFound>,
    failed: UnreadMessages<PathFailed>,
    arrived: UnreadMessages<Arrived>,
    changed: UnreadMessages<CrowdStateChanged>,
}

/// All messages that become events.
#[derive(SystemParam)]
struct EventMessages<'w> {
    unreported: ResMut<'w, Unreported>,
    relocated: Res<'w, Messages<Relocated>>,
    refused: Res<'w, Messages<PlaceRefused>>,
    found: Res<'w, Messages<PathFound>>,
    failed: Res<'w, Messages<PathFailed>>,
    arrived: Res<'w, Messages<Arrived>>,
    changed: Res<'w, Messages<CrowdStateChanged>>,
}

impl EventMessages<'_> {
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
fn trigger_events(mut reports: EventMessages, mut commands: Commands) {
    reports.keep();
    let unreported = reports.unreported.bypass_change_detection();
    trigger(&mut unreported.relocated, &mut commands);
    trigger(&mut unreported.refused, &mut commands);
    trigger(&mut unreported.found, &mut commands);
    trigger(&mut unreported.failed, &mut commands);
    trigger(&mut unreported.arrived, &mut commands);
    trigger(&mut unreported.changed, &mut commands);
}

fn trigger<E>(unread: &mut UnreadMessages<E>, commands: &mut Commands)
where
    E: Message + Copy + for<'a> EntityEvent<Trigger<'a>: Default>,
{
    for message in unread.take_kept() {
        commands.trigger(message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Message, Clone, Debug, PartialEq)]
    struct Ping(u32);

    #[test]
    fn kept_messages_are_those_that_were_written() {
        let (mut messages, mut unread) = (
            Messages::<Ping>::default(),
            UnreadMessages::<Ping>::default(),
        );
        for number in 0..1000 {
            if number % 100 == 0 {
                messages.write(Ping(number));
            }
            unread.peek(&messages);
            messages.update();
        }
        let numbers: Vec<u32> = unread.peek(&messages).iter().map(|ping| ping.0).collect();
        assert_eq!(numbers, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
    }
}
