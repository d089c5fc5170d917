//! Search data of a map that no search is using, kept for the next one.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError, Weak};

/// The identity of a map, unique for as long as it is held.
pub type MapId = Weak<Kept>;

/// The number of an item, by which its last user finds it again; unique on its map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(usize);

/// Data that searches have learnt about a map, for the next ones.
pub trait Learnt: Any + Send + Clone {
    /// Returns `true` if both serve the same queries.
    fn is_like(&self, other: &Self) -> bool;

    /// Returns a measure by which the better one is kept: landmarks, then the size.
    fn worth(&self) -> (bool, usize);

    /// Returns the memory in bytes.
    fn bytes(&self) -> usize;
}

/// Data of any type that planners have learnt about one map, left for the next queries.
///
/// The map does not know the types. Its address identifies the map.
#[derive(Debug, Default)]
pub struct Kept(Mutex<KeptItems>);

#[derive(Debug, Default)]
struct KeptItems {
    list: Vec<(Ticket, Box<dyn Any + Send>)>,
    /// Number of tickets that have been given.
    tickets: usize,
}

/// Maximum number of items; the oldest is dropped first.
const MAX_KEPT: usize = 8;

impl Kept {
    /// Takes the item of this type with the highest rating; items without one are left.
    ///
    /// # Complexity
    /// O(1): there are few items, and none is copied.
    pub fn take<T: Any, R: Ord>(
        &self,
        rating: impl Fn(Ticket, &T) -> Option<R>,
    ) -> Option<(Ticket, Box<T>)> {
        let mut items = self.lock();
        let list = &mut items.list;
        let rated = list.iter().enumerate().filter_map(|(at, (ticket, item))| {
            let rating = rating(*ticket, item.downcast_ref()?)?;
            Some((rating, at))
        });
        let (_, at) = rated.max()?;
        let (ticket, item) = list.remove(at);
        Some((ticket, item.downcast().ok()?))
    }

    /// Keeps an item under its ticket, or under a new one; returns the ticket.
    pub fn put<T: Any + Send>(&self, ticket: Option<Ticket>, item: Box<T>) -> Ticket {
        let mut items = self.lock();
        let ticket = ticket.unwrap_or_else(|| {
            items.tickets += 1;
            Ticket(items.tickets)
        });
        let oldest = (items.list.len() == MAX_KEPT).then(|| items.list.remove(0));
        items.list.push((ticket, item));
        // Large memory is released without the lock.
        drop(items);
        drop(oldest);
        ticket
    }

    fn lock(&self) -> MutexGuard<'_, KeptItems> {
        // Even after a panic, each item is complete.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
