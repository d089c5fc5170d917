//! True path costs, and the check of an estimate against them.
//!
//! The costs come from a plain Dijkstra's search over the whole map. On maps that are too large to
//! be judged whole, A* finds the cost of the cheapest path.
//!
//! An estimate may be too high somewhere, or fall faster than the cost of a move. Estimates of
//! any-angle searches are judged by upper bounds for the costs of any-angle paths.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use gridwalk_pathfinding::referee::{MoveRules, ends};
use gridwalk_pathfinding::slices::{at_once, find_map, for_each, pause, repeat, sort_by_key};
use gridwalk_pathfinding::{
    Cell, Cost, Estimator, Grid, GridSize, Heuristic, Movement, PathQuery, SearchOptions, Side,
    line_of_sight,
};

/// The cost of a cell that no path reaches.
pub(super) const NEVER: u64 = u64::MAX;

/// The cost of the cheapest path between each cell and one end of a query, independent of any
/// search.
///
/// The sum of the costs from the start and to the goal is the cost of the cheapest path through a
/// cell.
///
/// The options' movement, step costs, cost rule, region and goal tolerance count; the limits of
/// cost and expansions do not. If an end is blocked or outside, there is no path at all. The
/// computation shares no code with the searches.
///
/// # Examples
/// ```
/// use gridwalk_explain::verdict::TrueCosts;
/// use gridwalk_pathfinding::{Cell, Cost, Grid, PathQuery, SearchOptions, StepCosts};
/// let grid = Grid::from_rows(&["..#", "..."]);
/// let options = SearchOptions { steps: StepCosts::TEN_FOURTEEN, ..SearchOptions::default() };
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 1), options);
/// let (before, after) = (TrueCosts::from_start(&grid, &query), TrueCosts::to_goal(&grid, &query));
/// assert_eq!((before.of(Cell::new(1, 1)), after.of(Cell::new(1, 1))), (Some(Cost(14)), Some(Cost(10))));
/// assert_eq!(after.of(Cell::new(2, 0)), None);
/// ```
pub struct TrueCosts {
    rules: MoveRules,
    costs: Vec<u64>,
    size: GridSize,
}

impl TrueCosts {
    /// Returns the bytes of memory of the costs, without small parts of constant size.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<u64>() + self.rules.bytes()
    }

    /// Computes the costs from the start to each cell.
    ///
    /// # Complexity
    /// O(cells) time where the most expensive move costs a bounded number of times the cheapest;
    /// O(cells) memory.
    #[must_use]
    pub fn from_start(grid: &Grid, query: &PathQuery) -> Self {
        at_once(Self::in_slices(grid, query, Side::Forward))
    }

    /// Computes the costs from each cell to the goal, or to the nearest cell within the goal
    /// tolerance.
    ///
    /// # Complexity
    /// O(cells) time where the most expensive move costs a bounded number of times the cheapest;
    /// O(cells) memory.
    #[must_use]
    pub fn to_goal(grid: &Grid, query: &PathQuery) -> Self {
        at_once(Self::in_slices(grid, query, Side::Backward))
    }

    /// Computes the costs from the start or to the goal, in [slices](gridwalk_pathfinding::slices).
    pub async fn in_slices(grid: &Grid, query: &PathQuery, side: Side) -> Self {
        let rules = MoveRules::new(&query.options, grid);
        pause().await;
        let costs = match side {
            _ if query.check_ends(grid).is_err() => vec![NEVER; rules.count()],
            Side::Forward => costs_from_start(&rules, query).await,
            Side::Backward => costs_to_goal(&rules, grid, query, Metric::Cost, None).await,
        };
        Self {
            costs,
            rules,
            size: grid.size(),
        }
    }

    /// Returns the cost of this cell; `None` if no path reaches it, or the cell is blocked or
    /// outside.
    #[must_use]
    pub fn of(&self, cell: Cell) -> Option<Cost> {
        let cost = self
            .size
            .contains(cell)
            .then(|| self.costs[self.rules.number(cell)]);
        cost.filter(|cost| *cost != NEVER).map(Cost)
    }
}

