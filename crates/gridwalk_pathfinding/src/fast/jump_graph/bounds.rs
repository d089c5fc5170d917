//! Rectangles of cells, each packed in one word, whose sides are compared in parallel.

use crate::{Cell, Grid};

/// A rectangle of cells: its first column and row, and its last ones, counted from a far end.
///
/// The far end is the same for all maps. So a smaller number makes a larger rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds(u64);

/// A cell and those near it, as upper bounds for the numbers of a rectangle that contains one.
#[derive(Clone, Copy, Debug)]
pub struct Target(u64);

/// The highest bits of four numbers, 0 in all of them, so that one subtraction handles all four.
const HIGHEST: u64 = 0x8000_8000_8000_8000;

/// The greatest number.
const MOST: i32 = 0x7FFF;

const _: () = assert!(Grid::MAX_SIDE < MOST.cast_unsigned(), "cells of maps have room");

impl Bounds {
    /// Returns all cells between two corners, which do not count and can lie outside the map.
    pub fn between(first: Cell, last: Cell) -> Self {
        Self(join([first.x + 1, first.y + 1, MOST + 1 - last.x, MOST + 1 - last.y]))
    }

    /// Returns the two corners, which do not count.
    pub fn corners(self) -> [Cell; 2] {
        let [left, top, right, bottom] = split(self.0);
        [Cell::new(left - 1, top - 1), Cell::new(MOST + 1 - right, MOST + 1 - bottom)]
    }

    /// Returns the smallest rectangle that contains both.
    pub fn around(self, other: Self) -> Self {
        let (one, other) = (split(self.0), split(other.0));
        Self(join([0, 1, 2, 3].map(|side| one[side].min(other[side]))))
    }

    pub const fn from_word(word: u64) -> Self {
        Self(word)
    }

    pub const fn word(self) -> u64 {
        self.0
    }

    /// Returns `true` if a cell of the target may lie in the rectangle.
    #[inline]
    pub const fn may_hold(self, target: Target) -> bool {
        ((target.0 | HIGHEST) - self.0) & HIGHEST == HIGHEST
    }
}

impl Target {
    /// Creates the target of a cell and all cells within `reach` columns and rows of it.
    pub fn new(cell: Cell, reach: u32) -> Self {
        let reach = i32::try_from(reach).unwrap_or(MOST).min(MOST);
        let numbers = [cell.x + reach, cell.y + reach, MOST - (cell.x - reach), MOST - (cell.y - reach)];
        Self(join(numbers))
    }
}

/// Packs four numbers; a side farther out than any map counts as just outside.
fn join(numbers: [i32; 4]) -> u64 {
    let bits = |number: i32| u64::from(number.clamp(0, MOST).cast_unsigned());
    numbers.into_iter().rev().fold(0, |word, number| word << 16 | bits(number))
}

fn split(word: u64) -> [i32; 4] {
    [0, 16, 32, 48].map(|shift| i32::try_from(word >> shift & 0x7FFF).expect("15 bits"))
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Target};
    use crate::{Cell, Grid};

    #[test]
    fn a_rectangle_may_hold_a_target_that_it_touches_and_no_other() {
        let mut random = 1_u32;
        let mut below = |n: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((random >> 8) % n).cast_signed()
        };
        let mut held = 0;
        for round in 0..100_000 {
            let side = [12, Grid::MAX_SIDE][round % 2];
            let mut cell = || Cell::new(below(side), below(side));
            let [one, other, goal] = [cell(), cell(), cell()];
            let reach = below([1, 4, side, u32::MAX][round / 2 % 4]).cast_unsigned();
            let (first, last) = (
                Cell::new(one.x.min(other.x) - 1, one.y.min(other.y) - 1),
                Cell::new(one.x.max(other.x) + 1, one.y.max(other.y) + 1),
            );
            let bounds = Bounds::between(first, last);
            assert_eq!(bounds.corners(), [first, last]);
            let touches = |least: i32, most: i32, at: i32| {
                let reach = i64::from(reach);
                i64::from(at) + reach > least.into() && i64::from(at) - reach < most.into()
            };
            let touches = touches(first.x, last.x, goal.x) && touches(first.y, last.y, goal.y);
            assert_eq!(bounds.may_hold(Target::new(goal, reach)), touches, "{bounds:?} {goal} {reach}");
            held += u32::from(touches);
        }
        assert!(held > 20_000, "{held}");
    }
}
