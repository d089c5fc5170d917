//! The free neighbours of a cell that lead to each other without it.

use crate::map::bits::{BitLayout, STEPS};

/// Returns the cell at a place of the ring around another cell.
#[inline]
pub(super) fn beside(at: usize, place: usize, layout: BitLayout) -> usize {
    let (dx, dy) = STEPS[place];
    at.wrapping_add_signed(dy * layout.stride.cast_signed() + dx)
}

/// Returns one of each group of free neighbours that lead to each other within the ring.
///
/// Like `free`, the result has a bit for each place of the ring; it has at most four. A neighbour in the row of the
/// cell is preferred, as its label is next to that of the cell; a corner is chosen only if both cells beside the corner
/// are walls.
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

/// The results of [`sides`], by shape and free cells.
static SIDES: [[u8; 256]; 2] = [all_sides(false), all_sides(true)];

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
        let (next, after) = (free >> ((i + 1) % 8) & 1 == 1, free >> ((i + 2) % 8) & 1 == 1);
        let joined = if diagonal {
            // Two straight neighbours touch at the corner between them, whether that is free or not.
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
