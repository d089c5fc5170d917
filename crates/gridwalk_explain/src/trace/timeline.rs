//! A position in a trace, the ways to move it, and breakpoints that stop a player.

use std::sync::{Arc, OnceLock};

use gridwalk_pathfinding::slices::at_once;
use gridwalk_pathfinding::{Cell, Cost, SearchEvent, Side};
use serde::Deserialize;

use super::Trace;
use super::comparisons::{HeapComparisons, Insertion, Pop, SortedList};
use super::history::{History, NONE};
use super::marks::CellMarks;
use super::packed::{EventKind, PackedEvent};

/// A player of a trace, forwards, backwards and in jumps, all equally fast.
///
/// At position n the first n events have happened, so positions run from 0 to [`Timeline::len`].
///
/// # Memory
/// In addition to the trace itself (24 bytes an event), about 16 bytes an event and 4 bytes a cell,
/// 8 if the search works from both sides. Clones share this memory.
#[derive(Clone, Debug)]
pub struct Timeline {
    trace: Arc<Trace>,
    history: Arc<History>,
    /// Counts that are made when they are first needed.
    sorted_list: Arc<OnceLock<SortedList>>,
    position: usize,
    changes: MarkChanges,
}

/// The cells whose marks may have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkChanges {
    /// Too many to list.
    All,
    /// The cells, in reading order.
    Cells(Vec<Cell>),
}

/// A run of expansions with equal f.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FLayer {
    /// The f of the layer; `None` if a cell was expanded that was never opened.
    pub f: Option<Cost>,
    /// Number of the layer's expansions before the position.
    pub expanded: u32,
    /// Number of expansions in the layer.
    pub of: u32,
}

/// Maximum number of changed cells that are listed.
const MAX_LISTED: usize = 1 << 14;

impl Timeline {
    /// Creates a timeline before the first event.
    ///
    /// # Complexity
    /// O(events + cells), once; about 50 ms for a million events.
    #[must_use]
    pub fn new(trace: Arc<Trace>) -> Self {
        at_once(Self::uncounted(trace))
    }

    /// Creates a timeline in [slices](gridwalk_pathfinding::slices), including the counts of the
    /// open list.
    ///
    /// So [`positions_scanned`](Self::positions_scanned) returns without delay.
    pub async fn in_slices(trace: Arc<Trace>) -> Self {
        let timeline = Self::uncounted(trace).await;
        let counted = SortedList::new(&timeline.trace, &timeline.history).await;
        Self {
            sorted_list: Arc::new(counted.into()),
            ..timeline
        }
    }

    async fn uncounted(trace: Arc<Trace>) -> Self {
        let history = Arc::new(History::new(&trace).await);
        Self {
            trace,
            history,
            sorted_list: Arc::default(),
            position: 0,
            changes: MarkChanges::All,
        }
    }

    /// Returns the trace.
    #[must_use]
    pub const fn trace(&self) -> &Arc<Trace> {
        &self.trace
    }

    /// Returns the number of events, which is the last position.
    #[must_use]
    pub fn len(&self) -> usize {
        self.trace.len()
    }

