//! The open list: a heap with a documented order for equal priorities.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::TieBreak;
use crate::pathfinding::{CellIndex, Cost};

/// Cells that are generated and not yet expanded, the best on top.
///
/// A cell whose priority improves is pushed again; the outdated entry is recognised by its
/// sequence number when it comes up, which is cheaper than moving it inside the heap.
#[derive(Debug, Default)]
pub(super) struct OpenList {
    heap: BinaryHeap<Entry>,
    sequence: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Smaller goes first.
    pub priority: u64,
    /// Among equal priorities, smaller goes first.
    tie: u64,
    /// Among equal ties, smaller goes first.
    age: u32,
    /// The cell itself.
    pub cell: CellIndex,
    /// Tells this entry from earlier ones of the same cell.
    pub sequence: u32,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        // BinaryHeap pops the greatest, so every field is compared the other way round.
        // `age` is never equal for two entries of one search; `cell` and `sequence` follow it.
        (other.priority, other.tie, other.age, other.cell, other.sequence).cmp(&(
            self.priority,
            self.tie,
            self.age,
            self.cell,
            self.sequence,
        ))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl TieBreak {
    /// What decides between equal priorities: first the tie, then the age; smaller goes first.
    #[inline]
    pub(in crate::pathfinding) fn key(self, g: Cost, h: Cost, sequence: u32) -> (u64, u32) {
        match self {
            Self::Oldest => (0, sequence),
            Self::Newest => (0, u32::MAX - sequence),
            Self::LargerG => (u64::MAX - g.0, u32::MAX - sequence),
            Self::SmallerH => (h.0, u32::MAX - sequence),
        }
    }
}

impl OpenList {
    pub fn clear(&mut self) {
        self.heap.clear();
        self.sequence = 0;
    }

    /// Adds a cell and returns the sequence number of its entry, counted from 1.
    #[inline]
    pub fn push(&mut self, rule: TieBreak, priority: u64, g: Cost, h: Cost, cell: CellIndex) -> u32 {
        self.sequence += 1;
        let sequence = self.sequence;
        let (tie, age) = rule.key(g, h, sequence);
        self.heap.push(Entry { priority, tie, age, cell, sequence });
        sequence
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
    fn order(rule: TieBreak, cells: &[(u64, u64, u64)]) -> Vec<u32> {
        let mut open = OpenList::default();
        for (i, &(priority, g, h)) in cells.iter().enumerate() {
            open.push(rule, priority, Cost(g), Cost(h), CellIndex(u32::try_from(i).unwrap()));
        }
        std::iter::from_fn(|| open.pop()).map(|entry| entry.cell.0).collect()
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
