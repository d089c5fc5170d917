//! The state of every cell at one position of a trace, for drawing.

use gridwalk_pathfinding::slices::{at_once, for_each, repeat};
use gridwalk_pathfinding::{Cell, Cost, Side};

use super::cell_set::CellSet;
use super::history::{Entry, History, NONE, TraceCounters};
use super::recorder::Trace;

/// The marks of all cells after the first events of a trace, at no cost to create.
#[derive(Clone, Copy, Debug)]
pub struct CellMarks<'a> {
    pub(super) trace: &'a Trace,
    pub(super) history: &'a History,
    pub(super) position: usize,
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
        Self { trace, history, position, pass: history.pass(position) }
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
        (0..marks.trace.size().cell_count())
            .map(move |cell| state_after(marks.history.entries(side, cell, marks.pass, marks.position)))
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
    pub(crate) fn events_of(&self, cell: Cell, side: Side) -> impl Iterator<Item = (usize, u32)> + 'a {
        let history = self.history;
        let count = move |entry: &Entry| (entry.event(), history.expansions(entry.event() + 1));
        self.entries(cell, side).iter().map(count)
    }

    /// Returns the number of the pass through the list, from 1, and its first event (fringe search).
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

    /// Returns the path from the beginning of the side to the cell, along the parents of this position.
    ///
    /// If parents are farther away than a neighbour, the path has only the turning points.
    ///
    /// Empty if the cell is unseen. In a cycle of parents, which only a broken file can have, the path ends at the
    /// first repeated cell.
    #[must_use]
    pub fn path_to(&self, cell: Cell, side: Side) -> Vec<Cell> {
        at_once(self.path_to_in_slices(cell, side))
    }

    async fn path_to_in_slices(&self, cell: Cell, side: Side) -> Vec<Cell> {
        let (mut seen, mut path, mut at) = (CellSet::default(), Vec::new(), cell);
        repeat(4, || {
            let Some(mark) = self.get(at, side).filter(|_| seen.insert(at)) else { return false };
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
        let Some((cell, side)) = self.current() else { return Vec::new() };
        let (cells, mut path) = (self.path_to_in_slices(cell, side).await, Vec::new());
        let turn = |at: usize| self.trace.turn(cells[at], *cells.get(at + 1)?);
        for_each(0..cells.len(), |at| path.extend([Some(cells[at]), turn(at)].into_iter().flatten())).await;
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

    pub(super) fn entries(&self, cell: Cell, side: Side) -> &'a [Entry] {
        let Some(index) = self.trace.size().index(cell) else { return &[] };
        self.history.entries(side, index.get(), self.pass, self.position)
    }
}

fn state_after(entries: &[Entry]) -> CellState {
    match entries.last() {
        None => CellState::Unseen,
        Some(last) if last.is_open() => CellState::Open,
        Some(_) => CellState::Closed,
    }
}
