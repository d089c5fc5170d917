//! The history of each cell, for queries at any position of a trace.
//!
//! Nothing is replayed: each cell has a list of its events. The last entry before n gives its state
//! after the first n events of the trace. So every position is equally fast, and seeking sets a
//! number.
//!
//! # Memory
//! 16 bytes an event, 4 bytes a cell and side of the search, and at most 4 bytes an event more for
//! lists of open cells.

use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{Cell, Side};

use super::Trace;
use super::packed::{EventKind, PackedEvent};

/// All data that is derived once for each trace.
#[derive(Debug)]
pub(super) struct History {
    /// The events of cells, by side.
    lanes: [Lane; 2],
    /// Number of expansions by event, including this one.
    expansions: Vec<u32>,
    /// Number of open cells after each event, of both sides together.
    open: Vec<u32>,
    /// One number by event.
    ///
    /// If a cell leaves the open list: the event that gave it its place, or [`NONE`]. If a cell
    /// gets a place: the steps from the start.
    detail: Vec<u32>,
    /// Indices of the events that began a new pass.
    restarts: Vec<u32>,
    /// Indices of the events that began to go through the list again.
    passes: Vec<u32>,
    /// The counters before every event whose index is a multiple of [`SUMS_EVERY`].
    sums: Vec<TraceCounters>,
    /// The positions before the first expansion of each layer of equal f, without the first layer.
    pub layers: Vec<u32>,
    /// Events that opened the open cells, for some positions.
    ///
    /// After a list of k entries, at least k events follow before the next list.
    frames: Vec<(usize, Vec<u32>)>,
}

/// The index for no event.
pub(super) const NONE: u32 = u32::MAX;
const SUMS_EVERY: usize = 1024;
/// Minimum number of events between two lists of open cells.
const FRAME_EVERY: usize = 4096;

/// The events of each cell on one side, oldest first.
#[derive(Debug, Default)]
struct Lane {
    /// Index of the first entry of each cell; empty if the side has no events.
    begins: Vec<u32>,
    entries: Vec<EventRef>,
}

/// The index of an event, and in two bits the state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EventRef(u32);

const EVENT: u32 = (1 << 30) - 1;
const STATE: u32 = !EVENT;
/// The cell is open. With no bit set, it is closed and only its path has changed.
const OPEN: u32 = 1 << 30;
const EXPANSION: u32 = 1 << 31;
const PRUNED: u32 = STATE;

impl EventRef {
    pub const fn event(self) -> usize {
        (self.0 & EVENT) as usize
    }

    /// Returns `true` if the cell was open after the event.
    pub const fn is_open(self) -> bool {
        self.0 & STATE == OPEN
    }

    pub const fn is_expansion(self) -> bool {
        self.0 & STATE == EXPANSION
    }

    pub const fn is_pruning(self) -> bool {
        self.0 & STATE == PRUNED
    }
}

/// The counters of a search at a position. At the end of a complete trace they are its stats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceCounters {
    /// Number of expansions.
    pub expanded: u64,
    /// Number of generated cells.
    pub generated: u64,
    /// Number of reopened cells.
    pub reopened: u64,
    /// Number of open cells at this position, of both sides together.
    pub open: u64,
    /// Number of cells that this pass has generated and that are not open, of both sides together.
    pub closed: u64,
    /// The largest number of open cells so far.
    pub largest_open: u64,
}

