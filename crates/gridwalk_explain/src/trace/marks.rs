//! The state of every cell at one position of a trace, for drawing, and the open list there.
//!
//! The list is in the order in which its cells will be expanded, or in the order in which they
//! joined it.

use std::ops::Range;

use gridwalk_pathfinding::slices::{at_once, for_each, repeat};
use gridwalk_pathfinding::{Cell, Cost, Side};

use super::comparisons::is_correction;
use super::history::{EventRef, History, NONE, TraceCounters};
use super::packed::{CellSet, EventKind};
use super::{QueuePlace, Trace};

/// The marks of all cells after the first events of a trace, at no cost to create.
#[derive(Clone, Copy, Debug)]
pub struct CellMarks<'a> {
    trace: &'a Trace,
    history: &'a History,
    position: usize,
    /// The first event of the current pass: earlier events are forgotten.
    pub(crate) pass: usize,
}

/// The state of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellState {
    /// The search has not reached the cell.
    #[default]
    Unseen,
    /// The cell is in the open list.
    Open,
    /// The cell was expanded, or dropped from the open list.
    Closed,
}

/// The mark of one cell on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellMark {
    /// Open or closed.
    pub state: CellState,
    /// The parent of the cell; the cell itself where the side begins.
    pub parent: Cell,
    /// The cost of the path so far.
    pub g: Cost,
    /// The estimate of the remaining cost.
    pub h: Cost,
    /// Steps from the beginning of the side, by the parents at the time when the cell was opened.
    pub depth: u32,
    /// The number of its last expansion in the trace, from 1; 0 if the cell is not expanded yet.
    pub order: u32,
    /// Number of expansions of the cell in this pass.
    pub times: u32,
    /// Whether the cell is closed because it was dropped from the open list without being expanded.
    pub pruned: bool,
}

impl CellMark {
    /// Returns g + h.
    #[must_use]
    pub const fn f(&self) -> Cost {
        self.g.saturating_add(self.h)
    }
}

impl<'a> CellMarks<'a> {
    pub(super) fn new(trace: &'a Trace, history: &'a History, position: usize) -> Self {
        Self {
            trace,
            history,
            position,
            pass: history.pass(position),
        }
    }

    /// Returns `true` if the search works from this side.
    #[must_use]
    pub fn has(&self, side: Side) -> bool {
        self.history.has(side)
    }

    /// Returns the state of a cell; all cells outside the map are unseen.
    ///
    /// # Complexity
    /// O(log k) for k events of the cell.
    #[must_use]
    pub fn state(&self, cell: Cell, side: Side) -> CellState {
        state_after(self.entries(cell, side))
    }

    /// Returns the states of all cells in reading order.
    #[must_use]
    pub fn states(&self, side: Side) -> impl ExactSizeIterator<Item = CellState> + use<'a> {
        let marks = *self;
        (0..marks.trace.size().cell_count()).map(move |cell| {
            state_after(
                marks
                    .history
                    .entries(side, cell, marks.pass, marks.position),
            )
        })
    }

    /// Returns the mark of a cell; `None` if the cell is unseen.
    ///
    /// # Complexity
    /// O(k) for k events of the cell.
    #[must_use]
    pub fn get(&self, cell: Cell, side: Side) -> Option<CellMark> {
        let entries = self.entries(cell, side);
        let last = *entries.last()?;
        let mut mark = CellMark {
            state: state_after(entries),
            parent: cell,
            g: Cost::ZERO,
            h: Cost::ZERO,
            depth: 0,
            order: 0,
            times: 0,
            pruned: last.is_pruning(),
        };
        let opening = self.history.opening(last);
        if opening != NONE {
            let event = self.trace.events[opening as usize];
            (mark.parent, mark.g, mark.h) = (event.parent(), event.g(), event.h());
            mark.depth = self.history.depth_of(opening);
        }
        for entry in entries.iter().filter(|entry| entry.is_expansion()) {
            mark.times += 1;
            mark.order = self.history.expansions(entry.event() + 1);
        }
        Some(mark)
    }

    /// Returns the events of a cell in this pass, oldest first.
    ///
    /// Each is the index of the event and the number of expansions up to it.
    pub(crate) fn events_of(
        &self,
        cell: Cell,
        side: Side,
    ) -> impl Iterator<Item = (usize, u32)> + 'a {
        let history = self.history;
        let count = move |entry: &EventRef| (entry.event(), history.expansions(entry.event() + 1));
        self.entries(cell, side).iter().map(count)
    }

    /// Returns the number of the pass through the list, from 1, and its first event (fringe
    /// search).
    ///
    /// The first pass has no such event.
    pub(crate) fn pass_through_list(&self) -> (usize, Option<usize>) {
        let (passes, last) = self.history.next_passes(self.position);
        (passes + 1, last)
    }

    /// Returns the cell that was expanded last in this pass, and its side.
    #[must_use]
    pub fn current(&self) -> Option<(Cell, Side)> {
        let event = self.trace.events[self.history.last_expansion(self.pass, self.position)?];
        Some((event.cell(), event.side()))
    }

    /// Returns the path from the beginning of the side to the cell, along the parents of this
    /// position.
    ///
    /// If parents are farther away than a neighbour, the path has only the turning points.
    ///
    /// Empty if the cell is unseen. In a cycle of parents, which only a broken file can have, the
    /// path ends at the first repeated cell.
    #[must_use]
    pub fn path_to(&self, cell: Cell, side: Side) -> Vec<Cell> {
        at_once(self.path_to_in_slices(cell, side))
    }

    async fn path_to_in_slices(&self, cell: Cell, side: Side) -> Vec<Cell> {
        let (mut seen, mut path, mut at) = (CellSet::default(), Vec::new(), cell);
        repeat(4, || {
            let Some(mark) = self.get(at, side).filter(|_| seen.insert(at)) else {
                return false;
            };
            path.push(std::mem::replace(&mut at, mark.parent));
            true
        })
        .await;
        path.reverse();
        path
    }

    /// Returns the path to the current cell, including the turns of its jumps.
    #[must_use]
    pub fn path_so_far(&self) -> Vec<Cell> {
        at_once(self.path_so_far_in_slices())
    }

    /// Returns the path to the current cell in [slices](gridwalk_pathfinding::slices).
    pub async fn path_so_far_in_slices(&self) -> Vec<Cell> {
        let Some((cell, side)) = self.current() else {
            return Vec::new();
        };
        let (cells, mut path) = (self.path_to_in_slices(cell, side).await, Vec::new());
        let turn = |at: usize| self.trace.turn(cells[at], *cells.get(at + 1)?);
        for_each(0..cells.len(), |at| {
            path.extend([Some(cells[at]), turn(at)].into_iter().flatten());
        })
        .await;
        path
    }

    /// Returns the counters at this position.
    ///
    /// # Complexity
    /// O(1): at most two thousand events are read.
    #[must_use]
    pub fn counters(&self) -> TraceCounters {
        self.history.counters(self.trace, self.position)
    }

    fn entries(&self, cell: Cell, side: Side) -> &'a [EventRef] {
        let Some(index) = self.trace.size().index(cell) else {
            return &[];
        };
        self.history
            .entries(side, index.get(), self.pass, self.position)
    }
}

