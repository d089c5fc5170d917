//! A map as jump point search looks at it.

use super::bits::{Bits, STEPS};
use super::jump_ends::{JumpEnds, Lean};
use crate::{Cell, DiagonalRule, Grid, Movement};

/// A map's walkable cells as rows and as columns, with the ends of all straight jumps under one movement rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpGround<'a> {
    pub(super) rows: &'a Bits,
    pub(super) jumps: &'a JumpBits,
}

/// What of it is not kept anyway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JumpBits {
    columns: Bits,
    along_rows: JumpEnds,
    along_columns: JumpEnds,
}

/// A direction by its number clockwise from north: even ones are straight.
pub(crate) type Heading = usize;

impl JumpBits {
    pub(super) fn new(rows: &Bits, movement: Movement) -> Self {
        let columns = rows.transposed();
        let (along_rows, along_columns) =
            (JumpEnds::new(rows, movement, Lean::Higher), JumpEnds::new(&columns, movement, Lean::Lower));
        Self { columns, along_rows, along_columns }
    }

    pub(super) fn movement(&self) -> Movement {
        self.along_rows.movement
    }

    /// Follows a cell that has changed in the grid and in the rows.
    #[inline]
    pub(super) fn follow(&mut self, rows: &Bits, grid: &Grid, cell: Cell) {
        let place = |bits: &Bits, cell| bits.layout.place(cell).expect("the cell lies inside");
        self.along_rows.follow(rows, place(rows, cell));
        let at = place(&self.columns, transposed(cell));
        self.columns.set(at, grid.is_walkable(cell));
        self.along_columns.follow(&self.columns, at);
    }
}

/// The cell in the map whose columns are the rows of this one.
const fn transposed(cell: Cell) -> Cell {
    Cell::new(cell.y, cell.x)
}

