//! Search engines: one implementation of each algorithm, for agents, animation and benchmarks.
//!
//! A search is run in steps, in slices or in one call; all cells within a cost budget are found by
//! Dijkstra's search without a goal.

mod best_first;
mod bidirectional;
mod depth_first;
mod engine;
mod engines;
mod jump_points;
mod lifelong;
mod nodes;
mod open_list;
mod setup;
mod theta;

pub use best_first::PriorityRule;
use best_first::{BestFirst, ByCost, Neighbors};
use engine::Engine;
use engines::AnyEngine;
pub use engines::{NodePool, bucket_width};
pub use lifelong::{DStarLite, LifelongSearch};
use nodes::Nodes;
use setup::Setup;

use crate::{
    Algorithm, Cell, CellIndex, Cost, EndpointError, Grid, Limits, Map, Observer, Outcome,
    ParentRule, Path, PathQuery, Refusal, Revision, SearchEvent, SearchOptions, SearchStats,
    Status, StopRule,
};

/// A search in progress, advanced by its caller.
///
/// It owns all its data except the map, which is passed at each call. So it can be suspended, moved
/// to another thread, and resumed later.
///
/// However it is advanced, it expands the same cells in the same order, and gives the same answer,
/// as [`solve`].
///
/// # If the map changes
/// The results of a search are about the map on which it began. Once the map's size or
/// [`revision`](Grid::revision) is another, the search cannot continue: its calls return
/// [`OtherMap`]. Begin again, with the same memory, unless [`follow`](Self::follow) says that the
/// change does not affect the search. A different map with the same size and revision is not
/// detected: the answer is then meaningless, and asking for it may panic. Searches that outlive
/// edits are [`LifelongSearch`] and [`DStarLite`].
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
pub struct OtherMap;

impl Search {
    /// Begins a search whose only open cell is the start.
    ///
    /// # Errors
    /// If the query is invalid on this map, see [`PathQuery::check`].
    pub fn new<O: Observer>(
        grid: &Grid,
        query: &PathQuery,
        pool: NodePool,
        observer: &mut O,
    ) -> Result<Self, Refusal> {
        query.check(grid)?;
        Ok(Self::of_checked(grid, query, pool, observer))
    }

    /// Begins a search for a query that is known to be valid.
    fn of_checked<O: Observer>(
        grid: &Grid,
        query: &PathQuery,
        mut pool: NodePool,
        observer: &mut O,
    ) -> Self {
        let engine = AnyEngine::new(grid, Setup::new(grid, query.clone()), &mut pool, observer);
        Self {
            engine,
            pool,
            revision: grid.revision(),
            asks_labels_after: query.asks_labels_after(grid),
        }
    }

    /// Leaves the check of the labels to the caller.
    pub(crate) fn without_labels(self) -> Self {
        Self {
            asks_labels_after: None,
            ..self
        }
    }

    /// Expands the best open cell: at most one expansion a call.
    ///
    /// Some searches do other work between two expansions.
    ///
    /// # Errors
    /// If the map has changed.
    pub fn step<O: Observer>(&mut self, grid: &Grid, observer: &mut O) -> Result<Status, OtherMap> {
        self.check(grid)?;
        if self.status() == Status::Running {
            self.advance(grid, observer);
            let most = self.query().options.max_expansions.unwrap_or(u64::MAX);
            self.engine.finish_at_limit(grid, most, observer);
        }
        Ok(self.status())
    }

