//! The state of a lifelong search per cell, and its open list.
//!
//! A cell has two costs: `g`, which its neighbours received when it was last expanded, and `rhs`,
//! which follows from the `g` of its predecessors. Where the two differ the cell is inconsistent,
//! and exactly the inconsistent cells are open.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::{CellIndex, Cost, TieBreak};

#[derive(Clone, Debug, Default)]
pub(in super::super) struct Memory {
    nodes: Vec<LifelongNode>,
    /// Cells whose nodes are not zero, some of them more than once.
    touched: Vec<CellIndex>,
    open: BinaryHeap<LifelongEntry>,
    sequence: u64,
    /// Number of open cells; the heap also holds outdated entries.
    pub open_cells: u64,
    /// Number of cells that have a path, but none within the cost limit.
    pub beyond: u64,
    /// The km of D* Lite: the maximum by which estimates can have fallen since the first key was
    /// made.
    pub key_offset: Cost,
}

/// g + 1, rhs + 1, parent + 1 and the number of the newest entry in the open list.
///
/// Zero for an untouched cell, so that fresh memory needs no writing.
type LifelongNode = [u64; 4];

/// In place of a parent: the cell has a path, but none within the cost limit.
const BEYOND: u64 = u64::MAX;

/// The best parent of a cell, by the costs of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum BestParent {
    /// No parent: no path leads to the cell.
    None,
    /// No parent: all paths cost more than the limit.
    Beyond,
    /// This parent, and the cost of the cell over it.
    From(CellIndex, Cost),
}

/// The order of the open list: the estimate of the whole path, then the cost of its known part.
pub(in super::super) type LifelongKey = (Cost, Cost);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct LifelongEntry {
    pub key: LifelongKey,
    /// The number of the entry, negative where the newest goes first.
    ///
    /// Among equal keys, smaller goes first.
    age: i64,
    pub cell: CellIndex,
}

impl Ord for LifelongEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        // BinaryHeap pops the greatest, so every field is compared in reverse.
        (other.key, other.age, other.cell).cmp(&(self.key, self.age, self.cell))
    }
}

impl PartialOrd for LifelongEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Memory {
    /// Removes everything, and makes room for `cells` cells.
    ///
    /// # Complexity
    /// O(k) for k cells that were touched, if there was room for as many cells before.
    pub fn begin(&mut self, cells: usize) {
        let Self {
            mut nodes,
            mut touched,
            mut open,
            ..
        } = std::mem::take(self);
        open.clear();
        for cell in touched.drain(..) {
            nodes[cell.get()] = LifelongNode::default();
        }
        if nodes.len() != cells {
            nodes = vec![LifelongNode::default(); cells];
        }
        *self = Self {
            nodes,
            touched,
            open,
            ..Self::default()
        };
    }

