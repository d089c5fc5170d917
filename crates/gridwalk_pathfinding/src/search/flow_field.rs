//! Dijkstra's search from the goal against the moves: one search, a cheapest path from every cell.
//!
//! The engine behind [`Algorithm::FlowField`], and the field that many agents
//! with one goal share.

use super::best_first::BestFirst;
use super::engine::{Engine, Frame, frame_at};
use super::moves::Move;
use super::nodes::{NodeState, Nodes};
use super::policies::{ByCost, Sources};
use super::setup::Setup;
use crate::fast::{Distances, FAR, Repair, StepLayers};
use crate::{
    Algorithm, Cell, CellIndex, Cost, EndpointError, Grid, GridSize, Limits, Observer, ParentRule, Path, PathQuery,
    Refusal, Revision, SearchOptions, Side, Status, StopRule,
};

/// What is left to one goal, and the best move, for every cell of a map.
///
/// It belongs to the map as it was: [`revision`](Self::revision) says whether that has changed since.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell, FlowField, Grid};
/// let grid = Grid::from_rows(&["..#", ".9.", "..."]);
/// let field = FlowField::new(&grid, Cell::new(2, 2), &Algorithm::FlowField.into()).unwrap();
/// let mut agents = [Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 1)];
/// while agents.iter().any(|&cell| cell != field.goal()) {
///     agents = agents.map(|cell| field.next(cell).unwrap_or(cell));
/// }
/// assert_eq!(field.cost_from(Cell::new(2, 0)), None, "a wall");
/// assert_eq!(field.path_from(Cell::new(0, 0)).unwrap().cells().len(), 4, "around the expensive cell");
/// ```
#[derive(Clone, Debug)]
pub struct FlowField {
    size: GridSize,
    goal: Cell,
    options: SearchOptions,
    answers: Answers,
    revision: Revision,
}

#[derive(Clone, Debug)]
enum Answers {
    /// Where each move is a step to a neighbour.
    Steps(Box<ByStep>),
    Moves {
        /// What is left per cell; `Cost::MAX` where no path leads to the goal.
        costs: Vec<Cost>,
        /// The best move per cell; the cell itself where there is none.
        next: Vec<CellIndex>,
    },
}

#[derive(Clone, Debug)]
struct ByStep {
    layers: StepLayers,
    distances: Distances,
    repair: Repair,
}

