//! Data that searches have learnt about maps: taken from a map for a search, and left there afterwards.

use crate::Map;
use crate::map::{Learnt, MapId, Ticket};

/// The learnt data of the search in progress, or the cache of a planner that shares none.
#[derive(Debug)]
pub(super) struct MapData<T: Learnt> {
    /// Data by map; the most recently used come first.
    list: Vec<HeldData<T>>,
    /// Whether data are neither taken from maps nor left there.
    pub is_apart: bool,
    /// The data that were left to their map last.
    left: Option<LeftData>,
}

/// Maximum number of data that a planner holds which shares none.
const MAX_HELD: usize = 8;

/// Data that a planner holds.
#[derive(Clone, Debug)]
struct HeldData<T> {
    of: MapId,
    /// `None` for data that were never on their map.
    ticket: Option<Ticket>,
    data: Box<T>,
}

/// Data on their map, where any planner may take them.
#[derive(Debug)]
struct LeftData {
    of: MapId,
    ticket: Ticket,
    bytes: usize,
}

impl<T: Learnt> Default for MapData<T> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            is_apart: false,
            left: None,
        }
    }
}

impl<T: Learnt> MapData<T> {
    /// Returns the memory of the data in bytes, including those that were left to a map last.
    pub fn bytes(&self) -> usize {
        let left = self.left.iter().map(|left| left.bytes);
        let held = self.list.iter().map(|held| held.data.bytes());
        held.chain(left).sum()
    }

    /// Copies the data for another planner, which shares none.
    pub fn fork(&self) -> Self {
        Self {
            list: self.list.clone(),
            is_apart: true,
            left: None,
        }
    }

    /// Returns the data that were used last.
    pub fn current(&mut self) -> &mut T {
        &mut self.list[0].data
    }

    /// Returns wanted data of a map: those of the planner, those left on the map, or new ones.
    ///
    /// `rate` returns `None` for data that do not serve, and a higher value for better ones.
    pub fn select(
        &mut self,
        map: &Map,
        rate: impl Fn(&T) -> Option<bool>,
        new: impl FnOnce() -> T,
    ) -> &mut T {
        let found = self
            .list
            .iter()
            .position(|held| map.is(&held.of) && rate(&held.data).is_some());
        let at = found.unwrap_or_else(|| {
            let (of, taken) = if self.is_apart {
                self.list.retain(|held| held.of.strong_count() > 0);
                self.list.truncate(MAX_HELD - 1);
                (map.identity(), None)
            } else {
                self.take(map, rate)
            };
            let (ticket, data) = taken.map_or_else(
                || (None, Box::new(new())),
                |(ticket, data)| (Some(ticket), data),
            );
            self.list.push(HeldData { of, ticket, data });
            self.list.len() - 1
        });
        self.list[..=at].rotate_right(1);
        self.current()
    }

    /// Takes data from a map: the highest rated, then with landmarks if there are any, then those
    /// that this planner has used last, then the best.
    fn take(
        &mut self,
        map: &Map,
        rate: impl Fn(&T) -> Option<bool>,
    ) -> (MapId, Option<(Ticket, Box<T>)>) {
        let last = self.left.take().filter(|left| map.is(&left.of));
        let (of, own) = match last {
            Some(left) => (left.of, Some(left.ticket)),
            None => (map.identity(), None),
        };
        let rating = |ticket, data: &T| {
            let (landmarks, size) = data.worth();
            Some((rate(data)?, landmarks, own == Some(ticket), size))
        };
        (of, map.kept().take(rating))
    }

    /// Leaves the data of a search that is over to their map, which is this one if one is given.
    pub fn leave(&mut self, map: Option<&Map>) {
        if self.is_apart {
            return;
        }
        for HeldData { of, ticket, data } in self.list.drain(..) {
            let bytes = data.bytes();
            let ticket = match map {
                Some(map) if map.is(&of) => map.kept().put(ticket, data),
                _ => match of.upgrade() {
                    Some(kept) => kept.put(ticket, data),
                    None => continue,
                },
            };
            self.left = Some(LeftData { of, ticket, bytes });
        }
    }
}

/// Leaves the data, and drops the worse ones if the map has others of their kind.
///
/// So a map does not keep the data of many threads for ever.
impl<T: Learnt> Drop for MapData<T> {
    fn drop(&mut self) {
        self.leave(None);
        let Some(left) = self.left.take() else {
            return;
        };
        let Some(kept) = left.of.upgrade() else {
            return;
        };
        // Another planner may be using them now.
        let is_own = |ticket, _: &T| (ticket == left.ticket).then_some(());
        if let Some(own) = kept.take(is_own) {
            let worth = |_, data: &T| data.is_like(&own.1).then(|| data.worth());
            let (ticket, data) = match kept.take(worth) {
                Some(other) if other.1.worth() > own.1.worth() => other,
                _ => own,
            };
            kept.put(Some(ticket), data);
        }
    }
}
