//! Background work on other threads.

use core::time::Duration;
use std::{io, thread};

use bevy::tasks::futures::check_ready;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{IoTaskPool, Task, block_on};

/// A write in progress on a thread for files.
pub struct Writing<T>(Task<T>);

impl<T: Send + 'static> Writing<T> {
    /// Starts the write.
    pub fn begin(write: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(IoTaskPool::get().spawn(async move { write() }))
    }

    /// Returns the result once, when the write is finished.
    pub fn poll(&mut self) -> Option<T> {
        check_ready(&mut self.0)
    }

    /// Waits for the write and returns its result.
    pub fn finish(self) -> T {
        block_on(self.0)
    }
}

/// Yields to other tasks.
pub async fn let_frames_pass() {
    yield_now().await;
}

/// Blocks until the future is ready; `None` on a platform that cannot block.
#[expect(clippy::unnecessary_wraps, reason = "a page cannot wait")]
pub fn wait_for<T>(future: impl Future<Output = T>) -> Option<T> {
    Some(block_on(future))
}

/// Calls `work` on its own thread after each pause, until it returns `false`.
///
/// # Errors
/// The error of the system if it cannot create a thread.
pub fn repeat(name: &str, pause: Duration, mut work: impl FnMut() -> bool + Send + 'static) -> io::Result<()> {
    let again = move || {
        loop {
            thread::sleep(pause);
            if !work() {
                return;
            }
        }
    };
    thread::Builder::new().name(name.to_owned()).spawn(again).map(drop)
}
