//! The numbers of jump points by their cells.

/// A table with open addressing and linear probing: half of it is empty at least, so that most cells lie where they are
/// looked for first. In the time of a search without lists this is most of what finding a jump point takes.
///
/// # Complexity
/// O(1) for each cell, amortised; 16 to 32 bytes a cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    /// The index of a cell and one more in the upper half, its number in the lower; 0 where there is none.
    slots: Vec<u64>,
    len: usize,
    /// So many bits of a hash are not needed.
    shift: u32,
}

/// The least table: enough for most searches on small maps.
const LEAST: usize = 256;

impl Ids {
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
    }

    /// Forgets all and keeps the memory.
    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.len = 0;
    }

    /// The number of a cell; it gets this one if it has none.
    #[inline]
    pub fn get_or_insert(&mut self, cell: u32, number: u32) -> u32 {
        if self.len >= self.slots.len() / 2 {
            self.grow();
        }
        let at = self.find(cell);
        let slot = &mut self.slots[at];
        if *slot == 0 {
            *slot = key(cell) | u64::from(number);
            self.len += 1;
        }
        number_of(*slot)
    }

    /// Where a cell is, or would be; there is a table.
    #[inline]
    fn find(&self, cell: u32) -> usize {
        let last = self.slots.len() - 1;
        // The golden ratio in 64 bits spreads the numbers; the upper bits are the best.
        let mut at = usize::try_from(key(cell).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift).unwrap_or(0);
        while self.slots[at & last] != 0 && self.slots[at & last] >> 32 != key(cell) >> 32 {
            at += 1;
        }
        at & last
    }

    #[cold]
    fn grow(&mut self) {
        let slots = vec![0; (self.slots.len() * 2).max(LEAST)];
        self.shift = 64 - slots.len().ilog2();
        for slot in std::mem::replace(&mut self.slots, slots).into_iter().filter(|slot| *slot != 0) {
            let at = self.find(cell_of(slot));
            self.slots[at] = slot;
        }
    }
}

const fn key(cell: u32) -> u64 {
    (cell as u64 + 1) << 32
}

const fn cell_of(slot: u64) -> u32 {
    (slot >> 32) as u32 - 1
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
const fn number_of(slot: u64) -> u32 {
    slot as u32
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::Ids;

    #[test]
    fn each_cell_has_the_number_that_it_got_first() {
        let (mut ids, mut known, mut random) = (Ids::default(), HashMap::new(), 1_u64);
        for number in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Cells of a map, some far apart, some beside each other.
            let cell = u32::try_from(random >> if number % 2 == 0 { 32 } else { 50 }).unwrap() & (u32::MAX >> 1);
            let expected = *known.entry(cell).or_insert(number);
            assert_eq!(ids.get_or_insert(cell, number), expected);
        }
        ids.clear();
        assert_eq!(ids.get_or_insert(7, 1), 1);
        assert!(known.iter().all(|(cell, number)| *cell == 7 || ids.get_or_insert(*cell, number + 1) == number + 1));
    }
}
