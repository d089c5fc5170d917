//! The data of a map that jump point search reads.

use std::ops::Range;

use super::bits::{Bits, STEPS};
use super::jump_ends::{JumpEnds, Lean};
use crate::{Cell, DiagonalRule, Grid, Movement};

/// The walkable cells of a map as rows and as columns, with the ends of all straight jumps.
///
/// The ends are those under one movement rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpGround<'a> {
    pub(super) rows: &'a Bits,
    pub(super) jumps: &'a JumpBits,
}

/// The part of [`JumpGround`] that a map makes for each movement rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JumpBits {
    columns: Bits,
    along_rows: JumpEnds,
    along_columns: JumpEnds,
}

/// A direction by its number clockwise from north; even numbers are straight.
pub(crate) type Heading = usize;

/// Jump bits under construction, made in pieces so that no call takes long.
#[derive(Debug)]
pub(crate) struct JumpMaking {
    /// Number of rows that have been copied to the columns.
    rows: usize,
    bits: JumpBits,
}

/// Words made in the time of an expansion, and expansions in the time of copying 64 × 64 cells.
const WORDS: usize = 3;
const COLUMNS: usize = 4;

impl JumpMaking {
    pub(super) fn new(rows: &Bits, movement: Movement) -> Self {
        let columns = rows.blank_columns();
        let along_rows = JumpEnds::new(rows.layout, movement, Lean::Higher);
        let along_columns = JumpEnds::new(columns.layout, movement, Lean::Lower);
        Self {
            rows: 0,
            bits: JumpBits {
                columns,
                along_rows,
                along_columns,
            },
        }
    }

    pub(super) fn movement(&self) -> Movement {
        self.bits.movement()
    }

    pub(super) const fn bytes(&self) -> usize {
        self.bits.bytes()
    }

    /// Continues for about `most` units of work; returns the units used and whether the bits are
    /// complete.
    ///
    /// A unit is the time of an expansion. Edits in between must be [followed](Self::follow).
    pub(super) fn advance(&mut self, grid: &Grid, rows: &Bits, most: u64) -> (u64, bool) {
        let JumpBits {
            columns,
            along_rows,
            along_columns,
        } = &mut self.bits;
        let mut taken = 0;
        while taken < most {
            if self.rows < grid.height() as usize {
                rows.transpose_into(columns, self.rows);
                self.rows += 64;
                taken += COLUMNS as u64 * u64::from(grid.width().div_ceil(64));
                continue;
            }
            let words = usize::try_from((most - taken).min(1 << 20))
                .map_or(usize::MAX, |units| units * WORDS);
            let before = along_rows.len() + along_columns.len();
            let is_left = along_rows.extend(rows, words) || along_columns.extend(columns, words);
            taken += ((along_rows.len() + along_columns.len() - before) / WORDS) as u64 + 1;
            if !is_left {
                return (taken, true);
            }
        }
        (taken, false)
    }

    /// Follows a cell that has changed in the grid and in the rows, as far as its bits are made.
    pub(super) fn follow(&mut self, rows: &Bits, grid: &Grid, cell: Cell) {
        let JumpBits {
            columns,
            along_rows,
            along_columns,
        } = &mut self.bits;
        if let Some(place) = rows.layout.place(cell) {
            along_rows.renew_around(rows, place);
        }
        // Later rows are copied as they are then.
        if (cell.y.cast_unsigned() as usize) < self.rows
            && let Some(place) = columns.layout.place(transposed(cell))
        {
            columns.set(place, grid.is_walkable(cell));
            along_columns.renew_around(columns, place);
        }
    }

    /// Makes what is missing.
    pub(super) fn finish(mut self, grid: &Grid, rows: &Bits) -> JumpBits {
        self.advance(grid, rows, u64::MAX);
        self.bits
    }
}

impl JumpBits {
    pub(super) fn new(grid: &Grid, rows: &Bits, movement: Movement) -> Self {
        JumpMaking::new(rows, movement).finish(grid, rows)
    }

    pub(super) fn movement(&self) -> Movement {
        self.along_rows.movement
    }

    pub(super) const fn bytes(&self) -> usize {
        self.columns.bytes() + self.along_rows.bytes() + self.along_columns.bytes()
    }

    /// Follows a cell that has changed in the grid and in the rows.
    #[inline]
    pub(super) fn follow(&mut self, rows: &Bits, grid: &Grid, cell: Cell) {
        let place = |bits: &Bits, cell| bits.layout.place(cell).expect("the cell lies inside");
        self.along_rows.follow(rows, place(rows, cell));
        let at = self.set_column(grid, cell);
        self.along_columns.follow(&self.columns, at);
    }

