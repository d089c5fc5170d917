//! Lifelong planning A* and D* Lite: searches that outlive edits of the map.
//!
//! Both are one engine, in two directions. The types here are the public ones: a search whose map
//! changes, and one whose start moves too.

mod memory;
mod run;

pub(super) use memory::Memory;
pub(super) use run::LifelongRun;

use super::engine::Engine;
use super::nodes::Nodes;
use super::setup::Setup;
use crate::{
    Algorithm, Cell, Cost, Estimator, Grid, GridChange, GridSize, Heuristic, Limits, Observer,
    Outcome, PathQuery, Revision, SearchOptions, Side,
};

/// Lifelong planning A* (Koenig, Likhachev and Furcy 2004): a cheapest path on a map that changes.
///
/// The first [`run`](Self::run) searches like A*. After edits, the next run repairs the results
/// that they affect, and gives the same cost as a search from scratch.
///
/// # Order and ties
/// Open cells are ordered by the estimate of their whole path, and equal ones by the cost from the
/// start, the smaller first: the algorithm is right only with this order.
/// [`TieBreak`](crate::TieBreak) decides where both are equal: `Oldest` takes the cell opened
/// first, the three others the cell opened last, since equal keys have equal g and h.
///
/// # Counts and events
/// Counts and events are those of one run. A cell is generated once in the life of the search.
/// Later it is relaxed, even where its new path is more expensive than the one that an edit
/// destroyed.
///
/// # Complexity
/// 32 bytes a cell and 32 bytes an open cell. A run takes O(k log k) time for k relevant cells
/// whose cost from the start has changed, each expanded at most twice if the heuristic is
/// consistent. An edit far from the start changes few costs; an edit beside it can change all, and
/// then a search from scratch would be faster.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, GridEdit, LifelongSearch, Limits, PathQuery, TerrainId};
/// let mut grid = Grid::from_rows(&[".....", ".###.", "....."]);
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(4, 1), Algorithm::Lpa);
/// let mut search = LifelongSearch::new(&grid, &query);
/// assert_eq!(search.run(&grid, Limits::NONE, &mut ()).path().unwrap().cells().len(), 6);
///
/// let wall = TerrainId(1);
/// let change = grid.apply(&GridEdit::set(Cell::new(3, 0), wall)).unwrap().unwrap();
/// search.update(&change);
/// assert_eq!(search.run(&grid, Limits::NONE, &mut ()).path().unwrap().cells().len(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct LifelongSearch(Incremental);

impl LifelongSearch {
    /// Creates a search that has not begun.
    ///
    /// The algorithm that the query names does not matter. [`run`](Self::run) checks whether the
    /// query is valid.
    #[must_use]
    pub fn new(grid: &Grid, query: &PathQuery) -> Self {
        Self(Incremental::new(grid, query, Side::Forward))
    }

    /// Records an edit for the next run.
    ///
    /// Every edit must be recorded before the next run, in any number of calls. If the revisions
    /// show that one was missed, the run begins from scratch.
    pub fn update(&mut self, change: &GridChange) {
        self.0.update(change);
    }

    /// Searches, or repairs the results of the last run; resumes a run that limits have stopped.
    ///
    /// The run is refused while the query is invalid, as when an end of the path is blocked or
    /// outside. Nothing is forgotten: once the query is valid again, the search continues with its
    /// results.
    pub fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Outcome {
        self.0.run(grid, limits, observer)
    }
}

/// D* Lite (Koenig and Likhachev 2002): the cheapest path of a moving agent on a map that changes.
///
/// It is [`LifelongSearch`] from the goal towards the start. So the start can move, and the results
/// for the rest of the path stay right. Order, ties, counts and complexity are the same with the
/// ends exchanged: edits near the agent are cheap, edits near the goal are not. Events have
/// [`Side::Backward`], and g is the cost to the goal. Without a path, the reported reason is that
/// of the search from the goal.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, DStarLite, Grid, GridEdit, Limits, PathQuery, TerrainId};
/// let mut grid = Grid::from_rows(&[".....", ".###.", "....."]);
/// let query = PathQuery::new(Cell::new(0, 1), Cell::new(4, 1), Algorithm::Lpa);
/// let mut search = DStarLite::new(&grid, &query);
/// let path = search.run(&grid, Limits::NONE, &mut ()).path().unwrap().clone();
///
/// search.move_start(path.cells()[2]);
/// let ahead = path.cells()[3];
/// let change = grid.apply(&GridEdit::set(ahead, TerrainId(1))).unwrap().unwrap();
/// search.update(&change);
/// let detour = search.run(&grid, Limits::NONE, &mut ()).path().unwrap().clone();
/// assert_eq!(detour.cells()[0], path.cells()[2]);
/// assert!(detour.cells().iter().all(|&cell| cell != ahead));
/// ```
#[derive(Clone, Debug)]
pub struct DStarLite(Incremental);

