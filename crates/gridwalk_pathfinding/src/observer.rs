//! Events that a search reports to its observer, at no cost where no observer is active.

use crate::{Cell, Cost, named};

/// An observer of a search, such as any closure that takes events.
///
/// It cannot change the course of the search.
pub trait Observer {
    /// Whether the search does the work that only observers need.
    const ACTIVE: bool = true;

    /// Whether the search reports [`SearchEvent::Ignored`] and [`SearchEvent::NextPass`].
    ///
    /// `Ignored` comes several times for each expansion.
    const DETAILS: bool = false;

    /// Receives each event, in the order in which the events happen.
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

/// The end of the path from which a search works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// From the start.
    #[default]
    Forward,
    /// From the goal: bidirectional searches, flow fields.
    Backward,
}

named! {
    /// The reason why a neighbour was left unchanged.
    ///
    /// The order of the values is that of the numbers in trace files.
    pub enum IgnoreReason {
        NotBetter = "not-better", "already on the open list, no shorter path";
        FirstParent = "first-parent", "already on the open list, parent update: off";
        Closed = "closed", "closed";
        OverCostLimit = "over-cost-limit", "over the cost limit";
        /// The bound of this pass (IDA*).
        AboveBound = "above-bound", "F above the bound";
        /// Cheaper than the path already found (bidirectional A*).
        Useless = "useless", "no cheaper path through it";
        /// IDA* only.
        EarlierPass = "earlier-pass", "reached by a cheaper path in an earlier pass";
        Blocked = "blocked", "blocked";
        OutsideRegion = "outside-region", "outside the region";
        OneWay = "one-way", "one-way cell";
        Corner = "corner", "corner cut";
    }
}

/// An event of a search.
///
/// If a parent is not a neighbour, the search made one jump (jump point search, jump graph,
/// portals) or followed a straight line (Theta*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A new cell entered the open list. The start has itself as parent.
    Generated {
        /// The new cell.
        cell: Cell,
        /// The cell from which the new cell was generated.
        parent: Cell,
        /// The cost of the path so far.
        g: Cost,
        /// The estimate of the remaining cost.
        h: Cost,
        /// The frontier of the cell.
        side: Side,
    },
    /// A shorter path to a known cell replaced its parent.
    ///
    /// Lazy Theta* also reports a longer path: it checks only before expanding a cell whether the
    /// parent is in sight. If it is not, parent and g are corrected.
    Relaxed {
        /// The known cell.
        cell: Cell,
        /// Its new parent.
        parent: Cell,
        /// The cost of the new path.
        g: Cost,
        /// The estimate of the remaining cost.
        h: Cost,
        /// The frontier of the cell.
        side: Side,
        /// Whether the cell was closed and is open again.
        reopened: bool,
    },
    /// A cell left the open list, and the search generates its successors.
    Expanded {
        /// The cell, closed from now on.
        cell: Cell,
        /// The frontier of the cell.
        side: Side,
    },
    /// A cell left the open list without being expanded, because it is of no use.
    ///
    /// The cell is closed from now on; if a shorter path is found to it, it is reopened.
    ///
    /// Bidirectional A* prunes cells that the other side makes needless. IDA*, fringe search and
    /// the search on the jump graph prune cells that cannot lead to a cheaper path than the one
    /// they have found. Lazy Theta* prunes cells whose corrected line is beyond the cost limit.
    Pruned {
        /// The cell.
        cell: Cell,
        /// The frontier of the cell.
        side: Side,
    },
    /// An open cell waits for the next pass, because its f is above the bound (fringe search).
    ///
    /// It goes behind all other open cells.
    Deferred {
        /// The cell, still open.
        cell: Cell,
        /// Its parent, as before.
        parent: Cell,
        /// The cost of the path so far, as before.
        g: Cost,
        /// The estimate of the remaining cost, as before.
        h: Cost,
        /// The frontier of the cell.
        side: Side,
    },
    /// The search restarts and forgets its cells, under a new bound on f (IDA*).
    Restarted {
        /// The highest f that is examined in this pass.
        bound: Cost,
    },
    /// The search goes through its list once more, and forgets nothing (fringe search).
    ///
    /// Reported only to observers that ask for it, see [`Observer::DETAILS`].
    NextPass {
        /// The bound on f; cells with a higher f wait for a later pass.
        bound: Cost,
    },
    /// The search examined a neighbour of the expanded cell and left it unchanged.
    ///
    /// Reported only to observers that ask for it, see [`Observer::DETAILS`]. Searches that jump
    /// report jump points only, and LPA* reports no such event.
    Ignored {
        /// The neighbour.
        cell: Cell,
        /// The expanded cell.
        from: Cell,
        /// The reason.
        reason: IgnoreReason,
        /// The frontier of the search.
        side: Side,
    },
    /// The search has ended.
    Ended {
        /// Whether a path was found.
        found: bool,
    },
}

impl SearchEvent {
    /// Returns the event for a cell that is opened, or gets another parent.
    ///
    /// `was_open` is `None` for a new cell.
    #[inline]
    pub(crate) const fn opened(
        cell: Cell,
        parent: Cell,
        (g, h): (Cost, Cost),
        side: Side,
        was_open: Option<bool>,
    ) -> Self {
        match was_open {
            None => Self::Generated {
                cell,
                parent,
                g,
                h,
                side,
            },
            Some(was_open) => Self::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened: !was_open,
            },
        }
    }
}
