//! Where straight jumps end, as bits: what a scan finds in one word is the answer for 64 cells.
//!
//! Block scanning is due to Harabor and Grastien, "Improving jump point search" (2014). A jump ends before a wall, or
//! on a cell with a forced neighbour: one that no canonical path reaches without it. Which those are under each
//! movement rule is said where jump point search is written for all to watch, in `search/jump_points.rs`.

use super::bits::{Bits, STEPS};
use crate::{Cell, DiagonalRule, Grid, Movement};

/// For either direction along the lanes of a map a bit for each cell on which a jump ends, and one for each that can be
/// stood on: so where a jump ends, and whether that is a wall, stands in one line of the cache.
///
/// Lanes are the rows of a map, or its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JumpEnds {
    movement: Movement,
    words: Vec<Ends>,
}

/// What is known of 64 places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
struct Ends {
    free: u64,
    /// Where jumps towards higher places end, and those towards lower ones.
    higher: u64,
    lower: u64,
}

impl Ends {
    #[inline]
    const fn put(&mut self, mask: u64, [free, higher, lower]: [u64; 3]) {
        self.free = self.free & !mask | free;
        self.higher = self.higher & !mask | higher;
        self.lower = self.lower & !mask | lower;
    }
}

impl JumpEnds {
    /// # Complexity
    /// O(cells / 64) time, 4 bits a cell.
    pub fn new(lanes: &Bits, movement: Movement) -> Self {
        let count = lanes.layout.len() / 64 + 1;
        let mut words = Vec::with_capacity(count);
        let stride = lanes.layout.stride.cast_signed();
        // Of each lane the words before, here and behind.
        let offsets = [-stride, 0, stride];
        let mut near = offsets.map(|offset| [0, lanes.window(offset - 64), lanes.window(offset)]);
        for first in (0..count.cast_signed()).map(|word| word * 64) {
            for (near, offset) in near.iter_mut().zip(offsets) {
                *near = [near[1], near[2], lanes.window(first + offset + 64)];
            }
            let around = near.map(|[before, here, behind]| [here << 1 | before >> 63, here, here >> 1 | behind << 63]);
            let [higher, lower] = ends_of(movement, around);
            words.push(Ends { free: around[1][1], higher, lower });
        }
        Self { movement, words }
    }

    /// Follows a cell that has changed in the lanes.
    #[inline]
    pub fn follow(&mut self, lanes: &Bits, place: usize) {
        let stride = lanes.layout.stride;
        let [one, two, middle, four, five] = [-2, -1, 0, 1, 2]
            .map(|lane: isize| lanes.window(place.cast_signed() + lane * stride.cast_signed() - 2))
            .map(|window| [window << 1, window, window >> 1]);
        let lanes = [
            (place - stride, [one, two, middle]),
            (place, [two, middle, four]),
            (place + stride, [middle, four, five]),
        ];
        for (place, around) in lanes {
            let [higher, lower] = ends_of(self.movement, around);
            let near = Ends { free: around[1][1], higher, lower };
            self.put_three(place - 1, [near.free, near.higher, near.lower].map(|bits| bits >> 1 & 7));
        }
    }

    /// Writes three bits of each kind.
    #[inline]
    fn put_three(&mut self, place: usize, bits: [u64; 3]) {
        let (word, at) = (place / 64, place % 64);
        self.words[word].put(7 << at, bits.map(|bits| bits << at));
        if at > 61 {
            let over = 64 - at;
            self.words[word + 1].put(7 >> over, bits.map(|bits| bits >> over));
        }
    }

    /// The first place from this one on at which a jump towards higher places ends, and whether it can be stood on.
    #[inline]
    pub fn next(&self, place: usize) -> (usize, bool) {
        let mut word = place / 64;
        let mut ends = &self.words[word];
        let mut here = ends.higher >> (place % 64) << (place % 64);
        while here == 0 {
            // Beyond each lane is a wall.
            word += 1;
            ends = &self.words[word];
            here = ends.higher;
        }
        let at = here.trailing_zeros();
        (word * 64 + at as usize, ends.free >> at & 1 == 1)
    }

    /// The last place up to this one at which a jump towards lower places ends, and whether it can be stood on.
    #[inline]
    pub fn previous(&self, place: usize) -> (usize, bool) {
        let mut word = place / 64;
        let mut ends = &self.words[word];
        let mut here = ends.lower & u64::MAX >> (63 - place % 64);
        while here == 0 {
            word -= 1;
            ends = &self.words[word];
            here = ends.lower;
        }
        let at = here.ilog2();
        (word * 64 + at as usize, ends.free >> at & 1 == 1)
    }
}

/// Where jumps end, in either direction, for 64 places: of the lanes before, here and behind the walkable cells, each
/// moved by one place down, not at all, and up.
#[inline]
const fn ends_of(movement: Movement, [before, here, behind]: [[u64; 3]; 3]) -> [u64; 2] {
    let (mut higher, mut lower) = (!here[1], !here[1]);
    let mut side = 0;
    while side < 2 {
        let [below, at, above] = if side == 0 { before } else { behind };
        match movement {
            // With corners cut, one turns beside the end of a wall; without, one step later.
            Movement::Eight(DiagonalRule::Always) => {
                higher |= !at & above;
                lower |= !at & below;
            }
            Movement::Eight(DiagonalRule::AtLeastOneWalkable) => {
                higher |= !at & above & here[2];
                lower |= !at & below & here[0];
            }
            Movement::Eight(DiagonalRule::OnlyIfNoObstacles) | Movement::Four => {
                higher |= at & !below;
                lower |= at & !above;
            }
        }
        side += 1;
    }
    [higher, lower]
}

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
        let (along_rows, along_columns) = (JumpEnds::new(rows, movement), JumpEnds::new(&columns, movement));
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

    /// Where straight jumps end from each of so many cells, which lie one step apart: the number of the cell, from 0 on,
    /// how many columns or rows its jump leads on, and whether it ends on a jump point. Else it ends at a wall.
    #[inline]
    pub fn jumps(
        &self,
        from: CellPlaces,
        step: (isize, isize),
        cells: u32,
        heading: Heading,
        mut found: impl FnMut(u32, i32, bool),
    ) {
        let (ends, mut place) = self.lanes(from, heading);
        let to = self.moved(from, step);
        let next = if heading % 4 == 2 { to.row } else { to.column };
        let stride = next.cast_signed() - place.cast_signed();
        // East and south lead to higher places.
        let is_higher = matches!(heading, 2 | 4);
        for number in 0..cells {
            let (end, is_jump_point) = if is_higher { ends.next(place + 1) } else { ends.previous(place - 1) };
            #[expect(clippy::cast_possible_truncation, reason = "sides of maps are small")]
            found(number, (end.cast_signed() - place.cast_signed()) as i32, is_jump_point);
            place = place.wrapping_add_signed(stride);
        }
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
        let first = if matches!(heading, 2 | 4) { place + 1 } else { place - steps };
        bits.are_walkable(first, steps)
    }
}

/// A cell by its places among the rows and among the columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellPlaces {
    row: usize,
    column: usize,
}