    /// Returns `true` if the trace has no events.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.trace.is_empty()
    }

    /// Returns the number of events that have happened.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Moves to a position, or to the end if the position lies beyond it.
    ///
    /// # Complexity
    /// O(1), and at most some thousand steps to list the changed cells.
    pub fn seek(&mut self, position: usize) {
        let position = position.min(self.len());
        let (from, to) = (self.position.min(position), self.position.max(position));
        let ends = [self.marks().current(), self.marks_at(position).current()];
        let far = to - from > MAX_LISTED || self.history.pass(from) != self.history.pass(to);
        self.position = position;
        let MarkChanges::Cells(cells) = &mut self.changes else {
            return;
        };
        if far || cells.len() > MAX_LISTED {
            self.changes = MarkChanges::All;
            return;
        }
        let events = self.trace.events[from..to].iter();
        cells.extend(
            events
                .filter(|event| event.kind().changes_a_cell())
                .map(|event| event.cell()),
        );
        // The mark of the current cell also moves, to a cell that may have no event in between.
        if ends[0] != ends[1] {
            cells.extend(ends.iter().flatten().map(|(cell, _)| *cell));
        }
    }

    /// Returns the cells whose marks may differ from those at the last call; all cells at the first
    /// call.
    #[must_use]
    pub fn take_changes(&mut self) -> MarkChanges {
        let mut changes = std::mem::replace(&mut self.changes, MarkChanges::Cells(Vec::new()));
        if let MarkChanges::Cells(cells) = &mut changes {
            cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
            cells.dedup();
        }
        changes
    }

    /// Returns the marks at the current position.
    #[must_use]
    pub fn marks(&self) -> CellMarks<'_> {
        self.marks_at(self.position)
    }

    /// Returns the marks at any position.
    #[must_use]
    pub fn marks_at(&self, position: usize) -> CellMarks<'_> {
        CellMarks::new(&self.trace, &self.history, position.min(self.len()))
    }

    /// Returns the position right after the next expansion; the last position if there is none.
    #[must_use]
    pub fn next_expansion(&self, position: usize) -> usize {
        let next = self.history.expansions(position) + 1;
        self.position_of_step(next).unwrap_or(self.len())
    }

    /// Returns the position right after the previous expansion; 0 if there is none.
    #[must_use]
    pub fn previous_expansion(&self, position: usize) -> usize {
        // An expansion that ends exactly here is undone.
        self.position_of_step(self.history.expansions(position.saturating_sub(1)))
            .unwrap_or(0)
    }

    /// Returns the end of the next layer; the last position if there is none.
    ///
    /// A layer ends right before the f of the expanded cell changes, when all its cells are closed.
    #[must_use]
    pub fn next_layer(&self, position: usize) -> usize {
        let next = self
            .history
            .layers
            .partition_point(|&layer| layer as usize <= position);
        self.history
            .layers
            .get(next)
            .map_or(self.len(), |&layer| layer as usize)
    }

    /// Returns the end of the previous layer; 0 if there is none.
    #[must_use]
    pub fn previous_layer(&self, position: usize) -> usize {
        let next = self
            .history
            .layers
            .partition_point(|&layer| (layer as usize) < position);
        next.checked_sub(1)
            .map_or(0, |last| self.history.layers[last] as usize)
    }

    /// Returns the position right after expansion number `step`, from 1; `None` if there are fewer.
    #[must_use]
    pub fn position_of_step(&self, step: u32) -> Option<usize> {
        self.history.expansion(step).map(|event| event + 1)
    }

    /// Returns the number of expansions.
    #[must_use]
    pub fn expansions(&self) -> u32 {
        self.history.expansions(self.len())
    }

    /// Returns the position after a number of expansions and all their effects.
    ///
    /// For 0 that is right before the first expansion; for the number of all expansions and for
    /// more, the last position.
    ///
    /// # Complexity
    /// As [`end_of_step`](Self::end_of_step).
    #[must_use]
    pub fn after_expansions(&self, expansions: u32) -> usize {
        match self.position_of_step(expansions) {
            _ if expansions >= self.expansions() => self.len(),
            Some(position) => self.end_of_step(position),
            None => self.position_of_step(1).map_or(0, |first| first - 1),
        }
    }

    /// Returns the cells that were opened or relaxed since the last expansion before a position.
    ///
    /// # Complexity
    /// O(events since then): about as many as a cell has neighbours.
    #[must_use]
    pub fn changed_at(&self, position: usize) -> Vec<Cell> {
        let is_within = |number: &usize| {
            !matches!(
                self.trace.event(*number),
                Some(SearchEvent::Expanded { .. })
            )
        };
        let events = (0..position.min(self.len())).rev().take_while(is_within);
        let changed = events.filter_map(|number| match self.trace.event(number)? {
            SearchEvent::Generated { cell, .. } | SearchEvent::Relaxed { cell, .. } => Some(cell),
            _ => None,
        });
        let mut cells: Vec<Cell> = changed.collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the end of the step at this position: right before the next expansion, pass or end.
    ///
    /// # Complexity
    /// O(events until then): about as many as a cell has neighbours.
    #[must_use]
    pub fn end_of_step(&self, position: usize) -> usize {
        let is_within = |number: &usize| !self.trace.events[*number].kind().begins_a_step();
        (position..self.len())
            .take_while(is_within)
            .last()
            .map_or(position, |last| last + 1)
    }

    /// Returns the side whose open list is popped next; `None` if no cell is popped.
    ///
    /// The first row of this list is the popped cell.
    ///
    /// # Complexity
    /// O(events until then): about as many as a cell has neighbours.
    #[must_use]
    pub fn next_side(&self) -> Option<Side> {
        (self.position..self.len()).find_map(|number| match self.trace.event(number)? {
            SearchEvent::Expanded { side, .. } | SearchEvent::Pruned { side, .. } => Some(side),
            _ => None,
        })
    }

    /// Returns the layer of the last expansion; `None` before the first expansion.
    #[must_use]
    pub fn layer(&self) -> Option<FLayer> {
        let expansions = self.history.expansions(self.position);
        let event = self.history.expansion(expansions)?;
        let (begin, end) = (self.previous_layer(event + 1), self.next_layer(event));
        let before = self.history.expansions(begin);
        let opening = self.history.opening_of_expansion(event) as usize;
        Some(FLayer {
            f: self.trace.events.get(opening).map(|event| event.f()),
            expanded: expansions - before,
            of: self.history.expansions(end) - before,
        })
    }

    /// Returns the list positions passed after 0, 1, 2, … expansions, if the open list were a
    /// sorted list.
    ///
    /// A new cell passes the entries that stay in front of it. A cell that gets a cheaper path is
    /// removed and inserted again. Each side has a list.
    ///
    /// Empty if the trace has more than two million events, or its search keeps no sorted list:
    /// depth-first, IDA*, fringe search, and searches of other programs whose order is unknown.
    ///
    /// # Complexity
    /// O(n log n) for n events at the first call, then O(1).
    #[must_use]
    pub fn positions_scanned(&self) -> &[u64] {
        &self.sorted_list().sums
    }

    /// Returns the positions that the cell of this event passes; `None` if it is not put into a
    /// sorted list.
    #[must_use]
    pub fn positions_passed(&self, event: usize) -> Option<u32> {
        self.sorted_list().passed(event)
    }

    /// Returns the comparisons of a binary heap in place of the list, after 0, 1, 2, … expansions.
    ///
    /// Empty where [`positions_scanned`](Self::positions_scanned) is.
    #[must_use]
    pub fn heap_comparisons(&self) -> &[HeapComparisons] {
        &self.sorted_list().heap_sums
    }

    /// Returns the comparisons of linear searches for the best open cell, after 0, 1, 2, …
    /// expansions.
    ///
    /// The open list is an unsorted list then: a new cell is put at its end without a comparison,
    /// and to take the best of n cells takes n − 1 comparisons.
    ///
    /// Empty where [`positions_scanned`](Self::positions_scanned) is.
    #[must_use]
    pub fn linear_comparisons(&self) -> &[u64] {
        &self.sorted_list().linear_sums
    }

    /// Returns the open list of this side as a binary heap.
    ///
    /// The top comes first, then the two cells below it, the four below those, and so on. Empty
    /// where [`positions_scanned`](Self::positions_scanned) is.
    ///
    /// # Complexity
    /// O(n log n) for n events.
    #[must_use]
    pub fn heap(&self, side: Side) -> Vec<Cell> {
        SortedList::heap(&self.trace, &self.history, self.position, side)
    }

    /// Returns the last insertion into the open list since the last expansion.
    ///
    /// Returns `None` if there was none, or where [`positions_scanned`](Self::positions_scanned) is
    /// empty.
    ///
    /// # Complexity
    /// O(events since the last expansion).
    #[must_use]
    pub fn last_insertion(&self) -> Option<Insertion> {
        let before = (0..self.position).rev();
        let mut events = before.map_while(|number| match self.trace.event(number)? {
            SearchEvent::Expanded { .. } => None,
            event => Some((number, event)),
        });
        events.find_map(|(number, event)| match event {
            SearchEvent::Generated { cell, .. } | SearchEvent::Relaxed { cell, .. } => {
                self.sorted_list().insertion(number, cell)
            }
            _ => None,
        })
    }

    /// Returns the cell of the last expansion, and the comparisons of a linear search for it.
    ///
    /// Returns `None` before the first expansion, or where
    /// [`positions_scanned`](Self::positions_scanned) is empty.
    #[must_use]
    pub fn last_linear_search(&self) -> Option<(Cell, u32)> {
        let (cell, _) = self.marks().current()?;
        let pop = self
            .sorted_list()
            .pop(self.history.expansions(self.position))?;
        Some((cell, pop.open.saturating_sub(1)))
    }

    /// Returns the open list right before an expansion's event, with its ties; `None` if it is
    /// unknown.
    pub(crate) fn popped_from(&self, event: usize) -> Option<Pop> {
        self.sorted_list().pop(self.history.expansions(event + 1))
    }

    fn sorted_list(&self) -> &SortedList {
        self.sorted_list
            .get_or_init(|| at_once(SortedList::new(&self.trace, &self.history)))
    }

    /// Returns the bytes of memory of the trace and its timeline.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.trace.events.capacity() * size_of::<PackedEvent>()
            + self.history.bytes()
            + self.sorted_list.get().map_or(0, SortedList::bytes)
    }
}

