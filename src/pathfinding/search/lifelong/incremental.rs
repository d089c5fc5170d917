//! The public faces: a search whose map changes, and one whose start moves as well.

use super::super::engine::Engine;
use super::super::setup::Setup;
use super::super::{Limits, NodePool, Outcome};
use super::memory::Memory;
use super::repair::Repair;
use crate::pathfinding::{Algorithm, SearchOptions};
use crate::pathfinding::{
    Cell, Cost, Estimator, Grid, GridChange, GridSize, Heuristic, Observer, ProblemError, Revision, SearchProblem, Side,
};

/// Lifelong planning A* (Koenig, Likhachev and Furcy 2004): the cheapest path between two cells, kept up while
/// the map changes.
///
/// The first [`run`](Self::run) searches like A*. After edits the next one repairs what they spoiled, and
/// gives the same cost as a search from scratch.
///
/// # Order and ties
/// Open cells are ordered by the estimate of their whole path, among equals by the smaller cost from the start:
/// the algorithm is right only with this order. [`TieBreak`](crate::pathfinding::TieBreak) decides where both are
/// equal: `Oldest` takes the cell opened first, the three others the one opened last, since equal keys have
/// equal g and h.
///
/// # What is reported
/// Counts and events are those of one run. A cell is generated once in the life of the search; later it is
/// relaxed, also where its new path is more expensive than the one that an edit took away.
///
/// # Complexity
/// 32 bytes a cell and 32 an open one. A run takes O(k log k) time for k cells whose cost from the start changed
/// and matters, each expanded at most twice if the heuristic is consistent. An edit far from the start changes
/// few costs; one beside it can change all, and then a search from scratch would be quicker.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::{Cell, Grid, GridEdit, LifelongSearch, Limits, SearchOptions, TerrainId};
/// let mut grid = Grid::from_rows(&[".....", ".###.", "....."]);
/// let (start, goal) = (Cell::new(0, 0), Cell::new(4, 1));
/// let mut search = LifelongSearch::new(&SearchOptions::default(), &grid, start, goal);
/// assert_eq!(search.run(&grid, Limits::NONE, &mut ()).unwrap().path().unwrap().cells().len(), 6);
///
/// let wall = TerrainId(1);
/// let change = grid.apply(&GridEdit::set(Cell::new(3, 0), wall)).unwrap().unwrap();
/// search.update(&change);
/// assert_eq!(search.run(&grid, Limits::NONE, &mut ()).unwrap().path().unwrap().cells().len(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct LifelongSearch(Incremental);

impl LifelongSearch {
    /// A search that has not begun. Which algorithm the options name does not matter.
    ///
    /// Invalid options are refused by [`run`](Self::run), which also says if no agent can stand on an
    /// end of the path.
    #[must_use]
    pub fn new(options: &SearchOptions, grid: &Grid, start: Cell, goal: Cell) -> Self {
        Self(Incremental::new(options, grid, start, goal, Side::Forward))
    }

    /// Reports an edit. Every one has to be reported before the next run, in any number of steps; if the
    /// revisions show that one was missed, the run begins from scratch.
    pub fn update(&mut self, change: &GridChange) {
        self.0.update(change);
    }

    /// Searches, or repairs what the last run found. A run that the limits stopped is taken up again.
    ///
    /// # Errors
    /// While an end of the path is blocked or outside. Nothing is forgotten: once it is free again the search
    /// goes on with what it knows.
    pub fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Result<Outcome, ProblemError> {
        self.0.run(grid, limits, observer)
    }
}

/// D* Lite (Koenig and Likhachev 2002): the cheapest path of a walker to its goal, kept up while the map
/// changes and the walker moves.
///
/// It is [`LifelongSearch`] from the goal towards the start. So the start can move, and what was found of the
/// rest of the path stays right. Order, ties, counts and complexity are the same, with the ends exchanged:
/// edits near the walker are cheap, those near the goal are not. Events have [`Side::Backward`], and g is the
/// cost to the goal. Without a path, the reason is reported as seen from the goal.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::{Cell, DStarLite, Grid, GridEdit, Limits, SearchOptions, TerrainId};
/// let mut grid = Grid::from_rows(&[".....", ".###.", "....."]);
/// let (start, goal) = (Cell::new(0, 1), Cell::new(4, 1));
/// let mut search = DStarLite::new(&SearchOptions::default(), &grid, start, goal);
/// let path = search.run(&grid, Limits::NONE, &mut ()).unwrap().path().unwrap().clone();
///
/// search.move_start(path.cells()[2]);
/// let ahead = path.cells()[3];
/// let change = grid.apply(&GridEdit::set(ahead, TerrainId(1))).unwrap().unwrap();
/// search.update(&change);
/// let detour = search.run(&grid, Limits::NONE, &mut ()).unwrap().path().unwrap().clone();
/// assert_eq!(detour.cells()[0], path.cells()[2]);
/// assert!(detour.cells().iter().all(|&cell| cell != ahead));
/// ```
#[derive(Clone, Debug)]
pub struct DStarLite(Incremental);

