//! Counts of the open list as a sorted list, a binary heap, and an unsorted list.
//!
//! In a heap an insertion compares on its way up, a removal on its way down.

use std::collections::HashMap;

use gridwalk_pathfinding::slices::{at_once, for_each, sort_by_key};
use gridwalk_pathfinding::{Cell, Cost, Side};

use super::history::{History, cell_number};
use super::packed::{EventKind, PackedEvent};
use super::{QueuePlace, Trace};

/// Maximum length of a trace that is counted; longer ones would keep a window waiting.
const MAX_EVENTS: usize = 2_000_000;

/// Counts made once for each trace; empty if its search keeps no sorted list.
#[derive(Debug, Default)]
pub(super) struct SortedList {
    /// Number of entries that a cell passes from the front to its place, by event; [`NONE`] for no
    /// insertion.
    passed: Vec<u32>,
    /// Length of the list before the insertion, and comparisons in a heap, by event.
    beside: Vec<(u32, u32)>,
    /// Total of passed entries after 0, 1, 2, … expansions, and at the end.
    pub sums: Vec<u64>,
    /// Total comparisons of a heap, at the same positions.
    pub heap_sums: Vec<HeapComparisons>,
    /// Total comparisons of a linear search of an unsorted list for the best cell, at the same
    /// positions.
    pub linear_sums: Vec<u64>,
    /// The list before each expansion.
    pops: Vec<Pop>,
}

/// The insertion of a cell into the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The inserted cell.
    pub cell: Cell,
    /// Number of entries that the cell passes from the front, in a sorted list.
    pub passed: u32,
    /// Number of other entries in the list.
    pub of: u32,
    /// Number of comparisons in a binary heap.
    pub compared: u32,
}

/// The list right before a cell is popped, including that cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pop {
    /// Number of entries of the cell's side.
    pub open: u32,
    /// Number of entries with the cell's priority; 0 if the cell is not among the best, or not in
    /// the list.
    pub equal: u32,
    /// Number of those entries that also have the cell's tie-breaking cost.
    pub alike: u32,
}

const NONE: u32 = u32::MAX;

impl SortedList {
    /// Counts over the whole trace.
    ///
    /// # Complexity
    /// O(n log n) for n events.
    pub async fn new(trace: &Trace, history: &History) -> Self {
        Self::replay(trace, history, trace.len()).await.0
    }

    /// Returns the cells of a binary heap after `events` events, level by level; empty without a
    /// sorted list.
    ///
    /// # Complexity
    /// O(n log n) for n events.
    pub fn heap(trace: &Trace, history: &History, events: usize, side: Side) -> Vec<Cell> {
        let (_, heaps) = at_once(Self::replay(trace, history, events));
        heaps.into_iter().nth(side as usize).unwrap_or_default()
    }

