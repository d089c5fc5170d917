//! Search data of a map that no search is using, kept for the next one.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError, Weak};

/// The identity of a map, unique for as long as it is held.
pub type MapId = Weak<Kept>;

/// Data of any type that planners have learnt about one map, left for the next queries.
///
/// The map does not know the types. Its address identifies the map.
#[derive(Debug, Default)]
pub struct Kept(Mutex<Vec<Box<dyn Any + Send>>>);

/// Maximum number of items; the oldest is dropped first.
const MAX_KEPT: usize = 8;

impl Kept {
    /// Takes the item of this type with the highest rating; items without one are left.
    ///
    /// # Complexity
    /// O(1): there are few items, and none is copied.
    pub fn take<T: Any, R: Ord>(&self, rating: impl Fn(&T) -> Option<R>) -> Option<Box<T>> {
        let mut items = self.lock();
        let rated = items.iter().enumerate().filter_map(|(at, item)| {
            let rating = rating(item.downcast_ref()?)?;
            Some((rating, at))
        });
        let (_, at) = rated.max()?;
        items.remove(at).downcast().ok()
    }

    /// Keeps an item.
    pub fn put<T: Any + Send>(&self, item: Box<T>) {
        let mut items = self.lock();
        let oldest = (items.len() == MAX_KEPT).then(|| items.remove(0));
        items.push(item);
        // Large memory is released without the lock.
        drop(items);
        drop(oldest);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Box<dyn Any + Send>>> {
        // Even after a panic, each item is complete.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
