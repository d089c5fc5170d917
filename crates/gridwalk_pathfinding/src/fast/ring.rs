//! The open list of a search over a whole map.

/// Places in buckets by cost, as far ahead as one step leads.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    /// The buckets, each in the slot of its number modulo their count, a power of two.
    slots: Vec<Vec<u32>>,
    /// Bitmap of the slots that are not empty.
    occupied: Vec<u64>,
    bucket: u32,
    /// Binary logarithm of the number of costs in a bucket.
    shift: u32,
    /// Costs and places beyond the slots, the most expensive first.
    late: Vec<(u32, u32)>,
}

/// Bits of a word.
const WORD: usize = 64;

impl Ring {
    /// Opens these places, sorted by cost in descending order.
    ///
    /// Steps will cost from `least` to `most`; a few may cost more.
    pub fn begin(&mut self, [least, most]: [u32; 2], places: impl Iterator<Item = (u32, u32)>) {
        debug_assert!(self.occupied.iter().all(|word| *word == 0), "it was drained");
        self.shift = least.ilog2();
        let count = ((most >> self.shift) as usize + 2).next_power_of_two().max(WORD);
        self.slots.resize_with(count, Vec::new);
        self.occupied.resize(count / WORD, 0);
        self.late.clear();
        self.late.extend(places);
        self.bucket = self.late.last().map_or(0, |(cost, _)| cost >> self.shift);
    }

    #[inline]
    pub fn push(&mut self, cost: u32, place: u32) {
        let bucket = cost >> self.shift;
        if (bucket - self.bucket) as usize >= self.slots.len() {
            self.push_late(cost, place);
            return;
        }
        let slot = bucket as usize & (self.slots.len() - 1);
        self.occupied[slot / WORD] |= 1 << (slot % WORD);
        self.slots[slot].push(place);
    }

    #[cold]
    fn push_late(&mut self, cost: u32, place: u32) {
        let at = self.late.partition_point(|(late, _)| *late > cost);
        self.late.insert(at, (cost, place));
    }

    /// Moves to the next bucket that is not empty; returns `false` if there is none.
    pub fn seek(&mut self) -> bool {
        let late = self.late.last().map(|(cost, _)| cost >> self.shift);
        let Some(bucket) = self.next_bucket().into_iter().chain(late).min() else { return false };
        self.bucket = bucket;
        while let Some((cost, place)) = self.late.pop_if(|(cost, _)| *cost >> self.shift == bucket) {
            self.push(cost, place);
        }
        true
    }

    /// Returns the first bucket, from the current one on, whose slot is not empty.
    fn next_bucket(&self) -> Option<u32> {
        let first = self.bucket as usize & (self.slots.len() - 1);
        let words = self.occupied.len();
        let here = self.occupied[first / WORD] >> (first % WORD);
        if here != 0 {
            return Some(self.bucket + here.trailing_zeros());
        }
        let mut ahead = WORD - first % WORD;
        for turn in 1..=words {
            let word = self.occupied[(first / WORD + turn) % words];
            if word != 0 {
                return u32::try_from(ahead).ok().map(|ahead| self.bucket + ahead + word.trailing_zeros());
            }
            ahead += WORD;
        }
        None
    }

    /// Takes the places of the current bucket.
    ///
    /// Nothing may be pushed into the bucket before it is [put back](Self::put_back).
    pub fn take(&mut self) -> Vec<u32> {
        let slot = self.bucket as usize & (self.slots.len() - 1);
        self.occupied[slot / WORD] &= !(1 << (slot % WORD));
        std::mem::take(&mut self.slots[slot])
    }

    /// Puts the rest of the current bucket back.
    pub fn put_back(&mut self, places: Vec<u32>) {
        let slot = self.bucket as usize & (self.slots.len() - 1);
        self.occupied[slot / WORD] |= u64::from(!places.is_empty()) << (slot % WORD);
        self.slots[slot] = places;
    }

    /// Moves all places to the end of `places`.
    pub fn drain_into(&mut self, places: &mut Vec<u32>) {
        for slot in &mut self.slots {
            places.append(slot);
        }
        places.extend(self.late.drain(..).map(|(_, place)| place));
        self.occupied.fill(0);
    }

    /// Returns `true` if a cost belongs into the current bucket.
    #[inline]
    pub const fn is_here(&self, cost: u32) -> bool {
        cost >> self.shift == self.bucket
    }

    /// Returns the least cost of the current bucket.
    pub const fn floor(&self) -> u32 {
        self.bucket << self.shift
    }

    /// Returns the number of different costs in a bucket.
    pub const fn width(&self) -> u32 {
        1 << self.shift
    }

    pub fn bytes(&self) -> usize {
        let slots: usize = self.slots.iter().map(|slot| size_of_val(slot) + slot.capacity() * size_of::<u32>()).sum();
        slots + self.late.capacity() * size_of::<(u32, u32)>() + self.occupied.capacity() * size_of::<u64>()
    }
}