    /// Follows many cells that have changed in the grid and in the rows.
    ///
    /// A word of bits is made once for all of its cells.
    ///
    /// # Complexity
    /// O(changed cells + cells / 4096).
    pub(super) fn follow_all(
        &mut self,
        rows: &Bits,
        grid: &Grid,
        changed: impl Iterator<Item = Cell>,
    ) {
        let marks = |ends: &JumpEnds| vec![0_u64; ends.len().div_ceil(64)];
        let (mut in_rows, mut in_columns) = (marks(&self.along_rows), marks(&self.along_columns));
        for cell in changed {
            let place = rows.layout.place(cell).expect("the cell lies inside");
            JumpEnds::mark_dependent(rows, place, &mut in_rows);
            let place = self.set_column(grid, cell);
            JumpEnds::mark_dependent(&self.columns, place, &mut in_columns);
        }
        for_runs(&in_rows, |words| self.along_rows.renew(rows, words));
        for_runs(&in_columns, |words| {
            self.along_columns.renew(&self.columns, words);
        });
    }

    /// Updates a cell among the columns, and returns its place there.
    #[inline]
    fn set_column(&mut self, grid: &Grid, cell: Cell) -> usize {
        let at = self
            .columns
            .layout
            .place(transposed(cell))
            .expect("the cell lies inside");
        self.columns.set(at, grid.is_walkable(cell));
        at
    }
}

/// Visits the runs of marks, within words of them.
fn for_runs(marks: &[u64], mut visit: impl FnMut(Range<usize>)) {
    for (first, &word) in (0..).step_by(64).zip(marks) {
        let (mut left, mut at) = (word, first);
        while left != 0 {
            let gap = left.trailing_zeros();
            let run = (left >> gap).trailing_ones();
            at += gap as usize;
            visit(at..at + run as usize);
            at += run as usize;
            left = (left >> gap).checked_shr(run).unwrap_or(0);
        }
    }
}

/// Returns the cell with column and row exchanged.
const fn transposed(cell: Cell) -> Cell {
    Cell::new(cell.y, cell.x)
}

