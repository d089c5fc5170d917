//! Landmarks: distances from a few far cells, which bound the cost between any two others from
//! below.
//!
//! The cost from a cell `n` to the goal `t` is at least |d(L, n) - d(L, t)| for each landmark L
//! (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory", 2005;
//! differential heuristics of Sturtevant and others, 2009). With eight landmarks a search expands a
//! third of the jump points.
//!
//! # Exactness
//! An estimate needs to be admissible only: the search reopens jump points, and ends when no open
//! one could lead to a better path. The distances are those of the map on which they were computed.
//! A cell that becomes a wall later makes paths longer, so the estimate stays admissible. Once a
//! cell is walkable that was a wall then, the distances are dropped.
//!
//! # When
//! They are computed once searches since the last edit could have saved as many expansions as the
//! computation takes: in pieces by later queries, which take twice as long until then. Expansions
//! that lie on the path, or are few, cannot be saved. Landmarks that an edit drops before they have
//! paid are dearer the next time.

use super::ends::Units;
use super::wave::Wave;
use crate::map::JumpGround;
use crate::{Cell, Map, Revision};

/// Number of landmarks.
const LANES: usize = 8;

/// The distances of a cell from all landmarks, rounded down to multiples of a power of two.
type DistanceRow = [u16; LANES];

/// A distance that stands for no path.
const FAR: u16 = u16::MAX;

/// The maximum number of cells of a map with landmarks.
///
/// To release their memory in one call then takes half a millisecond.
const MAX_CELLS: usize = 1 << 20;

/// Number of cells that a landmark takes in the time of an expansion, besides its jump points.
const CELLS: usize = 16;

/// The places that are considered as landmarks, in each word of places.
const CANDIDATES: u64 = 0x1111_1111_1111_1111;

/// Work units of a piece of the computation.
///
/// Pieces are all alike, so the landmarks are complete at the same query, however queries are cut
/// into steps.
const PIECE: u64 = 64;

/// Number of places whose distances are copied in a piece.
const COPIED: usize = 2048;

/// The highest factor of the price for landmarks that were lost before they paid.
const MAX_DEAR: u64 = 64;

/// Number of expansions of a search that landmarks would not save, besides twice the jump points
/// on its path.
const SHORT: u64 = 48;

/// The landmarks of a jump graph, or the searches that have to come before them.
#[derive(Clone, Debug)]
pub(super) struct Landmarks {
    table: Option<Box<DistanceTable>>,
    making: Option<Box<TableMaking>>,
    /// Expansions that landmarks could have saved since the last edit, at `revision`, or those of
    /// searches with landmarks.
    earned: u64,
    revision: Revision,
    /// The expansions that the computation takes.
    price: u64,
    /// Number of pieces of the computation that the next query makes.
    due: u64,
    /// Expansions that were too few for a piece.
    spare: u64,
    /// A factor of the price.
    dear: u64,
}

/// The distances of all cells.
#[derive(Clone, Debug)]
struct DistanceTable {
    /// The latest revision of the map at which the distances are known to be lower bounds.
    checked: Revision,
    /// The walkable cells when the distances were computed, 64 to a word.
    walkable: Vec<u64>,
    /// The distances of all places among the rows.
    rows: Vec<DistanceRow>,
    /// Binary logarithm of the unit of the distances.
    shift: u32,
}

/// A table under construction.
#[derive(Clone, Debug)]
struct TableMaking {
    /// The revision of the map; an edit ends the computation.
    revision: Revision,
    table: DistanceTable,
    wave: Wave,
    stage: Stage,
    /// The landmark in work.
    lane: usize,
    /// [`FAR`] less the distance of each place from the nearest landmark: zeroed memory is far.
    nearness: Vec<u16>,
    /// The place with the greatest sum of the distances from the nearest landmark and the farthest,
    /// and this sum.
    ///
    /// With the nearest alone, a landmark in the middle of the map would follow those in its
    /// corners.
    next: (u32, usize),
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Jumps are followed.
    Spread,
    /// The greatest distance before this place is known.
    Measure { to: usize, most: u32 },
    /// The distances before this place are copied.
    Copy { to: usize },
}

/// The bounds of a search with one goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct LandmarkBounds<'a> {
    rows: &'a [DistanceRow],
    goal: DistanceRow,
    shift: u32,
}

impl Default for Landmarks {
    fn default() -> Self {
        Self {
            table: None,
            making: None,
            earned: 0,
            revision: Revision(0),
            price: 0,
            due: 0,
            spare: 0,
            dear: 1,
        }
    }
}

