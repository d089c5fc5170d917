//! The numbers of jump points, by cell.

use crate::{Cell, Grid};

/// A hash table from cells to numbers, with open addressing and linear probing.
///
/// At least half of it is empty, so that most cells lie in the first slot probed. In a search without lists, the lookup
/// is most of the time that finding a jump point takes.
///
/// When the table is half full, a larger one replaces it, and takes over the entries in small parts: to move all of
/// them in one call would take milliseconds, in the middle of some search.
///
/// # Complexity
/// O(1) for each cell; 16 to 48 bytes a cell, up to 80 for the first thousands.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    table: Table,
    /// The previous table, whose slots before `moved` have been moved.
    old: Table,
    moved: usize,
    len: usize,
}

#[derive(Clone, Debug, Default)]
struct Table {
    /// The cell in the upper half of a slot, its number in the lower; 0 for an empty slot.
    slots: Vec<u64>,
    /// Number of low bits of a hash that are dropped.
    shift: u32,
}

/// The minimum number of slots: enough for most searches on small maps.
const LEAST: usize = 256;

/// Number of slots below which a table grows fourfold, otherwise twofold.
///
/// Searches with few jump points find them faster in a sparser table.
const MANY: usize = 1 << 16;

/// Number of slots moved with each lookup of a cell that the new table does not have.
///
/// The old table is then empty long before the new one is half full.
const MOVED: usize = 16;

impl Ids {
    pub fn bytes(&self) -> usize {
        (self.table.slots.capacity() + self.old.slots.capacity()) * size_of::<u64>()
    }

    /// Removes all cells and keeps the memory.
    pub fn clear(&mut self) {
        self.table.slots.fill(0);
        (self.old, self.moved, self.len) = (Table::default(), 0, 0);
    }

    /// Returns the number of a cell, which becomes `number` if the cell has none.
    #[inline]
    pub fn get_or_insert(&mut self, cell: Cell, number: u32) -> u32 {
        let cell = key(cell);
        if self.len >= self.table.slots.len() / 2 {
            self.grow();
        }
        let mut at = self.table.find(cell);
        if self.table.slots[at] == 0 && !self.old.slots.is_empty() {
            let known = self.move_some(cell);
            if known != 0 {
                return number_of(known);
            }
            // A moved entry may have taken the slot.
            at = self.table.find(cell);
        }
        let slot = &mut self.table.slots[at];
        if *slot == 0 {
            *slot = cell | u64::from(number);
            self.len += 1;
        }
        number_of(*slot)
    }

    #[cold]
    fn grow(&mut self) {
        let slots = self.table.slots.len();
        let larger = Table::of(if slots < MANY { slots * 4 } else { slots * 2 }.max(LEAST));
        (self.old, self.moved) = (std::mem::replace(&mut self.table, larger), 0);
    }

    /// Moves some entries of the old table, and returns its entry of a cell, 0 if there is none.
    #[cold]
    fn move_some(&mut self, cell: u64) -> u64 {
        let known = self.old.slots[self.old.find(cell)];
        let end = self.old.slots.len().min(self.moved + MOVED);
        for slot in self.old.slots[self.moved..end].iter().copied().filter(|slot| *slot != 0) {
            let at = self.table.find(slot);
            self.table.slots[at] = slot;
        }
        self.moved = end;
        if end == self.old.slots.len() {
            self.old = Table::default();
        }
        known
    }
}

impl Table {
    fn of(slots: usize) -> Self {
        Self { slots: vec![0; slots], shift: 64 - slots.ilog2() }
    }

    /// Returns the slot of a cell, or an empty one for it. The table must have slots.
    ///
    /// The cell is given by its key or its entry.
    #[inline]
    fn find(&self, cell: u64) -> usize {
        let cell = cell >> 32;
        let last = self.slots.len() - 1;
        // Neighbouring cells get distant slots; the upper bits of the hash are the best.
        let mut at = usize::try_from((cell << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift).unwrap_or(0);
        while self.slots[at & last] != 0 && self.slots[at & last] >> 32 != cell {
            at += 1;
        }
        at & last
    }
}

const _: () = assert!(Grid::MAX_SIDE < u16::MAX as u32, "a column and a row have a quarter each");

/// Returns the key of a cell: row and column in the upper half, never 0.
#[inline]
const fn key(cell: Cell) -> u64 {
    (cell.y.cast_unsigned() as u64 + 1) << 48 | (cell.x.cast_unsigned() as u64) << 32
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
const fn number_of(slot: u64) -> u32 {
    slot as u32
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Ids, MOVED};
    use crate::Cell;

    #[test]
    fn each_cell_has_the_number_that_it_got_first() {
        let (mut ids, mut known, mut random) = (Ids::default(), HashMap::new(), 1_u64);
        for number in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Cells of a map, some far apart, some beside each other.
            let side: u64 = if number % 2 == 0 { 8192 } else { 128 };
            let part = |shift| i32::try_from((random >> shift) % side).unwrap();
            let cell = Cell::new(part(32), part(48));
            let expected = *known.entry(cell).or_insert(number);
            let (slots, moved) = (ids.table.slots.len(), ids.moved);
            assert_eq!(ids.get_or_insert(cell, number), expected);
            let grew = ids.table.slots.len() > slots;
            assert!(ids.moved <= if grew { MOVED } else { moved + MOVED }, "all moved at once");
            assert!(!grew || ids.old.slots.is_empty() || ids.old.slots.len() == slots);
        }
        ids.clear();
        let first = Cell::new(7, 0);
        assert_eq!(ids.get_or_insert(first, 1), 1);
        assert!(
            known.iter().all(|(cell, number)| *cell == first || ids.get_or_insert(*cell, number + 1) == number + 1)
        );
    }
}
