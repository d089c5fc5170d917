//! Distances from one cell to all others, by Dijkstra's search in canonical order, in slices of
//! work.

use super::ends::Units;
use super::jumps::{START, successors_of};
use crate::map::{Heading, JumpGround};

/// A search that spreads from a cell, on a map that does not change.
///
/// A bucket holds the costs of a straight step, the cheapest one, so no cost in a bucket depends on
/// another one in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Wave {
    /// The cost to each place among the rows, [`FAR`] without one, and the directions in which it
    /// is reached.
    costs: Vec<u32>,
    arrivals: Vec<u8>,
    /// The walkable neighbours of each place, 0 where no wave has come yet: reused from wave to
    /// wave.
    rings: Vec<u8>,
    /// Places whose steps are not taken yet, each with its cost; the bucket in work, and the next
    /// ones.
    open: [Vec<Entry>; BUCKETS],
    first: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    place: u32,
    cost: u32,
    arrival: u8,
}

/// A cost above all others.
const FAR: u32 = u32::MAX;

/// The greatest cost from which steps are taken: their sum with a step fits.
const MOST: u32 = FAR / 2;

/// Number of buckets: a diagonal step costs at most two straight ones.
const BUCKETS: usize = 4;

impl Wave {
    pub fn bytes(&self) -> usize {
        let open: usize = self.open.iter().map(Vec::capacity).sum();
        let places = self.arrivals.capacity() + self.rings.capacity();
        self.costs.capacity() * size_of::<u32>() + places + open * size_of::<Entry>()
    }

    /// Begins at a place among the rows, on the same map as before.
    ///
    /// # Complexity
    /// O(cells).
    pub fn begin(&mut self, ground: JumpGround, place: usize) {
        let count = ground.walkable_rows().len() * 64;
        self.costs.clear();
        self.costs.resize(count, FAR);
        self.arrivals.clear();
        self.arrivals.resize(count, 0);
        self.rings.resize(count, 0);
        self.open.iter_mut().for_each(Vec::clear);
        self.first = 0;
        self.costs[place] = 0;
        self.open[0].push(Entry {
            place: narrow(place),
            cost: 0,
            arrival: narrow_heading(START),
        });
    }

    /// Takes the steps from at most `most` cells; returns `true` at the end.
    pub fn advance(&mut self, ground: JumpGround, units: Units, most: u64) -> bool {
        let (successors, offsets) = (successors_of(ground.movement()), ground.row_offsets());
        let mut taken = 0;
        while taken < most {
            let now = self.first as usize % BUCKETS;
            let Some(Entry {
                place,
                cost,
                arrival,
            }) = self.open[now].pop()
            else {
                self.first += 1;
                if self.open.iter().all(Vec::is_empty) {
                    return true;
                }
                continue;
            };
            let place = place as usize;
            if self.costs[place] != cost || cost > MOST {
                continue;
            }
            taken += 1;
            if self.rings[place] == 0 {
                self.rings[place] = ground.row_ring(place);
            }
            let mut left = successors[usize::from(arrival)][usize::from(self.rings[place])];
            while left != 0 {
                let heading = left.trailing_zeros() as Heading;
                left &= left - 1;
                let step = if heading.is_multiple_of(2) {
                    units.straight
                } else {
                    units.diagonal
                };
                let (next, cost) = (place.wrapping_add_signed(offsets[heading]), cost + step);
                let (known, arrivals) = (&mut self.costs[next], &mut self.arrivals[next]);
                if cost < *known {
                    (*known, *arrivals) = (cost, 0);
                }
                // Equally cheap paths can go on in different directions.
                if cost == *known && *arrivals >> heading & 1 == 0 {
                    *arrivals |= 1 << heading;
                    let entry = Entry {
                        place: narrow(next),
                        cost,
                        arrival: narrow_heading(heading),
                    };
                    self.open[(cost / units.straight) as usize % BUCKETS].push(entry);
                }
            }
        }
        false
    }

    /// Returns the cost to a place; `None` if no path leads there, or none that is short enough to
    /// be counted.
    pub fn cost(&self, place: usize) -> Option<u32> {
        Some(self.costs[place]).filter(|cost| *cost != FAR)
    }

    /// Returns `true` if all costs can be counted, once the search has ended.
    pub fn is_complete(&self) -> bool {
        self.costs.iter().all(|cost| *cost == FAR || *cost <= MOST)
    }
}

fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("places of maps with landmarks are counted in 32 bits")
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "there are eight directions"
)]
const fn narrow_heading(heading: Heading) -> u8 {
    heading as u8
}