impl Landmarks {
    pub fn bytes(&self) -> usize {
        let making = self.making.as_ref();
        self.table.as_ref().map_or(0, |table| table.bytes())
            + making.map_or(0, |making| making.table.bytes() + making.wave.bytes())
    }

    /// Returns `true` if the landmarks are complete.
    pub const fn are_complete(&self) -> bool {
        self.table.is_some()
    }

    /// Returns `true` if the next query has to compute a part of the landmarks.
    pub const fn are_due(&self) -> bool {
        self.due > 0
    }

    /// Counts a finished search in a graph of this many jump points.
    ///
    /// The path found leads over `on_path` jump points.
    pub fn earn(&mut self, map: &Map, jump_points: usize, expanded: u64, on_path: u64) {
        if self.table.is_some() {
            self.earned = self.earned.saturating_add(expanded);
            return;
        }
        let (cells, revision) = (map.grid().cell_count(), map.grid().revision());
        if revision != self.revision {
            // On a map that is edited more often the computation would not come to its end.
            (self.revision, self.earned) = (revision, 0);
        }
        self.earned = self
            .earned
            .saturating_add(expanded.saturating_sub(SHORT + 2 * on_path));
        self.price = (LANES * (jump_points + cells / CELLS)) as u64;
        if self.making.is_some() || self.earned >= self.price * self.dear {
            self.spare += expanded;
            (self.due, self.spare) = (self.spare / PIECE, self.spare % PIECE);
        }
    }

    /// Computes the part of the landmarks that is due; returns the work done.
    ///
    /// `origin` is a cell far from others, and `room` the number of bytes that landmarks may take.
    pub fn advance(
        &mut self,
        map: &Map,
        (ground, units): (JumpGround, Units),
        origin: impl FnOnce() -> Cell,
        room: usize,
        work: u64,
    ) -> u64 {
        let revision = map.grid().revision();
        if self
            .making
            .as_ref()
            .is_some_and(|making| making.revision != revision)
        {
            self.lose();
            return 0;
        }
        if self.making.is_none() {
            let (cells, places) = (map.grid().cell_count(), ground.row_places());
            if cells > MAX_CELLS || TableMaking::bytes_for(places) > room {
                self.lose();
                return 0;
            }
            let making = TableMaking::new(ground, units, revision, origin());
            self.making = Some(Box::new(making));
        }
        let Some(making) = &mut self.making else {
            return 0;
        };
        let mut taken = 0;
        while self.due > 0 && taken < work {
            self.due -= 1;
            taken += PIECE;
            if making.advance(ground, units) {
                if making.wave.is_given_up() {
                    self.lose();
                } else {
                    let table = self.making.take().map(|making| making.table);
                    (self.table, self.earned, self.due) = (table.map(Box::new), 0, 0);
                }
                break;
            }
        }
        taken
    }

    /// Returns `true` if there are landmarks that are right on this map.
    pub fn are_right(&self, map: &Map, ground: JumpGround) -> bool {
        self.table
            .as_ref()
            .is_some_and(|table| table.is_right(map, ground))
    }

    /// Returns `true` if there are landmarks, and drops them if they are wrong on this map.
    pub fn check(&mut self, map: &Map, ground: JumpGround) -> bool {
        let is_right = self.are_right(map, ground);
        match &mut self.table {
            Some(table) if is_right => table.checked = map.grid().revision(),
            Some(_) => self.lose(),
            None => {}
        }
        is_right
    }

    /// Drops everything.
    fn lose(&mut self) {
        // Searches without landmarks would have expanded more than twice as many jump points.
        let have_paid = self.table.is_some() && self.earned >= self.price;
        self.dear = if have_paid {
            1
        } else {
            (self.dear * 2).min(MAX_DEAR)
        };
        (self.table, self.making, self.earned, self.due) = (None, None, 0, 0);
    }

    /// Returns the bounds for a goal, if there are landmarks.
    #[inline]
    pub fn bounds(&self, ground: JumpGround, goal: Cell) -> Option<LandmarkBounds<'_>> {
        let DistanceTable { rows, shift, .. } = &**self.table.as_ref()?;
        Some(LandmarkBounds {
            rows,
            goal: rows[ground.row_place(goal)],
            shift: *shift,
        })
    }
}

impl LandmarkBounds<'_> {
    /// Returns a lower bound of the cost from the cell at this place among the rows to the goal.
    #[inline]
    pub fn of(&self, place: usize) -> u32 {
        let (row, goal) = (&self.rows[place], self.goal);
        let mut most = 0;
        for lane in 0..LANES {
            most = most.max(row[lane].abs_diff(goal[lane]));
        }
        // Both distances were rounded down.
        u32::from(most.saturating_sub(1)) << self.shift
    }
}