    /// Steps until the search ends or a limit is reached; a search stopped by limits can be
    /// resumed.
    ///
    /// # Errors
    /// If the map has changed.
    pub fn run<O: Observer>(
        &mut self,
        grid: &Grid,
        limits: Limits,
        observer: &mut O,
    ) -> Result<Status, OtherMap> {
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
    pub fn outcome(&mut self, grid: &Grid) -> Result<Outcome, OtherMap> {
        self.check(grid)?;
        Ok(self.engine.outcome(grid))
    }

    /// Continues on the map after edits; returns `false` if the search must begin again.
    ///
    /// It continues if none of the changed cells, which must all be passed, is among the cells that
    /// the search has read: the search is then as if it had begun on this map.
    ///
    /// Only searches from neighbour to neighbour know the cells that they have read. Searches that
    /// jump, follow lines of sight, come from both ends or run in passes do not.
    ///
    /// # Complexity
    /// O(1) for each changed cell.
    pub fn follow(&mut self, grid: &Grid, changed: impl IntoIterator<Item = Cell>) -> bool {
        let is_portal = |cell| {
            grid.portals()
                .iter()
                .any(|portal| portal.from == cell || portal.to == cell)
        };
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
        if self
            .asks_labels_after
            .take_if(|after| *after <= self.engine.work())
            .is_some()
        {
            let query = self.query();
            let is_ruled_out = |map: &Map| {
                let regions = map.label(query.options.movement);
                query.is_ruled_out(grid, regions)
            };
            let map = self.engine.map();
            if map.map_or_else(|| is_ruled_out(&Map::new(grid.clone())), is_ruled_out) {
                return self.engine.frame_mut().tally.finish(false, observer);
            }
        }
        self.engine.advance(grid, observer);
    }

    fn check(&self, grid: &Grid) -> Result<(), OtherMap> {
        let same =
            (self.engine.frame().setup.size, self.revision) == (grid.size(), grid.revision());
        if same { Ok(()) } else { Err(OtherMap) }
    }

    /// Returns the status of the search.
    #[must_use]
    pub fn status(&self) -> Status {
        let tally = &self.engine.frame().tally;
        let spent = self
            .query()
            .options
            .max_expansions
            .is_some_and(|most| tally.stats.expanded >= most);
        if tally.is_running() && spent {
            Status::OutOfBudget
        } else {
            tally.status
        }
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
        let Self {
            engine, mut pool, ..
        } = self;
        engine.give_back(&mut pool);
        pool
    }
}

/// Finds a path from the query's start to its goal.
///
/// The path includes both ends. Of equally cheap paths, the options' tie-break and order of
/// neighbours choose one, so the result does not depend on platform or build.
///
/// A query that is invalid on this map is refused; see [`PathQuery::check`].
///
/// # Complexity
/// O(E log V) time for V cells and E moves; O(V) memory, reused from `pool`. IDA* and fringe search
/// need more time.
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
pub fn solve<O: Observer>(
    grid: &Grid,
    query: &PathQuery,
    pool: &mut NodePool,
    observer: &mut O,
) -> Outcome {
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
    let outcome = search
        .run(grid, limits, observer)
        .and_then(|_| search.outcome(grid));
    *pool = search.into_pool();
    outcome.expect("the map is the same")
}

/// The cells that a start can reach within a budget, with their costs and paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reachable {
    /// Cells in order of cost, with their costs; each parent is given by its place in this list.
    reached: Vec<(Cell, Cost, u32)>,
    /// Places in the list, in reading order of their cells.
    places: Vec<u32>,
    stats: SearchStats,
    complete: bool,
    /// Memory for the cells in the order in which they are expanded; empty between searches.
    expanded: Vec<Cell>,
}

/// Finds every cell that can be reached from `start` at no more than `budget`.
///
/// The budget is in the units of [`SearchOptions::units`].
///
/// These options count: those that define the moves and their costs, the order of neighbours, the
/// tie-break, the region, the cost limit if it is below the budget, and the limit of expansions.
/// Algorithm, heuristic, goal tolerance, stop rule and parent update concern goals and have no
/// meaning here.
///
/// # Errors
/// If the start is outside the map or blocked.
///
/// # Complexity
/// O(k log k) time for k cells found, O(k) memory besides that of `pool`.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, Cost, Grid, NodePool, SearchOptions, StepCosts, reachable_within};
/// let grid = Grid::from_rows(&[".5.", ".#."]);
/// let options = SearchOptions { steps: StepCosts::TEN_FOURTEEN, ..SearchOptions::default() };
/// let found = reachable_within(&grid, Cell::new(0, 0), &options, Cost(59), &mut NodePool::default()).unwrap();
/// assert_eq!(found.cost(Cell::new(0, 1)), Some(Cost(10)));
/// assert_eq!(found.cost(Cell::new(1, 0)), Some(Cost(50)));
/// assert_eq!(found.cost(Cell::new(2, 0)), None, "that would cost 60");
/// assert_eq!(found.path_to(Cell::new(1, 0)).unwrap().cells().len(), 2);
/// ```
pub fn reachable_within(
    grid: &Grid,
    start: Cell,
    options: &SearchOptions,
    budget: Cost,
    pool: &mut NodePool,
) -> Result<Reachable, EndpointError> {
    let mut found = Reachable::default();
    found.find(grid, start, options, budget, pool)?;
    Ok(found)
}