/// Returns the least cost from the start to each cell.
async fn costs_from_start(rules: &MoveRules, query: &PathQuery) -> Vec<u64> {
    dijkstra(
        rules,
        &[rules.number(query.start)],
        Side::Forward,
        Metric::Cost,
        None,
    )
    .await
}

/// Returns the least cost from each cell to the goal, or to the nearest cell within the goal
/// tolerance.
pub(super) async fn costs_to_goal(
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    metric: Metric,
    stop: Option<usize>,
) -> Vec<u64> {
    let ends = ends(rules, grid, query.goal, query.options.goal_tolerance);
    dijkstra(rules, &ends, Side::Backward, metric, stop).await
}

/// The measure of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Metric {
    /// The cost of the move.
    Cost,
    /// One, whatever the cost of the move.
    Step,
}

/// Number of cells of a bucket that are expanded in one step.
const STEP: usize = 64;

/// Returns the least cost of each cell, forward along the moves or backward against them.
///
/// `stop` saves the work for cells farther away than this cell; their costs are then too high or
/// missing.
///
/// Cells wait in buckets, each as wide as the cheapest move. A move leads at least one bucket
/// further, so the costs in the next bucket to expand are final, in any order (Dial 1969, Dinic
/// 1978).
async fn dijkstra(
    rules: &MoveRules,
    from: &[usize],
    side: Side,
    metric: Metric,
    stop: Option<usize>,
) -> Vec<u64> {
    let width = if metric == Metric::Cost {
        rules.cheapest()
    } else {
        1
    };
    let mut least = vec![NEVER; rules.count()];
    let mut done = vec![false; rules.count()];
    let mut buckets: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let mut bucket = Vec::from(from).into_iter();
    for &source in from {
        least[source] = 0;
    }
    // The allocation for each cell also takes a while.
    pause().await;
    repeat(STEP, || {
        // Slices instead of vectors save a pointer lookup for each cell.
        let (least, done) = (&mut least[..], &mut done[..]);
        for at in bucket.by_ref().take(STEP) {
            if std::mem::replace(&mut done[at], true) {
                continue;
            }
            if stop == Some(at) {
                return false;
            }
            let cost = least[at];
            let visit = |next: usize, step: u64| {
                let sum = cost + if metric == Metric::Cost { step } else { 1 };
                if sum < least[next] {
                    least[next] = sum;
                    buckets.entry(sum / width).or_default().push(next);
                }
            };
            match side {
                Side::Forward => rules.each_from(at, visit),
                Side::Backward => rules.each_to(at, visit),
            }
        }
        if bucket.len() == 0 {
            let next = buckets
                .pop_first()
                .map(|(_, cells)| bucket = cells.into_iter());
            return next.is_some();
        }
        true
    })
    .await;
    least
}

/// Finds the cost of the cheapest path by A*; `None` if there is no path.
///
/// The heuristic is written a second time, independently of the searches: steps over the cheapest
/// ground straight to the goal, as if there were no walls.
///
/// # Complexity
/// That of A*, and O(cells) memory, of which only the reached part is touched.
pub(super) async fn cheapest(rules: &MoveRules, grid: &Grid, query: &PathQuery) -> Option<Cost> {
    let bound = LowerBound::new(grid, query);
    let is_end = {
        let ends = ends(rules, grid, query.goal, query.options.goal_tolerance);
        move |at: usize| ends.binary_search(&at).is_ok()
    };
    let start = rules.number(query.start);
    // One more than the least cost so far; 0 if unknown, so that the memory need not be
    // initialised.
    let mut least = vec![0_u64; rules.count()];
    least[start] = 1;
    let mut open = BinaryHeap::from([(Reverse(bound.from(query.start)), 0, start)]);
    let mut found = None;
    repeat(1, || {
        let Some((_, cost, at)) = open.pop() else {
            return false;
        };
        if cost + 1 != least[at] {
            return true;
        }
        if is_end(at) {
            found = Some(Cost(cost));
            return false;
        }
        rules.each_from(at, |next, step| {
            let sum = cost + step;
            if least[next] == 0 || sum + 1 < least[next] {
                least[next] = sum + 1;
                open.push((Reverse(sum + bound.from(rules.cell(next))), sum, next));
            }
        });
        true
    })
    .await;
    found
}

