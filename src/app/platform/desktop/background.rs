//! Work on other threads.

use core::time::Duration;
use std::{io, thread};

use bevy::tasks::futures::check_ready;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{IoTaskPool, Task, block_on};

/// Something that is being written, on a thread for files.
pub struct Writing<T>(Task<T>);

impl<T: Send + 'static> Writing<T> {
    /// Begins.
    pub fn begin(write: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(IoTaskPool::get().spawn(async move { write() }))
    }

    /// What came of it, once.
    pub fn poll(&mut self) -> Option<T> {
        check_ready(&mut self.0)
    }

    /// Waits until it is written.
    pub fn finish(self) -> T {
        block_on(self.0)
    }
}

/// Lets others have their turn.
pub async fn let_frames_pass() {
    yield_now().await;
}

/// What comes of it, which may take a while; `None` where nothing can be waited for.
#[expect(clippy::unnecessary_wraps, reason = "a page cannot wait")]
pub fn wait_for<T>(future: impl Future<Output = T>) -> Option<T> {
    Some(block_on(future))
}

/// Does it again and again, each time after a pause, until it answers that it is not wanted any more.
///
/// # Errors
/// What the system says, which has no thread for it.
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
