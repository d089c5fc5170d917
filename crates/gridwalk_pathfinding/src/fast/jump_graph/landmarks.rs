//! Landmarks: distances from a few far cells, which bound the cost between any two others from
//! below.
//!
//! The cost from a jump point `n` to the goal `t` is at least |d(L, n) - d(L, t)| for each landmark
//! L (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory", 2005;
//! differential heuristics of Sturtevant and others, 2009). With eight landmarks a search expands a
//! third of the jump points.
//!
//! # Exactness
//! An estimate needs to be admissible only: jump points are reopened, and the search ends when no
//! open one has a priority up to the cost of the path. So jump points without distances may count
//! with the plain estimate. The distances are those of the map on which they were computed. A cell
//! that becomes a wall later makes paths longer, so the estimate stays admissible. Once a cell is
//! walkable that was a wall then, they are dropped.
//!
//! A goal is seldom a jump point. Its distance is the least over the jumps from it, by symmetry: a
//! cheapest path to the landmark begins with one of them, or leads in a line to the landmark. If an
//! edit has touched a tile that these jumps read, they only bound the distance on the old map: from
//! above, as the jumps were legal then, and from below by the triangle inequality.
//!
//! # When
//! They are computed once searches have taken half as long as that will take, by part of each later
//! query, which then takes twice as long. Landmarks that edits have dropped before they paid are
//! the dearer the next time.

use super::ends::Units;
use super::jumps::{CanonicalLine, JumpTarget, Jumps, START, successors_of};
use super::wave::Wave;
use crate::map::JumpGround;
use crate::{Cell, DiagonalRule, Map, Movement, Revision};

/// Number of landmarks.
const LANES: usize = 8;

/// The distances of a cell from all landmarks, rounded down to multiples of a power of two.
///
/// None is negative: signed numbers have a maximum in one instruction on every machine.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct DistanceRow([i16; LANES]);

/// A distance that stands for no path.
const FAR: i16 = i16::MAX;

/// The maximum number of cells of a map with landmarks: to begin with one takes half a millisecond.
const MAX_CELLS: usize = 1 << 20;

/// Number of cells that a wave takes in the time of an expansion of a jump point.
const CELLS: u64 = 4;

/// Number of expansions of searches that use landmarks from their beginning, and after which others
/// use them.
///
/// The distances of a goal take the time of twenty to forty expansions.
const LONG: u64 = 64;
const SHORT: u64 = 48;

/// Number of expansions in the time of a piece of the computation.
///
/// Pieces are all alike, so that the landmarks are complete at the same query, however the queries
/// are cut.
const PIECE: u64 = 64;

/// The highest factor of the price for landmarks that edits make useless again and again.
const MAX_DEAR: u64 = 64;

/// Landmarks of a jump graph, or the searches that have to come before them.
#[derive(Clone, Debug)]
pub(super) struct Landmarks {
    table: Option<DistanceTable>,
    making: Option<Box<TableMaking>>,
    /// Expansions of searches since the landmarks or their computation were lost, or begun.
    earned: u64,
    /// Mean number of expansions of the last searches.
    usual: u64,
    /// Number of pieces of the computation that the next query makes, and expansions that were too
    /// few for one.
    due: u64,
    spare: u64,
    /// The expansions that the last landmarks cost, and a factor of that, higher if they were lost
    /// before they paid.
    price: u64,
    dear: u64,
}

/// The distances of all cells at which jumps can end.
#[derive(Clone, Debug)]
struct DistanceTable {
    /// The revision of the map when the distances were computed, and the latest at which they were
    /// still right.
    revision: Revision,
    checked: Revision,
    words: Vec<Word>,
    /// The walkable cells at that revision, 64 to a word.
    walkable: Vec<u64>,
    rows: Vec<DistanceRow>,
    landmarks: Vec<Cell>,
    /// Binary logarithm of the unit of the distances.
    shift: u32,
}

/// The cells with distances among 64 places, and the number of those before.
#[derive(Clone, Copy, Debug)]
struct Word {
    bits: u64,
    before: u32,
}

/// A table under construction.
#[derive(Clone, Debug)]
struct TableMaking {
    table: DistanceTable,
    wave: Wave,
    /// The cell where the wave began; the first, the goal of a query, only leads to the first
    /// landmark.
    from: Cell,
    is_first: bool,
}

