//! What ways really cost: Dijkstra's search over the whole map, as plain as it can be.

use std::collections::BTreeMap;

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
    /// Bytes of memory that they take, a little less for what does not grow with the map.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<u64>() + self.rules.bytes()
    }

    /// From the start to each cell.
    ///
    /// # Complexity
    /// O(cells) time where the dearest move costs a bounded number of times the cheapest; O(cells) memory.
    #[must_use]
    pub fn from_start(options: &SearchOptions, problem: &SearchProblem) -> Self {
        let rules = Rules::new(options, problem.grid());
        let costs = spread(&rules, &[rules.number(problem.start())], Sense::Forward, Price::Cost, None);
        Self { rules, costs, inside: size(problem.grid()) }
    }

    /// From each cell to the goal, or to the nearest cell within the options' range of it.
    ///
    /// # Complexity
    /// O(cells) time where the dearest move costs a bounded number of times the cheapest; O(cells) memory.
    #[must_use]
    pub fn to_goal(options: &SearchOptions, problem: &SearchProblem) -> Self {
        let rules = Rules::new(options, problem.grid());
        let costs = spread(
            &rules,
            &ends(&rules, problem.grid(), problem.goal(), options.range),
            Sense::Backward,
            Price::Cost,
            None,
        );
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
pub(in crate::pathfinding) fn ends(rules: &Rules, grid: &Grid, goal: Cell, range: u32) -> Vec<usize> {
    let (width, height) = (i64::from(grid.width()), i64::from(grid.height()));
    let (x, y, range) = (i64::from(goal.x), i64::from(goal.y), i64::from(range));
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

/// What a move counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Price {
    /// What it costs.
    Cost,
    /// One, whatever it costs.
    Step,
}

/// The least cost for each cell. A cell to stop at saves the work for those farther off, whose costs are then
/// too high or missing.
///
/// Cells wait in buckets, each as wide as the cheapest move. A move leads at least one bucket on, so when a
/// bucket's turn comes all costs in it are final, in whatever order they are taken (Dial 1969, Dinic 1978).
pub(super) fn spread(rules: &Rules, from: &[usize], sense: Sense, price: Price, stop: Option<usize>) -> Vec<u64> {
    let width = if price == Price::Cost { rules.cheapest() } else { 1 };
    let mut least = vec![NEVER; rules.len()];
    let mut done = vec![false; rules.len()];
    let mut buckets: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    buckets.insert(0, from.to_vec());
    for &source in from {
        least[source] = 0;
    }
    while let Some((_, cells)) = buckets.pop_first() {
        for at in cells {
            if std::mem::replace(&mut done[at], true) {
                continue;
            }
            if stop == Some(at) {
                return least;
            }
            let cost = least[at];
            let visit = |next: usize, step: u64| {
                let sum = cost + if price == Price::Cost { step } else { 1 };
                if sum < least[next] {
                    least[next] = sum;
                    buckets.entry(sum / width).or_default().push(next);
                }
            };
            match sense {
                Sense::Forward => rules.each_from(at, visit),
                Sense::Backward => rules.each_to(at, visit),
            }
        }
    }
    least
}
