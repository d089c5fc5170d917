//! Optimal searches used by the planner; the order of expansion is unspecified.
//!
//! - [`jump_graph`]: terrain of one cost, in eight directions or four; built on block-based jump
//!   point search.
//! - [`canonical`]: terrain of several costs. A table of patterns says which steps are pruned
//!   (`step_rules.rs`); `canonical_ground.rs` holds it with landmarks and goal fields.
//! - [`goal_field`]: the cost from every cell to the nearest of several goals, for agents that
//!   share the goals, and for goals of many queries to the planner
//!   (`goal_field/planner_fields.rs`).
//! - [`landmarks`]: the distances from a few far cells, which raise the estimates of the first two
//!   searches (`jump_graph/landmarks.rs`, `canonical_landmarks.rs`).
//!
//! All share the open list of this file, [`BucketQueue`], whose buckets make it unnecessary to
//! compare two priorities. Legal steps have two forms, each where it is faster. The jump graph reads
//! bits of the map, in which a word answers for 64 cells. The other two read a number for each cell,
//! the index of its step pattern in a table (`step_patterns.rs`, `goal_field/step_layers.rs`).

mod canonical;
mod canonical_extras;
mod canonical_ground;
mod canonical_landmarks;
mod estimate;
mod goal_field;
mod jump_graph;
mod landmarks;
mod step_patterns;
mod step_rules;

pub(super) use canonical::{CanonicalRun, CanonicalSearch};
pub(super) use canonical_ground::CanonicalGround;
pub use goal_field::{CostsAround, FieldLayers, FieldMemory, FieldRules, GoalField};
pub(super) use goal_field::{FieldRun, GoalFields};
pub use jump_graph::jump_turn;
pub(super) use jump_graph::{JumpGraph, JumpSearch, PathEnds, SearchPlace, Units};
pub(super) use step_patterns::StepPatterns;

/// A bucket queue: each bucket holds a range of priorities, and its newest entry is popped first.
///
/// It is monotone: no priority is pushed below the bucket of the last pop, unless the queue has
/// [stepped back](Self::step_back) to it.
///
/// # Complexity
/// O(1) amortised for each push and pop, except for priorities beyond all slots.
#[derive(Clone, Debug)]
pub(crate) struct BucketQueue {
    /// The newest entry of the bucket in each slot, or [`NONE`].
    newest: Box<[u32; SLOTS]>,
    /// Bitmap of the slots that are not empty.
    occupied: [u64; SLOTS / 64],
    entries: Vec<QueueEntry>,
    /// Larger memory for the entries, with a copy of the first ones.
    next: Vec<QueueEntry>,
    /// Entries beyond all slots: bucket and number.
    far: Vec<(u64, u32)>,
    /// The first bucket in `far`; `u64::MAX` without one.
    first_far: u64,
    /// The bucket of the last pop, or the one to which the queue has stepped back since.
    bucket: u64,
    /// The first bucket without a slot.
    ///
    /// It changes only when all slots are empty. So either all entries of a bucket are in its slot
    /// or none is, and they keep their order.
    beyond: u64,
    /// Binary logarithm of the number of priorities in a bucket.
    shift: u32,
}

/// Number of slots; a bucket is in the slot of its number modulo `SLOTS`.
const SLOTS: usize = 1024;

/// The size from which on memory for entries grows in parts, and the entries copied in a part.
///
/// A slice pushes fewer, so that the copy is complete before the memory is full.
const LARGE: usize = 1 << 14;
const COPIED: usize = 1 << 12;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct QueueEntry {
    number: u32,
    /// The entry that was pushed before this entry into the same bucket, or [`NONE`].
    before: u32,
}

impl Default for BucketQueue {
    fn default() -> Self {
        Self {
            newest: Box::new([NONE; SLOTS]),
            occupied: [0; SLOTS / 64],
            entries: Vec::new(),
            next: Vec::new(),
            far: Vec::new(),
            first_far: u64::MAX,
            bucket: 0,
            beyond: SLOTS as u64,
            shift: 0,
        }
    }
}

