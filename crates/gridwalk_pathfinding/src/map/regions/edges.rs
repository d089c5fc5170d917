//! The surroundings of a cell that closes: which of its neighbours still lead to each other.
//!
//! Neighbours may lead to each other within the ring of eight cells around the closed cell.
//! Otherwise a walk along the walls around it finds out, without a visit to the cells that the
//! walls enclose.

use super::Budget;
use crate::map::bits::{BitLayout, Bits, STEPS};

/// A side of a free cell with a wall: the wall is on the right of an agent that walks along it.
#[derive(Clone, Copy, Debug, Default)]
struct WallSide {
    cell: usize,
    /// The direction of the walk, in quarters of a turn clockwise from north, with full turns.
    turns: usize,
}

impl WallSide {
    /// Moves on along the wall.
    ///
    /// There is no branch, since walls are unpredictable.
    #[inline]
    fn follow(&mut self, bits: &Bits, diagonal: bool) {
        let steps = [
            bits.layout.stride.wrapping_neg(),
            1,
            bits.layout.stride,
            usize::MAX,
        ];
        let heading = self.turns % 4;
        let right = (heading + 1) % 4;
        let ahead = self.cell.wrapping_add(steps[heading]);
        let around_the_corner = ahead.wrapping_add(steps[right]);
        let is_walkable = usize::from(bits.get(ahead));
        let turns =
            (is_walkable | usize::from(diagonal)) & usize::from(bits.get(around_the_corner));
        let moves = is_walkable | turns;
        let all_if = |one: usize| one.wrapping_neg();
        *self = Self {
            cell: self
                .cell
                .wrapping_add(steps[heading] & all_if(moves))
                .wrapping_add(steps[right] & all_if(turns)),
            // Right around a corner, left before a wall.
            turns: self.turns.wrapping_add(turns + moves).wrapping_sub(1),
        };
    }

    /// Returns `true` for the same side, walked along in the same direction.
    #[inline]
    const fn is_same_side(&self, other: Self) -> bool {
        self.cell == other.cell && self.turns % 4 == other.turns % 4
    }
}

/// A number of turns that walks begin with, as they may turn left more often than right.
const STRAIGHT: usize = 1 << 30;

/// The results of [`sides`], by shape and free cells.
static SIDES: [[u8; 256]; 2] = [all_sides(false), all_sides(true)];

/// Places around a closed cell that do not lead to each other without it.
pub(super) struct Apart {
    /// One of each group of places that lead to each other.
    pub sides: u8,
    /// The place of a group whose patch is surrounded by the walls at the closed cell, if known.
    pub enclosed: Option<usize>,
}

/// Finds the groups of places that lead to each other without the closed cell.
///
/// `ring` has a bit for each place around the closed cell. `None` if the walk exceeds the budget.
///
/// All walls that touch the cell form one wall with it, and where one patch touches one wall its
/// edge is a single closed line (Rosenfeld, "Adjacency in digital pictures", 1974). So a walk along
/// the wall from one place leads to the next place of the same patch, or back if there is none. The
/// walks from all places advance in turns until one is left.
///
/// # Complexity
/// O(n) for the n steps along the edge from each place to the next, without the longest of these
/// stretches.
pub(super) fn apart(
    bits: &Bits,
    closed: usize,
    ring: u8,
    diagonal: bool,
    budget: &mut Budget,
) -> Option<Apart> {
    let mut starts = [WallSide::default(); 4];
    for (start, place) in starts.iter_mut().zip(places(ring)) {
        // Beside a straight neighbour the wall is the closed cell; past a corner it is the next
        // cell of the ring.
        *start = WallSide {
            cell: beside(closed, place, bits.layout),
            turns: STRAIGHT + place / 2 + 1,
        };
    }
    let count = ring.count_ones() as usize;
    let (mut walks, mut groups) = (starts, [0, 1, 2, 3]);
    let mut walking = (1_u8 << count) - 1;
    let mut enclosed = None;
    while walking.count_ones() > 1 {
        budget.spend(count)?;
        for i in places(walking) {
            walks[i].follow(bits, diagonal);
            let is_there = |start: &WallSide| start.is_same_side(walks[i]);
            if let Some(there) = starts[..count].iter().position(is_there) {
                walking &= !(1 << i);
                let (a, b) = (groups[i], groups[there]);
                groups = groups.map(|group| if group == a.max(b) { a.min(b) } else { group });
                if there == i {
                    // A wall on the right that turns left surrounds the patch.
                    let is_inside = walks[i].turns < starts[i].turns;
                    if is_inside {
                        enclosed = Some(i);
                    } else if count == 2 {
                        enclosed = Some(1 - i);
                    }
                }
            }
        }
    }
    let first_of_group = places(ring).enumerate().filter(|&(i, _)| groups[i] == i);
    Some(Apart {
        enclosed: enclosed.and_then(|i| places(ring).nth(i)),
        sides: first_of_group.fold(0, |set, (_, place)| set | 1 << place),
    })
}

/// Returns the cell at a place of the ring around another cell.
#[inline]
pub(super) fn beside(at: usize, place: usize, layout: BitLayout) -> usize {
    let (dx, dy) = STEPS[place];
    at.wrapping_add_signed(dy * layout.stride.cast_signed() + dx)
}

/// Returns one of each group of free neighbours that lead to each other within the ring.
///
/// Like `free`, the result has a bit for each place of the ring; it has at most four. A neighbour
/// in the row of the cell is preferred, as its label is next to that of the cell; a corner is
/// chosen only if both cells beside the corner are walls.
#[inline]
pub(super) const fn sides(free: u8, diagonal: bool) -> u8 {
    SIDES[diagonal as usize][free as usize]
}

/// Returns the places of the ring that are set.
pub(super) fn places(mut set: u8) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (place < 8).then_some(place)
    })
}

const fn all_sides(diagonal: bool) -> [u8; 256] {
    let mut all = [0; 256];
    let mut free = 0;
    while free < 256 {
        all[free] = one_of_each_group(free, diagonal);
        free += 1;
    }
    all
}

const fn one_of_each_group(free: usize, diagonal: bool) -> u8 {
    // Only neighbours that lead to the cell count; corners of the ring join them, or not.
    let step = if diagonal { 1 } else { 2 };
    let (mut sides, mut group, mut i) = (0, 0, 0);
    // Twice around, as the first pass may begin in the middle of a group.
    while i < 16 {
        let (next, after) = (
            free >> ((i + 1) % 8) & 1 == 1,
            free >> ((i + 2) % 8) & 1 == 1,
        );
        let joined = if diagonal {
            // Two straight neighbours touch at the corner between them, whether that is free or
            // not.
            next || (i % 2 == 0 && after)
        } else {
            next && after
        };
        if free >> (i % 8) & 1 == 1 {
            group |= 1 << (i % 8);
            if !joined {
                sides = if i < 8 { sides } else { sides | one_of(group) };
                group = 0;
            }
        }
        i += step;
    }
    // A ring without a gap is one group without an end.
    if sides == 0 { one_of(group) } else { sides }
}

const fn one_of(group: u8) -> u8 {
    let (east_or_west, straight) = (group & 0b0100_0100, group & 0b0101_0101);
    let best = if east_or_west != 0 {
        east_or_west
    } else if straight != 0 {
        straight
    } else {
        group
    };
    best & best.wrapping_neg()
}
