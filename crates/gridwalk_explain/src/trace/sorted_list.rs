//! The open list as a list kept sorted: what each insertion passes, and what each expanded cell had beside it.

use std::collections::HashMap;

use gridwalk_pathfinding::slices::{at_once, for_each, sort_by_key};
use gridwalk_pathfinding::{Cell, Cost, Side};

use super::binary_heap::{CountingHeap, HeapComparisons};
use super::history::{History, cell_number};
use super::packed::{EventKind, PackedEvent};
use super::pop_order::Place;
use super::recorder::Trace;

/// Longer traces are not counted: it would keep a window waiting.
const MOST_EVENTS: usize = 2_000_000;

/// What is counted once per trace; empty if its search keeps no sorted list.
#[derive(Debug, Default)]
pub(super) struct SortedList {
    /// Per event: how many entries the cell passes from the front on, until it finds its place, or [`NONE`].
    passed: Vec<u32>,
    /// Per event: how many entries there were before, and how many of a heap the cell is compared with.
    beside: Vec<(u32, u32)>,
    /// How many were passed after 0, 1, 2, … expansions, and at the end.
    sums: Vec<u64>,
    /// The same of what a heap compares.
    heap_sums: Vec<HeapComparisons>,
    /// Per expansion.
    pops: Vec<Pop>,
}

/// How a cell came to its place in the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// Which cell.
    pub cell: Cell,
    /// How many entries it passed from the front on, in a list kept sorted.
    pub passed: u32,
    /// How many entries there were beside it.
    pub of: u32,
    /// How many it was compared with in a binary heap.
    pub compared: u32,
}

/// The list right before a cell is taken from it, that cell included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pop {
    /// All entries of its side.
    pub open: u32,
    /// Those with its priority; 0 if it is not among the best, or not in the list at all.
    pub equal: u32,
    /// Those of them that its tie-breaking cost does not tell apart from it.
    pub alike: u32,
}

const NONE: u32 = u32::MAX;

impl SortedList {
    /// # Complexity
    /// O(n log n) for n events.
    pub async fn new(trace: &Trace, history: &History) -> Self {
        Self::replay(trace, history, trace.len()).await.0
    }

    /// The cells of a binary heap after so many events, each behind the one above it; none where there is no sorted list.
    ///
    /// # Complexity
    /// O(n log n) for n events.
    pub fn heap(trace: &Trace, history: &History, events: usize, side: Side) -> Vec<Cell> {
        let (_, heaps) = at_once(Self::replay(trace, history, events));
        heaps.into_iter().nth(side as usize).unwrap_or_default()
    }

    /// What is counted up to an event, and the cells of the heap of each side by then.
    async fn replay(trace: &Trace, history: &History, until: usize) -> (Self, Vec<Vec<Cell>>) {
        let order = trace.options.order;
        let is_sorted = order.is_sorted();
        let restarts = trace.events.iter().any(|event| event.kind() == EventKind::Restarted);
        if !is_sorted || restarts || trace.len() > MOST_EVENTS {
            return <_>::default();
        }
        let number = |at: usize| u32::try_from(at).expect("the trace is short");
        let opens = |at: &usize| trace.events[*at].kind().opens();
        let key = |at: usize| order.place(trace.events[at], history.depth_of(number(at)), number(at));
        // Where each insertion belongs among all that there will ever be.
        let mut keys: Vec<(Place, u32)> = Vec::new();
        for_each((0..trace.len()).filter(opens), |at| keys.push((key(at), number(at)))).await;
        sort_by_key(&mut keys, |key| *key).await;
        let mut ranks = vec![0; trace.len()];
        for_each(keys.iter().enumerate(), |(rank, (_, at))| ranks[*at as usize] = rank).await;
        let mut lists = [Ranks::new(keys.len()), Ranks::new(keys.len())];
        let mut places: [HashMap<usize, (usize, Cost)>; 2] = Default::default();
        let mut heaps = [CountingHeap::new(keys.len()), CountingHeap::new(keys.len())];
        let mut heap_sum = HeapComparisons::default();
        let mut counted =
            Self { passed: vec![NONE; trace.len()], beside: vec![(0, 0); trace.len()], ..Self::default() };
        let (mut sum, mut corrected) = (0, None);
        for_each(trace.events.iter().enumerate().take(until), |(at, event)| {
            let kind = event.kind();
            if !kind.opens() && !matches!(kind, EventKind::Expanded | EventKind::Pruned) {
                return;
            }
            let (side, cell) = (event.side() as usize, cell_number(trace, event.cell()));
            let (list, places, heap) = (&mut lists[side], &mut places[side], &mut heaps[side]);
            let before = places.remove(&cell);
            if kind == EventKind::Expanded {
                counted.sums.push(sum);
                counted.heap_sums.push(heap_sum);
                let pop = corrected.take().or_else(|| before.map(|(rank, _)| list.pop(&keys, rank)));
                counted.pops.push(pop.unwrap_or_default());
            }
            let was_popped = before.is_some_and(|(_, g)| is_correction(trace, at, g));
            corrected = before.filter(|_| was_popped).map(|(rank, _)| list.pop(&keys, rank));
            if let Some((rank, _)) = before {
                list.add(rank, u32::MAX);
            }
            let is_put = kind.opens() && !was_popped;
            let compared = match before {
                Some((rank, _)) if is_put => heap.change(rank, ranks[at]),
                Some((rank, _)) => {
                    heap_sum.down += u64::from(heap.remove(rank));
                    0
                }
                None if is_put => heap.insert(ranks[at]),
                None => 0,
            };
            if is_put {
                heap_sum.up += u64::from(compared);
                counted.beside[at] = (list.before(keys.len()), compared);
                counted.passed[at] = list.before(ranks[at]);
                sum += u64::from(counted.passed[at]);
                list.add(ranks[at], 1);
                places.insert(cell, (ranks[at], event.g()));
            }
        })
        .await;
        counted.sums.push(sum);
        counted.heap_sums.push(heap_sum);
        let cell = |rank: &usize| trace.events[keys[*rank].1 as usize].cell();
        (counted, heaps.map(|heap| heap.ranks().iter().map(cell).collect()).into())
    }