    /// Counts up to an event; also returns the cells of each side's heap at that event.
    async fn replay(trace: &Trace, history: &History, until: usize) -> (Self, Vec<Vec<Cell>>) {
        let order = trace.options.order;
        let is_sorted = order.is_sorted();
        let restarts = trace
            .events
            .iter()
            .any(|event| event.kind() == EventKind::Restarted);
        if !is_sorted || restarts || trace.len() > MAX_EVENTS {
            return <_>::default();
        }
        let number = |at: usize| u32::try_from(at).expect("the trace is short");
        let opens = |at: &usize| trace.events[*at].kind().sets_parent();
        let key =
            |at: usize| order.place(trace.events[at], history.depth_of(number(at)), number(at));
        // Each insertion's rank among all insertions of the trace.
        let mut keys: Vec<(QueuePlace, u32)> = Vec::new();
        for_each((0..trace.len()).filter(opens), |at| {
            keys.push((key(at), number(at)));
        })
        .await;
        sort_by_key(&mut keys, |key| *key).await;
        let mut ranks = vec![0; trace.len()];
        for_each(keys.iter().enumerate(), |(rank, (_, at))| {
            ranks[*at as usize] = rank;
        })
        .await;
        let mut lists = [RankSet::new(keys.len()), RankSet::new(keys.len())];
        let mut places: [HashMap<usize, (usize, Cost)>; 2] = Default::default();
        let mut heaps = [CountingHeap::new(keys.len()), CountingHeap::new(keys.len())];
        let mut heap_sum = HeapComparisons::default();
        let mut counted = Self {
            passed: vec![NONE; trace.len()],
            beside: vec![(0, 0); trace.len()],
            ..Self::default()
        };
        let (mut sum, mut linear_sum, mut corrected) = (0, 0, None);
        // The comparisons for a cell that is corrected count with its expansion.
        let mut owed = 0;
        for_each(
            trace.events.iter().enumerate().take(until),
            |(at, event)| {
                let kind = event.kind();
                if !kind.sets_parent() && !matches!(kind, EventKind::Expanded | EventKind::Pruned) {
                    return;
                }
                let (side, cell) = (event.side() as usize, cell_number(trace, event.cell()));
                let (list, places, heap) = (&mut lists[side], &mut places[side], &mut heaps[side]);
                let before = places.remove(&cell);
                if kind == EventKind::Expanded {
                    counted.sums.push(sum);
                    counted.heap_sums.push(heap_sum);
                    counted.linear_sums.push(linear_sum);
                    let pop = corrected
                        .take()
                        .or_else(|| before.map(|(rank, _)| list.pop(&keys, rank)));
                    counted.pops.push(pop.unwrap_or_default());
                }
                let was_popped = before.is_some_and(|(_, g)| is_correction(trace, at, g));
                corrected = before
                    .filter(|_| was_popped)
                    .map(|(rank, _)| list.pop(&keys, rank));
                let is_put = kind.sets_parent() && !was_popped;
                // The first cell is the best so far; each other one is compared with the best.
                let others = u64::from(list.before(keys.len()).saturating_sub(1));
                if was_popped {
                    owed = others;
                } else if !is_put {
                    linear_sum += std::mem::take(&mut owed) + before.map_or(0, |_| others);
                }
                if let Some((rank, _)) = before {
                    list.add(rank, u32::MAX);
                }
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
            },
        )
        .await;
        counted.sums.push(sum);
        counted.heap_sums.push(heap_sum);
        counted.linear_sums.push(linear_sum);
        let cell = |rank: &usize| trace.events[keys[*rank].1 as usize].cell();
        (
            counted,
            heaps
                .map(|heap| heap.ranks.iter().map(cell).collect())
                .into(),
        )
    }

    /// Returns the insertion of this event; `None` if it inserts no cell.
    pub fn insertion(&self, event: usize, cell: Cell) -> Option<Insertion> {
        let passed = self.passed(event)?;
        let (of, compared) = self.beside[event];
        Some(Insertion {
            cell,
            passed,
            of,
            compared,
        })
    }

    /// Returns the number of entries that the cell of this event passes; `None` for no insertion.
    pub fn passed(&self, event: usize) -> Option<u32> {
        self.passed
            .get(event)
            .copied()
            .filter(|&passed| passed != NONE)
    }

    /// Returns the list before expansion number `expansion`, from 1.
    pub fn pop(&self, expansion: u32) -> Option<Pop> {
        self.pops.get((expansion as usize).checked_sub(1)?).copied()
    }

    pub fn bytes(&self) -> usize {
        4 * self.passed.capacity()
            + 8 * self.beside.capacity()
            + 8 * self.sums.capacity()
            + size_of::<HeapComparisons>() * self.heap_sums.capacity()
            + 8 * self.linear_sums.capacity()
            + size_of::<Pop>() * self.pops.capacity()
    }
}

/// Returns `true` if Lazy Theta* corrects a popped cell to a higher g, and expands or drops it
/// next.
pub(super) fn is_correction(trace: &Trace, at: usize, g_before: Cost) -> bool {
    let (event, next) = (trace.events[at], trace.events.get(at + 1));
    let is_taken = |next: &PackedEvent| {
        matches!(next.kind(), EventKind::Expanded | EventKind::Pruned)
            && (next.cell(), next.side()) == (event.cell(), event.side())
    };
    event.kind() == EventKind::Relaxed && event.g() > g_before && next.is_some_and(is_taken)
}

/// A set of ranks that counts its members below a rank (Fenwick 1994).
struct RankSet(Vec<u32>);

impl RankSet {
    fn new(count: usize) -> Self {
        Self(vec![0; count + 1])
    }

    /// Adds modulo 2³², so that adding the largest number subtracts one.
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

    /// Returns the list while the entry of this rank is still in it.
    fn pop(&self, keys: &[(QueuePlace, u32)], rank: usize) -> Pop {
        let (priority, tie, _) = keys[rank].0;
        let below = |is_below: &dyn Fn(&QueuePlace) -> bool| {
            self.before(keys.partition_point(|(key, _)| is_below(key)))
        };
        let (better, up_to_equal) = (
            below(&|key| key.0 < priority),
            below(&|key| key.0 <= priority),
        );
        let less = below(&|key| (key.0, key.1) < (priority, tie));
        let alike = below(&|key| (key.0, key.1) <= (priority, tie)) - less;
        let equal = if better == 0 { up_to_equal } else { 0 };
        Pop {
            open: self.before(keys.len()),
            equal,
            alike,
        }
    }
}