impl BucketQueue {
    /// Removes all entries. No later priority is lower than `first`.
    pub fn begin(&mut self, first: u64, shift: u32) {
        for (word, slots) in self.occupied.iter_mut().enumerate() {
            while *slots != 0 {
                self.newest[word * 64 + slots.trailing_zeros() as usize] = NONE;
                *slots &= *slots - 1;
            }
        }
        self.entries.clear();
        self.next.clear();
        self.far.clear();
        (self.first_far, self.bucket, self.shift) = (u64::MAX, first >> shift, shift);
        self.beyond = self.bucket + SLOTS as u64;
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.newest)
            + (self.entries.capacity() + self.next.capacity()) * size_of::<QueueEntry>()
            + self.far.capacity() * size_of::<(u64, u32)>()
    }

    /// Copies a part of the entries to larger memory once theirs is half full.
    ///
    /// Called between short slices of a search. Otherwise a push copies all entries, which takes
    /// half a millisecond for 100,000.
    pub fn grow_ahead(&mut self) {
        let room = self.entries.capacity();
        if room < LARGE || self.entries.len() < room / 2 {
            return;
        }
        let copied = self.next.len();
        self.next.reserve_exact(2 * room - copied);
        let end = self.entries.len().min(copied + COPIED);
        self.next.extend_from_slice(&self.entries[copied..end]);
        if end == self.entries.len() {
            self.entries = std::mem::take(&mut self.next);
        }
    }

    /// Returns the lowest priority that may be pushed.
    #[inline]
    pub const fn floor(&self) -> u64 {
        self.bucket << self.shift
    }

    /// Returns the number of priorities in a bucket.
    pub const fn width(&self) -> u64 {
        1 << self.shift
    }

    /// Returns `true` if an entry pushed with this priority would be popped next.
    #[inline]
    pub const fn is_next(&self, priority: u64) -> bool {
        priority >> self.shift == self.bucket
    }

    /// Steps back to a priority below the last pop, as far as the slots reach.
    ///
    /// Returns the priority to push: this one, or else the lowest that the slots hold.
    #[inline]
    pub fn step_back(&mut self, priority: u64) -> u64 {
        let bucket = (priority >> self.shift).max(self.beyond - SLOTS as u64);
        self.bucket = self.bucket.min(bucket);
        priority.max(bucket << self.shift)
    }

    #[inline]
    pub fn push(&mut self, priority: u64, number: u32) {
        let bucket = priority >> self.shift;
        debug_assert!(bucket >= self.bucket, "priorities never fall");
        if bucket < self.beyond {
            self.put(bucket, number);
        } else {
            self.far.push((bucket, number));
            self.first_far = self.first_far.min(bucket);
        }
    }

    #[inline]
    fn put(&mut self, bucket: u64, number: u32) {
        let slot = slot_of(bucket);
        self.occupied[slot / 64] |= 1 << (slot % 64);
        let before = std::mem::replace(&mut self.newest[slot], narrow(self.entries.len()));
        self.entries.push(QueueEntry { number, before });
    }

    /// Pops the newest number of the first bucket, with the least priority that the bucket can
    /// hold.
    #[inline]
    pub fn pop(&mut self) -> Option<(u64, u32)> {
        self.seek().then_some(())?;
        Some((self.floor(), self.pop_here()?))
    }

    /// Moves to the first bucket that is not empty; returns `false` if there is none.
    #[inline]
    pub fn seek(&mut self) -> bool {
        loop {
            let ahead = self.next_bucket();
            if self.first_far > ahead {
                self.bucket = ahead;
                return true;
            }
            if self.first_far == u64::MAX {
                return false;
            }
            self.fetch_far();
        }
    }

    /// Pops the newest number of the current bucket.
    #[inline]
    pub fn pop_here(&mut self) -> Option<u32> {
        let slot = slot_of(self.bucket);
        let QueueEntry { number, before } = *self.entries.get(self.newest[slot] as usize)?;
        self.newest[slot] = before;
        if before == NONE {
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        }
        Some(number)
    }

    /// Returns the first bucket with an entry in a slot; `u64::MAX` if there is none.
    #[inline]
    fn next_bucket(&self) -> u64 {
        let slot = slot_of(self.bucket);
        let here = self.occupied[slot / 64] >> (slot % 64);
        if here != 0 {
            return self.bucket + u64::from(here.trailing_zeros());
        }
        let mut ahead = 64 - (slot % 64) as u64;
        for turn in 1..=SLOTS / 64 {
            let slots = self.occupied[(slot / 64 + turn) % (SLOTS / 64)];
            if slots != 0 {
                return self.bucket + ahead + u64::from(slots.trailing_zeros());
            }
            ahead += 64;
        }
        u64::MAX
    }

    /// Moves the slots on to the first bucket in `far`, and its entries into them.
    #[cold]
    fn fetch_far(&mut self) {
        self.bucket = self.first_far;
        self.beyond = self.bucket + SLOTS as u64;
        self.first_far = u64::MAX;
        let mut far = std::mem::take(&mut self.far);
        far.retain(|&(bucket, number)| {
            let is_near = bucket < self.beyond;
            if is_near {
                self.put(bucket, number);
            } else {
                self.first_far = self.first_far.min(bucket);
            }
            !is_near
        });
        self.far = far;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "slots are few")]
