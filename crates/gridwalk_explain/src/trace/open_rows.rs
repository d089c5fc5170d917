//! The open list, in the order in which its cells will be expanded or in the order in which they joined it.

use std::ops::Range;

use gridwalk_pathfinding::{Cell, Cost, PopKey, Side};

use super::marks::CellMarks;
use super::packed::{EventKind, PackedEvent};
use super::pop_order::Place;
use super::sorted_list::is_correction;

/// A row of the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenRow {
    /// The rank of the row in the order of the list.
    ///
    /// In the order of expansion row 0 is expanded next, unless a better cell is found first.
    pub rank: usize,
    /// The cell.
    pub cell: Cell,
    /// The parent of the cell.
    pub parent: Cell,
    /// g + h.
    pub f: Cost,
    /// The cost of the path so far.
    pub g: Cost,
    /// The estimate of the remaining cost.
    pub h: Cost,
    /// The change of the row by the last expansion.
    pub change: RowChange,
}

/// The change of a row since the last expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowChange {
    /// No change.
    #[default]
    None,
    /// The row is new.
    New,
    /// A shorter path, or the end of the pass, has moved the row.
    Moved,
}

impl CellMarks<'_> {
    /// Returns these rows of one side's open list, best first; fewer if the list is shorter.
    ///
    /// Right before an expansion the first row is the expanded cell. A search from both ends chooses the side first:
    /// then this holds for the list of that side.
    ///
    /// # Complexity
    /// O(n + r log r) for n open cells and r rows.
    #[must_use]
    pub fn open_list(&self, side: Side, rows: Range<usize>) -> Vec<OpenRow> {
        self.rows_of(self.open_keys(side), rows)
    }

    /// Returns these rows of one side's open list in the order in which the cells joined it, oldest first.
    ///
    /// A shorter path to an open cell does not move it. A closed cell that is opened again joins at the end.
    ///
    /// # Complexity
    /// O(n + r log r) for n open cells and r rows.
    #[must_use]
    pub fn open_list_as_joined(&self, side: Side, rows: Range<usize>) -> Vec<OpenRow> {
        let joined = |opening: u32| {
            let entries = self.entries(self.trace.events[opening as usize].cell(), side).iter().rev();
            entries.take_while(|entry| entry.is_open()).last().map_or(opening as usize, |entry| entry.event())
        };
        let open = self.open_keys(side).into_iter().map(|(_, opening)| (joined(opening), opening)).collect();
        self.rows_of(open, rows)
    }

    /// Returns these rows of the open cells, by key and opening event.
    fn rows_of<K: Ord>(&self, mut open: Vec<(K, u32)>, rows: Range<usize>) -> Vec<OpenRow> {
        let end = rows.end.min(open.len());
        if rows.start >= end {
            return Vec::new();
        }
        if end < open.len() {
            open.select_nth_unstable(end);
            open.truncate(end);
        }
        open.sort_unstable();
        let last = self.history.last_expansion(self.pass, self.position);
        let row = |(rank, (_, opening)): (usize, &(K, u32))| {
            let event = self.trace.events[*opening as usize];
            let is_fresh = last.is_none_or(|last| *opening as usize > last);
            let change = match event.kind() {
                _ if !is_fresh => RowChange::None,
                EventKind::Generated => RowChange::New,
                EventKind::Deferred if self.is_newer(event.cell(), event.side(), last) => RowChange::New,
                _ => RowChange::Moved,
            };
            let (cell, parent) = (event.cell(), event.parent());
            OpenRow { rank, cell, parent, f: event.f(), g: event.g(), h: event.h(), change }
        };
        open.iter().enumerate().skip(rows.start).map(row).collect()
    }

    /// Returns the number of cells in this side's open list.
    ///
    /// # Complexity
    /// O(n) for n open cells.
    #[must_use]
    pub fn open_count(&self, side: Side) -> usize {
        self.open_keys(side).len()
    }

    /// Returns `true` if the cell was generated after this event.
    fn is_newer(&self, cell: Cell, side: Side, last: Option<usize>) -> bool {
        let entries = self.entries(cell, side).iter().map(|entry| entry.event());
        let mut fresh = entries.filter(|&event| last.is_none_or(|last| event > last));
        fresh.any(|event| self.trace.events[event].kind() == EventKind::Generated)
    }

    /// Returns the event that gave the cell of this opening its place.
    ///
    /// Lazy Theta* corrects a popped cell to a higher g right before its expansion. Its place is still that of the g
    /// before.
    fn placed_by(&self, opening: u32) -> u32 {
        let at = opening as usize;
        if at + 1 != self.position || self.trace.options.order.priority().is_none() {
            return opening;
        }
        let event = self.trace.events[at];
        let newest = Self { position: at, ..*self }.entries(event.cell(), event.side()).last();
        let before = newest.filter(|entry| entry.is_open()).map(|entry| self.history.opening(*entry));
        let g = |opening: u32| self.trace.events[opening as usize].g();
        before.filter(|&before| is_correction(self.trace, at, g(before))).unwrap_or(opening)
    }

    /// Returns `true` if a bucket search expanded the cell of this opening directly after opening it.
    ///
    /// The cell is not always the first of all buckets: a chain of single successors is expanded for a while. Only a
    /// goal may be met in between.
    pub(crate) fn is_followed(&self, opening: u32) -> bool {
        let at = opening as usize;
        let is_of_goal = |event: &PackedEvent| event.kind().opens() && event.h() == Cost::ZERO;
        let is_by_the_way =
            |event: &PackedEvent| matches!(event.kind(), EventKind::Ignored | EventKind::Pruned) || is_of_goal(event);
        let mut after = self.trace.events[at + 1..].iter().filter(|event| !is_by_the_way(event));
        let is_expanded =
            |next: &PackedEvent| next.kind() == EventKind::Expanded && next.cell() == self.trace.events[at].cell();
        self.trace.options.order.key == PopKey::FBucket && after.next().is_some_and(is_expanded)
    }

    /// Returns the open cells by place and opening event, unsorted.
    fn open_keys(&self, side: Side) -> Vec<(Place, u32)> {
        let key = |opening: u32| {
            let event = self.trace.events[opening as usize];
            if event.side() != side {
                return None;
            }
            let newest = self.entries(event.cell(), side).last()?;
            if !newest.is_open() || newest.event() != opening as usize {
                return None;
            }
            let placed = self.placed_by(opening);
            let (event, depth) = (self.trace.events[placed as usize], self.history.depth_of(placed));
            let key = self.trace.options.order.place(event, depth, placed);
            Some((if self.is_followed(opening) { Place::default() } else { key }, opening))
        };
        self.history.open_candidates(self.trace, self.position).filter_map(key).collect()
    }
}