impl JumpGround<'_> {
    pub fn movement(&self) -> Movement {
        self.jumps.movement()
    }

    /// Returns the places of a cell inside the map.
    #[inline]
    pub fn places_of(&self, cell: Cell) -> CellPlaces {
        let row = self.rows.layout.place_inside(cell);
        CellPlaces {
            row,
            column: self.jumps.columns.layout.place_inside(transposed(cell)),
        }
    }

    /// Returns the place of a cell inside the map among the rows.
    #[inline]
    pub fn row_place(&self, cell: Cell) -> usize {
        self.rows.layout.place_inside(cell)
    }

    /// Returns the cell at a place inside the map among the rows.
    pub fn cell_of_row(&self, place: usize) -> Cell {
        self.rows.layout.cell(place)
    }

    /// Returns the number of places among the rows, those of walls around the map included.
    pub const fn row_places(&self) -> usize {
        self.rows.layout.len()
    }

    /// Returns the distance of a step in this direction among the rows.
    #[inline]
    pub const fn row_offset(&self, heading: Heading) -> isize {
        let (dx, dy) = STEPS[heading];
        dx + dy * self.rows.layout.stride.cast_signed()
    }

    /// Returns the walkable cells, 64 places among the rows to a word.
    pub fn walkable_rows(&self) -> &[u64] {
        self.rows.words()
    }

    /// Returns the walkable neighbours of a cell, a bit for each direction.
    #[inline]
    pub fn ring(&self, at: CellPlaces) -> u8 {
        self.rows.ring(at.row)
    }

    /// Returns `true` if a step is legal.
    #[inline]
    pub fn allows(&self, at: CellPlaces, heading: Heading) -> bool {
        let (dx, dy) = STEPS[heading];
        let along = dy * self.rows.layout.stride.cast_signed();
        let is_walkable = |by: isize| self.rows.get(at.row.wrapping_add_signed(by));
        is_walkable(dx + along)
            && (heading.is_multiple_of(2)
                || self
                    .movement()
                    .passes([is_walkable(dx), is_walkable(along)]))
    }

    /// Returns the cell `dx` columns and `dy` rows away.
    #[inline]
    pub fn moved(&self, at: CellPlaces, (dx, dy): (isize, isize)) -> CellPlaces {
        let row = at
            .row
            .wrapping_add_signed(dx + dy * self.rows.layout.stride.cast_signed());
        CellPlaces {
            row,
            column: at
                .column
                .wrapping_add_signed(dy + dx * self.jumps.columns.layout.stride.cast_signed()),
        }
    }

    /// Returns the number of legal steps of a diagonal scan, and whether it ends on a cell.
    ///
    /// It ends on the first cell with a ring for which `is_end` holds.
    #[expect(
        clippy::inline_always,
        reason = "what depends on the heading alone is known where it is called"
    )]
    #[inline(always)]
    pub fn sweep(
        &self,
        from: CellPlaces,
        heading: Heading,
        is_end: impl Fn(u8) -> bool,
    ) -> (u32, bool) {
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

    /// Returns the number of legal diagonal steps from a cell.
    #[expect(
        clippy::inline_always,
        reason = "what depends on the heading alone is known where it is called"
    )]
    #[inline(always)]
    fn diagonal_steps(&self, from: CellPlaces, heading: Heading) -> u32 {
        let (ends, mut place, stride) = self.diagonal_lanes(from, heading);
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

    /// Returns `true` if the next `steps` diagonal steps are legal.
    pub fn is_legal_diagonal(&self, from: CellPlaces, heading: Heading, steps: usize) -> bool {
        let (ends, place, stride) = self.diagonal_lanes(from, heading);
        if matches!(heading, 1 | 3) {
            (0..steps).all(|step| ends.has_diagonal(place + step * stride))
        } else {
            (1..=steps).all(|step| ends.has_diagonal(place - step * stride))
        }
    }

    /// Returns the lanes whose diagonal steps lead in a direction or back, the place of the cell
    /// there, and the distance of a step.
    #[inline]
    const fn diagonal_lanes(&self, at: CellPlaces, heading: Heading) -> (&JumpEnds, usize, usize) {
        let JumpBits {
            columns,
            along_rows,
            along_columns,
        } = self.jumps;
        // South-east and back lead into the next row; north-east and back into the next column.
        if heading % 4 == 3 {
            (along_rows, at.row, self.rows.layout.stride + 1)
        } else {
            (along_columns, at.column, columns.layout.stride - 1)
        }
    }

    /// Returns the columns or rows to the end of a straight jump, and whether that is a jump point.
    ///
    /// Otherwise the jump ends on a wall.
    #[inline]
    pub fn jump(&self, from: CellPlaces, heading: Heading) -> (i32, bool) {
        let (ends, place) = self.lanes(from, heading);
        let (end, is_jump_point) = ends.jump(place, is_higher(heading));
        (narrow(end.wrapping_sub(place).cast_signed()), is_jump_point)
    }

    /// Finds the ends of the straight jumps from each of `cells` cells, which lie one step apart.
    ///
    /// Calls `found` for each jump that ends on a jump point, with the number of the cell, from 1
    /// on, and the columns or rows that the jump leads on. Returns how far the farthest jump leads
    /// from the first cell, to a wall or not.
    #[expect(
        clippy::inline_always,
        reason = "what depends on the heading alone is known where it is called"
    )]
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
        let ([across, along], bits) = if heading % 4 == 2 {
            ([step.1, step.0], self.rows)
        } else {
            ([step.0, step.1], &self.jumps.columns)
        };
        let stride = along + across * bits.layout.stride.cast_signed();
        let is_higher = is_higher(heading);
        let (mut farthest, mut begin) = (0, 0);
        for number in 0..cells {
            let (end, is_jump_point) = ends.jump(place, is_higher);
            let by = end.wrapping_sub(place).cast_signed();
            farthest = if is_higher {
                farthest.max(begin + by)
            } else {
                farthest.min(begin + by)
            };
            begin += along;
            place = place.wrapping_add_signed(stride);
            if is_jump_point {
                found(number + 1, narrow(by));
            }
        }
        narrow(farthest)
    }

    /// Returns the lanes along a straight direction, and the place of the cell there.
    #[inline]
    const fn lanes(&self, at: CellPlaces, heading: Heading) -> (&JumpEnds, usize) {
        if heading % 4 == 2 {
            (&self.jumps.along_rows, at.row)
        } else {
            (&self.jumps.along_columns, at.column)
        }
    }

    /// Returns `true` if the next `steps` cells in a straight line are walkable.
    #[inline]
    pub fn is_walkable_line(&self, from: CellPlaces, heading: Heading, steps: usize) -> bool {
        let (bits, place) = if heading % 4 == 2 {
            (self.rows, from.row)
        } else {
            (&self.jumps.columns, from.column)
        };
        let first = if is_higher(heading) {
            place + 1
        } else {
            place - steps
        };
        bits.are_walkable(first, steps)
    }
}

/// Returns `true` if a straight direction leads to higher places: east or south.
#[inline]
const fn is_higher(heading: Heading) -> bool {
    matches!(heading, 2 | 4)
}