/// A condition that stops a player right after an event.
///
/// Costs are in step costs, as people write them, so that they mean the same in every search.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum Breakpoint {
    /// The cell enters the open list, for the first time or again.
    Opened(Cell),
    /// The cell is expanded, or dropped from the open list.
    Closed(Cell),
    /// The cell gets a shorter path.
    Relaxed(Cell),
    /// A cell with a higher f is opened, relaxed or expanded.
    FAbove(f64),
    /// A cell with a higher g is opened, relaxed or expanded.
    GAbove(f64),
    /// A closed cell is opened again.
    Reopened,
    /// The cell that a side searches for enters its open list.
    Goal,
}

impl Breakpoint {
    /// Returns the cell of the condition, if it has one.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Opened(cell) | Self::Closed(cell) | Self::Relaxed(cell) => Some(cell),
            Self::FAbove(_) | Self::GAbove(_) | Self::Reopened | Self::Goal => None,
        }
    }
}

impl Timeline {
    /// Returns the first position after this one at which a breakpoint stops; `None` if there is
    /// none.
    ///
    /// # Complexity
    /// O(events in between).
    #[must_use]
    pub fn next_breakpoint(&self, breakpoints: &[Breakpoint]) -> Option<usize> {
        (self.position() + 1..=self.len()).find(|&position| self.stops_at(breakpoints, position))
    }

