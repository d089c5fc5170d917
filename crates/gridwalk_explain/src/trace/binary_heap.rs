//! The open list as a binary heap that counts comparisons.
//!
//! An insertion compares on its way up, a removal on its way down.

/// The number of comparisons that a heap has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapComparisons {
    /// Comparisons of cells on their way up: at their insertion, and when they get a cheaper path.
    pub up: u64,
    /// Comparisons of the last cell on its way down, after it has taken the place of the expanded one.
    pub down: u64,
}

/// A binary heap of ranks, smallest on top, that counts its comparisons (Williams 1964).
pub(super) struct CountingHeap {
    ranks: Vec<usize>,
    /// Index in `ranks` by rank.
    places: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl CountingHeap {
    /// Creates a heap for ranks below `count`.
    pub fn new(count: usize) -> Self {
        Self { ranks: Vec::new(), places: vec![NOWHERE; count] }
    }

    /// Returns all ranks: the top, the two below it, the four below those, and so on.
    pub fn ranks(&self) -> &[usize] {
        &self.ranks
    }

    /// Inserts a rank; returns its comparisons on the way up.
    pub fn insert(&mut self, rank: usize) -> u32 {
        self.ranks.push(rank);
        self.rise(self.ranks.len() - 1)
    }

    /// Replaces a rank of the heap by another one; returns the number of comparisons.
    pub fn change(&mut self, old: usize, new: usize) -> u32 {
        let place = std::mem::replace(&mut self.places[old], NOWHERE) as usize;
        self.ranks[place] = new;
        let up = self.rise(place);
        // A higher cost, which only corrections have, moves down.
        up + if new > old { self.sink(self.places[new] as usize) } else { 0 }
    }

    /// Removes a rank; returns the comparisons that close the gap.
    pub fn remove(&mut self, rank: usize) -> u32 {
        let place = std::mem::replace(&mut self.places[rank], NOWHERE) as usize;
        let last = self.ranks.pop().expect("the rank is in the heap");
        if place == self.ranks.len() {
            return 0;
        }
        self.ranks[place] = last;
        self.places[last] = number(place);
        let down = self.sink(place);
        // If a rank other than the top was removed, the last one may belong further up.
        if place > 0 && self.places[last] as usize == place { down + self.rise(place) } else { down }
    }

    fn rise(&mut self, from: usize) -> u32 {
        let (mut place, mut compared) = (from, 0);
        let rank = self.ranks[from];
        while place > 0 {
            let parent = (place - 1) / 2;
            compared += 1;
            if self.ranks[parent] < rank {
                break;
            }
            self.put(place, self.ranks[parent]);
            place = parent;
        }
        self.put(place, rank);
        compared
    }

    fn sink(&mut self, from: usize) -> u32 {
        let (mut place, mut compared) = (from, 0);
        let rank = self.ranks[from];
        loop {
            let children = 2 * place + 1..(2 * place + 3).min(self.ranks.len());
            compared += number(children.len());
            let Some(least) = children.min_by_key(|child| self.ranks[*child]) else { break };
            if rank < self.ranks[least] {
                break;
            }
            self.put(place, self.ranks[least]);
            place = least;
        }
        self.put(place, rank);
        compared
    }

    fn put(&mut self, place: usize, rank: usize) {
        self.ranks[place] = rank;
        self.places[rank] = number(place);
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).expect("lists are shorter than traces")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_comes_first_and_nothing_is_lost() {
        let count = 500;
        let mut heap = CountingHeap::new(count);
        // Every rank once, shuffled.
        let shuffled: Vec<usize> = (0..count).map(|i| i * 337 % count).collect();
        let mut compared = 0;
        for &rank in &shuffled[..count - 100] {
            compared += heap.insert(rank);
        }
        assert!((399..400 * 9).contains(&compared), "{compared}");
        for (old, new) in shuffled[..100].iter().zip(&shuffled[count - 100..]) {
            heap.change(*old, *new);
        }
        let mut left: Vec<_> = shuffled[100..].to_vec();
        heap.remove(left.swap_remove(7));
        left.sort_unstable();
        for rank in left {
            assert_eq!(heap.ranks[0], rank);
            heap.remove(rank);
        }
        assert!(heap.ranks.is_empty() && heap.places.iter().all(|place| *place == NOWHERE));
    }

    #[test]
    fn one_that_belongs_on_top_is_compared_at_every_level() {
        let mut heap = CountingHeap::new(8);
        for rank in 1..8 {
            assert_eq!(heap.insert(rank), u32::from(rank > 1), "larger ones stay where they are put");
        }
        assert_eq!(heap.insert(0), 3);
        assert_eq!(heap.remove(0), 4, "two children at each of two levels");
    }
}