fn state_after(entries: &[EventRef]) -> CellState {
    match entries.last() {
        None => CellState::Unseen,
        Some(last) if last.is_open() => CellState::Open,
        Some(_) => CellState::Closed,
    }
}

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
    /// Right before an expansion the first row is the expanded cell. A search from both ends
    /// chooses the side first: then this holds for the list of that side.
    ///
    /// # Complexity
    /// O(n + r log r) for n open cells and r rows.
    #[must_use]
    pub fn open_list(&self, side: Side, rows: Range<usize>) -> Vec<OpenRow> {
        self.rows_of(self.open_keys(side), rows)
    }

    /// Returns these rows of one side's open list in the order in which the cells joined it, oldest
    /// first.
    ///
    /// A shorter path to an open cell does not move it. A closed cell that is opened again joins at
    /// the end.
    ///
    /// # Complexity
    /// O(n + r log r) for n open cells and r rows.
    #[must_use]
    pub fn open_list_as_joined(&self, side: Side, rows: Range<usize>) -> Vec<OpenRow> {
        let joined = |opening: u32| {
            let entries = self
                .entries(self.trace.events[opening as usize].cell(), side)
                .iter()
                .rev();
            entries
                .take_while(|entry| entry.is_open())
                .last()
                .map_or(opening as usize, |entry| entry.event())
        };
        let open = self
            .open_keys(side)
            .into_iter()
            .map(|(_, opening)| (joined(opening), opening))
            .collect();
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
                EventKind::Deferred if self.is_newer(event.cell(), event.side(), last) => {
                    RowChange::New
                }
                _ => RowChange::Moved,
            };
            let (cell, parent) = (event.cell(), event.parent());
            OpenRow {
                rank,
                cell,
                parent,
                f: event.f(),
                g: event.g(),
                h: event.h(),
                change,
            }
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
    /// Lazy Theta* corrects a popped cell to a higher g right before its expansion. Its place is
    /// still that of the g before.
    fn placed_by(&self, opening: u32) -> u32 {
        let at = opening as usize;
        if at + 1 != self.position || self.trace.options.order.priority().is_none() {
            return opening;
        }
        let event = self.trace.events[at];
        let newest = Self {
            position: at,
            ..*self
        }
        .entries(event.cell(), event.side())
        .last();
        let before = newest
            .filter(|entry| entry.is_open())
            .map(|entry| self.history.opening(*entry));
        let g = |opening: u32| self.trace.events[opening as usize].g();
        before
            .filter(|&before| is_correction(self.trace, at, g(before)))
            .unwrap_or(opening)
    }

    /// Returns the open cells by place and opening event, unsorted.
    fn open_keys(&self, side: Side) -> Vec<(QueuePlace, u32)> {
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
            let (event, depth) = (
                self.trace.events[placed as usize],
                self.history.depth_of(placed),
            );
            Some((
                self.trace.options.order.place(event, depth, placed),
                opening,
            ))
        };
        self.history
            .open_candidates(self.trace, self.position)
            .filter_map(key)
            .collect()
    }
}