    /// After 0, 1, 2, … expansions, and at the end.
    pub fn sums(&self) -> &[u64] {
        &self.sums
    }

    /// What a heap compares after 0, 1, 2, … expansions, and at the end.
    pub fn heap_sums(&self) -> &[HeapComparisons] {
        &self.heap_sums
    }

    /// How the cell of this event came to its place; `None` if it is not put into a list.
    pub fn insertion(&self, event: usize, cell: Cell) -> Option<Insertion> {
        let passed = self.passed(event)?;
        let (of, compared) = self.beside[event];
        Some(Insertion { cell, passed, of, compared })
    }

    /// How many positions the cell of this event passes; `None` if it is not put into a list.
    pub fn passed(&self, event: usize) -> Option<u32> {
        self.passed.get(event).copied().filter(|&passed| passed != NONE)
    }

    /// The list before expansion number `expansion`, from 1.
    pub fn pop(&self, expansion: u32) -> Option<Pop> {
        self.pops.get((expansion as usize).checked_sub(1)?).copied()
    }

    pub fn bytes(&self) -> usize {
        4 * self.passed.capacity()
            + 8 * self.beside.capacity()
            + 8 * self.sums.capacity()
            + size_of::<HeapComparisons>() * self.heap_sums.capacity()
            + size_of::<Pop>() * self.pops.capacity()
    }
}

/// Whether Lazy Theta* corrects a cell here to a higher g, which it has taken from the list and expands or drops next.
pub(super) fn is_correction(trace: &Trace, at: usize, g_before: Cost) -> bool {
    let (event, next) = (trace.events[at], trace.events.get(at + 1));
    let is_taken = |next: &PackedEvent| {
        matches!(next.kind(), EventKind::Expanded | EventKind::Pruned)
            && (next.cell(), next.side()) == (event.cell(), event.side())
    };
    event.kind() == EventKind::Relaxed && event.g() > g_before && next.is_some_and(is_taken)
}

/// A set of ranks that knows how many of its members are below one (Fenwick 1994).
struct Ranks(Vec<u32>);

impl Ranks {
    fn new(count: usize) -> Self {
        Self(vec![0; count + 1])
    }

    /// Adds, modulo 2³², so that the largest number takes one away.
    fn add(&mut self, rank: usize, change: u32) {
        let mut at = rank + 1;
        while at < self.0.len() {
            self.0[at] = self.0[at].wrapping_add(change);
            at += at & at.wrapping_neg();
        }
    }

    fn before(&self, rank: usize) -> u32 {
        let (mut at, mut sum) = (rank, 0u32);
        while at > 0 {
            sum = sum.wrapping_add(self.0[at]);
            at &= at - 1;
        }
        sum
    }

    /// The list while the entry of this rank is still in it.
    fn pop(&self, keys: &[(Place, u32)], rank: usize) -> Pop {
        let (priority, tie, _) = keys[rank].0;
        let below = |is_below: &dyn Fn(&Place) -> bool| self.before(keys.partition_point(|(key, _)| is_below(key)));
        let (better, up_to_equal) = (below(&|key| key.0 < priority), below(&|key| key.0 <= priority));
        let less = below(&|key| (key.0, key.1) < (priority, tie));
        let alike = below(&|key| (key.0, key.1) <= (priority, tie)) - less;
        let equal = if better == 0 { up_to_equal } else { 0 };
        Pop { open: self.before(keys.len()), equal, alike }
    }
}