/// A lower bound of the remaining cost to the goal.
struct LowerBound {
    goal: Cell,
    /// The cost of the cheapest step, straight and diagonal.
    straight: u64,
    diagonal: u64,
    /// The goal tolerance, in cells.
    tolerance: u64,
}

impl LowerBound {
    fn new(grid: &Grid, query: &PathQuery) -> Self {
        let PathQuery {
            goal, ref options, ..
        } = *query;
        let ground = grid
            .legend()
            .iter()
            .filter_map(|terrain| terrain.cost)
            .min()
            .unwrap_or(1);
        // With a portal the straight line is no bound.
        let ground = if grid.portals().is_empty() {
            u64::from(ground)
        } else {
            0
        };
        let units = options.units();
        let straight = units.straight().0 * ground;
        let diagonal = if options.movement == Movement::Four {
            2 * straight
        } else {
            units.diagonal().0 * ground
        };
        Self {
            goal,
            straight,
            diagonal: diagonal.min(2 * straight),
            tolerance: options.goal_tolerance.into(),
        }
    }

    fn from(&self, cell: Cell) -> u64 {
        let (dx, dy) = cell.distance(self.goal);
        let (short, long) = (u64::from(dx.min(dy)), u64::from(dx.max(dy)));
        let whole = self.straight * (long - short) + self.diagonal * short;
        // Within the tolerance, no cell is farther away than this number of diagonal steps.
        whole.saturating_sub(self.diagonal * self.tolerance)
    }
}

/// A cell whose estimate exceeds the remaining cost: the heuristic is not admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The cell.
    pub cell: Cell,
    /// The estimate.
    pub h: Cost,
    /// The cost of the cheapest path from the cell; for an any-angle search, of the best known
    /// any-angle path.
    pub true_cost: Cost,
}

/// A move along which the estimate falls by more than the cost of the move: the heuristic is
/// inconsistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// The first cell of the move.
    pub cell: Cell,
    /// The second cell of the move.
    pub next: Cell,
    /// The estimate at the first cell.
    pub h: Cost,
    /// The cost of the move.
    pub cost: Cost,
    /// The estimate at the second cell.
    pub h_next: Cost,
}

/// Checks the estimate of each cell that the search may use, and each move between two such cells.
///
/// Finds the first of each in reading order, the moves of one cell in the order of
/// `Direction::ALL`, then portals. A formula of g gets the least cost of each cell from the start,
/// and is not checked at cells out of reach.
pub(super) async fn examine(
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    remaining: &[u64],
) -> (Option<Witness>, Option<Inconsistency>) {
    let PathQuery {
        start,
        goal,
        ref options,
    } = *query;
    let start = rules.number(start);
    let of_g = matches!(&options.heuristic, Heuristic::Formula(formula) if formula.uses_g());
    let reached = if of_g {
        Some(costs_from_start(rules, query).await)
    } else {
        None
    };
    let estimator = Estimator::new(
        &options.heuristic,
        options.units(),
        grid,
        goal,
        options.goal_tolerance,
    );
    let estimate = |at: usize| {
        let g = reached.as_ref().map_or(0, |reached| reached[at]);
        let judged = (rules.may_enter(at) || at == start) && g != NEVER;
        if judged {
            estimator.estimate(rules.cell(at), Cost(g)).0
        } else {
            NEVER
        }
    };
    let mut h = Vec::with_capacity(rules.count());
    for_each(0..rules.count(), |at| h.push(estimate(at))).await;
    let any_angle = if options.algorithm.is_any_angle() {
        let is_too_high = |at: usize, line: u64| h[at] != NEVER && h[at] > line;
        Some(any_angle_costs_to_goal(rules, grid, query, remaining, is_too_high).await)
    } else {
        None
    };
    let remaining = any_angle.as_deref().unwrap_or(remaining);
    let is_judged = |at: usize| h[at] != NEVER;
    let too_high = |at: usize| {
        let witness = || Witness {
            cell: rules.cell(at),
            h: Cost(h[at]),
            true_cost: Cost(remaining[at]),
        };
        (is_judged(at) && h[at] > remaining[at]).then(witness)
    };
    let falls = |at: usize| {
        let mut first = None;
        if !is_judged(at) {
            return first;
        }
        rules.each_from(at, |to, cost| {
            // Cells that are not judged have the highest possible estimate.
            if first.is_none() && h[at] > cost.saturating_add(h[to]) {
                first = Some(Inconsistency {
                    cell: rules.cell(at),
                    next: rules.cell(to),
                    h: Cost(h[at]),
                    cost: Cost(cost),
                    h_next: Cost(h[to]),
                });
            }
        });
        first
    };
    (
        find_map(0..h.len(), too_high).await,
        find_map(0..h.len(), falls).await,
    )
}