impl DStarLite {
    /// Creates a search that has not begun.
    ///
    /// The algorithm that the query names does not matter. [`run`](Self::run) checks whether the
    /// query is valid.
    #[must_use]
    pub fn new(grid: &Grid, query: &PathQuery) -> Self {
        Self(Incremental::new(grid, query, Side::Backward))
    }

    /// Moves the start of the path. The new start need not be near the old one, nor on the path.
    pub fn move_start(&mut self, start: Cell) {
        self.0.query.start = start;
    }

    /// Records an edit, as [`LifelongSearch::update`] does.
    pub fn update(&mut self, change: &GridChange) {
        self.0.update(change);
    }

    /// Searches, or repairs the results of the last run; resumes a run that limits have stopped.
    ///
    /// The run is refused while the query is invalid, as when an end of the path is blocked or
    /// outside. Nothing is forgotten: once the query is valid again, the search continues with its
    /// results.
    pub fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Outcome {
        self.0.run(grid, limits, observer)
    }
}

/// The common part of both searches: the query and the state of the search.
#[derive(Clone, Debug)]
struct Incremental {
    query: PathQuery,
    side: Side,
    /// The size and the revision of the map that the state is about.
    size: GridSize,
    revision: Revision,
    /// Cells changed since the last run.
    changed: Vec<Cell>,
    /// The start for which the keys were made.
    keyed_start: Cell,
    nodes: Nodes,
    /// The state of each cell, and the open list.
    memory: Memory,
}

impl Incremental {
    fn new(grid: &Grid, query: &PathQuery, side: Side) -> Self {
        let mut memory = Memory::default();
        memory.begin(grid.cell_count());
        let options = SearchOptions {
            algorithm: Algorithm::Lpa,
            ..query.options.clone()
        };
        Self {
            query: PathQuery { options, ..*query },
            side,
            size: grid.size(),
            revision: grid.revision(),
            changed: Vec::new(),
            keyed_start: query.start,
            nodes: Nodes::default(),
            memory,
        }
    }

    fn update(&mut self, change: &GridChange) {
        self.revision = change.revision;
        self.changed
            .extend(change.cells.iter().map(|change| change.cell));
    }

    fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Outcome {
        if let Err(refusal) = self.query.check(grid) {
            return Outcome::Refused(refusal);
        }
        if (self.size, self.revision) != (grid.size(), grid.revision()) {
            *self = Self::new(grid, &self.query, self.side);
        }
        let PathQuery {
            start, ref options, ..
        } = self.query;
        let mut setup = Setup::new(grid, self.query.clone());
        let mut changed = std::mem::take(&mut self.changed);
        if self.side == Side::Backward {
            let estimates =
                |start| Estimator::backwards(&options.heuristic, options.units(), grid, start);
            if start != self.keyed_start {
                // No estimate has fallen by more than the cost of the path from the old start to
                // the new one.
                let moved = estimates(self.keyed_start).estimate(start, Cost::ZERO);
                self.memory.key_offset = self.memory.key_offset + moved + self.rounding();
                self.keyed_start = start;
                // Outside the region only a start is examined: it may be out of date.
                changed.push(start);
            }
            setup.estimator = estimates(start);
        }
        let limits = limits.at_most(options.max_expansions);
        let memory = (
            std::mem::take(&mut self.nodes),
            std::mem::take(&mut self.memory),
        );
        let mut search = LifelongRun::new(setup, memory, self.side, observer);
        search.update_edges(grid, &changed, observer);
        search.run(grid, limits, observer);
        let outcome = search.outcome(grid);
        (self.nodes, self.memory) = search.into_memory();
        outcome
    }

    /// Returns the maximum by which rounding lets an estimate exceed the sum of two over a third
    /// cell.
    fn rounding(&self) -> Cost {
        match self.query.options.heuristic {
            Heuristic::Euclidean => Cost(1),
            Heuristic::FlooredEuclidean => self.query.options.units().straight(),
            _ => Cost::ZERO,
        }
    }
}
