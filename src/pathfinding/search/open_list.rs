//! The open list: a heap with a documented order for equal priorities.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::pathfinding::{Cell, Cost, TieBreak};

/// Cells that are generated and not yet expanded, the best on top.
///
/// A cell whose priority improves is pushed again; the outdated entry is recognised by its
/// age when it comes up, which is cheaper than moving it inside the heap.
#[derive(Debug, Default)]
pub(super) struct OpenList {
    heap: BinaryHeap<Entry>,
    tie: TieBreak,
    sequence: u32,
}

/// Kept small: moving entries is most of what a heap does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Smaller goes first.
    priority: u64,
    /// Among equal priorities, smaller goes first.
    tie: u64,
    /// Among equal ties, smaller goes first. No two entries of one search have the same.
    age: u32,
    /// Column and row of the cell: to get them from its number would take a division.
    column: u16,
    row: u16,
}

impl Entry {
    #[inline]
    pub const fn priority(&self) -> u64 {
        self.priority
    }

    /// Tells this entry from others of the same cell; never 0.
    #[inline]
    pub const fn age(&self) -> u32 {
        self.age
    }

    #[inline]
    pub fn cell(&self) -> Cell {
        Cell::new(self.column.into(), self.row.into())
    }
}

impl Ord for Entry {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        // BinaryHeap pops the greatest, so every field is compared the other way round. Two numbers in one are
        // compared without a branch.
        let key = |entry: &Self| u128::from(entry.priority) << 64 | u128::from(entry.tie);
        let place = |entry: &Self| (entry.age, entry.row, entry.column);
        key(other).cmp(&key(self)).then_with(|| place(other).cmp(&place(self)))
    }
}

impl PartialOrd for Entry {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    // The heap asks this; one comparison of the keys nearly always decides.
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.cmp(other) != Ordering::Greater
    }
}

impl TieBreak {
    /// What decides between equal priorities: first the tie, then the age; smaller goes first.
    #[inline]
    pub(crate) fn key(self, g: Cost, h: Cost, sequence: u32) -> (u64, u32) {
        match self {
            Self::Oldest => (0, sequence),
            Self::Newest => (0, u32::MAX - sequence),
            Self::LargerG => (u64::MAX - g.0, u32::MAX - sequence),
            Self::SmallerH => (h.0, u32::MAX - sequence),
        }
    }
}

impl OpenList {
    /// Forgets all entries.
    pub fn begin(&mut self, tie: TieBreak) {
        self.heap.clear();
        self.tie = tie;
        self.sequence = 0;
    }

    pub fn memory_bytes(&self) -> usize {
        self.heap.capacity() * size_of::<Entry>()
    }

    /// Adds a cell and returns the age of its entry.
    #[inline]
    pub fn push(&mut self, priority: u64, g: Cost, h: Cost, cell: Cell) -> u32 {
        self.sequence += 1;
        let (tie, age) = self.tie.key(g, h, self.sequence);
        let side = |side: i32| u16::try_from(side).expect("no map has longer sides");
        self.heap.push(Entry { priority, tie, age, column: side(cell.x), row: side(cell.y) });
        age
    }

    /// The entry that [`pop`](Self::pop) would take.
    #[inline]
    pub fn peek(&self) -> Option<&Entry> {
        self.heap.peek()
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Entry> {
        self.heap.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes cells 0, 1, 2 … with these (priority, g, h) and returns the order they come out.
    fn order(rule: TieBreak, cells: &[(u64, u64, u64)]) -> Vec<i32> {
        let mut open = OpenList::default();
        open.begin(rule);
        for (x, &(priority, g, h)) in (0..).zip(cells) {
            open.push(priority, Cost(g), Cost(h), Cell::new(x, 0));
        }
        std::iter::from_fn(|| open.pop()).map(|entry| entry.cell().x).collect()
    }

    #[test]
    fn priority_comes_before_every_tie_break() {
        for rule in TieBreak::ALL {
            assert_eq!(order(rule, &[(9, 9, 0), (1, 0, 9), (5, 1, 1)]), [1, 2, 0], "{rule:?}");
        }
    }

    #[test]
    fn each_rule_orders_equal_priorities_its_own_way() {
        let cells = [(5, 2, 3), (5, 4, 1), (5, 2, 3), (5, 1, 4)];
        assert_eq!(order(TieBreak::Oldest, &cells), [0, 1, 2, 3]);
        assert_eq!(order(TieBreak::Newest, &cells), [3, 2, 1, 0]);
        assert_eq!(order(TieBreak::LargerG, &cells), [1, 2, 0, 3]);
        // h differs from 5 - g once weights come in, so it is a rule of its own.
        assert_eq!(order(TieBreak::SmallerH, &[(5, 9, 2), (5, 0, 1), (5, 7, 2)]), [1, 2, 0]);
    }
}
