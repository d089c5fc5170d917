//! The open list: buckets of similar priorities, with a documented order for equal ones.
//!
//! An entry of a later bucket is stored without being compared with any other. A bucket is sorted
//! when it becomes the current one; buckets beyond the goal never are. Entries without a bucket lie
//! in ordinary heaps, so that no priorities, however they spread or fall, make the list slower than
//! a heap.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::{Cell, Cost, TieBreak};

/// Cells that are generated and not yet expanded, the best first.
///
/// A cell whose priority improves is pushed again. The outdated entry is recognised when it is
/// popped, which is cheaper than moving it.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenList {
    /// The current bucket, sorted, the best entry last.
    run: Vec<OpenEntry>,
    /// Entries pushed since then with a priority of the current bucket or of an earlier one.
    late: BinaryHeap<OpenEntry>,
    /// The buckets that follow, unsorted, each in the slot of its number modulo [`SLOTS`].
    ring: Vec<Vec<OpenEntry>>,
    /// Bitmap of the slots that are not empty.
    occupied: u64,
    /// Entries that lay beyond the ring when they were pushed.
    far: BinaryHeap<OpenEntry>,
    /// The bucket after the current one.
    next: u64,
    /// Binary logarithm of the number of priorities in a bucket.
    shift: u32,
    tie: TieBreak,
    sequence: u32,
}

/// Number of slots; more would lie too far apart for the cache.
const SLOTS: u64 = u64::BITS as u64;

/// An entry of the open list, kept small: moving entries is most of the work on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenEntry {
    /// The priority; smaller goes first.
    pub priority: u64,
    /// The tie-break of equal priorities; smaller goes first.
    tie: u64,
    /// The tie-break of equal ties; smaller goes first, and no two entries of one search are equal.
    pub age: u32,
    /// Column and row of the cell: to compute them from its index would take a division.
    column: u16,
    row: u16,
}

impl OpenEntry {
    #[inline]
    pub fn cell(&self) -> Cell {
        Cell::new(self.column.into(), self.row.into())
    }

    /// Returns the order of the entry within a bucket as one number.
    ///
    /// The upper half of the priority is left out: it is the same in a whole bucket.
    #[inline]
    fn rank_in_bucket(&self) -> u128 {
        #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
        let priority = self.priority as u32;
        u128::from(priority) << 96 | u128::from(self.tie) << 32 | u128::from(self.age)
    }
}

impl Ord for OpenEntry {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        // The best is the greatest, so every field is compared in reverse. Two numbers in one are
        // compared without a branch.
        let key = |entry: &Self| u128::from(entry.priority) << 64 | u128::from(entry.tie);
        key(other)
            .cmp(&key(self))
            .then_with(|| other.age.cmp(&self.age))
    }
}

impl PartialOrd for OpenEntry {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    // The heap calls this; one comparison of the keys nearly always decides.
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.cmp(other) != Ordering::Greater
    }
}

impl TieBreak {
    /// Returns the keys that decide between equal priorities: the tie, then the age; smaller goes
    /// first.
    #[inline]
    #[must_use]
    pub fn key(self, g: Cost, h: Cost, sequence: u32) -> (u64, u32) {
        match self {
            Self::Oldest => (0, sequence),
            Self::Newest => (0, u32::MAX - sequence),
            Self::LargerG => (u64::MAX - g.0, u32::MAX - sequence),
            Self::SmallerH => (h.0, u32::MAX - sequence),
        }
    }
}

impl OpenList {
    /// Removes all entries.
    ///
    /// `step` is about the amount that a straight step adds to a priority. Any number is right, but
    /// buckets in proportion to the step are fastest.
    pub fn begin(&mut self, tie: TieBreak, step: u64) {
        self.ring.resize_with(u64::BITS as usize, Vec::new);
        while self.occupied != 0 {
            self.ring[self.occupied.trailing_zeros() as usize].clear();
            self.occupied &= self.occupied - 1;
        }
        self.run.clear();
        self.late.clear();
        self.far.clear();
        // The priorities of neighbours differ by less than 64 buckets on plain terrain, and by more
        // than one.
        self.shift = (step / 16).max(1).ilog2().min(u32::BITS);
        (self.next, self.sequence, self.tie) = (0, 0, tie);
    }

    pub fn memory_bytes(&self) -> usize {
        let buckets = self.ring.iter().chain([&self.run]).map(Vec::capacity);
        let entries = buckets.sum::<usize>() + self.late.capacity() + self.far.capacity();
        entries * size_of::<OpenEntry>()
    }

    /// Adds a cell and returns the age of its entry.
    #[inline]
    pub fn push(&mut self, priority: u64, g: Cost, h: Cost, cell: Cell) -> u32 {
        self.sequence += 1;
        let (tie, age) = self.tie.key(g, h, self.sequence);
        let side = |side: i32| u16::try_from(side).expect("no map has longer sides");
        let entry = OpenEntry {
            priority,
            tie,
            age,
            column: side(cell.x),
            row: side(cell.y),
        };
        let bucket = priority >> self.shift;
        if bucket < self.next {
            self.late.push(entry);
        } else if bucket - self.next < SLOTS {
            self.occupied |= 1 << (bucket % SLOTS);
            self.ring[(bucket % SLOTS) as usize].push(entry);
        } else {
            self.far.push(entry);
        }
        age
    }

