//! What a search reports to its observer. It costs nothing where no observer is active.

use crate::{Cell, Cost, named};

/// Watches a search, as any closure does that takes events. An observer cannot change what the search does.
pub trait Observer {
    /// `false` lets a search skip work done only for watching.
    const ACTIVE: bool = true;

    /// `true` asks for [`SearchEvent::Ignored`], several for each expansion, and [`SearchEvent::NextPass`] as well.
    const DETAILS: bool = false;

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

impl<F: FnMut(SearchEvent)> Observer for F {
    #[inline]
    fn on_event(&mut self, event: SearchEvent) {
        self(event);
    }
}

/// Which end of the path a search works from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// From the start.
    #[default]
    Forward,
    /// From the goal: bidirectional searches, flow fields.
    Backward,
}

named! {
    /// Why a neighbour was left as it was; their order is that of the numbers in trace files.
    pub enum IgnoreReason {
        NotBetter = "not-better", "already on the open list, no shorter path";
        FirstParent = "first-parent", "already on the open list, parent update: off";
        Closed = "closed", "closed";
        OverCostLimit = "over-cost-limit", "over the cost limit";
        /// Of this pass (IDA*).
        AboveBound = "above-bound", "F above the bound";
        /// Cheaper than the one already found (bidirectional A*).
        Useless = "useless", "no cheaper path through it";
        /// Only IDA*.
        EarlierPass = "earlier-pass", "reached by a cheaper path in an earlier pass";
        Blocked = "blocked", "blocked";
        OutsideRegion = "outside-region", "outside the region";
        OneWay = "one-way", "one-way cell";
        Corner = "corner", "corner cut";
    }
}

/// One thing that happened in a search.
///
/// Where a parent is not a neighbour, the search came in one jump (jump point search, jump graph, portals) or in a
/// straight line (Theta*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A new cell entered the open list. The start has itself as parent.
    Generated {
        /// The new cell.
        cell: Cell,
        /// The cell it was reached from.
        parent: Cell,
        /// The cost of the path so far.
        g: Cost,
        /// The estimate of what is left.
        h: Cost,
        /// Which frontier it belongs to.
        side: Side,
    },
    /// A shorter path to a known cell replaced its parent. Or a longer one: Lazy Theta* looks only before
    /// expanding a cell whether its parent is in sight; where it is not, parent and g are corrected.
    Relaxed {
        /// The known cell.
        cell: Cell,
        /// Its new parent.
        parent: Cell,
        /// The cost of the shorter path.
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
    /// on; if a shorter path is found to it, it is reopened.
    ///
    /// Bidirectional A* drops what the other side makes needless, IDA*, fringe search and the search on the jump graph
    /// what can no longer be cheaper than the path they have found, Lazy Theta* what its corrected line puts beyond the
    /// cost limit.
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
        /// The cost of the path so far, as before.
        g: Cost,
        /// The estimate of what is left, as before.
        h: Cost,
        /// Which frontier it belongs to.
        side: Side,
    },
    /// The search begins from scratch and forgets its cells, under a new bound on f (IDA*).
    Restarted {
        /// Nothing more expensive is looked at in this pass.
        bound: Cost,
    },
    /// The search goes through its list once more, and forgets nothing (fringe search). Only observers that ask for it
    /// get it, see [`Observer::DETAILS`].
    NextPass {
        /// Cells with a higher F wait for a later pass.
        bound: Cost,
    },
    /// The search looked at a neighbour of the cell that it expands and left it as it was. Only observers that ask
    /// for it get it, see [`Observer::DETAILS`]. Searches that jump report it of jump points alone, and LPA* not at
    /// all.
    Ignored {
        /// The neighbour.
        cell: Cell,
        /// The expanded cell.
        from: Cell,
        /// Why nothing came of it.
        reason: IgnoreReason,
        /// Which frontier looked.
        side: Side,
    },
    /// The search is over.
    Ended {
        /// Whether a path was found.
        found: bool,
    },
}
