//! Work on the one thread that a page has, between its frames.

use core::time::Duration;
use std::io;

use wasm_bindgen::prelude::*;

use super::host;

/// Something that is being written: here it is written already, for a page may be closed at any moment.
pub struct Writing<T>(Option<T>);

impl<T> Writing<T> {
    /// Writes.
    pub fn begin(write: impl FnOnce() -> T) -> Self {
        Self(Some(write()))
    }

    /// What came of it, once.
    pub fn poll(&mut self) -> Option<T> {
        self.0.take()
    }

    /// What came of it.
    ///
    /// # Panics
    /// If it was taken before.
    pub fn finish(self) -> T {
        self.0.expect("what is taken is dropped")
    }
}

/// Lets the browser draw and listen.
pub async fn let_frames_pass() {
    host::let_frames_pass().await;
}

/// What comes of it, which may take a while; `None` where nothing can be waited for.
pub fn wait_for<T>(_: impl Future<Output = T>) -> Option<T> {
    None
}

/// Does it again and again, each time after a pause, until it answers that it is not wanted any more.
///
/// # Errors
/// Never.
pub fn repeat(_: &str, pause: Duration, work: impl FnMut() -> bool + 'static) -> io::Result<()> {
    let work = Closure::new(work);
    host::repeat(u32::try_from(pause.as_millis()).unwrap_or(u32::MAX), &work);
    work.forget();
    Ok(())
}