/// The goal of a search as the landmarks see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct GoalDistances {
    /// Bounds of the distances: from above, and from below less one, as those of other cells are
    /// rounded down.
    above: DistanceRow,
    below: DistanceRow,
    shift: u32,
}

/// The landmarks, and a goal as they see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LandmarkBounds<'a> {
    table: &'a DistanceTable,
    aim: &'a GoalDistances,
}

impl Default for Landmarks {
    fn default() -> Self {
        Self {
            table: None,
            making: None,
            earned: 0,
            usual: 0,
            due: 0,
            spare: 0,
            price: 0,
            dear: 1,
        }
    }
}

impl Landmarks {
    pub fn bytes(&self) -> usize {
        self.table.as_ref().map_or(0, DistanceTable::bytes)
            + self.making.as_ref().map_or(0, |making| making.bytes())
    }

    pub const fn are_complete(&self) -> bool {
        self.table.is_some()
    }

    /// Returns the number of expansions after which a search uses the landmarks; `u64::MAX` without
    /// any.
    pub const fn aims_after(&self) -> u64 {
        match self.table {
            None => u64::MAX,
            Some(_) if self.usual < LONG => SHORT,
            Some(_) => 1,
        }
    }

    /// Returns the number of expansions counted towards the next landmarks.
    pub const fn earned(&self) -> u64 {
        self.earned
    }

    /// Counts the expansions of a finished search.
    pub fn earn(&mut self, expanded: u64) {
        self.earned = self.earned.saturating_add(expanded);
        self.usual = (self.usual * 7 + expanded) / 8;
        self.spare += expanded;
        if self.table.is_none() {
            self.due = self.spare / PIECE;
        }
        self.spare %= PIECE;
    }

    /// Computes a part of the landmarks if that is due; returns the work done.
    ///
    /// `room` is the number of bytes that they may take.
    pub fn advance(
        &mut self,
        map: &Map,
        ground: JumpGround,
        (units, goal): (Units, Cell),
        room: usize,
        work: u64,
    ) -> u64 {
        let cells = map.grid().cell_count();
        if self.due == 0 || self.table.is_some() || cells > MAX_CELLS || room / 4 < 16 * cells {
            return 0;
        }
        if self.making.is_none() {
            self.price = (LANES as u64 + 1) * cells as u64 / CELLS;
            if self.earned < self.price * self.dear / 2
                || ground.movement() != Movement::Eight(DiagonalRule::OnlyIfNoObstacles)
            {
                return 0;
            }
            self.making = Some(Box::new(TableMaking::new(map, ground, goal)));
            self.earned = 0;
        }
        let Some(making) = &mut self.making else {
            return 0;
        };
        if making.table.revision != map.grid().revision() {
            self.lose();
            return 0;
        }
        let mut taken = 0;
        while self.due > 0 && taken < work {
            self.due -= 1;
            taken += PIECE;
            if making.advance(ground, units) {
                self.due = 0;
                let table = self.making.take().map(|making| making.table);
                self.table = table.filter(|table| table.landmarks.len() == LANES);
                break;
            }
        }
        taken
    }

    /// Returns `true` if there are no landmarks that an edit of the map has made wrong; drops wrong
    /// ones.
    pub fn check(&mut self, map: &Map, ground: JumpGround) -> bool {
        let is_right = self
            .table
            .as_mut()
            .is_none_or(|table| table.is_right(map, ground));
        if !is_right {
            self.lose();
        }
        is_right
    }

    /// Drops everything that an edit has made wrong.
    fn lose(&mut self) {
        let has_paid = self.table.is_some() && self.earned > self.price;
        self.dear = if has_paid {
            1
        } else {
            (self.dear * 2).min(MAX_DEAR)
        };
        (self.table, self.making, self.earned, self.due) = (None, None, 0, 0);
    }

    /// Returns the goal as the landmarks see it, if there are any. They must be right.
    pub fn aim(
        &self,
        map: &Map,
        ground: JumpGround,
        units: Units,
        goal: Cell,
    ) -> Option<GoalDistances> {
        self.table
            .as_ref()
            .map(|table| table.aim(map, ground, units, goal))
    }

