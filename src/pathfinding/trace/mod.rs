//! What a search tells whoever watches it. Watching costs nothing when nobody watches.

use super::{Cell, Cost};

/// Watches a search. An observer cannot change what the search does.
pub trait Observer {
    /// `false` lets a search skip work done only for watching.
    const ACTIVE: bool = true;

    /// Called for each event, in the order in which they happen.
    fn on_event(&mut self, event: SearchEvent);
}

impl Observer for () {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn on_event(&mut self, _: SearchEvent) {}
}

impl Observer for Vec<SearchEvent> {
    fn on_event(&mut self, event: SearchEvent) {
        self.push(event);
    }
}

/// One thing that happened in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A new cell entered the open list. The start has itself as parent.
    Generated {
        /// The new cell.
        cell: Cell,
        /// The cell it was reached from.
        parent: Cell,
        /// The cost of the way so far.
        g: Cost,
        /// The estimate of what is left.
        h: Cost,
    },
    /// A shorter way to a known cell replaced its parent.
    Relaxed {
        /// The known cell.
        cell: Cell,
        /// Its new parent.
        parent: Cell,
        /// The cost of the shorter way.
        g: Cost,
        /// Whether the cell had been closed and is open again.
        reopened: bool,
    },
    /// A cell left the open list and its neighbours are looked at.
    Expanded {
        /// The cell, closed from now on.
        cell: Cell,
    },
    /// The search is over.
    Ended {
        /// Whether a way was found.
        found: bool,
    },
}