impl History {
    /// Builds the history in one pass through the trace.
    ///
    /// # Complexity
    /// O(events + cells) time.
    pub async fn new(trace: &Trace) -> Self {
        let count = trace.events.len();
        let mut history = Self {
            lanes: [
                Lane::with_room(trace, Side::Forward).await,
                Lane::with_room(trace, Side::Backward).await,
            ],
            expansions: Vec::with_capacity(count),
            open: Vec::with_capacity(count),
            detail: vec![0; count],
            restarts: Vec::new(),
            passes: Vec::new(),
            sums: Vec::with_capacity(count / SUMS_EVERY + 1),
            layers: Vec::new(),
            frames: Vec::new(),
        };
        let mut filled = [0, 1].map(|side: usize| history.lanes[side].begins.clone());
        let mut sums = TraceCounters::default();
        let (mut open, mut expansions, mut layer) = (0u32, 0u32, None);
        let mut since_frame = Vec::new();
        for_each(trace.events.iter().enumerate(), |(at, event)| {
            if at.is_multiple_of(SUMS_EVERY) {
                history.sums.push(sums);
            }
            let number = as_number(at);
            let kind = event.kind();
            match kind {
                EventKind::Restarted => {
                    history.restarts.push(number);
                    open = 0;
                }
                EventKind::NextPass => history.passes.push(number),
                EventKind::Ended | EventKind::Ignored => {}
                _ => {
                    let (side, cell) = (event.side() as usize, cell_number(trace, event.cell()));
                    let before = history.newest(side, cell, filled[side][cell]);
                    let was_open = before.is_some_and(EventRef::is_open);
                    let mut entry = number;
                    if matches!(kind, EventKind::Expanded | EventKind::Pruned) {
                        open -= u32::from(was_open);
                        let opening = before.map_or(NONE, |before| history.opening(before));
                        history.detail[at] = opening;
                        if kind == EventKind::Pruned {
                            entry |= PRUNED;
                        } else {
                            entry |= EXPANSION;
                            expansions += 1;
                            let f = trace.events.get(opening as usize).map(|event| event.f());
                            if layer.is_some_and(|layer| layer != f) {
                                history.layers.push(number);
                            }
                            layer = Some(f);
                        }
                    } else {
                        sums.generated += u64::from(kind == EventKind::Generated);
                        sums.reopened += u64::from(kind == EventKind::Reopened);
                        history.detail[at] = history.depth(trace, event, &filled[side]);
                        // A shorter path to a closed cell that is not reopened leaves it closed.
                        let stays_closed =
                            kind == EventKind::Relaxed && before.is_some() && !was_open;
                        if !stays_closed {
                            entry |= OPEN;
                            open += u32::from(!was_open);
                            since_frame.push(number);
                        }
                    }
                    let slot = filled[side][cell];
                    history.lanes[side].entries[slot as usize] = EventRef(entry);
                    filled[side][cell] = slot + 1;
                }
            }
            sums.largest_open = sums.largest_open.max(open.into());
            history.open.push(open);
            history.expansions.push(expansions);
            let (last_frame, kept) = history
                .frames
                .last()
                .map_or((0, &[][..]), |(at, kept)| (*at, kept));
            if at + 1 - last_frame >= FRAME_EVERY.max(kept.len()) {
                let mut entries = [kept, &since_frame].concat();
                since_frame.clear();
                entries.retain(|&opening| {
                    let event = &trace.events[opening as usize];
                    let (side, cell) = (event.side() as usize, cell_number(trace, event.cell()));
                    let newest = history.newest(side, cell, filled[side][cell]);
                    newest.is_some_and(|entry| entry.is_open() && entry.event() == opening as usize)
                });
                history.frames.push((at + 1, entries));
            }
        })
        .await;
        history
    }

    /// Returns the cell's last entry if it belongs to the current pass, while the history is built.
    fn newest(&self, side: usize, cell: usize, end: u32) -> Option<EventRef> {
        let lane = &self.lanes[side];
        let entry = (end > lane.begins[cell]).then(|| lane.entries[end as usize - 1])?;
        let pass = self.restarts.last().map_or(0, |&restart| restart as usize);
        (entry.event() >= pass).then_some(entry)
    }

    /// Returns the steps from the start: one more than the parent's.
    fn depth(&self, trace: &Trace, event: &PackedEvent, filled: &[u32]) -> u32 {
        if event.parent() == event.cell() {
            return 0;
        }
        let (side, parent) = (event.side() as usize, cell_number(trace, event.parent()));
        let Some(entry) = self.newest(side, parent, filled[parent]) else {
            return 0;
        };
        self.detail
            .get(self.opening(entry) as usize)
            .map_or(0, |depth| *depth)
            + 1
    }

    /// Returns the event that last gave the cell its parent, g and h; [`NONE`] if it was never
    /// opened.
    pub fn opening(&self, entry: EventRef) -> u32 {
        if entry.is_expansion() || entry.is_pruning() {
            self.detail[entry.event()]
        } else {
            as_number(entry.event())
        }
    }

    /// Returns the event that opened the cell of this expansion, or [`NONE`].
    pub fn opening_of_expansion(&self, event: usize) -> u32 {
        self.detail[event]
    }

    /// Returns the steps from the start to the cell that this event opened.
    pub fn depth_of(&self, opening: u32) -> u32 {
        self.detail[opening as usize]
    }

    /// Returns the first event of the pass at this position.
    pub fn pass(&self, position: usize) -> usize {
        let passes = self
            .restarts
            .partition_point(|&restart| (restart as usize) < position);
        passes
            .checked_sub(1)
            .map_or(0, |last| self.restarts[last] as usize)
    }

    /// Returns how often the list was begun again before this position, and the event of the last
    /// time.
    pub fn next_passes(&self, position: usize) -> (usize, Option<usize>) {
        let passes = self
            .passes
            .partition_point(|&pass| (pass as usize) < position);
        (
            passes,
            passes.checked_sub(1).map(|last| self.passes[last] as usize),
        )
    }