impl DistanceTable {
    fn bytes(&self) -> usize {
        size_of_val(&*self.walkable) + size_of_val(&*self.rows)
    }

    /// Returns `true` if no cell is walkable that was a wall when the distances were computed.
    ///
    /// # Complexity
    /// O(1) without an edit, else O(tiles + cells / 64 of the tiles that changed).
    fn is_right(&self, map: &Map, ground: JumpGround) -> bool {
        if self.checked == map.grid().revision() {
            return true;
        }
        let walkable = ground.walkable_rows();
        map.tiles().changed_since(self.checked).all(|tile| {
            (0..tile.height.cast_signed()).all(|row| {
                let first = ground.row_place(Cell::new(tile.at.x, tile.at.y + row));
                let words = first / 64..=(first + tile.width as usize - 1) / 64;
                words
                    .into_iter()
                    .all(|word| walkable[word] & !self.walkable[word] == 0)
            })
        })
    }
}

impl TableMaking {
    fn new(ground: JumpGround, units: Units, revision: Revision, origin: Cell) -> Self {
        let places = ground.row_places();
        let mut wave = Wave::new(places);
        wave.begin(ground, units, origin);
        Self {
            revision,
            table: DistanceTable {
                checked: revision,
                walkable: ground.walkable_rows().to_vec(),
                rows: vec![[0; LANES]; places],
                shift: 0,
            },
            wave,
            stage: Stage::Spread,
            lane: 0,
            nearness: vec![0; places],
            next: (0, 0),
        }
    }

    /// Returns the memory that a map of this many places takes.
    const fn bytes_for(places: usize) -> usize {
        places * (size_of::<DistanceRow>() + size_of::<u16>())
            + places / 8
            + Wave::bytes_for(places)
    }

    /// Makes a piece; returns `true` if the table is complete, or given up.
    fn advance(&mut self, ground: JumpGround, units: Units) -> bool {
        let (places, words) = (self.wave.len(), self.table.walkable.len());
        let mut left = PIECE;
        while left > 0 {
            match self.stage {
                Stage::Spread => {
                    let (taken, is_over) = self.wave.advance(ground, units, left);
                    left = left.saturating_sub(taken);
                    if self.wave.is_given_up() {
                        return true;
                    }
                    if is_over {
                        self.stage = if self.lane == 0 {
                            Stage::Measure { to: 0, most: 0 }
                        } else {
                            Stage::Copy { to: 0 }
                        };
                    }
                }
                Stage::Measure { to, most } => {
                    let end = places.min(to + COPIED);
                    let costs = (to..end).filter_map(|place| self.wave.cost(place));
                    let most = costs.fold(most, u32::max);
                    left = left.saturating_sub(PIECE);
                    self.stage = Stage::Measure { to: end, most };
                    if end == places {
                        // No two cells are farther from each other than twice that.
                        let far = 2 * u64::from(most);
                        while far >> self.table.shift >= u64::from(FAR) {
                            self.table.shift += 1;
                        }
                        self.stage = Stage::Copy { to: 0 };
                    }
                }
                Stage::Copy { to } => {
                    let end = words.min(to + COPIED / 64);
                    self.copy(to, end);
                    left = left.saturating_sub(PIECE);
                    self.stage = Stage::Copy { to: end };
                    if end == words {
                        self.lane += 1;
                        let (sum, place) = std::mem::take(&mut self.next);
                        if self.lane == LANES || sum == 0 {
                            return true;
                        }
                        self.wave.begin(ground, units, ground.cell_of_row(place));
                        self.stage = Stage::Spread;
                    }
                }
            }
        }
        false
    }

    /// Copies the distances of some words of places from the wave.
    fn copy(&mut self, from: usize, to: usize) {
        let (lane, shift) = (self.lane, self.table.shift);
        for word in from..to {
            let walkable = self.table.walkable[word];
            for place in places_of(walkable, word) {
                let cost = self.wave.take_cost(place);
                self.table.rows[place][lane] =
                    cost.map_or(FAR, |cost| u16::try_from(cost >> shift).unwrap_or(FAR));
            }
            for place in places_of(walkable & CANDIDATES, word) {
                let row = &self.table.rows[place];
                let nearness = &mut self.nearness[place];
                *nearness = (FAR - row[lane]).max(*nearness);
                let nearest = FAR - *nearness;
                if nearest > 0 && nearest < FAR {
                    let farthest = row.iter().copied().fold(0, u16::max);
                    let sum = u32::from(nearest) + u32::from(farthest);
                    if sum > self.next.0 {
                        self.next = (sum, place);
                    }
                }
            }
        }
    }
}

/// Returns the places of the set bits of a word.
fn places_of(mut bits: u64, word: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place
    })
}
