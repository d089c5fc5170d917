//! The 64 cells around one as bits: whether its neighbours lead to each other nearby is asked of all at once.

use super::sides::{RING, places};
use crate::pathfinding::Cell;

/// The free cells around one, a bit for each, row by row.
#[derive(Clone, Copy, Default)]
pub(super) struct Window(u64);

/// So many columns are left of the cell, and so many rows above it.
const BEFORE: i32 = 3;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

impl Window {
    /// Columns, and rows.
    pub const SIDE: i32 = 8;

    /// Column and row of the first cell of the window around a cell.
    pub const fn corner(cell: Cell) -> (i32, i32) {
        (cell.x - BEFORE, cell.y - BEFORE)
    }

    /// Says which cells of a row are free, from a column on.
    #[inline]
    pub fn add_row(&mut self, column: i32, row: i32, free: impl Iterator<Item = bool>) {
        let bits = free.enumerate().fold(0, |bits, (at, is_free)| bits | u64::from(is_free) << at);
        self.0 |= bits << (row * Self::SIDE + column);
    }

    /// Of these places of the ring around the cell, one of each group that lead to each other inside the window.
    pub fn sides(self, ring: u8, diagonal: bool) -> u8 {
        let (mut sides, mut reached) = (0, 0);
        for place in places(ring) {
            let (dx, dy) = RING[place];
            let here = 1 << ((BEFORE + dy) * Self::SIDE + BEFORE + dx);
            if reached & here == 0 {
                sides |= 1 << place;
                reached |= self.flood(here, diagonal);
            }
        }
        sides
    }

    /// The free cells that can be reached from this one.
    const fn flood(self, from: u64, diagonal: bool) -> u64 {
        let mut reached = from;
        loop {
            let wide = reached | (reached << 1 & !FIRST_COLUMN) | (reached >> 1 & !LAST_COLUMN);
            let tall = if diagonal { wide } else { reached };
            let next = (wide | tall << Self::SIDE | tall >> Self::SIDE) & self.0;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}
