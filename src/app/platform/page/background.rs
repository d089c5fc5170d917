//! Background work on the single thread of a page, between frames.

use core::time::Duration;
use std::io;

use wasm_bindgen::prelude::*;

use super::host;

/// A completed write.
///
/// On a page, `begin` writes immediately, because the page may be closed at any moment.
pub struct Writing<T>(Option<T>);

impl<T> Writing<T> {
    /// Performs the write.
    pub fn begin(write: impl FnOnce() -> T) -> Self {
        Self(Some(write()))
    }

    /// Returns the result once.
    pub fn poll(&mut self) -> Option<T> {
        self.0.take()
    }

    /// Returns the result.
    ///
    /// # Panics
    /// If the result was taken before.
    pub fn finish(self) -> T {
        self.0.expect("what is taken is dropped")
    }
}

/// Lets the browser draw and handle events.
pub async fn let_frames_pass() {
    host::let_frames_pass().await;
}

/// Returns `None`, because a page cannot block.
pub fn wait_for<T>(_: impl Future<Output = T>) -> Option<T> {
    None
}

/// Calls `work` after each pause; the page's timer stops the calls when `work` returns `false`.
///
/// # Errors
/// None. The signature is the same as on the desktop.
pub fn repeat(_: &str, pause: Duration, work: impl FnMut() -> bool + 'static) -> io::Result<()> {
    let work = Closure::new(work);
    host::repeat(u32::try_from(pause.as_millis()).unwrap_or(u32::MAX), &work);
    work.forget();
    Ok(())
}
