//! Dijkstra's search from the goal against the moves: one search, a cheapest way from every cell.
//!
//! The engine behind [`Algorithm::FlowField`], and the field that many agents
//! with one goal share.

use super::moves::Move;
use super::node_pool::{Known, Place};
use super::setup::Setup;
use super::{
    Algorithm, Limits, NodePool, Outcome, Refusal, Search, SearchOptions, SearchStats, Solution, Status, TieBreak,
};
use crate::pathfinding::{
    Cell, CellIndex, Cost, Grid, Observer, Path, ProblemError, Revision, SearchEvent, SearchProblem, Side,
};

/// What is left to one goal, and the best move, for every cell of a map.
///
/// It belongs to the map as it was: [`revision`](Self::revision) tells whether that has changed since.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::{Algorithm, Cell, FlowField, Grid};
/// let grid = Grid::from_rows(&["..#", ".9.", "..."]);
/// let field = FlowField::new(&Algorithm::FlowField.into(), &grid, Cell::new(2, 2)).unwrap();
/// let mut agents = [Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 1)];
/// while agents.iter().any(|&cell| cell != field.goal()) {
///     agents = agents.map(|cell| field.next(cell).unwrap_or(cell));
/// }
/// assert_eq!(field.cost_from(Cell::new(2, 0)), None, "a wall");
/// assert_eq!(field.path_from(Cell::new(0, 0)).unwrap().cells().len(), 4, "around the dear cell");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowField {
    width: u32,
    height: u32,
    goal: Cell,
    /// What is left per cell; `Cost::MAX` where no way leads to the goal.
    costs: Vec<Cost>,
    /// The best move per cell; the cell itself where there is none.
    next: Vec<CellIndex>,
    revision: Revision,
}

/// Why there is no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlowFieldError {
    /// The goal is outside or blocked.
    #[error(transparent)]
    Goal(#[from] ProblemError),
    /// The settings make no sense together or on this map.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The options allow fewer expansions than the map needs.
    #[error("the field is not done after {0} expansions; allow more, or search a smaller region")]
    OutOfBudget(u64),
}

impl FlowField {
    /// Searches from the goal everything within the options' region and cost limit, whatever algorithm the
    /// options name.
    ///
    /// # Errors
    /// If the goal is outside or blocked, the settings make no sense for [`Algorithm::FlowField`], or their
    /// `max_expansions` are used up.
    ///
    /// # Complexity
    /// O(E log V) time for V cells and E moves. The field keeps 12 bytes a cell; making it takes 24 more,
    /// and the open list.
    pub fn new(options: &SearchOptions, grid: &Grid, goal: Cell) -> Result<Self, FlowFieldError> {
        let options = &SearchOptions { algorithm: Algorithm::FlowField, ..options.clone() };
        if !grid.contains(goal) {
            return Err(ProblemError::GoalOutside(goal).into());
        }
        if !grid.is_walkable(goal) {
            return Err(ProblemError::GoalBlocked(goal).into());
        }
        options.check(grid)?;
        let problem = SearchProblem::new(grid, goal, goal)?;
        let mut pool = NodePool::default();
        let mut search = FlowSearch::new(Setup::new(options, &problem), &mut pool, &mut ());
        if search.run(Limits::NONE.at_most(options.max_expansions), &mut ()) == Status::Running {
            return Err(FlowFieldError::OutOfBudget(search.stats.expanded));
        }
        Ok(search.field())
    }

    /// Where all ways lead.
    #[must_use]
    pub const fn goal(&self) -> Cell {
        self.goal
    }

    /// The revision of the map that was searched.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// The cost of the cheapest way from the cell to the goal, in the units of [`SearchOptions::units`]; `None`
    /// if there is none within the limits.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn cost_from(&self, cell: Cell) -> Option<Cost> {
        Some(self.costs[self.index(cell)?]).filter(|&cost| cost != Cost::MAX)
    }

    /// The best move from the cell: where a cheapest way to the goal goes on. Of equal moves it is the first
    /// in the options' order of neighbours, portals last. `None` at the goal and where no way leads to it.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn next(&self, cell: Cell) -> Option<Cell> {
        let index = self.index(cell)?;
        let next = self.next[index];
        (next.get() != index).then(|| self.cell(next))
    }

    /// The way from the cell to the goal, both included, by the best move from each cell.
    ///
    /// # Complexity
    /// O(n) for a way of n cells.
    #[must_use]
    pub fn path_from(&self, cell: Cell) -> Option<Path> {
        let cost = self.cost_from(cell)?;
        Some(Path::new(std::iter::successors(Some(cell), |&cell| self.next(cell)).collect(), cost))
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (u32::try_from(cell.x).ok()?, u32::try_from(cell.y).ok()?);
        (x < self.width && y < self.height).then(|| y as usize * self.width as usize + x as usize)
    }

    const fn cell(&self, index: CellIndex) -> Cell {
        Cell::new((index.0 % self.width).cast_signed(), (index.0 / self.width).cast_signed())
    }
}

/// The engine: it expands everything, so that it has an answer for every start.
pub(super) struct FlowSearch<'a> {
    setup: Setup<'a>,
    pool: &'a mut NodePool,
    found: Vec<Move>,
    stats: SearchStats,
    open_cells: u64,
    /// Whether the cost limit kept cells out.
    cut: bool,
    status: Status,
}

