//! What ways really cost: Dijkstra's search over the whole map, as plain as it can be.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::rules::Rules;
use crate::pathfinding::{Cell, Cost, Grid, SearchOptions, SearchProblem};

/// No way leads there.
pub(super) const NEVER: u64 = u64::MAX;

/// Along which side of the moves the costs spread.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// From a cell to where its moves lead.
    Forward,
    /// From a cell to where moves to it come from.
    Backward,
}

/// The cost of the cheapest way between each cell and one end of a problem, whatever a search found. Two of
/// them, from the start and to the goal, tell what the cheapest way through any cell costs.
///
/// The options' movement, step costs, cost rule, region and range count; the limits on cost and on
/// expansions do not. It shares no code with the searches.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::verdict::TrueCosts;
/// use gridwalk::pathfinding::{Cell, Cost, Grid, SearchOptions, SearchProblem, StepCosts};
/// let grid = Grid::from_rows(&["..#", "..."]);
/// let options = SearchOptions { steps: StepCosts::TEN_FOURTEEN, ..SearchOptions::default() };
/// let problem = SearchProblem::new(&grid, Cell::new(0, 0), Cell::new(2, 1)).unwrap();
/// let (before, after) = (TrueCosts::from_start(&options, &problem), TrueCosts::to_goal(&options, &problem));
/// assert_eq!((before.of(Cell::new(1, 1)), after.of(Cell::new(1, 1))), (Some(Cost(14)), Some(Cost(10))));
/// assert_eq!(after.of(Cell::new(2, 0)), None);
/// ```
pub struct TrueCosts {
    rules: Rules,
    costs: Vec<u64>,
    inside: (u32, u32),
}

impl TrueCosts {
    /// From the start to each cell.
    ///
    /// # Complexity
    /// O(cells log cells) time, O(cells) memory.
    #[must_use]
    pub fn from_start(options: &SearchOptions, problem: &SearchProblem) -> Self {
        let rules = Rules::new(options, problem.grid());
        let costs = spread(&rules, &[rules.number(problem.start())], Sense::Forward, |cost| cost, None);
        Self { rules, costs, inside: size(problem.grid()) }
    }

    /// From each cell to the goal, or to the nearest cell within the options' range of it.
    ///
    /// # Complexity
    /// O(cells log cells) time, O(cells) memory.
    #[must_use]
    pub fn to_goal(options: &SearchOptions, problem: &SearchProblem) -> Self {
        let rules = Rules::new(options, problem.grid());
        let costs = spread(&rules, &ends(&rules, options, problem), Sense::Backward, |cost| cost, None);
        Self { rules, costs, inside: size(problem.grid()) }
    }

    /// The cost for this cell; `None` if no way leads there, or the cell is blocked or outside.
    #[must_use]
    pub fn of(&self, cell: Cell) -> Option<Cost> {
        let inside = cell.x.cast_unsigned() < self.inside.0 && cell.y.cast_unsigned() < self.inside.1;
        let cost = if inside { self.costs[self.rules.number(cell)] } else { NEVER };
        (cost != NEVER).then_some(Cost(cost))
    }
}

const fn size(grid: &Grid) -> (u32, u32) {
    (grid.width(), grid.height())
}

/// The cells where a search may end: the goal, and the free ones within range of it.
pub(super) fn ends(rules: &Rules, options: &SearchOptions, problem: &SearchProblem) -> Vec<usize> {
    let goal = problem.goal();
    let (width, height) = (i64::from(problem.grid().width()), i64::from(problem.grid().height()));
    let (x, y, range) = (i64::from(goal.x), i64::from(goal.y), i64::from(options.range));
    let mut ends = Vec::new();
    for row in (y - range).max(0)..=(y + range).min(height - 1) {
        for column in (x - range).max(0)..=(x + range).min(width - 1) {
            let near = (column - x).pow(2) + (row - y).pow(2) <= range.pow(2);
            let side = |side: i64| i32::try_from(side).expect("inside the map");
            let number = rules.number(Cell::new(side(column), side(row)));
            if near && rules.is_free(number) {
                ends.push(number);
            }
        }
    }
    ends
}

/// The least cost for each cell; `price` may count something else than what a move costs, and a cell to stop
/// at saves the work for those farther off, whose costs are then too high or missing.
pub(super) fn spread(
    rules: &Rules,
    from: &[usize],
    sense: Sense,
    price: impl Fn(u64) -> u64,
    stop: Option<usize>,
) -> Vec<u64> {
    let mut least = vec![NEVER; rules.len()];
    let mut queue = BinaryHeap::new();
    for &source in from {
        least[source] = 0;
        queue.push(Reverse((0, source)));
    }
    while let Some(Reverse((cost, at))) = queue.pop() {
        if cost > least[at] {
            continue;
        }
        if stop == Some(at) {
            break;
        }
        let visit = |next: usize, step: u64| {
            let sum = cost + price(step);
            if sum < least[next] {
                least[next] = sum;
                queue.push(Reverse((sum, next)));
            }
        };
        match sense {
            Sense::Forward => rules.each_from(at, visit),
            Sense::Backward => rules.each_to(at, visit),
        }
    }
    least
}
