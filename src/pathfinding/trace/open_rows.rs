//! The open list in the order in which its cells will be expanded.

use std::ops::Range;

use super::marks::CellMarks;
use super::packed::Kind;
use super::pop_order::PopKey;
use super::{Side, history::cell_number};
use crate::pathfinding::{Cell, Cost};

/// One row of the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenRow {
    /// Its place: row 0 is expanded next, unless something better is found first.
    pub rank: usize,
    /// The cell.
    pub cell: Cell,
    /// The cell it was reached from.
    pub parent: Cell,
    /// g + h.
    pub f: Cost,
    /// The cost of the way so far.
    pub g: Cost,
    /// The estimate of what is left.
    pub h: Cost,
    /// What the last expansion did to it.
    pub change: RowChange,
}

/// What happened to a row since the last expansion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowChange {
    /// Nothing.
    #[default]
    None,
    /// It is new.
    New,
    /// A shorter way gave it another place.
    Moved,
}

impl CellMarks<'_> {
    /// These rows of one side's open list, best first; fewer if the list is shorter.
    ///
    /// A search from both ends closes cells without expanding them where the other side makes them needless,
    /// and tells nobody. Their marks stay open, but as soon as the side expands what stood behind them, they
    /// are known to have left the list, and are left out.
    ///
    /// # Complexity
    /// O(n + r log r) for n open cells and r rows.
    #[must_use]
    pub fn open_list(&self, side: Side, rows: Range<usize>) -> Vec<OpenRow> {
        let mut open = self.open_keys(side);
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
        let row = |(rank, (_, opening)): (usize, &(PopKey, u32))| {
            let event = self.trace.events[*opening as usize];
            let is_fresh = last.is_none_or(|last| *opening as usize > last);
            let change = match event.kind() {
                _ if !is_fresh => RowChange::None,
                Kind::Generated => RowChange::New,
                _ => RowChange::Moved,
            };
            let (cell, parent) = (event.cell(), event.parent());
            OpenRow { rank, cell, parent, f: event.f(), g: event.g(), h: event.h(), change }
        };
        open.iter().enumerate().skip(rows.start).map(row).collect()
    }

    /// The open cells by place and by the event that opened them, in no order.
    fn open_keys(&self, side: Side) -> Vec<(PopKey, u32)> {
        let key = |opening: u32| {
            let event = self.trace.events[opening as usize];
            if event.side() != side {
                return None;
            }
            let cell = cell_number(self.trace, event.cell());
            let newest = self.history.entries(side, cell, self.pass, self.position).last()?;
            if !newest.is_open() || newest.event() != opening as usize {
                return None;
            }
            if self.history.is_passed_over(opening, self.position) {
                return None;
            }
            let depth = self.history.depth_of(opening);
            Some((self.trace.options.order.key(event.g(), event.h(), depth, opening), opening))
        };
        self.history.open_candidates(self.trace, self.position).filter_map(key).collect()
    }
}
