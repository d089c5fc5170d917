//! A map as jump point search looks at it.

use super::bits::{Bits, STEPS};
use super::jump_ends::{JumpEnds, Lean};
use super::tiles::TileVersions;
use crate::{Cell, DiagonalRule, Grid, Movement, Rect, Revision};

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

/// Jump bits that are made bit by bit, so that whoever has little time at once can have them too.
#[derive(Debug)]
pub(crate) struct JumpMaking {
    /// From here on edits are not in it.
    revision: Revision,
    /// Of so many rows the columns are there.
    rows: usize,
    bits: JumpBits,
}

/// In the time of an expansion so many words are made, or a part of so many of the columns of 64 × 64 cells.
const WORDS: usize = 3;
const COLUMNS: usize = 4;

impl JumpMaking {
    pub(super) fn new(grid: &Grid, rows: &Bits, movement: Movement) -> Self {
        let columns = rows.blank_columns();
        let along_rows = JumpEnds::new(rows.layout, movement, Lean::Higher);
        let along_columns = JumpEnds::new(columns.layout, movement, Lean::Lower);
        Self { revision: grid.revision(), rows: 0, bits: JumpBits { columns, along_rows, along_columns } }
    }

    pub(super) fn movement(&self) -> Movement {
        self.bits.movement()
    }

    /// Goes on for the time of so many expansions: how many it took, and whether the bits are there. Edits in between are
    /// followed in the end.
    pub(super) fn advance(&mut self, grid: &Grid, rows: &Bits, tiles: &TileVersions, most: u64) -> (u64, bool) {
        let JumpBits { columns, along_rows, along_columns } = &mut self.bits;
        let mut taken = 0;
        while taken < most {
            if self.rows < grid.height() as usize {
                rows.transpose_into(columns, self.rows);
                self.rows += 64;
                taken += COLUMNS as u64 * u64::from(grid.width().div_ceil(64));
                continue;
            }
            let words = usize::try_from((most - taken).min(1 << 20)).map_or(usize::MAX, |units| units * WORDS);
            let before = along_rows.len() + along_columns.len();
            let is_left = along_rows.extend(rows, words) || along_columns.extend(columns, words);
            taken += ((along_rows.len() + along_columns.len() - before) / WORDS) as u64 + 1;
            if !is_left {
                self.catch_up(grid, rows, tiles);
                return (taken, true);
            }
        }
        (taken, false)
    }

    fn catch_up(&mut self, grid: &Grid, rows: &Bits, tiles: &TileVersions) {
        if self.revision == grid.revision() {
            return;
        }
        let changed = || tiles.changed_since(self.revision).flat_map(Rect::cells);
        // What depends on a cell is found on columns that are all right.
        for cell in changed() {
            self.bits.set_column(grid, cell);
        }
        for cell in changed() {
            self.bits.follow(rows, grid, cell);
        }
    }

    pub(super) fn into_bits(self) -> JumpBits {
        self.bits
    }
}

impl JumpBits {
    pub(super) fn new(grid: &Grid, rows: &Bits, movement: Movement, tiles: &TileVersions) -> Self {
        let mut making = JumpMaking::new(grid, rows, movement);
        making.advance(grid, rows, tiles, u64::MAX);
        making.into_bits()
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

    /// Makes a cell among the columns what it is, and says where that is.
    #[inline]
    fn set_column(&mut self, grid: &Grid, cell: Cell) -> usize {
        let at = self.columns.layout.place(transposed(cell)).expect("the cell lies inside");
        self.columns.set(at, grid.is_walkable(cell));
        at
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
        let row = self.rows.layout.place_inside(cell);
        CellPlaces { row, column: self.jumps.columns.layout.place_inside(transposed(cell)) }
    }

    /// Which of the cells around one can be stood on, a bit for each heading.
    #[inline]
    pub fn ring(&self, at: CellPlaces) -> u8 {
        self.rows.ring(at.row)
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
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CellPlaces {
    row: usize,
    column: usize,
}

#[cfg(test)]
mod tests {
    use super::JumpBits;
    use crate::{Cell, Grid, GridEdit, Map, Movement, TerrainId};

    #[test]
    fn bits_that_are_made_in_pieces_are_right_whatever_is_edited_in_between() {
        let mut random = 1_u32;
        let mut below = |n: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((random >> 8) % n).cast_signed()
        };
        for round in 0..120 {
            let movement = Movement::ALL[round % Movement::ALL.len()];
            let (width, height) = (1 + below(200), 1 + below(200));
            let mut map = Map::new(Grid::from_rows(&vec![
                &*".".repeat(usize::try_from(width).unwrap());
                usize::try_from(height).unwrap()
            ]));
            let (mut making, mut pieces) = (None, 0);
            while !map.make_jump_ground(movement, &mut making, 1 + u64::from(below(30).unsigned_abs())).1 {
                for _ in 0..below(6) {
                    let cell = Cell::new(below(width.unsigned_abs()), below(height.unsigned_abs()));
                    map.apply(&GridEdit::set(cell, TerrainId(u8::from(below(2) == 0)))).unwrap();
                }
                pieces += 1;
            }
            let ground = map.jump_ground(movement);
            let wanted = JumpBits::new(map.grid(), ground.rows, movement, map.tiles());
            assert!(*ground.jumps == wanted, "{width} × {height} by {movement:?} in {pieces} pieces");
            assert!(pieces > 0 || width * height < 10_000);
        }
    }
}
