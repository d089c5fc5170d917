//! Search data of a map that no planner holds, kept for its next planner.

use std::any::Any;
use std::sync::{Mutex, PoisonError, Weak};

/// The identity of a map, unique for as long as it is held.
pub type MapId = Weak<Kept>;

/// Data of any type that a planner has learnt about one map, left for the next planner.
///
/// The map does not know the types. Its address identifies the map.
#[derive(Debug, Default)]
pub struct Kept(Mutex<Vec<Box<dyn Any + Send>>>);

/// Maximum number of items; the oldest is dropped first.
const MAX_KEPT: usize = 8;

impl Kept {
    /// Takes the first item of this type that meets the condition.
    pub fn take<T: Any>(&self, is_wanted: impl Fn(&T) -> bool) -> Option<T> {
        // Even after a panic, each item is complete.
        let mut items = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = items
            .iter()
            .position(|item| item.downcast_ref().is_some_and(&is_wanted))?;
        items.remove(at).downcast().ok().map(|item| *item)
    }

    /// Keeps an item.
    pub fn put<T: Any + Send>(&self, item: T) {
        let mut items = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if items.len() == MAX_KEPT {
            items.remove(0);
        }
        items.push(Box::new(item));
    }
}
