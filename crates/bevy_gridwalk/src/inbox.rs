//! Messages that wait until the plugin reads them, and events that become messages.
//!
//! Bevy forgets a message after two updates. The sets of the plugin may be off for longer: by a run condition, by a
//! state, by paused time, or because no fixed step falls into a frame. Each reader of the plugin therefore has an
//! [`Inbox`]. A system in `Last` moves into it what the reader has not read in a frame, so it runs while the sets do not.

use std::marker::PhantomData;

use crate::engine::prelude::*;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::system::SystemParam;

/// The messages that one reader has not read yet. `R` names the reader where a message has several.
#[derive(Resource)]
pub(super) struct Unread<M: Message, R: Send + Sync + 'static = ()> {
    cursor: MessageCursor<M>,
    kept: Vec<M>,
    reader: PhantomData<R>,
}

impl<M: Message, R: Send + Sync + 'static> Default for Unread<M, R> {
    fn default() -> Self {
        Self { cursor: MessageCursor::default(), kept: Vec::new(), reader: PhantomData }
    }
}

impl<M: Message + Clone, R: Send + Sync + 'static> Unread<M, R> {
    /// Returns all unread messages, oldest first, and leaves them unread.
    pub fn peek(&mut self, messages: &Messages<M>) -> &[M] {
        if !self.cursor.is_empty(messages) {
            self.kept.extend(self.cursor.read(messages).cloned());
        }
        &self.kept
    }

    /// Takes the messages that were unread at the last call of [`peek`](Self::peek).
    pub fn take_kept(&mut self) -> Vec<M> {
        std::mem::take(&mut self.kept)
    }
}

/// Reads messages like Bevy's `MessageReader`, and misses none while its system does not run.
#[derive(SystemParam)]
pub(super) struct Inbox<'w, M: Message, R: Send + Sync + 'static = ()> {
    messages: Res<'w, Messages<M>>,
    unread: ResMut<'w, Unread<M, R>>,
}

impl<M: Message + Clone, R: Send + Sync + 'static> Inbox<'_, M, R> {
    /// Returns all unread messages, oldest first, and leaves them unread.
    pub fn peek(&mut self) -> &[M] {
        // Without a new message nothing is marked as changed.
        if self.unread.cursor.is_empty(&self.messages) {
            return &self.unread.kept;
        }
        self.unread.peek(&self.messages)
    }

    /// Takes all unread messages, oldest first.
    pub fn take(&mut self) -> Vec<M> {
        if self.peek().is_empty() { Vec::new() } else { std::mem::take(&mut self.unread.kept) }
    }

    /// Passes all unread messages to `read`, oldest first, and copies none that came in this frame.
    pub fn read<T>(&mut self, read: impl FnOnce(&[&M]) -> T) -> T {
        let Self { messages, unread } = self;
        // Without a message nothing is marked as changed.
        if unread.kept.is_empty() && unread.cursor.is_empty(messages) {
            return read(&[]);
        }
        let unread = &mut **unread;
        let kept = std::mem::take(&mut unread.kept);
        let all: Vec<&M> = kept.iter().chain(unread.cursor.read(messages)).collect();
        read(&all)
    }

    /// Returns the messages that have come since the last call of [`peek`](Self::peek), and leaves them unread.
    pub fn peek_new(&mut self) -> &[M] {
        let before = self.unread.kept.len();
        &self.peek()[before..]
    }

    /// Returns `true` if a message has come since the last call of [`peek`](Self::peek) or [`take`](Self::take).
    pub fn has_new(&self) -> bool {
        !self.unread.cursor.is_empty(&self.messages)
    }

    /// Drops and returns those messages that came before the last call of [`peek`](Self::peek) and that `is_dropped`.
    pub fn drop_kept(&mut self, is_dropped: impl FnMut(&mut M) -> bool) -> Vec<M> {
        if self.unread.kept.is_empty() { Vec::new() } else { self.unread.kept.extract_if(.., is_dropped).collect() }
    }
}

/// Registers a message, and keeps it for this reader until it is read.
pub(super) fn keep<M: Message + Clone, R: Send + Sync + 'static>(app: &mut App) {
    app.add_message::<M>().init_resource::<Unread<M, R>>().add_systems(Last, |mut inbox: Inbox<M, R>| {
        inbox.peek();
    });
}

/// Registers a request: a message with an inbox, and an event. Triggered, it is written as a message, in the order of
/// triggering. What keeps it is added besides: [`keep`], or a system that minds the order of several types.
pub(super) fn accept<M: Message + Event + Clone>(app: &mut App) {
    app.add_message::<M>().init_resource::<Unread<M>>().add_observer(|event: On<M>, mut messages: MessageWriter<M>| {
        messages.write(event.event().clone());
    });
}

/// Messages since the last call, and whether Bevy has forgotten some of them in between. For readers that can begin
/// from scratch, and then need no copy of what they missed.
#[derive(SystemParam)]
pub(super) struct Since<'w, 's, M: Message> {
    messages: Res<'w, Messages<M>>,
    cursor: Local<'s, MessageCursor<M>>,
}

impl<M: Message> Since<'_, '_, M> {
    /// Returns `true` if messages are gone that this reader has not read. To be called before [`read`](Self::read).
    pub fn has_missed(&self) -> bool {
        self.cursor.missed_messages(&self.messages) > 0
    }

    /// Reads the messages that are left.
    pub fn read(&mut self) -> impl Iterator<Item = &M> {
        self.cursor.read(&self.messages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Message, Clone, Debug, PartialEq)]
    struct Ping(u32);

    #[test]
    fn kept_messages_are_those_that_were_written() {
        let (mut messages, mut unread) = (Messages::<Ping>::default(), Unread::<Ping>::default());
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
