//! All cells within a cost budget: Dijkstra's search without a goal.

use super::NodePool;
use super::best_first::{BestFirst, ByCost, Neighbors};
use super::engine::Engine;
use super::nodes::Nodes;
use super::setup::Setup;
use crate::{
    Algorithm, Cell, CellIndex, Cost, EndpointError, Grid, Limits, ParentRule, Path, PathQuery, SearchEvent,
    SearchOptions, SearchStats, Status, StopRule,
};

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
/// These options count: those that define the moves and their costs, the order of neighbours, the tie-break, the
/// region, the cost limit if it is below the budget, and the limit of expansions. Algorithm, heuristic, goal tolerance,
/// stop rule and parent update concern goals and have no meaning here.
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
        let mut search = BestFirst::new(setup, std::mem::take(&mut pool.nodes), ByCost, Neighbors, &mut watch);
        self.complete = search.run(grid, limits, &mut watch) != Status::Running;
        self.stats = search.frame.tally.stats;
        pool.nodes = search.take_nodes();
        self.write(grid, &expanded, &pool.nodes);
        expanded.clear();
        self.expanded = expanded;
        Ok(())
    }

    fn write(&mut self, grid: &Grid, expanded: &[Cell], nodes: &Nodes) {
        let Self { reached, places, .. } = self;
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
        let at = self.places.binary_search_by_key(&(cell.y, cell.x), in_reading_order).ok()?;
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
        let Some(mut at) = self.place(cell) else { return false };
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
    /// Of equally near cells it is the cheapest to reach, and of those the first in reading order.
    #[must_use]
    pub fn nearest(&self, to: Cell) -> Cell {
        let key = |(cell, cost): (Cell, Cost)| (cell.squared_distance(to), cost, cell.y, cell.x);
        self.cells().min_by_key(|&reached| key(reached)).expect("the start is reached").0
    }

    /// Returns `true` if no cell was left out, `false` if the limit of expansions was reached first.
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
