//! Landmarks: distances from a few far cells, which bound the cost between any two others from
//! below.
//!
//! The cost from a cell `n` to the goal `t` is at least |d(L, n) - d(L, t)| for each landmark L
//! (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory", 2005;
//! differential heuristics of Sturtevant and others, 2009). With eight landmarks a search expands a
//! third of the jump points, or of the cells on terrain of several costs. Where the cost depends on
//! the direction, it is at least d(n, L) - d(t, L).
//!
//! # Exactness
//! An estimate needs to be admissible only: the searches reopen places, and end when no open one
//! could lead to a better path. The distances are those of the map on which they were computed.
//! An edit that makes paths longer leaves the estimate admissible. After any other edit the owner
//! has to [drop](Landmarks::lose) the distances.
//!
//! # When
//! They are computed once searches since the last edit could have saved as many expansions as the
//! computation takes: in pieces by later queries, which take twice as long until then. Expansions
//! that lie on the path, or are few, cannot be saved. Landmarks that an edit drops before they have
//! paid are dearer the next time.

use crate::Revision;

/// A search for the distances from one place of a map to all others, in slices.
pub(super) trait Distances {
    /// The map, which does not change during a search.
    type Ground<'a>: Copy;

    /// Creates a search that has not begun.
    fn new(ground: Self::Ground<'_>) -> Self;

    /// Begins at a walkable place, when all costs have been taken.
    fn begin(&mut self, ground: Self::Ground<'_>, place: usize);

    /// Continues for about `most` units; returns the work done and whether all costs are known.
    fn advance(&mut self, ground: Self::Ground<'_>, most: u64) -> (u64, bool);

    /// Returns `true` if a cost was too high to be counted.
    fn is_given_up(&self) -> bool;

    /// Returns the cost of a place; `None` without a path.
    fn cost(&self, place: usize) -> Option<u32>;

    /// Removes the cost of a place, and returns it.
    fn take_cost(&mut self, place: usize) -> Option<u32>;

    /// Returns the number of places, walls included.
    fn places(&self) -> usize;

    /// Returns the memory used in bytes.
    fn bytes(&self) -> usize;

    /// Returns the memory for a map with this many places, without the open list.
    fn bytes_for(places: usize) -> usize;
}

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

/// Number of cells that a landmark takes in the time of an expansion, besides its expansions.
const CELLS: usize = 16;

/// One of this many places is considered as a landmark.
const CANDIDATES: usize = 4;

/// Work units of a piece of the computation.
///
/// Pieces are all alike, so the landmarks are complete at the same query, however queries are cut
/// into steps.
const PIECE: u64 = 64;

/// Number of places whose distances are copied in a piece.
const COPIED: usize = 2048;

/// The highest factor of the price for landmarks that were lost before they paid.
const MAX_DEAR: u64 = 64;

/// Number of expansions of a search that landmarks would not save, besides twice the places on
/// its path.
const SHORT: u64 = 48;

/// The landmarks of a map, or the searches that have to come before them.
#[derive(Clone, Debug)]
pub(super) struct Landmarks<D> {
    /// Number of landmarks without which searches use none.
    least: usize,
    table: Option<Box<DistanceTable>>,
    making: Option<Box<TableMaking<D>>>,
    /// Expansions that further landmarks could have saved since the last edit, at `revision`.
    earned: u64,
    revision: Revision,
    /// The expansions that the computation of a landmark takes.
    price: u64,
    /// Number of pieces of the computation that the next query makes.
    due: u64,
    /// Expansions that were too few for a piece.
    spare: u64,
    /// A factor of the price.
    dear: u64,
    /// Expansions of searches with landmarks.
    used: u64,
}

/// The distances of all places.
#[derive(Clone, Debug)]
struct DistanceTable {
    /// The distances of all places among the rows.
    rows: Vec<DistanceRow>,
    /// Binary logarithm of the unit of the distances.
    shift: u32,
    /// Number of landmarks in use.
    lanes: usize,
    /// Whether no further landmark will be computed.
    is_full: bool,
}

/// The computation of further landmarks.
#[derive(Clone, Debug)]
struct TableMaking<D> {
    /// The revision of the map; an edit ends the computation.
    revision: Revision,
    distances: D,
    stage: Stage,
    /// The landmark in work.
    lane: usize,
    /// The place with the greatest sum of the distances from the nearest landmark and the farthest,
    /// and this sum.
    ///
    /// With the nearest alone, a landmark in the middle of the map would follow those in its
    /// corners.
    next: (u32, usize),
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The search is in progress.
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
    /// All bits of the landmarks in use.
    mask: DistanceRow,
    shift: u32,
}

impl<D: Distances> Landmarks<D> {
    /// Creates no landmarks; searches will use them once there are at least `least`.
    pub const fn new(least: usize) -> Self {
        Self {
            least,
            table: None,
            making: None,
            earned: 0,
            revision: Revision(0),
            price: 0,
            due: 0,
            spare: 0,
            dear: 1,
            used: 0,
        }
    }

    pub fn bytes(&self) -> usize {
        let table = self.table.as_ref().map_or(0, |table| table.bytes());
        table
            + self
                .making
                .as_ref()
                .map_or(0, |making| making.distances.bytes())
    }

    /// Returns `true` if searches can use landmarks.
    pub fn are_there(&self) -> bool {
        self.lanes() >= self.least
    }

    /// Returns the number of complete landmarks.
    fn lanes(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.lanes)
    }

    /// Returns `true` if the next query has to compute a part of the landmarks.
    pub const fn are_due(&self) -> bool {
        self.due > 0
    }

    /// Returns `true` if a computation is in progress.
    pub const fn are_in_work(&self) -> bool {
        self.making.is_some()
    }

    /// Counts a finished search on a map of this many cells.
    ///
    /// A landmark takes as many expansions as there are `nodes`. The path found leads over
    /// `on_path` of them.
    pub fn earn(
        &mut self,
        revision: Revision,
        [cells, nodes]: [usize; 2],
        expanded: u64,
        on_path: u64,
    ) {
        if self.are_there() {
            self.used = self.used.saturating_add(expanded);
        }
        let is_full = |table: &DistanceTable| table.is_full;
        if self.table.as_deref().is_some_and(is_full) {
            return;
        }
        if revision != self.revision {
            // On a map that is edited more often the computation would not come to its end.
            (self.revision, self.earned) = (revision, 0);
        }
        self.earned = self
            .earned
            .saturating_add(expanded.saturating_sub(SHORT + 2 * on_path));
        self.price = (nodes + cells / CELLS) as u64;
        let missing = (LANES - self.lanes()) as u64;
        if self.making.is_some() || self.earned >= missing * self.price * self.dear {
            self.spare += expanded;
            (self.due, self.spare) = (self.spare / PIECE, self.spare % PIECE);
        }
    }

    /// Computes the part of the landmarks that is due; returns the work done.
    ///
    /// `origin` is a place far from others, and `room` the number of bytes that landmarks of the
    /// `places` may take.
    pub fn advance(
        &mut self,
        ground: D::Ground<'_>,
        (revision, cells, places): (Revision, usize, usize),
        origin: impl FnOnce() -> usize,
        room: usize,
        work: u64,
    ) -> u64 {
        let is_outdated = |making: &TableMaking<D>| making.revision != revision;
        if self.making.as_deref().is_some_and(is_outdated) {
            self.stop();
            return 0;
        }
        if self.making.is_none()
            && (cells > MAX_CELLS || TableMaking::<D>::bytes_for(places) > room)
        {
            self.stop();
            return 0;
        }
        let table = self
            .table
            .get_or_insert_with(|| Box::new(DistanceTable::new(places)));
        let making = self.making.get_or_insert_with(|| {
            Box::new(TableMaking::new(ground, revision, origin(), table.lanes))
        });
        let mut taken = 0;
        while self.due > 0 && taken < work {
            self.due -= 1;
            taken += PIECE;
            if making.advance(table, ground) {
                if making.distances.is_given_up() {
                    self.stop();
                } else {
                    (self.making, self.earned, self.due) = (None, 0, 0);
                }
                break;
            }
        }
        taken
    }

    /// Stops the computation, and keeps the landmarks in use.
    fn stop(&mut self) {
        if !self.are_there() {
            return self.lose();
        }
        self.dear = (self.dear * 2).min(MAX_DEAR);
        (self.making, self.earned, self.due) = (None, 0, 0);
    }

    /// Drops everything.
    pub fn lose(&mut self) {
        // Searches without landmarks would have expanded more than twice as many places.
        let have_paid = self.are_there() && self.used >= self.lanes() as u64 * self.price;
        self.dear = if have_paid {
            1
        } else {
            (self.dear * 2).min(MAX_DEAR)
        };
        (self.table, self.making) = (None, None);
        (self.earned, self.due, self.used) = (0, 0, 0);
    }

    /// Returns the bounds for a goal at this place, if there are landmarks.
    #[inline]
    pub fn bounds(&self, goal: usize) -> Option<LandmarkBounds<'_>> {
        let DistanceTable {
            rows, shift, lanes, ..
        } = &**self.table.as_ref()?;
        Some(LandmarkBounds {
            rows,
            goal: rows[goal],
            mask: std::array::from_fn(|lane| if lane < *lanes { u16::MAX } else { 0 }),
            shift: *shift,
        })
    }
}

impl LandmarkBounds<'_> {
    /// Returns a lower bound of the cost from a place to the goal, if steps back cost the same.
    #[inline]
    pub fn of(&self, place: usize) -> u32 {
        let (row, goal) = (&self.rows[place], self.goal);
        let mut most = 0;
        for lane in 0..LANES {
            most = most.max(row[lane].abs_diff(goal[lane]) & self.mask[lane]);
        }
        self.cost(most)
    }

