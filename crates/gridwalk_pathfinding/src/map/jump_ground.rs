//! Where straight jumps end, as bits: what a scan finds in one word is the answer for 64 cells.
//!
//! Block scanning is due to Harabor and Grastien, "Improving jump point search" (2014). A jump ends before a wall, or
//! on a cell with a forced neighbour: one that no canonical path reaches without it. Which those are under each
//! movement rule is said where jump point search is written for all to watch, in `search/jump_points.rs`.

use super::bits::{Bits, STEPS};
use crate::{Cell, DiagonalRule, Grid, Movement};

/// For either direction along the lanes of a map a bit for each cell on which a jump ends.
///
/// Lanes are the rows of a map, or its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JumpEnds {
    movement: Movement,
    /// Towards higher places, and towards lower ones.
    ends: [Vec<u64>; 2],
}

impl JumpEnds {
    /// # Complexity
    /// O(cells / 64) time, 2 bits a cell.
    pub fn new(lanes: &Bits, movement: Movement) -> Self {
        let words = lanes.layout.len() / 64 + 1;
        let mut ends = [const { Vec::new() }; 2].map(|_: Vec<u64>| Vec::with_capacity(words));
        let stride = lanes.layout.stride.cast_signed();
        // Of each lane the words before, here and behind.
        let offsets = [-stride, 0, stride];
        let mut near = offsets.map(|offset| [0, lanes.window(offset - 64), lanes.window(offset)]);
        for first in (0..words.cast_signed()).map(|word| word * 64) {
            for (near, offset) in near.iter_mut().zip(offsets) {
                *near = [near[1], near[2], lanes.window(first + offset + 64)];
            }
            let around = near.map(|[before, here, behind]| [here << 1 | before >> 63, here, here >> 1 | behind << 63]);
            for (ends, word) in ends.iter_mut().zip(ends_of(movement, around)) {
                ends.push(word);
            }
        }
        Self { movement, ends }
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
            for (ends, window) in self.ends.iter_mut().zip(ends_of(self.movement, around)) {
                put_three(ends, place - 1, window >> 1 & 7);
            }
        }
    }

    /// The first place from this one on at which a jump towards higher places ends.
    #[inline]
    pub fn next(&self, place: usize) -> usize {
        let ends = &self.ends[0];
        let mut word = place / 64;
        let here = ends[word] >> (place % 64);
        if here != 0 {
            return place + here.trailing_zeros() as usize;
        }
        loop {
            // Beyond each lane is a wall.
            word += 1;
            if ends[word] != 0 {
                return word * 64 + ends[word].trailing_zeros() as usize;
            }
        }
    }

    /// The last place up to this one at which a jump towards lower places ends.
    #[inline]
    pub fn previous(&self, place: usize) -> usize {
        let ends = &self.ends[1];
        let mut word = place / 64;
        let here = ends[word] << (63 - place % 64);
        if here != 0 {
            return place - here.leading_zeros() as usize;
        }
        loop {
            word -= 1;
            if ends[word] != 0 {
                return word * 64 + 63 - ends[word].leading_zeros() as usize;
            }
        }
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

/// Writes three bits.
#[inline]
fn put_three(words: &mut [u64], place: usize, bits: u64) {
    let (word, at) = (place / 64, place % 64);
    words[word] = words[word] & !(7 << at) | bits << at;
    if at > 61 {
        let over = 64 - at;
        words[word + 1] = words[word + 1] & !(7 >> over) | bits >> over;
    }
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

/// How a straight jump ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Jump {
    /// To the cell at which it ended.
    pub steps: u32,
    /// Whether that is a jump point; else it is a wall.
    pub is_jump_point: bool,
}

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
    /// and its jump.
    #[inline]
    pub fn jumps(
        &self,
        from: CellPlaces,
        step: (isize, isize),
        cells: u32,
        heading: Heading,
        mut found: impl FnMut(u32, Jump),
    ) {
        let (bits, ends, mut place) = self.lanes(from, heading);
        let to = self.moved(from, step);
        let next = if heading % 4 == 2 { to.row } else { to.column };
        let stride = next.cast_signed() - place.cast_signed();
        // East and south lead to higher places.
        let is_higher = matches!(heading, 2 | 4);
        for number in 0..cells {
            let end = if is_higher { ends.next(place + 1) } else { ends.previous(place - 1) };
            #[expect(clippy::cast_possible_truncation, reason = "sides of maps are small")]
            found(number, Jump { steps: end.abs_diff(place) as u32, is_jump_point: bits.get(end) });
            place = place.wrapping_add_signed(stride);
        }
    }

    /// The lanes in which a straight direction runs, and the place of the cell there.
    #[inline]
    const fn lanes(&self, at: CellPlaces, heading: Heading) -> (&Bits, &JumpEnds, usize) {
        if heading % 4 == 2 {
            (self.rows, &self.jumps.along_rows, at.row)
        } else {
            (&self.jumps.columns, &self.jumps.along_columns, at.column)
        }
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