/// Parts of a cost unit, in which lines are measured.
///
/// Parts are rounded up, so that no estimate is called too high because of rounding.
const PARTS: u128 = 1024;
/// Maximum length of a line between two cells other than the goal, in cells.
///
/// The limit keeps the work linear in the cells of the map.
const LONGEST_LINE: u32 = 32;
/// Number of lines that are checked for each cell, each a piece of work.
const LINES: usize = 16;

/// Returns the cost of a path in straight lines from each cell to the goal.
///
/// The cost is at least that of the shortest any-angle path, and at most that of the cheapest path
/// along the grid. If the goal is in sight of a cell, and `is_too_high` returns `true` for the
/// direct line, it is the cost of that line.
async fn any_angle_costs_to_goal(
    rules: &MoveRules,
    grid: &Grid,
    query: &PathQuery,
    along_grid: &[u64],
    is_too_high: impl Fn(usize, u64) -> bool,
) -> Vec<u64> {
    let PathQuery {
        goal, ref options, ..
    } = *query;
    let lines = Lines {
        grid,
        options,
        terrain: grid.uniform_cost().map_or(1, u128::from),
    };
    let end = rules.number(goal);
    let mut order: Vec<usize> = (0..along_grid.len())
        .filter(|&at| along_grid[at] != NEVER)
        .collect();
    sort_by_key(&mut order, |&at| along_grid[at]).await;
    // Costs in parts, and the end of the first line of each cell's path.
    let mut costs: Vec<u128> = along_grid
        .iter()
        .map(|&cost| u128::from(cost) * PARTS)
        .collect();
    let mut turns: Vec<usize> = (0..costs.len()).collect();
    let mut visit = |at: usize| {
        if at == end {
            return;
        }
        let cell = rules.cell(at);
        let direct = lines.parts(cell, goal);
        if is_too_high(at, whole(direct)) && lines.sees(cell, goal) {
            (costs[at], turns[at]) = (costs[at].min(direct), end);
            return;
        }
        let (mut best, mut turn) = (costs[at], at);
        rules.each_from(at, |next, _| {
            for through in [turns[next], next] {
                let far = rules.cell(through);
                let (dx, dy) = cell.distance(far);
                let cost = costs[through].saturating_add(lines.parts(cell, far));
                if cost < best && dx.max(dy) <= LONGEST_LINE && lines.sees(cell, far) {
                    (best, turn) = (cost, through);
                }
            }
        });
        (costs[at], turns[at]) = (best, turn);
    };
    let mut order = order.into_iter();
    repeat(LINES, || order.next().map(&mut visit).is_some()).await;
    costs
        .into_iter()
        .zip(along_grid)
        .map(|(cost, &grid)| if grid == NEVER { NEVER } else { whole(cost) })
        .collect()
}

/// Converts parts to whole units, rounded up.
fn whole(parts: u128) -> u64 {
    u64::try_from(parts.div_ceil(PARTS)).unwrap_or(u64::MAX)
}

struct Lines<'a> {
    grid: &'a Grid,
    options: &'a SearchOptions,
    terrain: u128,
}

impl Lines<'_> {
    fn parts(&self, from: Cell, to: Cell) -> u128 {
        let (dx, dy) = from.distance(to);
        let squared = u128::from(dx).pow(2) + u128::from(dy).pow(2);
        let straight = u128::from(self.options.units().straight().0) * PARTS;
        ((straight.pow(2) * squared).isqrt() + 1) * self.terrain
    }

    fn sees(&self, from: Cell, to: Cell) -> bool {
        line_of_sight(self.grid, self.options.movement, from, to)
    }
}