    /// Returns the memory used in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<LifelongNode>()
            + self.touched.capacity() * size_of::<CellIndex>()
            + self.open.capacity() * size_of::<LifelongEntry>()
    }

    /// Returns `true` if no cell was ever opened.
    pub const fn is_fresh(&self) -> bool {
        self.sequence == 0
    }

    #[inline]
    pub fn g(&self, cell: CellIndex) -> Cost {
        // Zero minus one is the largest number: infinity.
        Cost(self.nodes[cell.get()][0].wrapping_sub(1))
    }

    #[inline]
    pub fn rhs(&self, cell: CellIndex) -> Cost {
        Cost(self.nodes[cell.get()][1].wrapping_sub(1))
    }

    #[inline]
    pub fn parent(&self, cell: CellIndex) -> BestParent {
        let [_, rhs, parent, _] = self.nodes[cell.get()];
        match parent {
            0 => BestParent::None,
            BEYOND => BestParent::Beyond,
            parent => {
                let parent = u32::try_from(parent - 1).expect("written from a cell's number");
                BestParent::From(CellIndex(parent), Cost(rhs - 1))
            }
        }
    }

    /// Returns `true` if the cell is inconsistent, which is the same as open.
    #[inline]
    pub fn is_open(&self, cell: CellIndex) -> bool {
        let [g, rhs, ..] = self.nodes[cell.get()];
        g != rhs
    }

    /// Returns `true` if the cell was ever open.
    #[inline]
    pub fn was_opened(&self, cell: CellIndex) -> bool {
        self.nodes[cell.get()][3] != 0
    }

    /// Returns the cost that orders the cell: the smaller one of `g` and `rhs`.
    #[inline]
    pub fn least(&self, cell: CellIndex) -> Cost {
        self.g(cell).min(self.rhs(cell))
    }

    #[inline]
    pub fn set_g(&mut self, cell: CellIndex, g: Cost) {
        let before = self.is_open(cell);
        self.nodes[cell.get()][0] = g.0.wrapping_add(1);
        self.count(before, cell);
    }

    #[inline]
    pub fn set_parent(&mut self, cell: CellIndex, parent: BestParent) {
        let before = self.is_open(cell);
        self.beyond -= u64::from(self.nodes[cell.get()][2] == BEYOND);
        let (rhs, parent) = match parent {
            BestParent::None => (0, 0),
            BestParent::Beyond => (0, BEYOND),
            BestParent::From(parent, cost) => (cost.0 + 1, u64::from(parent.0) + 1),
        };
        if parent != 0 && self.nodes[cell.get()] == LifelongNode::default() {
            self.touched.push(cell);
        }
        self.nodes[cell.get()][1] = rhs;
        self.nodes[cell.get()][2] = parent;
        self.beyond += u64::from(parent == BEYOND);
        self.count(before, cell);
    }

    #[inline]
    fn count(&mut self, before: bool, cell: CellIndex) {
        match (before, self.is_open(cell)) {
            (false, true) => self.open_cells += 1,
            (true, false) => self.open_cells -= 1,
            _ => {}
        }
    }

    /// Adds an entry for an inconsistent cell, whose earlier entries become outdated.
    #[inline]
    pub fn push(&mut self, cell: CellIndex, key: LifelongKey, tie: TieBreak) {
        self.drop_outdated();
        self.sequence += 1;
        self.nodes[cell.get()][3] = self.sequence;
        let age = self.sequence.cast_signed();
        let age = if tie == TieBreak::Oldest { age } else { -age };
        self.open.push(LifelongEntry { key, age, cell });
    }

    /// Returns the best entry; outdated ones are removed.
    #[inline]
    pub fn peek(&mut self) -> Option<LifelongEntry> {
        while let Some(&entry) = self.open.peek() {
            if self.is_current(&entry) {
                return Some(entry);
            }
            self.open.pop();
        }
        None
    }

    #[inline]
    pub fn pop(&mut self) {
        self.open.pop();
    }

    #[inline]
    fn is_current(&self, entry: &LifelongEntry) -> bool {
        self.nodes[entry.cell.get()][3] == entry.age.unsigned_abs() && self.is_open(entry.cell)
    }

    /// Removes outdated entries once most entries are outdated.
    ///
    /// That keeps the heap from growing over many repairs: cells behind the goal are rarely popped.
    #[inline]
    fn drop_outdated(&mut self) {
        if self.open.len() as u64 > 4 * self.open_cells + 1024 {
            let mut open = std::mem::take(&mut self.open);
            open.retain(|entry| self.is_current(entry));
            self.open = open;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(tie: TieBreak) -> Vec<u32> {
        let mut memory = Memory::default();
        memory.begin(4);
        for (cell, key) in [(7, 3), (5, 4), (5, 2), (5, 2)].into_iter().enumerate() {
            let cell = CellIndex(u32::try_from(cell).unwrap());
            memory.set_parent(cell, BestParent::From(cell, Cost(1)));
            memory.push(cell, (Cost(key.0), Cost(key.1)), tie);
        }
        let mut next = || {
            let entry = memory.peek();
            memory.pop();
            entry
        };
        std::iter::from_fn(&mut next)
            .map(|entry| entry.cell.0)
            .collect()
    }

    #[test]
    fn keys_come_before_the_tie_break() {
        assert_eq!(order(TieBreak::Oldest), [2, 3, 1, 0]);
        for tie in [TieBreak::Newest, TieBreak::LargerG, TieBreak::SmallerH] {
            assert_eq!(order(tie), [3, 2, 1, 0], "{tie:?}");
        }
    }

    #[test]
    fn a_new_search_begins_with_nothing() {
        let mut memory = Memory::default();
        memory.begin(4);
        for cell in [0, 2, 3].map(CellIndex) {
            memory.set_parent(
                cell,
                if cell.0 == 3 {
                    BestParent::Beyond
                } else {
                    BestParent::From(cell, Cost(1))
                },
            );
            memory.push(cell, (Cost(1), Cost(1)), TieBreak::Oldest);
        }
        memory.set_g(CellIndex(2), Cost(1));
        memory.begin(4);
        assert_eq!(memory.nodes, [LifelongNode::default(); 4]);
        assert!(
            memory.is_fresh()
                && memory.peek().is_none()
                && memory.open_cells == 0
                && memory.beyond == 0
        );
        memory.begin(9);
        assert_eq!(memory.nodes.len(), 9);
    }

    #[test]
    fn a_heap_of_outdated_entries_is_cleared_up() {
        let (mut memory, cell) = (Memory::default(), CellIndex(0));
        memory.begin(1);
        memory.set_parent(cell, BestParent::From(cell, Cost(9)));
        for _ in 0..10_000 {
            memory.push(cell, (Cost(9), Cost(9)), TieBreak::Oldest);
        }
        assert!(memory.open.len() < 2000);
        assert_eq!(memory.peek().map(|entry| entry.age), Some(10_000));
        memory.set_g(cell, Cost(9));
        assert_eq!(memory.peek(), None, "a consistent cell is not open");
        assert_eq!(memory.open_cells, 0);
    }
}