#[expect(clippy::cast_possible_truncation, reason = "sides of maps are small")]
const fn narrow(by: isize) -> i32 {
    by as i32
}

/// The places of a cell among the rows and among the columns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CellPlaces {
    row: usize,
    column: usize,
}

impl CellPlaces {
    /// Returns the place among the rows.
    #[inline]
    pub const fn row(self) -> usize {
        self.row
    }
}

#[cfg(test)]
mod tests {
    use super::{JumpBits, JumpMaking};
    use crate::{Cell, Grid, GridEdit, Map, Movement, TerrainId};

    /// Returns a function of numbers below its argument, the same ones in every run.
    fn numbers() -> impl FnMut(u32) -> i32 {
        let mut random = 1_u32;
        move |n| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((random >> 8) % n).cast_signed()
        }
    }

    #[test]
    fn bits_made_in_pieces_are_right_under_edits() {
        let mut below = numbers();
        for round in 0..120 {
            let movement = Movement::ALL[round % Movement::ALL.len()];
            let (width, height) = (1 + below(200), 1 + below(200));
            let mut map = Map::new(Grid::from_rows(&vec![
                &*".".repeat(
                    usize::try_from(width).unwrap()
                );
                usize::try_from(height).unwrap()
            ]));
            let mut pieces = 0;
            while !map
                .make_jump_ground(movement, 1 + u64::from(below(30).unsigned_abs()))
                .1
            {
                for _ in 0..below(6) {
                    let cell = Cell::new(below(width.unsigned_abs()), below(height.unsigned_abs()));
                    map.apply(&GridEdit::set(cell, TerrainId(u8::from(below(2) == 0))))
                        .unwrap();
                }
                pieces += 1;
            }
            let ground = map.jump_ground(movement);
            let wanted = JumpBits::new(map.grid(), ground.rows, movement);
            assert!(
                *ground.jumps == wanted,
                "{width} × {height} by {movement:?} in {pieces} pieces"
            );
            assert!(pieces > 0 || width * height < 10_000);
        }
    }

    /// The last piece once followed all edits since the first: 0.15 s on a map of 2048 × 2048.
    #[test]
    fn edits_leave_no_work_to_the_last_piece() {
        let row = ".".repeat(500);
        let mut map = Map::new(Grid::from_rows(&[&*row; 500]));
        let movement = Movement::default();
        while !map.make_jump_ground(movement, 100).1 {
            let wall = |at: i32| (Cell::new(at % 500, at * 37 % 500), TerrainId(1));
            map.apply(&GridEdit::of_cells((0..500).map(wall).collect()))
                .unwrap();
            let (mut others, unfinished) = map.jumps_making(movement);
            let (bits, rows) = (unfinished.bits.clone(), unfinished.rows);
            others.push(unfinished);
            let mut wanted = JumpMaking::new(&map.bits, movement);
            let words = |bits: &JumpBits| bits.along_rows.len() + bits.along_columns.len();
            while wanted.rows < rows || words(&wanted.bits) < words(&bits) {
                wanted.advance(&map.grid, &map.bits, 1);
            }
            assert!(wanted.bits == bits, "{rows} rows");
        }
    }

    #[test]
    fn patches_leave_bits_as_made_from_scratch() {
        let mut below = numbers();
        for round in 0..120 {
            let movement = Movement::ALL[round % Movement::ALL.len()];
            let (width, height) = (150 + below(200), 150 + below(200));
            let row = ".".repeat(usize::try_from(width).unwrap());
            let rows = vec![&*row; usize::try_from(height).unwrap()];
            let mut map = Map::new(Grid::from_rows(&rows));
            map.jump_ground(movement);
            for _ in 0..6 {
                // More cells than are followed one by one, fewer than are made from scratch.
                let [columns, rows] = [10 + below(8), 10 + below(8)];
                let corner = Cell::new(
                    below((width - columns).unsigned_abs()),
                    below((height - rows).unsigned_abs()),
                );
                let is_spread = below(4) == 0;
                let mut cells = Vec::new();
                for at in 0..columns * rows {
                    let cell = if is_spread {
                        Cell::new(below(width.unsigned_abs()), below(height.unsigned_abs()))
                    } else {
                        Cell::new(corner.x + at % columns, corner.y + at / columns)
                    };
                    cells.push((cell, TerrainId(u8::from(below(3) == 0))));
                }
                map.apply(&GridEdit::of_cells(cells)).unwrap();
                let ground = map.jump_ground(movement);
                let wanted = JumpBits::new(map.grid(), ground.rows, movement);
                assert!(
                    *ground.jumps == wanted,
                    "{width} × {height} by {movement:?}"
                );
            }
        }
    }
}
