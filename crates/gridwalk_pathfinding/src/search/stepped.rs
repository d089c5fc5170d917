//! A search that its caller advances, in steps or in slices, or that runs in one call.

use super::NodePool;
use super::engine::Engine;
use super::engines::AnyEngine;
use super::setup::Setup;
use crate::{
    Algorithm, Cell, Grid, Guarantee, Limits, Map, Observer, Outcome, PathQuery, Reachability, Refusal, Revision,
    SearchOptions, SearchStats, Status,
};

/// A search in progress, advanced by its caller.
///
/// It owns all its data except the map, which is passed at each call. So it can be suspended, moved to another thread,
/// and resumed later.
///
/// However it is advanced, it expands the same cells in the same order, and gives the same answer, as
/// [`solve`](super::solve()).
///
/// # If the map changes
/// The results of a search are about the map on which it began. Once the map's size or [`revision`](Grid::revision) is
/// another, the search cannot continue: its calls return [`MapChanged`]. Begin again, with the same memory, unless
/// [`follow`](Self::follow) says that the change does not affect the search. A different map with the same size and
/// revision is not detected: the answer is then meaningless, and asking for it may panic. Searches that outlive edits
/// are [`LifelongSearch`](super::LifelongSearch) and [`DStarLite`](super::DStarLite).
///
/// # Examples
/// A search in slices of 8 expansions, one in each frame of a game:
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, Limits, NodePool, PathQuery, Search, Status};
/// let grid = Grid::from_rows(&["..........", ".########.", ".........."]);
/// let query = PathQuery::new(Cell::new(2, 0), Cell::new(6, 2), Algorithm::AStar);
/// let mut search = Search::new(&grid, &query, NodePool::default(), &mut ()).unwrap();
/// let mut frame = || {
///     let slice = Limits { expansions: search.stats().expanded + 8, ..Limits::NONE };
///     search.run(&grid, slice, &mut ()).unwrap()
/// };
/// assert_eq!([frame(), frame(), frame()], [Status::Running, Status::Running, Status::Found]);
/// assert_eq!(search.outcome(&grid).unwrap().path().unwrap().cells().len(), 11);
/// let pool = search.into_pool(); // for the next one
/// ```
#[derive(Debug)]
pub struct Search {
    engine: AnyEngine,
    /// The memory that the engine does not use, kept for the next search.
    pool: NodePool,
    revision: Revision,
    /// The work after which the labels are checked for unreachability; `None` for never.
    asks_labels_after: Option<u64>,
}

/// An error: the map is not the one on which the search began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the map has changed since the search began")]
pub struct MapChanged;

impl Search {
    /// Begins a search whose only open cell is the start.
    ///
    /// # Errors
    /// If the query is invalid on this map, see [`PathQuery::check`].
    pub fn new<O: Observer>(grid: &Grid, query: &PathQuery, pool: NodePool, observer: &mut O) -> Result<Self, Refusal> {
        query.check(grid)?;
        Ok(Self::of_checked(grid, query, pool, observer))
    }

    /// Begins a search for a query that is known to be valid.
    pub(super) fn of_checked<O: Observer>(
        grid: &Grid,
        query: &PathQuery,
        mut pool: NodePool,
        observer: &mut O,
    ) -> Self {
        let engine = AnyEngine::new(grid, Setup::new(grid, query.clone()), &mut pool, observer);
        Self { engine, pool, revision: grid.revision(), asks_labels_after: query.asks_labels_after(grid) }
    }

    /// Leaves the check of the labels to the caller.
    pub(crate) fn without_labels(self) -> Self {
        Self { asks_labels_after: None, ..self }
    }

    /// Expands the best open cell: at most one expansion a call.
    ///
    /// Some searches do other work between two expansions.
    ///
    /// # Errors
    /// If the map has changed.
    pub fn step<O: Observer>(&mut self, grid: &Grid, observer: &mut O) -> Result<Status, MapChanged> {
        self.check(grid)?;
        if self.status() == Status::Running {
            self.advance(grid, observer);
            let most = self.query().options.max_expansions.unwrap_or(u64::MAX);
            self.engine.wind_up_at(grid, most, observer);
        }
        Ok(self.status())
    }

    /// Steps until the search ends or a limit is reached; a search stopped by limits can be resumed.
    ///
    /// # Errors
    /// If the map has changed.
    pub fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Result<Status, MapChanged> {
        self.check(grid)?;
        let limits = limits.at_most(self.query().options.max_expansions);
        while self.asks_labels_after.is_some() && !limits.are_reached(self.stats().expanded) {
            if self.status() != Status::Running {
                break;
            }
            self.advance(grid, observer);
        }
        self.engine.run(grid, limits, observer);
        Ok(self.status())
    }

    /// Returns the answer so far: out of budget as long as the search is not over.
    ///
    /// # Errors
    /// If the map has changed.
    ///
    /// # Complexity
    /// O(n) for a path of n cells.
    pub fn outcome(&mut self, grid: &Grid) -> Result<Outcome, MapChanged> {
        self.check(grid)?;
        Ok(self.engine.outcome(grid))
    }