    /// Returns the last position before this one at which a breakpoint stops; `None` if there is
    /// none.
    ///
    /// # Complexity
    /// O(events in between).
    #[must_use]
    pub fn previous_breakpoint(&self, breakpoints: &[Breakpoint]) -> Option<usize> {
        (1..self.position())
            .rev()
            .find(|&position| self.stops_at(breakpoints, position))
    }

    /// Returns `true` if a breakpoint matches the event right before this position.
    #[must_use]
    pub fn stops_at(&self, breakpoints: &[Breakpoint], position: usize) -> bool {
        let Some(number) = position
            .checked_sub(1)
            .filter(|&number| number < self.len())
        else {
            return false;
        };
        breakpoints
            .iter()
            .any(|breakpoint| self.is_hit(*breakpoint, number))
    }

    fn is_hit(&self, breakpoint: Breakpoint, number: usize) -> bool {
        let trace = &self.trace;
        let event = trace.events[number];
        let kind = event.kind();
        let in_units = |cost| trace.options.units.from_f64(cost);
        let costs = || match kind {
            EventKind::Expanded => match self.history.opening_of_expansion(number) {
                NONE => None,
                opening => Some(trace.events[opening as usize]),
            },
            _ => kind.sets_parent().then_some(event),
        };
        let is_one_of = |kinds: [EventKind; 2], cell| kinds.contains(&kind) && event.cell() == cell;
        match breakpoint {
            Breakpoint::Opened(cell) => {
                is_one_of([EventKind::Generated, EventKind::Reopened], cell)
            }
            Breakpoint::Closed(cell) => is_one_of([EventKind::Expanded, EventKind::Pruned], cell),
            Breakpoint::Relaxed(cell) => is_one_of([EventKind::Relaxed, EventKind::Reopened], cell),
            Breakpoint::FAbove(most) => costs().is_some_and(|event| event.f() > in_units(most)),
            Breakpoint::GAbove(most) => costs().is_some_and(|event| event.g() > in_units(most)),
            Breakpoint::Reopened => kind == EventKind::Reopened,
            Breakpoint::Goal => {
                let goal = if event.side() == Side::Forward {
                    trace.goal
                } else {
                    trace.start
                };
                kind == EventKind::Generated && event.cell() == goal
            }
        }
    }
}