/// Why there is no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlowFieldError {
    /// The goal is outside or blocked.
    #[error(transparent)]
    Goal(#[from] EndpointError),
    /// The options are invalid together or on this map.
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
    /// If the goal is outside or blocked, the options are invalid for [`Algorithm::FlowField`], or their
    /// `max_expansions` are used up.
    ///
    /// # Complexity
    /// O(E log V) time for V cells and E moves. The field keeps 12 bytes a cell; making it takes 16 more,
    /// and the open list. Without one-way cells, portals and limits: O(E) time, 9 bytes a cell.
    pub fn new(grid: &Grid, goal: Cell, options: &SearchOptions) -> Result<Self, FlowFieldError> {
        EndpointError::check_goal(grid, goal)?;
        let options = SearchOptions { algorithm: Algorithm::FlowField, ..options.clone() };
        options.check(grid)?;
        let answers = match is_plain(grid, &options).then(|| Answers::of_steps(grid, goal, &options)).flatten() {
            Some(answers) => answers,
            None => Answers::of_moves(grid, goal, &options)?,
        };
        Ok(Self { size: grid.size(), goal, options, answers, revision: grid.revision() })
    }

    /// Brings the field up to date after an edit that changed these cells of the grid, and says how many costs were lost
    /// and found for that. Edits may be followed one by one or many at once, as long as all their cells are named.
    ///
    /// # Errors
    /// Those of [`new`](Self::new); then the field stays as it was.
    ///
    /// # Complexity
    /// O(n) for n cells whose cost to the goal changes, as long as they are no more than about half of the map;
    /// else, and where there are one-way cells, portals or limits, it is made from scratch.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Algorithm, Cell, FlowField, Grid, GridEdit, TerrainId};
    /// let mut grid = Grid::from_rows(&["...", ".#.", "..."]);
    /// let mut field = FlowField::new(&grid, Cell::new(2, 0), &Algorithm::FlowField.into()).unwrap();
    /// let change = grid.apply(&GridEdit::set(Cell::new(1, 0), TerrainId(1))).unwrap().unwrap();
    /// field.follow(&grid, change.cells.iter().map(|change| change.cell)).unwrap();
    /// assert_eq!(field.path_from(Cell::new(0, 0)).unwrap().cells().len(), 7, "around the new wall");
    /// ```
    pub fn follow(&mut self, grid: &Grid, changed: impl IntoIterator<Item = Cell>) -> Result<u64, FlowFieldError> {
        EndpointError::check_goal(grid, self.goal)?;
        if let Answers::Steps(steps) = &mut self.answers
            && is_plain(grid, &self.options)
        {
            let ByStep { layers, distances, repair } = &mut **steps;
            let changed = changed.into_iter().filter(|cell| grid.contains(*cell));
            let changed: Vec<u32> = changed.map(|cell| layers.follow(grid, cell)).collect();
            repair.expanded = 0;
            if distances.follow(grid, layers, &changed, repair, grid.cell_count() as u64) {
                self.revision = grid.revision();
                return Ok(repair.expanded);
            }
        }
        *self = Self::new(grid, self.goal, &self.options)?;
        Ok(grid.cell_count() as u64)
    }

    /// Where all paths lead.
    #[must_use]
    pub const fn goal(&self) -> Cell {
        self.goal
    }

    /// The revision of the map that was searched.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// The cost of the cheapest path from the cell to the goal, in the units of [`SearchOptions::units`]; `None`
    /// if there is none within the limits.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn cost_from(&self, cell: Cell) -> Option<Cost> {
        let index = self.size.index(cell)?;
        match &self.answers {
            Answers::Steps(steps) => Some(steps.distances.cost(steps.layers.place(cell)))
                .filter(|&cost| cost != FAR)
                .map(|cost| Cost(cost.into())),
            Answers::Moves { costs, .. } => Some(costs[index.get()]).filter(|&cost| cost != Cost::MAX),
        }
    }

    /// The best move from the cell: where a cheapest path to the goal goes on. Of equal moves it is the first
    /// in the options' order of neighbours, portals last. `None` at the goal and where no path leads to it.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn next(&self, cell: Cell) -> Option<Cell> {
        let index = self.size.index(cell)?;
        match &self.answers {
            Answers::Steps(steps) => {
                let ByStep { layers, distances, .. } = &**steps;
                let best = distances.best(layers, layers.place(cell), &self.options.neighbours);
                best.map(|direction| cell.step(direction))
            }
            Answers::Moves { next, .. } => {
                let next = next[index.get()];
                (next != index).then(|| self.size.cell(next))
            }
        }
    }

    /// The path from the cell to the goal, both included, by the best move from each cell.
    ///
    /// # Complexity
    /// O(n) for a path of n cells.
    #[must_use]
    pub fn path_from(&self, cell: Cell) -> Option<Path> {
        let cost = self.cost_from(cell)?;
        Some(Path::new(std::iter::successors(Some(cell), |&cell| self.next(cell)).collect(), cost))
    }
}

impl Answers {
    /// `None` if a cost does not fit.
    fn of_steps(grid: &Grid, goal: Cell, options: &SearchOptions) -> Option<Self> {
        let layers = StepLayers::new(grid, options);
        let mut distances = Distances::new(grid, &layers, layers.place(goal));
        distances.reach(&layers, None, u64::MAX).ok()?;
        Some(Self::Steps(Box::new(ByStep { layers, distances, repair: Repair::default() })))
    }

    fn of_moves(grid: &Grid, goal: Cell, options: &SearchOptions) -> Result<Self, FlowFieldError> {
        let setup = Setup::new(grid, PathQuery::new(goal, goal, options));
        let mut search = FlowSearch::new(setup, Nodes::default(), &mut ());
        if search.run(grid, Limits::NONE.at_most(options.max_expansions), &mut ()) == Status::Running {
            return Err(FlowFieldError::OutOfBudget(search.0.frame.tally.stats.expanded));
        }
        Ok(search.answers(grid))
    }
}