impl JumpGround<'_> {
    pub fn movement(&self) -> Movement {
        self.jumps.movement()
    }

    /// The places of a cell that lies inside.
    #[inline]
    pub fn places_of(&self, cell: Cell) -> CellPlaces {
        let column = self.jumps.columns.layout.place(transposed(cell)).expect("the cell lies inside");
        CellPlaces { row: self.rows.layout.place(cell).expect("the cell lies inside"), column }
    }

    /// Which of the cells around one can be stood on, a bit for each heading.
    #[inline]
    fn ring(&self, at: CellPlaces) -> u8 {
        self.rows.ring(at.row)
    }

    /// Whether the next cell in a direction can be stood on.
    #[inline]
    pub fn is_walkable(&self, at: CellPlaces, heading: Heading) -> bool {
        let (dx, dy) = STEPS[heading];
        self.rows.get(at.row.wrapping_add_signed(dx + dy * self.rows.layout.stride.cast_signed()))
    }

    /// Whether a step is legal.
    #[inline]
    pub fn allows(&self, at: CellPlaces, heading: Heading) -> bool {
        let (dx, dy) = STEPS[heading];
        let along = dy * self.rows.layout.stride.cast_signed();
        let is_walkable = |by: isize| self.rows.get(at.row.wrapping_add_signed(by));
        is_walkable(dx + along)
            && (heading.is_multiple_of(2) || self.movement().passes([is_walkable(dx), is_walkable(along)]))
    }

    /// The cell so many columns and rows on.
    #[inline]
    pub fn moved(&self, at: CellPlaces, (dx, dy): (isize, isize)) -> CellPlaces {
        let row = at.row.wrapping_add_signed(dx + dy * self.rows.layout.stride.cast_signed());
        CellPlaces {
            row,
            column: at.column.wrapping_add_signed(dy + dx * self.jumps.columns.layout.stride.cast_signed()),
        }
    }

    /// How many steps of a sweep are legal from a cell, until one leads to a cell on which it ends: how many, and whether
    /// there is such a cell.
    #[expect(clippy::inline_always, reason = "what depends on the heading alone is known where it is called")]
    #[inline(always)]
    pub fn sweep(&self, from: CellPlaces, heading: Heading, is_end: impl Fn(u8) -> bool) -> (u32, bool) {
        if self.movement() == Movement::Eight(DiagonalRule::OnlyIfNoObstacles) {
            return (self.diagonal_steps(from, heading), false);
        }
        let (mut at, mut steps) = (from, 0);
        while self.allows(at, heading) {
            at = self.moved(at, STEPS[heading]);
            steps += 1;
            if is_end(self.ring(at)) {
                return (steps, true);
            }
        }
        (steps, false)
    }

    /// How many diagonal steps are legal from a cell.
    #[expect(clippy::inline_always, reason = "what depends on the heading alone is known where it is called")]
    #[inline(always)]
    fn diagonal_steps(&self, from: CellPlaces, heading: Heading) -> u32 {
        let JumpBits { columns, along_rows, along_columns } = self.jumps;
        // South-east and back into the next row; north-east and back into the next column.
        let (ends, mut place, stride) = if heading % 4 == 3 {
            (along_rows, from.row, self.rows.layout.stride + 1)
        } else {
            (along_columns, from.column, columns.layout.stride - 1)
        };
        let mut steps = 0;
        if matches!(heading, 1 | 3) {
            while ends.has_diagonal(place) {
                place += stride;
                steps += 1;
            }
        } else {
            while ends.has_diagonal(place - stride) {
                place -= stride;
                steps += 1;
            }
        }
        steps
    }

    /// Where the straight jump from a cell ends: how many columns or rows on, and whether that is a jump point. Else it is
    /// a wall.
    #[inline]
    pub fn jump(&self, from: CellPlaces, heading: Heading) -> (i32, bool) {
        let (ends, place) = self.lanes(from, heading);
        let (end, is_jump_point) = ends.jump(place, is_higher(heading));
        (narrow(end.wrapping_sub(place).cast_signed()), is_jump_point)
    }

    /// Where straight jumps end from each of so many cells, which lie one step apart. Reports the jumps that end on a jump
    /// point: the number of the cell, from 1 on, and how many columns or rows the jump leads on. The result is how far
    /// the farthest jump leads from the first cell, to a wall or not.
    #[expect(clippy::inline_always, reason = "what depends on the heading alone is known where it is called")]
    #[inline(always)]
    pub fn jumps(
        &self,
        from: CellPlaces,
        step: (isize, isize),
        cells: u32,
        heading: Heading,
        mut found: impl FnMut(u32, i32),
    ) -> i32 {
        let (ends, mut place) = self.lanes(from, heading);
        let ([across, along], bits) =
            if heading % 4 == 2 { ([step.1, step.0], self.rows) } else { ([step.0, step.1], &self.jumps.columns) };
        let stride = along + across * bits.layout.stride.cast_signed();
        let is_higher = is_higher(heading);
        let (mut farthest, mut begin) = (0, 0);
        for number in 0..cells {
            let (end, is_jump_point) = ends.jump(place, is_higher);
            let by = end.wrapping_sub(place).cast_signed();
            farthest = if is_higher { farthest.max(begin + by) } else { farthest.min(begin + by) };
            begin += along;
            place = place.wrapping_add_signed(stride);
            if is_jump_point {
                found(number + 1, narrow(by));
            }
        }
        narrow(farthest)
    }

    /// The lanes in which a straight direction runs, and the place of the cell there.
    #[inline]
    const fn lanes(&self, at: CellPlaces, heading: Heading) -> (&JumpEnds, usize) {
        if heading % 4 == 2 { (&self.jumps.along_rows, at.row) } else { (&self.jumps.along_columns, at.column) }
    }

    /// Whether so many cells in a straight line behind this one can be stood on.
    #[inline]
    pub fn is_walkable_line(&self, from: CellPlaces, heading: Heading, steps: usize) -> bool {
        let (bits, place) = if heading % 4 == 2 { (self.rows, from.row) } else { (&self.jumps.columns, from.column) };
        let first = if is_higher(heading) { place + 1 } else { place - steps };
        bits.are_walkable(first, steps)
    }
}

/// Whether a straight direction leads to higher places: east and south.
#[inline]
const fn is_higher(heading: Heading) -> bool {
    matches!(heading, 2 | 4)
}

#[expect(clippy::cast_possible_truncation, reason = "sides of maps are small")]
const fn narrow(by: isize) -> i32 {
    by as i32
}

/// A cell by its places among the rows and among the columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellPlaces {
    row: usize,
    column: usize,
}