const fn slot_of(bucket: u64) -> usize {
    bucket as usize % SLOTS
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("nodes are counted in u32")
}

#[cfg(test)]
mod tests {
    use super::{BucketQueue, LARGE};
    use std::cmp::Reverse;

    /// Compares the queue with a plain list, for near and far priorities, and for some that fall.
    #[test]
    fn buckets_come_in_order_and_the_newest_of_each_first() {
        let mut random = 1_u64;
        let mut below = |n: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % n
        };
        let mut queue = BucketQueue::default();
        for round in 0..300 {
            let (shift, spread) = (3, [20, 3000, 100_000][round % 3]);
            let (mut now, mut known) = (below(1000), Vec::new());
            queue.begin(now, shift);
            for number in 0..1000 {
                if below(9) == 0 {
                    queue.grow_ahead();
                }
                if below(3) > 0 {
                    let priority = if round % 2 == 0 {
                        now + below(spread)
                    } else {
                        queue.step_back((now + below(spread)).saturating_sub(spread / 2))
                    };
                    queue.push(priority, number);
                    known.push((priority >> shift, number));
                } else {
                    let best = known.iter().map(|(bucket, _)| *bucket).min();
                    let newest =
                        best.and_then(|best| known.iter().rposition(|(bucket, _)| *bucket == best));
                    let wanted = newest.map(|at| known.remove(at));
                    let found = queue.pop();
                    assert_eq!(
                        found.map(|(floor, number)| (floor >> shift, number)),
                        wanted
                    );
                    now = found.map_or(now, |(floor, _)| floor.max(now));
                }
            }
        }
    }

    /// All entries were copied by one push, in the middle of some tick.
    #[test]
    fn no_push_between_slices_copies_the_entries() {
        let (mut queue, mut pushed) = (BucketQueue::default(), Vec::new());
        queue.begin(0, 0);
        for slice in 0..100 {
            queue.grow_ahead();
            let room = queue.entries.capacity();
            for number in slice * 2000..(slice + 1) * 2000 {
                let priority = u64::from(slice + number % 7);
                queue.push(priority, number);
                pushed.push((priority, Reverse(number)));
            }
            let is_small = queue.entries.capacity() <= 2 * LARGE;
            assert!(is_small || queue.entries.capacity() == room, "{slice}");
        }
        pushed.sort_unstable();
        for (priority, Reverse(number)) in pushed {
            assert_eq!(queue.pop(), Some((priority, number)));
        }
        assert_eq!(queue.pop(), None);
    }
}