    /// Continues on the map after edits; returns `false` if the search must begin again.
    ///
    /// It continues if none of the changed cells, which must all be passed, is among the cells that the search has
    /// read: the search is then as if it had begun on this map.
    ///
    /// Only searches from neighbour to neighbour know the cells that they have read. Searches that jump, follow lines
    /// of sight, come from both ends or run in passes do not.
    ///
    /// # Complexity
    /// O(1) for each changed cell.
    pub fn follow(&mut self, grid: &Grid, changed: impl IntoIterator<Item = Cell>) -> bool {
        let is_portal = |cell| grid.portals().iter().any(|portal| portal.from == cell || portal.to == cell);
        let (setup, goal) = (&self.engine.frame().setup, self.query().goal);
        let unknown = |cell: Cell| cell != goal && !is_portal(cell) && !self.engine.knows_of(cell);
        let follows = setup.size == grid.size() && changed.into_iter().all(unknown);
        if follows {
            self.revision = grid.revision();
        }
        follows
    }

    /// Expands the best open cell, or ends if the labels show that there is no path.
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.asks_labels_after.take_if(|after| *after <= self.engine.work()).is_some() {
            let PathQuery { start, goal, ref options } = *self.query();
            let reach = |map: &Map| map.label(options.movement).reach(grid, start, goal);
            if self.engine.map().map_or_else(|| reach(&Map::new(grid.clone())), reach) == Reachability::No {
                return self.engine.frame_mut().tally.finish(false, observer);
            }
        }
        self.engine.advance(grid, observer);
    }

    fn check(&self, grid: &Grid) -> Result<(), MapChanged> {
        let same = (self.engine.frame().setup.size, self.revision) == (grid.size(), grid.revision());
        if same { Ok(()) } else { Err(MapChanged) }
    }

    /// Returns the status of the search.
    #[must_use]
    pub fn status(&self) -> Status {
        let tally = &self.engine.frame().tally;
        let spent = self.query().options.max_expansions.is_some_and(|most| tally.stats.expanded >= most);
        if tally.is_running() && spent { Status::OutOfBudget } else { tally.status }
    }

    /// Returns the counts so far.
    #[must_use]
    pub fn stats(&self) -> SearchStats {
        self.engine.frame().tally.stats
    }

    /// Returns the query.
    #[must_use]
    pub fn query(&self) -> &PathQuery {
        &self.engine.frame().setup.query
    }

    /// Returns the memory, for the next search.
    #[must_use]
    pub fn into_pool(self) -> NodePool {
        let Self { engine, mut pool, .. } = self;
        engine.give_back(&mut pool);
        pool
    }
}

/// Work after which a search checks the labels: this, and one unit for each `SHORT_OF_CELLS` cells.
///
/// That is a small part of the time that labelling takes.
const SHORT: u64 = 32;
const SHORT_OF_CELLS: u64 = 1 << 11;

impl SearchOptions {
    /// Returns `true` if any cheapest path will do.
    pub(crate) fn want_any_cheapest_path(&self) -> bool {
        self.algorithm == Algorithm::Auto && self.guarantee() == Guarantee::Optimal
    }
}

impl PathQuery {
    /// Returns the work after which a search checks the region labels; `None` if it never does.
    ///
    /// Only a search for any cheapest path does. It ends if the goal is walled off.
    pub(crate) fn asks_labels_after(&self, grid: &Grid) -> Option<u64> {
        let options = &self.options;
        // A cell near the goal may be reachable though the goal is not, and limits are further reasons to find no path.
        let is_limited = options.max_cost.is_some() || options.region.is_some() || options.max_expansions.is_some();
        let asks = options.want_any_cheapest_path() && options.goal_tolerance == 0 && !is_limited;
        asks.then(|| SHORT + grid.cell_count() as u64 / SHORT_OF_CELLS)
    }
}

/// Finds a path from the query's start to its goal.
///
/// The path includes both ends. Of equally cheap paths, the options' tie-break and order of neighbours choose one, so
/// the result does not depend on platform or build.
///
/// A query that is invalid on this map is refused; see [`PathQuery::check`].
///
/// # Complexity
/// O(E log V) time for V cells and E moves; O(V) memory, reused from `pool`. IDA* and fringe search need
/// more time.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, NodePool, Outcome, PathQuery, solve};
/// let grid = Grid::from_rows(&["...", ".#.", "..."]);
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 2), Algorithm::AStar);
/// let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
/// let Outcome::Solved(solution) = outcome else { panic!("there is a path") };
/// assert_eq!(solution.path.cells().len(), 5);
/// ```
pub fn solve<O: Observer>(grid: &Grid, query: &PathQuery, pool: &mut NodePool, observer: &mut O) -> Outcome {
    solve_within(grid, query, Limits::NONE, pool, observer)
}

/// Finds a path like [`solve`], but stops once the limits are reached.
pub fn solve_within<O: Observer>(
    grid: &Grid,
    query: &PathQuery,
    limits: Limits,
    pool: &mut NodePool,
    observer: &mut O,
) -> Outcome {
    if let Err(refusal) = query.check(grid) {
        return Outcome::Refused(refusal);
    }
    let mut search = Search::of_checked(grid, query, std::mem::take(pool), observer);
    let outcome = search.run(grid, limits, observer).and_then(|_| search.outcome(grid));
    *pool = search.into_pool();
    outcome.expect("the map is the same")
}
