//! Ends a search in the background whose answer is not wanted any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a search to stop that nobody waits for any more: its flag is set when this is dropped.
#[derive(Debug, Default)]
pub(in crate::app) struct StopOnDrop(Arc<AtomicBool>);

impl StopOnDrop {
    /// The flag that the search looks at.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