/// The number of comparisons that a heap has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapComparisons {
    /// Comparisons of cells on their way up: at their insertion, and when they get a cheaper path.
    pub up: u64,
    /// Comparisons of the last cell on its way down, after it has taken the place of the expanded
    /// one.
    pub down: u64,
}

/// A binary heap of ranks, smallest on top, that counts its comparisons (Williams 1964).
struct CountingHeap {
    /// The top, the two ranks below it, the four below those, and so on.
    ranks: Vec<usize>,
    /// Index in `ranks` by rank.
    places: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl CountingHeap {
    /// Creates a heap for ranks below `count`.
    fn new(count: usize) -> Self {
        Self {
            ranks: Vec::new(),
            places: vec![NOWHERE; count],
        }
    }

    /// Inserts a rank; returns its comparisons on the way up.
    fn insert(&mut self, rank: usize) -> u32 {
        self.ranks.push(rank);
        self.rise(self.ranks.len() - 1)
    }

    /// Replaces a rank of the heap by another one; returns the number of comparisons.
    fn change(&mut self, old: usize, new: usize) -> u32 {
        let place = std::mem::replace(&mut self.places[old], NOWHERE) as usize;
        self.ranks[place] = new;
        let up = self.rise(place);
        // A higher cost, which only corrections have, moves down.
        up + if new > old {
            self.sink(self.places[new] as usize)
        } else {
            0
        }
    }

    /// Removes a rank; returns the comparisons that close the gap.
    fn remove(&mut self, rank: usize) -> u32 {
        let place = std::mem::replace(&mut self.places[rank], NOWHERE) as usize;
        let last = self.ranks.pop().expect("the rank is in the heap");
        if place == self.ranks.len() {
            return 0;
        }
        self.ranks[place] = last;
        self.places[last] = number(place);
        let down = self.sink(place);
        // If a rank other than the top was removed, the last one may belong further up.
        if place > 0 && self.places[last] as usize == place {
            down + self.rise(place)
        } else {
            down
        }
    }

    fn rise(&mut self, from: usize) -> u32 {
        let (mut place, mut compared) = (from, 0);
        let rank = self.ranks[from];
        while place > 0 {
            let parent = (place - 1) / 2;
            compared += 1;
            if self.ranks[parent] < rank {
                break;
            }
            self.put(place, self.ranks[parent]);
            place = parent;
        }
        self.put(place, rank);
        compared
    }

    fn sink(&mut self, from: usize) -> u32 {
        let (mut place, mut compared) = (from, 0);
        let rank = self.ranks[from];
        loop {
            let children = 2 * place + 1..(2 * place + 3).min(self.ranks.len());
            compared += number(children.len());
            let Some(least) = children.min_by_key(|child| self.ranks[*child]) else {
                break;
            };
            if rank < self.ranks[least] {
                break;
            }
            self.put(place, self.ranks[least]);
            place = least;
        }
        self.put(place, rank);
        compared
    }

    fn put(&mut self, place: usize, rank: usize) {
        self.ranks[place] = rank;
        self.places[rank] = number(place);
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).expect("lists are shorter than traces")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_comes_first_and_nothing_is_lost() {
        let count = 500;
        let mut heap = CountingHeap::new(count);
        // Every rank once, shuffled.
        let shuffled: Vec<usize> = (0..count).map(|i| i * 337 % count).collect();
        let mut compared = 0;
        for &rank in &shuffled[..count - 100] {
            compared += heap.insert(rank);
        }
        assert!((399..400 * 9).contains(&compared), "{compared}");
        for (old, new) in shuffled[..100].iter().zip(&shuffled[count - 100..]) {
            heap.change(*old, *new);
        }
        let mut left: Vec<_> = shuffled[100..].to_vec();
        heap.remove(left.swap_remove(7));
        left.sort_unstable();
        for rank in left {
            assert_eq!(heap.ranks[0], rank);
            heap.remove(rank);
        }
        assert!(heap.ranks.is_empty() && heap.places.iter().all(|place| *place == NOWHERE));
    }

    #[test]
    fn one_that_belongs_on_top_is_compared_at_every_level() {
        let mut heap = CountingHeap::new(8);
        for rank in 1..8 {
            assert_eq!(
                heap.insert(rank),
                u32::from(rank > 1),
                "larger ones stay where they are put"
            );
        }
        assert_eq!(heap.insert(0), 3);
        assert_eq!(heap.remove(0), 4, "two children at each of two levels");
    }
}
