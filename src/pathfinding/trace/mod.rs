//! What a search tells whoever watches it. Watching costs nothing when nobody watches.

mod breakpoint;
mod check;
mod file;
mod history;
mod marks;
mod open_rows;
mod packed;
mod pop_order;
mod posthoc;
mod posthoc_import;
mod recorder;
mod timeline;

use super::{Cell, Cost};
pub use breakpoint::Breakpoint;
pub use check::TraceError;
pub use marks::{CellMark, CellMarks, CellState, TraceCounters};
pub use open_rows::{OpenRow, RowChange};
pub use pop_order::PopOrder;
pub use recorder::{Trace, TraceOptions, TraceOutcome, TraceRecorder};
pub use timeline::{FLayer, MarkChanges, Timeline, TraceStep};

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

/// Which end of the way a search works from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// From the start.
    #[default]
    Forward,
    /// From the goal: bidirectional searches, flow fields.
    Backward,
}

/// One thing that happened in a search.
///
/// Where a parent is not a neighbour, the search came in one jump (jump point search, portals) or in a
/// straight line (Theta*).
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
        /// Which frontier it belongs to.
        side: Side,
    },
    /// A shorter way to a known cell replaced its parent. Or a longer one: Lazy Theta* looks only before
    /// expanding a cell whether its parent is in sight; where it is not, parent and g are corrected.
    Relaxed {
        /// The known cell.
        cell: Cell,
        /// Its new parent.
        parent: Cell,
        /// The cost of the shorter way.
        g: Cost,
        /// The estimate of what is left.
        h: Cost,
        /// Which frontier it belongs to.
        side: Side,
        /// Whether the cell had been closed and is open again.
        reopened: bool,
    },
    /// A cell left the open list and its neighbours are looked at.
    Expanded {
        /// The cell, closed from now on.
        cell: Cell,
        /// Which frontier it belongs to.
        side: Side,
    },
    /// A cell left the open list without being expanded, because it can be of no use. It is closed from now
    /// on; if a shorter way is found to it, it is reopened.
    ///
    /// Bidirectional A* drops what the other side makes needless, IDA* and fringe search what can no longer be
    /// cheaper than the way they have found, Lazy Theta* what its corrected line puts beyond the cost limit.
    Pruned {
        /// The cell.
        cell: Cell,
        /// Which frontier it belongs to.
        side: Side,
    },
    /// An open cell has to wait for the next pass, because its f is above the bound (fringe search). It goes
    /// behind all other open cells.
    Deferred {
        /// The cell, still open.
        cell: Cell,
        /// Its parent, as before.
        parent: Cell,
        /// The cost of the way so far, as before.
        g: Cost,
        /// The estimate of what is left, as before.
        h: Cost,
        /// Which frontier it belongs to.
        side: Side,
    },
    /// The search begins anew and forgets its cells, under a new bound on f (IDA*).
    Restarted {
        /// Nothing dearer is looked at in this pass.
        bound: Cost,
    },
    /// The search is over.
    Ended {
        /// Whether a way was found.
        found: bool,
    },
}
