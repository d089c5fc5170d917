//! Work in the background that a user waits for, and since when.

use core::time::Duration;

use bevy::tasks::futures::check_ready;
use bevy::tasks::{ConditionalSend, ConditionalSendFuture, Task};

use crate::app::platform::{Instant, compute};

/// What takes longer is said to be under way; before that, words would only flash.
pub(in crate::app) const LONG: Duration = Duration::from_millis(200);

/// Work that is under way. It ends where this is dropped.
pub(in crate::app) struct UnderWay<T> {
    since: Instant,
    task: Task<T>,
}

impl<T: ConditionalSend + 'static> UnderWay<T> {
    pub fn begin(work: impl ConditionalSendFuture<Output = T> + 'static) -> Self {
        Self { since: Instant::now(), task: compute(work) }
    }

    /// What came of it, once it is done.
    pub fn take(&mut self) -> Option<T> {
        check_ready(&mut self.task)
    }

    /// Whether it takes long enough to say so.
    pub fn is_long(&self) -> bool {
        self.since.elapsed() > LONG
    }
}
