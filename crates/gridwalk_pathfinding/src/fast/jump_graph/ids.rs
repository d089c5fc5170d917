//! The numbers of jump points by their cells.

use crate::{Cell, Grid};

/// A table with open addressing and linear probing: half of it is empty at least, so that most cells lie where they are
/// looked for first. In the time of a search without lists this is most of what finding a jump point takes.
///
/// When it is half full, a larger one takes over, and gets what the old one has bit by bit: all at once would take
/// milliseconds, in the middle of some search.
///
/// # Complexity
/// O(1) for each cell; 16 to 48 bytes a cell, of the first thousands up to 80.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    table: Table,
    /// The one before, from this slot on.
    old: Table,
    moved: usize,
    len: usize,
}

#[derive(Clone, Debug, Default)]
struct Table {
    /// A cell in the upper half, its number in the lower; 0 where there is none.
    slots: Vec<u64>,
    /// So many bits of a hash are not needed.
    shift: u32,
}

/// The least table: enough for most searches on small maps.
const LEAST: usize = 256;

/// Fewer slots become four times as many: searches that meet few jump points find them faster. More become twice as many.
const MANY: usize = 1 << 16;

/// So many slots move with each cell that is asked for, and the old table is empty long before the new one is half full.
const MOVED: usize = 16;

impl Ids {
    pub fn bytes(&self) -> usize {
        (self.table.slots.capacity() + self.old.slots.capacity()) * size_of::<u64>()
    }

    /// Forgets all and keeps the memory.
    pub fn clear(&mut self) {
        self.table.slots.fill(0);
        (self.old, self.moved, self.len) = (Table::default(), 0, 0);
    }

    /// The number of a cell; it gets this one if it has none.
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
            // What moved may have taken the slot.
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

    /// Moves some of the old table, and says what it has of a cell.
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

    /// Where a cell is, by its key or its slot, or would be; there is a table.
    #[inline]
    fn find(&self, cell: u64) -> usize {
        let cell = cell >> 32;
        let last = self.slots.len() - 1;
        // Cells beside each other come far apart; the upper bits are the best.
        let mut at = usize::try_from((cell << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift).unwrap_or(0);
        while self.slots[at & last] != 0 && self.slots[at & last] >> 32 != cell {
            at += 1;
        }
        at & last
    }
}

const _: () = assert!(Grid::MAX_SIDE < u16::MAX as u32, "a column and a row have a quarter each");

/// The cell in the upper half, never 0.
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