impl<'a> FlowSearch<'a> {
    /// Puts the goal on the open list.
    pub fn new<O: Observer>(setup: Setup<'a>, pool: &'a mut NodePool, observer: &mut O) -> Self {
        pool.begin(setup.grid.cell_count());
        let (index, cell) = (setup.goal, setup.goal_cell);
        let mut search = Self {
            setup,
            pool,
            found: Vec::with_capacity(9),
            stats: SearchStats::NONE,
            open_cells: 0,
            cut: false,
            status: Status::Running,
        };
        search.open(Move { index, cell, cost: Cost::ZERO }, index, observer);
        search
    }

    /// Writes a cell that is new, or whose g is lower now; `to.cost` is that g.
    #[inline]
    fn open<O: Observer>(&mut self, to: Move, parent: CellIndex, observer: &mut O) {
        let Move { index, cell, cost: g } = to;
        let (h, side) = (Cost::ZERO, Side::Backward);
        let is_new = self.pool.place(index) == Place::Unseen;
        // Which of equal cells goes first decides nothing here: all of them are expanded.
        let sequence = self.pool.open.push(TieBreak::Oldest, g.0, g, h, index);
        self.pool.open_cell(index, Known { g, parent, sequence }, 0);
        if is_new {
            self.stats.generated += 1;
            self.open_cells += 1;
            self.stats.largest_open = self.stats.largest_open.max(self.open_cells);
        }
        if O::ACTIVE {
            let parent = self.setup.grid.cell(parent);
            observer.on_event(if is_new {
                SearchEvent::Generated { cell, parent, g, h, side }
            } else {
                SearchEvent::Relaxed { cell, parent, g, h, side, reopened: false }
            });
        }
    }

    /// The best open cell, outdated entries skipped.
    #[inline]
    fn pop(&mut self) -> Option<CellIndex> {
        while let Some(entry) = self.pool.open.pop() {
            if self.pool.known(entry.cell).sequence == entry.sequence {
                return Some(entry.cell);
            }
        }
        None
    }

    /// What is left from a cell, and its best move; itself at the goal. Only for a search that is over.
    ///
    /// A start outside the region has no entry of its own, but it may step in.
    fn best_move(&self, index: CellIndex, moves: &mut Vec<Move>) -> Option<(Cost, CellIndex)> {
        if index == self.setup.goal {
            return Some((Cost::ZERO, index));
        }
        self.setup.moves.list_from(index, self.setup.grid.cell(index), moves);
        let reached = |step: &&Move| self.pool.place(step.index) != Place::Unseen;
        let through = |step: &Move| (step.cost + self.pool.known(step.index).g, step.index);
        moves.iter().filter(reached).map(through).min_by_key(|&(cost, _)| cost)
    }

    /// The answers for all cells of a search that is over.
    fn field(&self) -> FlowField {
        let grid = self.setup.grid;
        let count = u32::try_from(grid.cell_count()).expect("cells are counted in u32");
        let mut moves = Vec::with_capacity(9);
        let mut answer = |index: CellIndex| {
            let best = if grid.is_walkable_at(index.get()) { self.best_move(index, &mut moves) } else { None };
            best.filter(|&(cost, _)| cost <= self.setup.max_cost).unwrap_or((Cost::MAX, index))
        };
        let (costs, next) = (0..count).map(|index| answer(CellIndex(index))).unzip();
        let (width, height, revision) = (grid.width(), grid.height(), grid.revision());
        FlowField { width, height, goal: self.setup.goal_cell, costs, next, revision }
    }

    /// Takes the best move from each cell, from the start on.
    fn path(&self) -> Path {
        let mut moves = Vec::with_capacity(9);
        let next = |&index: &CellIndex| {
            let (_, next) = self.best_move(index, &mut moves).expect("where a way leads on, it leads to the goal");
            (next != index).then_some(next)
        };
        let cells = std::iter::successors(Some(self.setup.start), next).map(|index| self.setup.grid.cell(index));
        self.setup.path(cells.collect())
    }
}

impl Search for FlowSearch<'_> {
    #[inline]
    fn step<O: Observer>(&mut self, observer: &mut O) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let Some(index) = self.pop() else {
            let left = self.best_move(self.setup.start, &mut Vec::with_capacity(9)).map(|(cost, _)| cost);
            let found = left.is_some_and(|cost| cost <= self.setup.max_cost);
            self.cut |= left.is_some() && !found;
            self.status = if found { Status::Found } else { Status::Exhausted };
            observer.on_event(SearchEvent::Ended { found });
            return self.status;
        };
        self.pool.close(index);
        self.open_cells -= 1;
        self.stats.expanded += 1;
        let cell = self.setup.grid.cell(index);
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell, side: Side::Backward });
        }
        let so_far = self.pool.known(index).g;
        let mut found = std::mem::take(&mut self.found);
        self.setup.moves.list_to(index, cell, &mut found);
        for step in &found {
            let g = so_far + step.cost;
            if self.pool.place(step.index) != Place::Unseen && g >= self.pool.known(step.index).g {
                continue;
            }
            if g > self.setup.max_cost {
                self.cut = true;
                continue;
            }
            self.open(Move { cost: g, ..*step }, index, observer);
        }
        self.found = found;
        self.status
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn outcome(&self) -> Outcome {
        match self.status {
            Status::Found => Outcome::Solved(Solution { path: self.path(), stats: self.stats }),
            Status::Exhausted => Outcome::NoPath(self.setup.no_path(self.cut), self.stats),
            Status::Running => Outcome::OutOfBudget(self.stats),
        }
    }
}