    /// Returns a lower bound of the cost from a place to the goal, whatever steps back cost.
    ///
    /// The distances are those to the landmarks.
    #[inline]
    pub fn of_one_way(&self, place: usize) -> u32 {
        let (row, goal) = (&self.rows[place], self.goal);
        let mut most = 0;
        for lane in 0..LANES {
            most = most.max(row[lane].saturating_sub(goal[lane]) & self.mask[lane]);
        }
        self.cost(most)
    }

    #[inline]
    fn cost(&self, difference: u16) -> u32 {
        // Both distances were rounded down.
        u32::from(difference.saturating_sub(1)) << self.shift
    }
}

impl DistanceTable {
    fn new(places: usize) -> Self {
        Self {
            rows: vec![[0; LANES]; places],
            shift: 0,
            lanes: 0,
            is_full: false,
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.rows)
    }
}

impl<D: Distances> TableMaking<D> {
    fn new(ground: D::Ground<'_>, revision: Revision, origin: usize, lane: usize) -> Self {
        let mut distances = D::new(ground);
        distances.begin(ground, origin);
        Self {
            revision,
            distances,
            stage: Stage::Spread,
            lane,
            next: (0, 0),
        }
    }

    /// Returns the memory that a map of this many places takes.
    fn bytes_for(places: usize) -> usize {
        places * size_of::<DistanceRow>() + D::bytes_for(places)
    }

