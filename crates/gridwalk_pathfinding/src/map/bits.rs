//! Walkable cells as rows of bits: all neighbours of a cell are read together.
//!
//! Most of a large map stays in the cache.

use std::ops::Range;

use super::walkable_terrains::WalkableTerrains;
use crate::{Cell, Grid, GridSize, KeepOffWalls, TerrainId};

/// Columns and rows of a step, clockwise from north.
pub(crate) const STEPS: [(isize, isize); 8] = [
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];

/// Layout of cells in rows with a wall between each two, and a row of walls above and below.
///
/// So every neighbour of a cell has a place, and everything outside is a wall like others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BitLayout {
    size: GridSize,
    /// Distance from a place to the one below.
    pub stride: usize,
}

impl BitLayout {
    pub const fn new(size: GridSize) -> Self {
        Self {
            size,
            stride: size.width as usize + 1,
        }
    }

    /// Returns the number of places, those of walls around the map included.
    pub const fn len(self) -> usize {
        self.stride * (self.size.height as usize + 2) + 1
    }

    #[inline]
    pub const fn place(self, cell: Cell) -> Option<usize> {
        if self.size.contains(cell) {
            Some(self.place_inside(cell))
        } else {
            None
        }
    }

    /// Returns the place of a cell that lies inside.
    #[inline]
    pub const fn place_inside(self, cell: Cell) -> usize {
        debug_assert!(self.size.contains(cell), "the cell lies inside");
        (cell.y.cast_unsigned() as usize + 1) * self.stride + cell.x.cast_unsigned() as usize + 1
    }

    /// Returns the values of the neighbours of a place inside, by [`Direction`](crate::Direction).
    #[expect(clippy::inline_always, reason = "the values are used one by one")]
    #[inline(always)]
    pub fn values_around<T: Copy>(self, values: &[T], place: usize) -> [T; 8] {
        let three = |middle: usize| -> [T; 3] {
            *values[middle - 1..]
                .first_chunk()
                .expect("walls lie around all cells")
        };
        let ([nw, n, ne], [w, _, e], [sw, s, se]) = (
            three(place - self.stride),
            three(place),
            three(place + self.stride),
        );
        [n, e, s, w, ne, se, sw, nw]
    }

    /// Returns the cell of a place inside.
    pub fn cell(self, place: usize) -> Cell {
        let inside = |at: usize| i32::try_from(at - 1).expect("sides of maps are short");
        Cell::new(inside(place % self.stride), inside(place / self.stride))
    }
}

/// A bit for each place: whether an agent can stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    pub layout: BitLayout,
    words: Vec<u64>,
}

impl Bits {
    /// Creates the bits of a grid.
    ///
    /// # Complexity
    /// O(cells) time, 1 bit a cell.
    pub fn new(grid: &Grid) -> Self {
        let mut bits = Self::blank(grid.size());
        let is_walkable = WalkableTerrains::new(grid.cost_table().map(|cost| cost != 0));
        for (row, cells) in grid.cells().chunks(grid.width() as usize).enumerate() {
            bits.fill_row(row, cells, &is_walkable);
        }
        bits
    }

    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Creates bits with walls everywhere.
    pub fn blank(size: GridSize) -> Self {
        let layout = BitLayout::new(size);
        // One word more, so that two can be read anywhere.
        Self {
            layout,
            words: vec![0; layout.len() / 64 + 2],
        }
    }

    /// Writes a row of cells, all of them still walls, by which terrains are walkable.
    pub fn fill_row(&mut self, row: usize, cells: &[TerrainId], is_walkable: &WalkableTerrains) {
        let first = self.first_place(row);
        for (place, cells) in (first..).step_by(64).zip(cells.chunks(64)) {
            self.write(place, is_walkable.bits(cells));
        }
    }

    /// Writes a row of cells, all of them still walls, from other bits of the same size.
    pub fn copy_row(&mut self, row: usize, from: &Self) {
        let (first, width) = (self.first_place(row), self.layout.size.width as usize);
        for at in (0..width).step_by(64) {
            let mask = u64::MAX >> (64 - (width - at).min(64));
            self.write(first + at, from.word_from(first + at) & mask);
        }
    }

