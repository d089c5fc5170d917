//! A background task that the user waits for, and its start time.

use core::time::Duration;

use bevy::tasks::futures::check_ready;
use bevy::tasks::{ConditionalSend, ConditionalSendFuture, Task};

use crate::app::platform::{Instant, compute};

/// Delay before progress is shown, to avoid flicker.
pub(in crate::app) const LONG: Duration = Duration::from_millis(200);

/// A background task in progress; dropping it cancels the task.
pub(in crate::app) struct UnderWay<T> {
    since: Instant,
    task: Task<T>,
}

impl<T: ConditionalSend + 'static> UnderWay<T> {
    pub fn begin(work: impl ConditionalSendFuture<Output = T> + 'static) -> Self {
        Self { since: Instant::now(), task: compute(work) }
    }

    /// Returns the result, if the task is finished.
    pub fn take(&mut self) -> Option<T> {
        check_ready(&mut self.task)
    }

    /// Returns `true` if the task has run long enough to show progress.
    pub fn is_long(&self) -> bool {
        self.since.elapsed() > LONG
    }
}