    /// Returns the landmarks for a goal, if there are any.
    #[inline]
    pub fn sight<'a>(&'a self, aim: &'a GoalDistances) -> Option<LandmarkBounds<'a>> {
        self.table
            .as_ref()
            .map(|table| LandmarkBounds { table, aim })
    }
}

impl LandmarkBounds<'_> {
    /// Raises an estimate to the lower bound of the cost from the cell at this place among the rows
    /// to the goal.
    // A call takes fewer registers in the loop around it.
    #[inline(never)]
    pub fn raise(self, h: u32, place: usize) -> u32 {
        let Some(DistanceRow(row)) = self.table.row(place) else {
            return h;
        };
        let (DistanceRow(above), DistanceRow(below)) = (self.aim.above, self.aim.below);
        let mut lanes = [0; LANES];
        for lane in 0..LANES {
            lanes[lane] = (row[lane] - above[lane]).max(below[lane] - row[lane]);
        }
        let most = lanes.into_iter().fold(0, i16::max);
        h.max(u32::from(most.cast_unsigned()) << self.aim.shift)
    }
}

impl DistanceTable {
    fn new(map: &Map, ground: JumpGround) -> Self {
        let (mut words, mut count) = (Vec::new(), 0);
        for bits in ground.jump_points_in_rows() {
            words.push(Word {
                bits,
                before: count,
            });
            count += bits.count_ones();
        }
        let revision = map.grid().revision();
        Self {
            revision,
            checked: revision,
            words,
            walkable: ground.walkable_rows().to_vec(),
            rows: vec![DistanceRow([0; LANES]); count as usize],
            landmarks: Vec::new(),
            shift: 0,
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.words) + size_of_val(&*self.walkable) + size_of_val(&*self.rows)
    }

    #[inline]
    fn row(&self, place: usize) -> Option<DistanceRow> {
        let Word { bits, before } = self.words[place / 64];
        let at = place % 64;
        let number = before + (bits & !(u64::MAX << at)).count_ones();
        (bits >> at & 1 == 1).then(|| self.rows[number as usize])
    }

    /// Returns `true` if no cell is walkable that was a wall when the distances were computed.
    ///
    /// # Complexity
    /// O(1) without an edit, else O(tiles + cells / 64 of the tiles that changed).
    fn is_right(&mut self, map: &Map, ground: JumpGround) -> bool {
        if self.checked == map.grid().revision() {
            return true;
        }
        let walkable = ground.walkable_rows();
        let is_right = map.tiles().changed_since(self.checked).all(|tile| {
            (0..tile.height.cast_signed()).all(|row| {
                let first = ground.row_place(Cell::new(tile.at.x, tile.at.y + row));
                let words = first / 64..=(first + tile.width as usize - 1) / 64;
                words
                    .into_iter()
                    .all(|word| walkable[word] & !self.walkable[word] == 0)
            })
        });
        self.checked = map.grid().revision();
        is_right
    }

