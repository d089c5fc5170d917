//! Walls around a closed cell: a walk along them finds the neighbours that still lead to each other.
//!
//! The cells that the walls enclose are not visited.

use super::budget::Budget;
use super::sides::{beside, places};
use crate::map::bits::Bits;

/// A side of a free cell with a wall: the wall is on the right of an agent that walks in `heading`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct WallSide {
    cell: usize,
    /// The direction of the walk, in quarters of a turn clockwise from north.
    heading: usize,
}

impl WallSide {
    /// Moves on along the wall.
    #[inline]
    fn follow(&mut self, bits: &Bits, diagonal: bool) {
        let steps = [bits.layout.stride.wrapping_neg(), 1, bits.layout.stride, usize::MAX];
        let right = (self.heading + 1) % 4;
        let ahead = self.cell.wrapping_add(steps[self.heading]);
        let around_the_corner = ahead.wrapping_add(steps[right]);
        let is_walkable = bits.get(ahead);
        if (is_walkable || diagonal) && bits.get(around_the_corner) {
            *self = Self { cell: around_the_corner, heading: right };
        } else if is_walkable {
            self.cell = ahead;
        } else {
            self.heading = (self.heading + 3) % 4;
        }
    }
}

/// Returns one of each group of places that lead to each other without the closed cell.
///
/// `ring` has a bit for each place around the closed cell. `None` if the walk exceeds the budget.
///
/// All walls that touch the cell form one wall with it, and where one patch touches one wall its edge is a single
/// closed line (Rosenfeld, "Adjacency in digital pictures", 1974). So a walk along the wall from one place leads to the
/// next place of the same patch, or back if there is none. The walks from all places advance in turns until one is
/// left.
///
/// # Complexity
/// O(n) for the n steps along the edge from each place to the next, without the longest of these stretches.
pub(super) fn apart(bits: &Bits, closed: usize, ring: u8, diagonal: bool, budget: &mut Budget) -> Option<u8> {
    let mut starts = [WallSide::default(); 4];
    for (start, place) in starts.iter_mut().zip(places(ring)) {
        // Beside a straight neighbour the wall is the closed cell; past a corner it is the next cell of the ring.
        *start = WallSide { cell: beside(closed, place, bits.layout), heading: (place / 2 + 1) % 4 };
    }
    let count = ring.count_ones() as usize;
    let (mut sides, mut groups) = (starts, [0, 1, 2, 3]);
    let mut walking = (1_u8 << count) - 1;
    while walking.count_ones() > 1 {
        budget.spend(count)?;
        for i in places(walking) {
            sides[i].follow(bits, diagonal);
            if let Some(there) = starts[..count].iter().position(|start| *start == sides[i]) {
                walking &= !(1 << i);
                let (a, b) = (groups[i], groups[there]);
                groups = groups.map(|group| if group == a.max(b) { a.min(b) } else { group });
            }
        }
    }
    let first_of_group = places(ring).enumerate().filter(|&(i, _)| groups[i] == i);
    Some(first_of_group.fold(0, |set, (_, place)| set | 1 << place))
}