    /// Sorts the next bucket that is not empty, once the current one is used up.
    #[inline]
    fn turn(&mut self) {
        if self.run.is_empty() && self.late.is_empty() {
            self.sort_next();
        }
    }

    #[inline(never)]
    fn sort_next(&mut self) {
        let ahead = self
            .occupied
            .rotate_right((self.next % SLOTS) as u32)
            .trailing_zeros();
        let in_ring = (self.occupied != 0).then(|| self.next + u64::from(ahead));
        let in_far = self.far.peek().map(|entry| entry.priority >> self.shift);
        let Some(bucket) = in_ring.into_iter().chain(in_far).min() else {
            return;
        };
        self.occupied &= !(1 << (bucket % SLOTS));
        self.run.append(&mut self.ring[(bucket % SLOTS) as usize]);
        while self
            .far
            .peek()
            .is_some_and(|entry| entry.priority >> self.shift == bucket)
        {
            self.run.extend(self.far.pop());
        }
        self.run
            .sort_unstable_by_key(|entry| Reverse(entry.rank_in_bucket()));
        self.next = bucket + 1;
    }

    /// Returns the entry that [`pop`](Self::pop) would take.
    #[inline]
    pub fn peek(&mut self) -> Option<&OpenEntry> {
        self.turn();
        self.run.last().max(self.late.peek())
    }

    #[inline]
    pub fn pop(&mut self) -> Option<OpenEntry> {
        self.turn();
        if self.late.is_empty() || self.run.last() > self.late.peek() {
            self.run.pop()
        } else {
            self.late.pop()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes cells 0, 1, 2 … with these (priority, g, h) and returns the order in which they are
    /// popped.
    fn order(rule: TieBreak, cells: &[(u64, u64, u64)]) -> Vec<i32> {
        let mut open = OpenList::default();
        open.begin(rule, 1);
        for (x, &(priority, g, h)) in (0..).zip(cells) {
            open.push(priority, Cost(g), Cost(h), Cell::new(x, 0));
        }
        std::iter::from_fn(|| open.pop())
            .map(|entry| entry.cell().x)
            .collect()
    }

    #[test]
    fn priority_comes_before_every_tie_break() {
        for rule in TieBreak::ALL {
            assert_eq!(
                order(rule, &[(9, 9, 0), (1, 0, 9), (5, 1, 1)]),
                [1, 2, 0],
                "{rule:?}"
            );
        }
    }

    #[test]
    fn each_rule_orders_equal_priorities_its_own_way() {
        let cells = [(5, 2, 3), (5, 4, 1), (5, 2, 3), (5, 1, 4)];
        assert_eq!(order(TieBreak::Oldest, &cells), [0, 1, 2, 3]);
        assert_eq!(order(TieBreak::Newest, &cells), [3, 2, 1, 0]);
        assert_eq!(order(TieBreak::LargerG, &cells), [1, 2, 0, 3]);
        // With weights, h differs from 5 - g, so this is a separate rule.
        assert_eq!(
            order(TieBreak::SmallerH, &[(5, 9, 2), (5, 0, 1), (5, 7, 2)]),
            [1, 2, 0]
        );
    }

    /// Compares the list with a sorted one, while priorities spread, rise and fall.
    #[test]
    fn the_order_is_that_of_one_sorted_list() {
        let mut number = 7_u64;
        let mut below = |end: usize| {
            number ^= number << 13;
            number ^= number >> 7;
            number ^= number << 17;
            usize::try_from(number % end as u64).unwrap()
        };
        let mut open = OpenList::default();
        for round in 0..400 {
            let mut sorted = Vec::new();
            let tie = TieBreak::ALL[round % TieBreak::ALL.len()];
            let spread = [3, 700, 50_000, usize::MAX >> 24][below(4)];
            let (rise, step) = (
                [0, 300, 20_000][below(3)],
                [0, 1, 20_000, u64::MAX][below(4)],
            );
            open.begin(tie, step);
            for turn in 0..300 {
                for x in [3, 1, 2].into_iter().skip(below(4)) {
                    let (g, h) = (Cost(below(4) as u64), Cost(below(4) as u64));
                    // Some priorities lie far below those that were popped already.
                    let priority =
                        (if below(9) == 0 { 0 } else { turn * rise } + below(spread)) as u64;
                    let age = open.push(priority, g, h, Cell::new(x, 0));
                    sorted.push((priority, tie.key(g, h, open.sequence), x));
                    assert_eq!(age, tie.key(g, h, open.sequence).1);
                }
                sorted.sort_unstable_by_key(|&entry| Reverse(entry));
                assert_eq!(
                    open.peek().map(|best| best.priority),
                    sorted.last().map(|best| best.0)
                );
                for _ in 0..below(4) {
                    let best = open
                        .pop()
                        .map(|entry| (entry.priority, (entry.tie, entry.age), entry.cell().x));
                    assert_eq!(
                        best,
                        sorted.pop(),
                        "{tie:?}, spread {spread}, rise {rise}, step {step}"
                    );
                }
            }
            // Every other round leaves the remaining entries for `begin` to remove.
            if round % 2 == 0 {
                while let Some(best) = sorted.pop() {
                    assert_eq!(
                        open.pop().map(|entry| (entry.priority, entry.age)),
                        Some((best.0, best.1.1))
                    );
                }
                assert_eq!(open.pop(), None);
            }
        }
    }
}