/// Whether each move is a step that leads back, and the whole map may be searched.
fn is_plain(grid: &Grid, options: &SearchOptions) -> bool {
    let has_limits = options.region.is_some() || options.max_cost.is_some() || options.max_expansions.is_some();
    let is_usual = options.parent == ParentRule::default() && options.stop == StopRule::default();
    !grid.has_one_way_terrain() && grid.portals().is_empty() && !has_limits && is_usual && options.goal_tolerance == 0
}

/// The common engine from the goal against the moves. It expands everything, so that it has an answer for every start.
#[derive(Debug)]
pub(super) struct FlowSearch(BestFirst<ByCost, Sources>);

impl FlowSearch {
    /// Puts the goal on the open list.
    pub fn new<O: Observer>(setup: Setup, nodes: Nodes, observer: &mut O) -> Self {
        let setup = Setup { exhaustive: true, ..setup };
        Self(BestFirst::new(setup, nodes, ByCost, Sources, observer))
    }

    /// What is left from a cell, and its best move; itself at the goal. Only for a search that is over.
    ///
    /// A start outside the region has no entry of its own, but it may step in.
    fn best_move(&self, grid: &Grid, index: CellIndex, moves: &mut Vec<Move>) -> Option<(Cost, CellIndex)> {
        let Frame { setup, nodes, .. } = &self.0.frame;
        if index == setup.goal {
            return Some((Cost::ZERO, index));
        }
        setup.moves.list(grid, Side::Forward, index, setup.size.cell(index), moves);
        let reached = |step: &&Move| nodes.place(step.index) != NodeState::Unseen;
        let through = |step: &Move| (step.cost + nodes.known(step.index).g, step.index);
        moves.iter().filter(reached).map(through).min_by_key(|&(cost, _)| cost)
    }

    /// The answers for all cells of a search that is over.
    fn answers(&self, grid: &Grid) -> Answers {
        let setup = &self.0.frame.setup;
        let count = u32::try_from(grid.cell_count()).expect("cells are counted in u32");
        let mut moves = Vec::with_capacity(9);
        let mut answer = |index: CellIndex| {
            let best = if grid.is_walkable_at(index.get()) { self.best_move(grid, index, &mut moves) } else { None };
            best.filter(|&(cost, _)| cost <= setup.max_cost).unwrap_or((Cost::MAX, index))
        };
        let (costs, next) = (0..count).map(|index| answer(CellIndex(index))).unzip();
        Answers::Moves { costs, next }
    }
}

impl Engine for FlowSearch {
    frame_at!(0.frame);

    #[inline]
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.0.expand_best(grid, observer).is_none() {
            let mut moves = std::mem::take(&mut self.0.frame.nodes.found);
            let left = self.best_move(grid, self.0.frame.setup.start, &mut moves).map(|(cost, _)| cost);
            let Frame { setup, nodes, tally } = &mut self.0.frame;
            nodes.found = moves;
            let found = left.is_some_and(|cost| cost <= setup.max_cost);
            tally.cut |= left.is_some() && !found;
            tally.finish(found, observer);
        }
    }

    /// Takes the best move from each cell, from the start on.
    fn path(&mut self, grid: &Grid) -> Path {
        let mut moves = std::mem::take(&mut self.0.frame.nodes.found);
        let mut cells = self.0.frame.nodes.spare_cells();
        let setup = &self.0.frame.setup;
        let next = |&index: &CellIndex| {
            let (_, next) =
                self.best_move(grid, index, &mut moves).expect("where a path leads on, it leads to the goal");
            (next != index).then_some(next)
        };
        cells.extend(std::iter::successors(Some(setup.start), next).map(|index| setup.size.cell(index)));
        let path = setup.path(grid, cells);
        self.0.frame.nodes.found = moves;
        path
    }
}