    /// Writes a row of cells, all of them still walls: those where a square with side `size` fits.
    ///
    /// Reports the columns of the walkable cells on which it does not fit.
    pub fn erode_row(&mut self, row: usize, from: &Self, size: u8, mut narrow: impl FnMut(usize)) {
        let (first, width) = (self.first_place(row), self.layout.size.width as usize);
        for at in (0..width).step_by(64) {
            let mask = u64::MAX >> (64 - (width - at).min(64));
            let walkable = from.window((first + at).cast_signed()) & mask;
            let fits = from.squares((first + at).cast_signed(), size, walkable);
            self.write(first + at, fits);
            let mut left = walkable & !fits;
            while left != 0 {
                narrow(at + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// Returns those of 64 places from `place` on where a square of walkable cells begins.
    ///
    /// The square has `side` cells a side. Only the places in `among` are considered.
    fn squares(&self, place: isize, side: u8, among: u64) -> u64 {
        let stride = self.layout.stride.cast_signed();
        (0..isize::from(side)).fold(among, |fits, below| {
            if fits == 0 {
                0
            } else {
                fits & self.runs_from(place + below * stride, side)
            }
        })
    }

    /// Returns the distances of 64 places from `place` on to the nearest wall, up to a reach.
    ///
    /// They are those of squares with `size` cells a side.
    pub fn wall_distances(&self, place: usize, size: u8, reach: u8) -> WallDistances {
        let place = place.cast_signed();
        let fits = self.squares(place, size, u64::MAX);
        let mut distances = WallDistances {
            fits,
            at: [0; KeepOffWalls::MAX_CELLS as usize],
            reach,
        };
        let mut left = fits;
        for (at, distance) in distances.at.iter_mut().zip(1..=reach) {
            let around = isize::from(distance) * (self.layout.stride.cast_signed() + 1);
            let beyond = self.squares(place - around, size + 2 * distance, left);
            *at = left & !beyond;
            left = beyond;
        }
        distances
    }

    /// Returns, for 64 places from `place` on, whether a run of `size` walkable places begins
    /// there.
    fn runs_from(&self, place: isize, size: u8) -> u64 {
        let mut bits = u128::from(self.window(place)) | u128::from(self.window(place + 64)) << 64;
        let mut run = 1;
        while run < size {
            let step = run.min(size - run);
            bits &= bits >> step;
            run += step;
        }
        u64::try_from(bits & u128::from(u64::MAX)).expect("the upper half is masked")
    }

    /// Makes walls of the columns of a row from `left` up to `right`.
    pub fn block_span(&mut self, row: usize, (left, right): (usize, usize)) {
        let first = self.first_place(row);
        for place in first + left..first + right {
            self.set(place, false);
        }
    }

    /// Returns the size in bytes.
    pub const fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// Returns the place of the first cell of a row.
    pub const fn first_place(&self, row: usize) -> usize {
        (row + 1) * self.layout.stride + 1
    }

    /// Writes 64 places from `place` on, all of them still walls.
    #[inline]
    fn write(&mut self, place: usize, bits: u64) {
        self.words[place / 64] |= bits << (place % 64);
        self.words[place / 64 + 1] |= bits >> 1 >> (63 - place % 64);
    }

    #[inline]
    pub fn get(&self, place: usize) -> bool {
        self.words[place / 64] >> (place % 64) & 1 == 1
    }

    /// Makes a cell walkable or a wall, and returns `true` if that changed it.
    pub fn replace(&mut self, cell: Cell, is_walkable: bool) -> bool {
        let place = self.layout.place_inside(cell);
        let is_other = self.get(place) != is_walkable;
        self.set(place, is_walkable);
        is_other
    }

    /// Sets a cell as on this grid, which has the same size.
    #[inline]
    pub fn set_cell(&mut self, cell: Cell, grid: &Grid) {
        self.set(
            self.layout.place(cell).expect("the cell lies inside"),
            grid.is_walkable(cell),
        );
    }

    #[inline]
    pub fn set(&mut self, place: usize, is_walkable: bool) {
        let word = &mut self.words[place / 64];
        *word = *word & !(1 << (place % 64)) | u64::from(is_walkable) << (place % 64);
    }

    /// Returns 64 places from `place` on; those before the first and after the last are walls.
    #[inline]
    pub fn window(&self, place: isize) -> u64 {
        let (word, at) = (place >> 6, place & 63);
        let word_at = |word: isize| {
            usize::try_from(word)
                .ok()
                .and_then(|word| self.words.get(word))
                .copied()
                .unwrap_or(0)
        };
        word_at(word) >> at | word_at(word + 1) << 1 << (63 - at)
    }

    /// Returns the beginnings and ends of runs in 64 places.
    ///
    /// Each bit marks a place that differs from the one before it.
    #[inline]
    pub fn changes(&self, word: usize) -> Option<u64> {
        let before = if word == 0 { 0 } else { self.words[word - 1] };
        self.words.get(word).map(|word| changes([before, *word]))
    }

    /// Returns 64 places from `place` on, which is no later than the last place.
    #[inline]
    pub fn word_from(&self, place: usize) -> u64 {
        let (word, at) = (place / 64, place % 64);
        let [low, high] = self.words[word..]
            .first_chunk()
            .expect("a word more than places need");
        low >> at | high << 1 << (63 - at)
    }

    /// Returns the run of walkable places around one of them.
    #[inline]
    pub fn run_at(&self, place: usize) -> Range<usize> {
        // Walls lie before and behind all runs.
        let (mut word, at) = (place / 64, place % 64);
        let before = (self.words[word] << (63 - at)).leading_ones() as usize;
        let mut start = place + 1 - before;
        while start.is_multiple_of(64) {
            word -= 1;
            let ones = self.words[word].leading_ones() as usize;
            start -= ones;
            if ones < 64 {
                break;
            }
        }
        let (mut word, at) = (place / 64, place % 64);
        let mut end = place + (self.words[word] >> at).trailing_ones() as usize;
        while end.is_multiple_of(64) {
            word += 1;
            let ones = self.words[word].trailing_ones() as usize;
            end += ones;
            if ones < 64 {
                break;
            }
        }
        start..end
    }

    /// Returns the first walkable place from one place on up to another one.
    #[inline]
    pub fn next_walkable(&self, mut from: usize, end: usize) -> Option<usize> {
        while from < end {
            let walls = self.word_from(from).trailing_zeros() as usize;
            from += walls;
            if walls < 64 {
                return Some(from).filter(|place| *place < end);
            }
        }
        None
    }

    /// Whether `count` places from `first` on are all walkable.
    #[inline]
    pub fn are_walkable(&self, first: usize, count: usize) -> bool {
        let mut at = first;
        let end = first + count;
        while at < end {
            let missing = !self.words[at / 64] >> (at % 64);
            let left = 64 - at % 64;
            if end - at < left {
                return missing << (64 - (end - at)) == 0;
            }
            if missing != 0 {
                return false;
            }
            at += left;
        }
        true
    }

    /// Creates bits for the transposed map, all of them walls.
    pub fn blank_columns(&self) -> Self {
        let GridSize { width, height } = self.layout.size;
        Self::blank(GridSize {
            width: height,
            height: width,
        })
    }

    /// Writes 64 rows into these columns, where all cells are still walls.
    ///
    /// # Complexity
    /// O(cells / 64) steps of 6 × 64 each for all rows.
    pub fn transpose_into(&self, columns: &mut Self, y: usize) {
        let GridSize { width, height } = self.layout.size;
        let Self {
            layout,
            ref mut words,
        } = *columns;
        let mut block = [0; 64];
        for x in (0..width as usize).step_by(64) {
            let (rows, columns) = ((height as usize - y).min(64), (width as usize - x).min(64));
            // Bits behind the end of a row belong to other rows.
            let mask = u64::MAX >> (64 - columns);
            block[rows..].fill(0);
            for (row, bits) in block.iter_mut().enumerate().take(rows) {
                let place = (y + row + 1) * self.layout.stride + x + 1;
                *bits = self.word_from(place) & mask;
            }
            transpose(&mut block);
            for (column, bits) in block.iter().enumerate().take(columns) {
                let place = (x + column + 1) * layout.stride + y + 1;
                words[place / 64] |= bits << (place % 64);
                words[place / 64 + 1] |= bits >> 1 >> (63 - place % 64);
            }
        }
    }

    /// Returns the walkable cells around a place as bits, clockwise from north.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lowest bits are wanted"
    )]
    #[inline]
    pub fn ring(&self, place: usize) -> u8 {
        let three = |middle: usize| {
            let (word, at) = ((middle - 1) / 64, (middle - 1) % 64);
            (self.words[word] >> at | self.words[word + 1] << 1 << (63 - at)) as u8 & 7
        };
        let (above, here, below) = (
            three(place - self.layout.stride),
            three(place),
            three(place + self.layout.stride),
        );
        let clockwise = below >> 2 | below & 2 | (below & 1) << 2;
        above >> 1 | (here & 4) | clockwise << 3 | (here & 1) << 6 | (above & 1) << 7
    }
}

/// The distances of 64 places in a row to the nearest wall.
pub(super) struct WallDistances {
    /// The places where the square fits.
    fits: u64,
    /// The places at each distance, from 1 on.
    pub at: [u64; KeepOffWalls::MAX_CELLS as usize],
    reach: u8,
}

impl WallDistances {
    /// Returns the distance of one of the places.
    ///
    /// It is 0 where the square does not fit, and one more than the reach where no wall is so near.
    pub fn of(&self, place: u32) -> u8 {
        let has = |places: &u64| places >> place & 1 == 1;
        let within = || {
            (1..=self.reach)
                .zip(&self.at)
                .find(|(_, places)| has(places))
        };
        if has(&self.fits) {
            within().map_or(self.reach + 1, |(distance, _)| distance)
        } else {
            0
        }
    }
}

/// Returns the bits of the second word that differ from those before them.
#[inline]
const fn changes([before, word]: [u64; 2]) -> u64 {
    word ^ (word << 1 | before >> 63)
}

/// Transposes a square of bits: exchanges halves, then halves of halves, and so on.
fn transpose(block: &mut [u64; 64]) {
    let (mut side, mut mask) = (32, u64::from(u32::MAX));
    while side > 0 {
        for row in (0..64).filter(|row| row & side == 0) {
            let moved = (block[row] >> side ^ block[row + side]) & mask;
            block[row] ^= moved << side;
            block[row + side] ^= moved;
        }
        side /= 2;
        mask ^= mask << side;
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;
    use crate::{Cell, Grid, GridEdit, TerrainId};

    #[test]
    fn bits_equal_the_grid_and_rings_the_neighbours_after_edits() {
        let ring = [
            (0, -1),
            (1, -1),
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
            (-1, -1),
        ];
        let mut random = 1_u32;
        let mut below = |n: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i32::try_from((random >> 8) as usize % n).expect("small")
        };
        for width in (1..=70).chain([127, 128, 129]) {
            let (row, height) = (".".repeat(width), 1 + width % 5);
            let mut grid = Grid::from_rows(&vec![&*row; height]);
            let mut bits = Bits::new(&grid);
            for _ in 0..2 * width * height {
                let cell = Cell::new(below(width), below(height));
                grid.apply(&GridEdit::set(cell, TerrainId(u8::from(below(2) == 0))))
                    .expect("inside");
                bits.set_cell(cell, &grid);
            }
            assert_eq!(bits, Bits::new(&grid), "{width} × {height}");
            for _ in 0..width * height {
                let cell = Cell::new(below(width), below(height));
                let place = bits.layout.place(cell).expect("inside");
                let around =
                    ring.map(|(dx, dy)| grid.is_walkable(Cell::new(cell.x + dx, cell.y + dy)));
                let around = around
                    .into_iter()
                    .rev()
                    .fold(0, |set, is_walkable| set << 1 | u8::from(is_walkable));
                assert_eq!(
                    (bits.get(place), bits.ring(place)),
                    (grid.is_walkable(cell), around),
                    "{cell} of {width}"
                );
            }
        }
    }
}