    /// Returns the places of all cells with distances, in the order of the rows of the table.
    fn places(&self) -> impl Iterator<Item = usize> {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(word, &Word { bits, .. })| {
                let mut left = bits;
                std::iter::from_fn(move || {
                    let at = (left != 0).then(|| word * 64 + left.trailing_zeros() as usize);
                    left &= left.wrapping_sub(1);
                    at
                })
            })
    }

    /// Returns the greatest distance, and the place of a cell with it.
    fn farthest(&self, distance: impl Fn(usize) -> Option<u32>) -> Option<(u32, usize)> {
        self.places()
            .filter_map(|place| Some((distance(place)?, place)))
            .max_by_key(|(distance, _)| *distance)
    }

    /// Copies the distances from a new landmark; returns the place of the next one, the cell
    /// farthest from all.
    fn add(&mut self, landmark: Cell, distance: impl Fn(usize) -> Option<u32>) -> Option<usize> {
        let (lane, shift) = (self.landmarks.len(), self.shift);
        self.landmarks.push(landmark);
        let mut rows = std::mem::take(&mut self.rows);
        let mut farthest = (0, None);
        for (place, DistanceRow(row)) in self.places().zip(&mut rows) {
            row[lane] = distance(place).map_or(FAR, |distance| rounded(distance >> shift));
            let nearest = row[..=lane].iter().copied().min().unwrap_or(0);
            if nearest < FAR && nearest > farthest.0 {
                farthest = (nearest, Some(place));
            }
        }
        self.rows = rows;
        farthest.1
    }

    /// Returns the bounds of a goal's distances.
    fn aim(&self, map: &Map, ground: JumpGround, units: Units, goal: Cell) -> GoalDistances {
        let shift = self.shift;
        if let Some(DistanceRow(row)) = self.row(ground.row_place(goal)) {
            return GoalDistances {
                above: DistanceRow(row.map(|far| far.saturating_add(1))),
                below: DistanceRow(row.map(less_one)),
                shift,
            };
        }
        let movement = ground.movement();
        // The least sum of a jump and the distance at its end, and the greatest difference of the
        // two.
        let (mut nearest, mut least) = ([FAR; LANES], [0; LANES]);
        let receive = |JumpTarget { cell, cost, .. }: JumpTarget| {
            let Some(DistanceRow(row)) = self.row(ground.row_place(cell)) else {
                return;
            };
            let cost = rounded(cost >> shift);
            for lane in 0..LANES {
                nearest[lane] = nearest[lane].min(row[lane].saturating_add(cost));
                least[lane] = least[lane].max(row[lane].saturating_sub(cost).saturating_sub(1));
            }
        };
        let at = ground.places_of(goal);
        let headings = successors_of(movement)[START][usize::from(ground.ring(at))];
        let seen = Jumps::new(ground, units, receive).follow::<{ u32::MAX }>(goal, at, headings);
        for (nearest, landmark) in nearest.iter_mut().zip(&self.landmarks) {
            let straight = rounded(units.between(movement, goal, *landmark) >> shift);
            // The line, if it is free, lies among the cells that the jumps have read.
            let is_near = (seen.first.x..=seen.last.x).contains(&landmark.x)
                && (seen.first.y..=seen.last.y).contains(&landmark.y);
            if is_near
                && straight < *nearest
                && CanonicalLine::between(movement, goal, *landmark).is_walkable(ground, goal)
            {
                *nearest = straight;
            }
        }
        // Two numbers were rounded down.
        let above = nearest.map(|far| far.saturating_add(2));
        if !map
            .tiles()
            .changed_between(seen.first, seen.last, self.revision)
        {
            least = nearest.map(|far| if far == FAR { 0 } else { far });
        }
        GoalDistances {
            above: DistanceRow(above),
            below: DistanceRow(least.map(less_one)),
            shift,
        }
    }
}

impl TableMaking {
    /// Begins with the distances from the goal of a query.
    fn new(map: &Map, ground: JumpGround, goal: Cell) -> Self {
        let mut wave = Wave::default();
        wave.begin(ground, ground.row_place(goal));
        Self {
            table: DistanceTable::new(map, ground),
            wave,
            from: goal,
            is_first: true,
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.wave.bytes()
    }

    /// Makes a piece; returns `true` if the table is complete or given up.
    fn advance(&mut self, ground: JumpGround, units: Units) -> bool {
        self.wave.advance(ground, units, PIECE * CELLS) && self.take_wave(ground)
    }

    /// Takes the distances of a wave that has ended, and begins the next one; returns `true` if
    /// there is none.
    fn take_wave(&mut self, ground: JumpGround) -> bool {
        if !self.wave.is_complete() {
            return true;
        }
        let wave = &self.wave;
        let next = if std::mem::take(&mut self.is_first) {
            let farthest = self.table.farthest(|place| wave.cost(place));
            // No two cells are farther from each other than twice that.
            let most = farthest.map_or(0, |(distance, _)| u64::from(distance) * 2);
            self.table.shift = (most >> 14).checked_ilog2().unwrap_or(0);
            farthest.map(|(_, place)| place)
        } else {
            self.table.add(self.from, |place| wave.cost(place))
        };
        let Some(next) = next.filter(|_| self.table.landmarks.len() < LANES) else {
            return true;
        };
        self.from = ground.cell_of_row_place(next);
        self.wave.begin(ground, next);
        false
    }
}

/// Narrows a distance; one too large for the table, which no cell has, becomes [`FAR`].
fn rounded(distance: u32) -> i16 {
    i16::try_from(distance).unwrap_or(FAR)
}

/// Returns a bound from below less one, not negative.
fn less_one(far: i16) -> i16 {
    (far - 1).max(0)
}