impl Reachable {
    /// Searches again, like [`reachable_within`], in the memory of the last result.
    ///
    /// Once that memory is large enough, nothing is allocated.
    ///
    /// # Errors
    /// If the start is outside the map or blocked; then the last result stays.
    pub fn find(
        &mut self,
        grid: &Grid,
        start: Cell,
        options: &SearchOptions,
        budget: Cost,
        pool: &mut NodePool,
    ) -> Result<(), EndpointError> {
        EndpointError::check_start(grid, start)?;
        let options = SearchOptions {
            algorithm: Algorithm::Dijkstra,
            goal_tolerance: 0,
            stop: StopRule::Expanded,
            parent: ParentRule::Shorter,
            ..options.clone()
        };
        let limits = Limits::NONE.at_most(options.max_expansions);
        let mut setup = Setup::new(grid, PathQuery::new(start, start, options));
        setup.max_cost = setup.max_cost.min(budget);
        setup.exhaustive = true;
        // Cells are expanded in the order of their costs.
        let mut expanded = std::mem::take(&mut self.expanded);
        expanded.clear();
        let mut watch = |event: SearchEvent| {
            if let SearchEvent::Expanded { cell, .. } = event {
                expanded.push(cell);
            }
        };
        let mut search = BestFirst::new(
            setup,
            std::mem::take(&mut pool.nodes),
            ByCost,
            Neighbors,
            &mut watch,
        );
        self.complete = search.run(grid, limits, &mut watch) != Status::Running;
        self.stats = search.frame.tally.stats;
        pool.nodes = search.take_nodes();
        self.write(grid, &expanded, &pool.nodes);
        expanded.clear();
        self.expanded = expanded;
        Ok(())
    }

    fn write(&mut self, grid: &Grid, expanded: &[Cell], nodes: &Nodes) {
        let Self {
            reached, places, ..
        } = self;
        let index = |cell: Cell| grid.index(cell).expect("expanded cells are inside");
        let number = |place: usize| u32::try_from(place).expect("cells are counted in u32");
        places.clear();
        places.extend((0..expanded.len()).map(number));
        let cell_at = |place: u32| index(expanded[place as usize]);
        places.sort_unstable_by_key(|&place| cell_at(place));
        let place_of = |cell: CellIndex| {
            let at = places.binary_search_by_key(&cell, |&place| cell_at(place));
            places[at.expect("a parent was expanded")]
        };
        let entry = |&cell: &Cell| {
            let known = nodes.known(index(cell));
            (cell, known.g, place_of(known.parent))
        };
        reached.clear();
        reached.extend(expanded.iter().map(entry));
    }

    /// Returns the cells with the costs to reach them, cheapest first.
    ///
    /// The start itself is the first. Cells of equal cost are in the order of the tie-break.
    #[must_use]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = (Cell, Cost)> {
        self.reached.iter().map(|&(cell, cost, _)| (cell, cost))
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let in_reading_order = |&place: &u32| {
            let cell = self.reached[place as usize].0;
            (cell.y, cell.x)
        };
        let at = self
            .places
            .binary_search_by_key(&(cell.y, cell.x), in_reading_order)
            .ok()?;
        Some(self.places[at] as usize)
    }

    /// Returns the cost to reach the cell; `None` if the cell is not within the budget.
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<Cost> {
        self.place(cell).map(|place| self.reached[place].1)
    }

    /// Returns the cheapest path to the cell; `None` if the cell is not within the budget.
    #[must_use]
    pub fn path_to(&self, cell: Cell) -> Option<Path> {
        let mut path = Path::default();
        self.write_path_to(cell, &mut path).then_some(path)
    }

    /// Writes the cheapest path to the cell into `path`; returns `false` if it is over the budget.
    ///
    /// The path is then empty.
    pub fn write_path_to(&self, cell: Cell, path: &mut Path) -> bool {
        let cells = path.begin();
        let Some(mut at) = self.place(cell) else {
            return false;
        };
        let cost = self.reached[at].1;
        cells.push(cell);
        while at != 0 {
            at = self.reached[at].2 as usize;
            cells.push(self.reached[at].0);
        }
        cells.reverse();
        path.end(cost);
        true
    }

    /// Returns the reached cell nearest to `to` in a straight line.
    ///
    /// Ties go to the cell that is cheapest to reach, then to the first in reading order.
    #[must_use]
    pub fn nearest(&self, to: Cell) -> Cell {
        let key = |(cell, cost): (Cell, Cost)| (cell.squared_distance(to), cost, cell.y, cell.x);
        self.cells()
            .min_by_key(|&reached| key(reached))
            .expect("the start is reached")
            .0
    }

    /// Returns `true` if no cell was left out, `false` if the limit of expansions was reached
    /// first.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the counts of the search.
    #[must_use]
    pub const fn stats(&self) -> SearchStats {
        self.stats
    }
}
