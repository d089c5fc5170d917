//! The open list of a search over a whole map.

/// Places in buckets by cost, for as far ahead as one step leads.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    /// Each bucket has the slot of its number modulo their count, a power of two.
    slots: Vec<Vec<u32>>,
    /// Number of slots that hold something.
    occupied: usize,
    bucket: u32,
    /// A bucket holds 2 to this power different costs.
    shift: u32,
}

impl Default for Ring {
    fn default() -> Self {
        Self { slots: vec![Vec::new()], occupied: 0, bucket: 0, shift: 0 }
    }
}

impl Ring {
    /// Forgets everything. Steps will cost from `least` to `most`.
    pub fn begin(&mut self, [least, most]: [u32; 2]) {
        self.shift = least.ilog2();
        let count = ((most >> self.shift) as usize + 2).next_power_of_two();
        for slot in &mut self.slots {
            slot.clear();
        }
        self.slots.resize_with(count, Vec::new);
        (self.occupied, self.bucket) = (0, 0);
    }

    #[inline]
    pub fn push(&mut self, cost: u32, place: u32) {
        let slot = (cost >> self.shift) as usize & (self.slots.len() - 1);
        let slot = &mut self.slots[slot];
        self.occupied += usize::from(slot.is_empty());
        slot.push(place);
    }

    /// Moves on to the next bucket that holds something; returns `false` if none does.
    pub fn seek(&mut self) -> bool {
        if self.occupied == 0 {
            return false;
        }
        while self.slots[self.bucket as usize & (self.slots.len() - 1)].is_empty() {
            self.bucket += 1;
        }
        true
    }

    /// Takes a place out of this bucket.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        let slot = self.bucket as usize & (self.slots.len() - 1);
        let slot = &mut self.slots[slot];
        let place = slot.pop();
        self.occupied -= usize::from(place.is_some() && slot.is_empty());
        place
    }

    /// Takes everything out.
    pub fn drain_into(&mut self, places: &mut Vec<u32>) {
        for slot in &mut self.slots {
            places.append(slot);
        }
        self.occupied = 0;
    }

    /// Returns `true` if a cost belongs into this bucket.
    #[inline]
    pub const fn is_here(&self, cost: u32) -> bool {
        cost >> self.shift == self.bucket
    }

    /// The least cost of this bucket.
    pub const fn floor(&self) -> u32 {
        self.bucket << self.shift
    }

    pub fn bytes(&self) -> usize {
        self.slots.iter().map(|slot| size_of_val(slot) + slot.capacity() * size_of::<u32>()).sum()
    }
}