    /// Returns the entries of a cell before `position` and since `pass`, oldest first.
    pub fn entries(&self, side: Side, cell: usize, pass: usize, position: usize) -> &[EventRef] {
        let lane = &self.lanes[side as usize];
        let Some(&[begin, end]) = lane.begins.get(cell..cell + 2) else {
            return &[];
        };
        let all = &lane.entries[begin as usize..end as usize];
        // Late in a trace, most cells have no later event.
        let is_finished = all.last().is_none_or(|last| last.event() < position);
        let end = if is_finished {
            all.len()
        } else {
            all.partition_point(|entry| entry.event() < position)
        };
        let begin = if pass == 0 {
            0
        } else {
            all[..end].partition_point(|entry| entry.event() < pass)
        };
        &all[begin..end]
    }

    /// Returns `true` if the side has any events.
    pub fn has(&self, side: Side) -> bool {
        !self.lanes[side as usize].begins.is_empty()
    }

    /// Returns the number of expansions among the first `position` events.
    pub fn expansions(&self, position: usize) -> u32 {
        position
            .checked_sub(1)
            .map_or(0, |last| self.expansions[last])
    }

    /// Returns the event of expansion number `expansion`, from 1.
    pub fn expansion(&self, expansion: u32) -> Option<usize> {
        let at = self.expansions.partition_point(|&sum| sum < expansion);
        (expansion > 0 && at < self.expansions.len()).then_some(at)
    }

    /// Returns the last expansion of the pass before this position.
    pub fn last_expansion(&self, pass: usize, position: usize) -> Option<usize> {
        self.expansion(self.expansions(position))
            .filter(|&event| event >= pass)
    }

    /// Returns the counters after the first `position` events.
    pub fn counters(&self, trace: &Trace, position: usize) -> TraceCounters {
        let Some(last) = position.checked_sub(1) else {
            return TraceCounters::default();
        };
        let frame = last / SUMS_EVERY;
        let mut sums = self.sums[frame];
        for at in frame * SUMS_EVERY..position {
            let kind = trace.events[at].kind();
            sums.generated += u64::from(kind == EventKind::Generated);
            sums.reopened += u64::from(kind == EventKind::Reopened);
            sums.largest_open = sums.largest_open.max(self.open[at].into());
        }
        let pass = self.pass(position);
        let before = if pass == 0 {
            0
        } else {
            self.counters(trace, pass).generated
        };
        let open = u64::from(self.open[last]);
        let closed = (sums.generated - before).saturating_sub(open);
        TraceCounters {
            expanded: self.expansions[last].into(),
            open,
            closed,
            ..sums
        }
    }

    /// Returns opening events that include those of all open cells at this position.
    ///
    /// There are at most twice as many as open cells, plus a few thousand.
    pub fn open_candidates<'a>(
        &'a self,
        trace: &'a Trace,
        position: usize,
    ) -> impl Iterator<Item = u32> + 'a {
        let frames = &self.frames[..self.frames.partition_point(|(at, _)| *at <= position)];
        let (from, kept) = frames.last().map_or((0, &[][..]), |(at, kept)| (*at, kept));
        let since = (from..position)
            .filter(|&at| trace.events[at].kind().queues_cell())
            .map(as_number);
        kept.iter().copied().chain(since)
    }

    /// Returns the number of bytes on the heap.
    pub fn bytes(&self) -> usize {
        let lanes = self
            .lanes
            .iter()
            .map(|lane| lane.begins.capacity() + lane.entries.capacity())
            .sum::<usize>();
        let events = self.expansions.capacity() + self.open.capacity() + self.detail.capacity();
        let few = self.restarts.capacity() + self.passes.capacity() + self.layers.capacity();
        let frames = self
            .frames
            .iter()
            .map(|(_, kept)| kept.capacity())
            .sum::<usize>();
        4 * (lanes + events + few + frames) + size_of::<TraceCounters>() * self.sums.capacity()
    }
}

impl Lane {
    /// Reserves room for every event of the side, at its cell.
    async fn with_room(trace: &Trace, side: Side) -> Self {
        let of_side = || {
            let wanted =
                move |event: &&PackedEvent| event.kind().changes_a_cell() && event.side() == side;
            trace.events.iter().filter(wanted)
        };
        if of_side().next().is_none() {
            return Self::default();
        }
        let mut begins = vec![0u32; trace.size().cell_count() + 1];
        for_each(of_side(), |event| {
            begins[cell_number(trace, event.cell()) + 1] += 1;
        })
        .await;
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        Self {
            begins,
            entries: vec![EventRef(0); sum as usize],
        }
    }
}

/// Returns the dense index of a cell of the trace.
pub(super) fn cell_number(trace: &Trace, cell: Cell) -> usize {
    trace
        .size()
        .index(cell)
        .expect("all cells of a trace lie on its map")
        .get()
}

fn as_number(event: usize) -> u32 {
    u32::try_from(event).expect("a trace holds at most 2^30 events")
}