    /// Makes a piece; returns `true` if the table is full, or given up.
    fn advance(&mut self, table: &mut DistanceTable, ground: D::Ground<'_>) -> bool {
        let places = self.distances.places();
        let mut left = PIECE;
        while left > 0 {
            match self.stage {
                Stage::Spread => {
                    let (taken, is_over) = self.distances.advance(ground, left);
                    left = left.saturating_sub(taken);
                    if self.distances.is_given_up() {
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
                    let costs = (to..end).filter_map(|place| self.distances.cost(place));
                    let most = costs.fold(most, u32::max);
                    left = left.saturating_sub(PIECE);
                    self.stage = Stage::Measure { to: end, most };
                    if end == places {
                        // If steps back cost the same, no two cells are farther from each other.
                        let far = 2 * u64::from(most);
                        while far >> table.shift >= u64::from(FAR) {
                            table.shift += 1;
                        }
                        self.stage = Stage::Copy { to: 0 };
                    }
                }
                Stage::Copy { to } => {
                    let end = places.min(to + COPIED);
                    self.copy(table, to, end);
                    left = left.saturating_sub(PIECE);
                    self.stage = Stage::Copy { to: end };
                    if end == places {
                        self.lane += 1;
                        let (sum, place) = std::mem::take(&mut self.next);
                        table.lanes = self.lane;
                        table.is_full = self.lane == LANES || sum == 0;
                        if table.is_full {
                            return true;
                        }
                        self.distances.begin(ground, place);
                        self.stage = Stage::Spread;
                    }
                }
            }
        }
        false
    }

    /// Copies the distances of some places.
    fn copy(&mut self, table: &mut DistanceTable, from: usize, to: usize) {
        let (lane, shift) = (self.lane, table.shift);
        // Later landmarks are 0 in all rows, and do not count as near.
        let later: DistanceRow = std::array::from_fn(|at| if at > lane { FAR } else { 0 });
        for (place, row) in (from..to).zip(&mut table.rows[from..to]) {
            let Some(cost) = self.distances.take_cost(place) else {
                row[lane] = FAR;
                continue;
            };
            // Cut off, distances are lower bounds too.
            row[lane] = u16::try_from(cost >> shift).unwrap_or(FAR).min(FAR - 1);
            if place.is_multiple_of(CANDIDATES) {
                let (mut nearest, mut farthest) = (FAR, 0);
                for at in 0..LANES {
                    nearest = nearest.min(row[at] | later[at]);
                    farthest = farthest.max(row[at]);
                }
                let sum = u32::from(nearest) + u32::from(farthest);
                if nearest > 0 && sum > self.next.0 {
                    self.next = (sum, place);
                }
            }
        }
    }
}