impl DStarLite {
    /// A search that has not begun. Which algorithm the options name does not matter.
    ///
    /// Invalid options are refused by [`run`](Self::run), which also says if no agent can stand on an
    /// end of the path.
    #[must_use]
    pub fn new(options: &SearchOptions, grid: &Grid, start: Cell, goal: Cell) -> Self {
        Self(Incremental::new(options, grid, start, goal, Side::Backward))
    }

    /// Where the path begins from now on. The new start need not be near the old one, nor on the path.
    pub fn move_start(&mut self, start: Cell) {
        self.0.start = start;
    }

    /// Reports an edit. Every one has to be reported before the next run, in any number of steps; if the
    /// revisions show that one was missed, the run begins from scratch.
    pub fn update(&mut self, change: &GridChange) {
        self.0.update(change);
    }

    /// Searches, or repairs what the last run found. A run that the limits stopped is taken up again.
    ///
    /// # Errors
    /// While an end of the path is blocked or outside. Nothing is forgotten: once it is free again the search
    /// goes on with what it knows.
    pub fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Result<Outcome, ProblemError> {
        self.0.run(grid, limits, observer)
    }
}

/// What both have: the question, and what is known of its answer.
#[derive(Clone, Debug)]
struct Incremental {
    options: SearchOptions,
    side: Side,
    start: Cell,
    goal: Cell,
    /// The map that the memory is about.
    size: GridSize,
    revision: Revision,
    /// Changed since the last run.
    changed: Vec<Cell>,
    /// The start that the keys were made for.
    keyed_start: Cell,
    memory: Memory,
}

impl Incremental {
    fn new(options: &SearchOptions, grid: &Grid, start: Cell, goal: Cell, side: Side) -> Self {
        Self {
            options: SearchOptions { algorithm: Algorithm::Lpa, ..options.clone() },
            side,
            start,
            goal,
            size: grid.size(),
            revision: grid.revision(),
            changed: Vec::new(),
            keyed_start: start,
            memory: Memory::new(grid.cell_count()),
        }
    }

    fn update(&mut self, change: &GridChange) {
        self.revision = change.revision;
        self.changed.extend(change.cells.iter().map(|change| change.cell));
    }

    fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Result<Outcome, ProblemError> {
        if let Err(refusal) = self.options.check(grid) {
            return Ok(Outcome::Refused(refusal));
        }
        let problem = SearchProblem::new(grid, self.start, self.goal)?;
        if self.size != grid.size() || self.revision != grid.revision() {
            let side = self.side;
            *self = Self::new(&self.options, grid, self.start, self.goal, side);
        }
        let mut setup = Setup::new(&self.options, &problem);
        let mut changed = std::mem::take(&mut self.changed);
        if self.side == Side::Backward {
            let estimates = |start| Estimator::backwards(&self.options.heuristic, self.options.units(), grid, start);
            if self.start != self.keyed_start {
                // No estimate has fallen by more than the path from the old start to the new one.
                let moved = estimates(self.keyed_start).estimate(self.start, Cost::ZERO);
                self.memory.key_offset = self.memory.key_offset + moved + self.rounding();
                self.keyed_start = self.start;
                // Outside the region of the search a start alone is looked at: it may be out of date.
                changed.push(self.start);
            }
            setup.estimator = estimates(self.start);
        }
        let limits = limits.at_most(self.options.max_expansions);
        let memory = std::mem::take(&mut self.memory);
        let mut search = Repair::new(setup, NodePool::default(), memory, self.side, observer);
        search.update_edges(grid, &changed, observer);
        search.run(grid, limits, observer);
        let outcome = search.outcome(grid);
        self.memory = search.into_memory();
        Ok(outcome)
    }

    /// By how much rounding lets an estimate exceed the sum of two that lead there by a third cell.
    fn rounding(&self) -> Cost {
        match self.options.heuristic {
            Heuristic::Euclidean => Cost(1),
            Heuristic::FlooredEuclidean => self.options.units().straight(),
            _ => Cost::ZERO,
        }
    }
}
