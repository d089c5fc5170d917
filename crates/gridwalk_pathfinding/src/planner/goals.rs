//! Paths to one of several goals: the cheapest, or the reachable cell nearest to a goal out of
//! reach.
//!
//! Several goals are searched in the order of their estimates, which never exceed the path costs.
//! Once the next estimate is no better than the best path, no remaining goal can be better. Of
//! equally cheap goals the first is chosen.
//!
//! The rule for the nearest cell is defined only here: the cell nearest in a straight line; of
//! equally near cells the cheapest to reach, and of those the first in reading order.

use std::cmp::Reverse;

use super::searcher::Searcher;
use crate::map::Labelling;
use crate::{
    Algorithm, Cell, Cost, Estimator, Grid, Limits, Map, NoPathReason, ParentRule, Path, PathQuery,
    Plan, Planned, Reachability, Search, SearchEvent, SearchOptions, SearchStats, Status, StopRule,
};

/// State of the choice of the end of the path.
#[derive(Debug)]
pub(super) struct Nearest {
    /// The query of the caller.
    pub asked: PathQuery,
    stage: GoalsStage,
    /// A buffer for the paths to cells that are compared.
    path: Path,
}

#[derive(Debug)]
enum GoalsStage {
    /// Searches for a path to a cell within the goal tolerance.
    Tolerance,
    /// Computes and reads the region labels.
    Labels(Option<Box<Labelling>>),
    /// Visits all reachable cells.
    Flood(Box<NearestFlood>),
    /// Compares equally near cells by the cost to reach them.
    ///
    /// The costs of the cells before `at` are known; `best` is the lowest of them.
    Compare {
        ends: Vec<Cell>,
        at: usize,
        best: (Cost, Cell),
    },
    /// Searches for the path to the chosen cell.
    Path,
    /// The last search has an answer.
    Over,
}

#[derive(Debug)]
struct NearestFlood {
    search: Search,
    nearest: NearestSeen,
}

/// The cells nearest to the goal that a flood has reached.
#[derive(Debug)]
struct NearestSeen {
    goal: Cell,
    distance: u64,
    cells: Vec<Cell>,
}

impl NearestSeen {
    fn look(&mut self, event: SearchEvent) {
        let SearchEvent::Expanded { cell, .. } = event else {
            return;
        };
        let distance = cell.squared_distance(self.goal);
        if distance < self.distance {
            self.distance = distance;
            self.cells.clear();
        }
        if distance == self.distance {
            self.cells.push(cell);
        }
    }
}

impl Nearest {
    pub fn new(query: &PathQuery) -> Self {
        let is_tolerant = query.options.goal_tolerance > 0;
        let stage = if is_tolerant {
            GoalsStage::Tolerance
        } else {
            GoalsStage::Labels(None)
        };
        Self {
            asked: query.clone(),
            stage,
            path: Path::default(),
        }
    }

    pub const fn is_finished(&self) -> bool {
        matches!(self.stage, GoalsStage::Over)
    }

    /// Returns `true` if the end of the path is chosen.
    pub const fn is_known(&self) -> bool {
        matches!(self.stage, GoalsStage::Path | GoalsStage::Over)
    }

    /// Returns `true` if the first stage is a search for a path to the goal itself.
    pub const fn begins_at_goal(&self) -> bool {
        matches!(self.stage, GoalsStage::Tolerance)
    }

    /// Returns the search of a flood, so that its memory can be reused.
    pub fn into_search(self) -> Option<Search> {
        if let GoalsStage::Flood(flood) = self.stage {
            Some(flood.search)
        } else {
            None
        }
    }

    /// Performs the next stage, once the search that the last stage began has finished.
    ///
    /// Takes at most `work` units. Returns the work done and the number of expansions.
    pub fn next_stage(&mut self, searcher: &mut Searcher, map: &Map, work: u64) -> [u64; 2] {
        match &mut self.stage {
            GoalsStage::Tolerance => {
                if matches!(searcher.planned(), Some(Planned::NoPath(_))) {
                    self.stage = GoalsStage::Labels(None);
                } else {
                    self.stage = GoalsStage::Over;
                }
                [1, 0]
            }
            GoalsStage::Labels(labelling) => {
                let SearchOptions {
                    region,
                    max_cost,
                    movement,
                    ..
                } = self.asked.options;
                if region.is_some() || max_cost.is_some() {
                    self.flood(searcher, map);
                    return [1, 0];
                }
                let (taken, is_finished) = map.label_within(movement, labelling, work);
                if is_finished {
                    match self.nearest_by_labels(map) {
                        Some(ends) => self.compare(searcher, map, ends),
                        None => self.flood(searcher, map),
                    }
                }
                [taken.max(1), 0]
            }
            GoalsStage::Flood(flood) => {
                let NearestFlood { search, nearest } = &mut **flood;
                let before = search.stats().expanded;
                let limits = Limits {
                    expansions: before.saturating_add(work),
                    ..Limits::NONE
                };
                let status = search.run(map.grid(), limits, &mut |event| nearest.look(event));
                let taken = search.stats().expanded - before;
                if status != Ok(Status::Running) {
                    let mut ends = std::mem::take(&mut nearest.cells);
                    ends.sort_unstable_by_key(|cell| (cell.y, cell.x));
                    if let GoalsStage::Flood(flood) =
                        std::mem::replace(&mut self.stage, GoalsStage::Over)
                    {
                        searcher.take_memory(flood.search);
                    }
                    self.compare(searcher, map, ends);
                }
                [taken.max(1), taken]
            }
            GoalsStage::Compare { ends, at, best } => {
                searcher.answer(map, &mut self.path);
                let cost = if self.path.cells().is_empty() {
                    Cost::MAX
                } else {
                    self.path.cost()
                };
                if cost < best.0 {
                    *best = (cost, ends[*at]);
                }
                *at += 1;
                if let Some(end) = ends.get(*at).copied() {
                    searcher.begin(map, &self.any_cheapest(end));
                } else {
                    let end = best.1;
                    self.go_to(searcher, map, end);
                }
                [1, 0]
            }
            GoalsStage::Path => {
                // A search without a guarantee of optimality can miss paths within the cost limit.
                let is_missed =
                    searcher.planned() == Some(&Planned::NoPath(NoPathReason::OverCostLimit));
                if is_missed && let Some(end) = searcher.query().map(|query| query.goal) {
                    searcher.begin(map, &self.any_cheapest(end));
                }
                self.stage = GoalsStage::Over;
                [1, 0]
            }
            GoalsStage::Over => [0; 2],
        }
    }

    /// Returns all equally near cells in reading order, if the labels can decide.
    fn nearest_by_labels(&self, map: &Map) -> Option<Vec<Cell>> {
        let (
            grid,
            &PathQuery {
                start,
                goal,
                ref options,
            },
        ) = (map.grid(), &self.asked);
        let regions = map.regions(options.movement)?;
        let reach = |cell: &Cell| regions.reach(grid, start, *cell);
        // No nearer cell can be reached. With one-way cells the labels may not know whether these
        // cells can.
        let ends = nearest_cells(grid, goal, |cell| reach(&cell) != Reachability::No);
        ends.iter()
            .all(|end| reach(end) == Reachability::Yes)
            .then_some(ends)
    }

    /// Visits all reachable cells, or stops at the walkable cell nearest to the goal: no other is
    /// nearer.
    fn flood(&mut self, searcher: &mut Searcher, map: &Map) {
        let PathQuery {
            start,
            goal,
            ref options,
        } = self.asked;
        let options = SearchOptions {
            algorithm: Algorithm::Dijkstra,
            goal_tolerance: 0,
            stop: StopRule::Expanded,
            parent: ParentRule::Shorter,
            max_expansions: None,
            ..options.clone()
        };
        let to =
            nearest_cell(map.grid(), goal, |cell| map.grid().is_walkable(cell)).unwrap_or(start);
        match Search::new(
            map.grid(),
            &PathQuery::new(start, to, options),
            searcher.lend_memory(),
            &mut (),
        ) {
            Ok(search) => {
                let nearest = NearestSeen {
                    goal,
                    distance: u64::MAX,
                    cells: Vec::new(),
                };
                self.stage = GoalsStage::Flood(Box::new(NearestFlood { search, nearest }));
            }
            // The search itself reports the reason.
            Err(_) => self.go_to(searcher, map, goal),
        }
    }

    fn compare(&mut self, searcher: &mut Searcher, map: &Map, ends: Vec<Cell>) {
        match *ends {
            [] => self.go_to(searcher, map, self.asked.goal),
            [only] => self.go_to(searcher, map, only),
            [first, ..] => {
                searcher.begin(map, &self.any_cheapest(first));
                self.stage = GoalsStage::Compare {
                    ends,
                    at: 0,
                    best: (Cost::MAX, first),
                };
            }
        }
    }

    fn go_to(&mut self, searcher: &mut Searcher, map: &Map, end: Cell) {
        searcher.begin(
            map,
            &PathQuery {
                goal: end,
                ..self.without_tolerance()
            },
        );
        self.stage = GoalsStage::Path;
    }

    fn without_tolerance(&self) -> PathQuery {
        let options = SearchOptions {
            goal_tolerance: 0,
            ..self.asked.options.clone()
        };
        PathQuery {
            options,
            ..self.asked
        }
    }

    /// Returns a query for any cheapest path to a cell, whatever the algorithm of the caller's
    /// query.
    fn any_cheapest(&self, end: Cell) -> PathQuery {
        let SearchOptions {
            movement,
            steps,
            cost_rule,
            max_cost,
            region,
            ..
        } = self.asked.options;
        let options = SearchOptions {
            movement,
            steps,
            cost_rule,
            max_cost,
            region,
            ..SearchOptions::from(Algorithm::Auto)
        };
        PathQuery::new(self.asked.start, end, options)
    }
}

/// State of the search for the cheapest of several goals.
#[derive(Debug)]
pub(super) struct AnyOf {
    /// The query, with the first of the goals.
    pub asked: PathQuery,
    /// The other goals.
    pub others: Vec<Cell>,
    /// Goals that remain to be searched, by estimate and index; the best comes last.
    left: Vec<Reverse<(Cost, usize)>>,
    /// Index of the goal that is being searched; `None` if no goal remains.
    now: Option<usize>,
    best: Option<BestGoal>,
    stats: SearchStats,
    /// A buffer for a path.
    path: Path,
}

/// The best answer so far.
#[derive(Debug)]
struct BestGoal {
    place: usize,
    plan: Plan,
    path: Path,
}

impl AnyOf {
    /// Begins with the search for the goal with the lowest estimate.
    ///
    /// # Complexity
    /// O(n log n) for n goals, and the searches.
    pub fn new(searcher: &mut Searcher, map: &Map, query: &PathQuery, others: &[Cell]) -> Self {
        let options = &query.options;
        let estimate = |goal| {
            let heuristic = options.algorithm.default_heuristic();
            Estimator::new(
                heuristic,
                options.units(),
                map.grid(),
                goal,
                options.goal_tolerance,
            )
            .estimate(query.start, Cost::ZERO)
        };
        let goals = std::iter::once(&query.goal).chain(others).enumerate();
        let mut left: Vec<_> = goals
            .map(|(place, goal)| Reverse((estimate(*goal), place)))
            .collect();
        left.sort_unstable();
        let (best, stats, path) = (None, SearchStats::NONE, Path::default());
        let mut any = Self {
            asked: query.clone(),
            others: others.to_vec(),
            left,
            now: None,
            best,
            stats,
            path,
        };
        any.ask_next(searcher, map);
        any
    }

    /// Returns `true` if no search has finished whose answer an edit could invalidate.
    pub const fn is_first(&self) -> bool {
        self.best.is_none()
    }

    /// Returns `true` if no goal remains.
    pub const fn is_finished(&self) -> bool {
        self.now.is_none()
    }

    /// Takes the answer of the finished search, and begins the next search if it could find a
    /// better path.
    pub fn next_search(&mut self, searcher: &mut Searcher, map: &Map) {
        let (Some(place), Some(plan)) = (self.now, searcher.answer(map, &mut self.path)) else {
            return;
        };
        self.stats.expanded += plan.stats.expanded;
        self.stats.generated += plan.stats.generated;
        self.stats.reopened += plan.stats.reopened;
        self.stats.largest_open = self.stats.largest_open.max(plan.stats.largest_open);
        let rank = |plan: &Plan, path: &Path, place| {
            let is_missed = plan.planned != Planned::Found;
            (
                is_missed,
                if is_missed { Cost::ZERO } else { path.cost() },
                place,
            )
        };
        let rank_now = rank(&plan, &self.path, place);
        if self
            .best
            .as_ref()
            .is_none_or(|best| rank_now < rank(&best.plan, &best.path, best.place))
        {
            let path = std::mem::take(&mut self.path);
            self.best = Some(BestGoal { place, plan, path });
        }
        let could_be_better = |Reverse((estimate, place)): &Reverse<(Cost, usize)>| {
            let best = self
                .best
                .as_ref()
                .map(|best| rank(&best.plan, &best.path, best.place));
            best.is_none_or(|best| (false, *estimate, *place) < best)
        };
        self.left.retain(could_be_better);
        self.ask_next(searcher, map);
    }

    /// Returns the best answer and its path, once no goal remains.
    pub fn into_answer(self, path: &mut Path) -> Option<Plan> {
        let best = self.best?;
        *path = best.path;
        Some(Plan {
            stats: self.stats,
            ..best.plan
        })
    }

    fn ask_next(&mut self, searcher: &mut Searcher, map: &Map) {
        self.now = self.left.pop().map(|Reverse((_, place))| place);
        let Some(place) = self.now else { return };
        let goal = if place == 0 {
            self.asked.goal
        } else {
            self.others[place - 1]
        };
        searcher.begin(
            map,
            &PathQuery {
                goal,
                ..self.asked.clone()
            },
        );
    }
}

/// Finds the cell nearest to `to`, in a straight line, for which `wanted` returns `true`.
///
/// `to` may lie outside the grid. Of equally near cells the first in reading order is chosen.
/// Returns `None` if there is no such cell.
///
/// # Complexity
/// O(d²) for an answer d cells away: rings around `to` are examined from inside out.
#[must_use]
pub fn nearest_cell(grid: &Grid, to: Cell, wanted: impl Fn(Cell) -> bool) -> Option<Cell> {
    nearest_cells(grid, to, wanted).first().copied()
}

/// Finds all equally near cells, in reading order.
fn nearest_cells(grid: &Grid, to: Cell, wanted: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    // From far outside, start at the border: empty rings hold nothing.
    let inside = grid.size().clamp(to);
    let first = inside.x.abs_diff(to.x).max(inside.y.abs_diff(to.y));
    let farthest = [0, width - 1].map(|x| x.abs_diff(to.x)).into_iter();
    let farthest = farthest
        .chain([0, height - 1].map(|y| y.abs_diff(to.y)))
        .max()
        .unwrap_or_default();

    let (mut least, mut nearest) = (u64::MAX, Vec::new());
    for ring in first..=farthest {
        // Every cell of this ring is at least `ring` away.
        if u64::from(ring).pow(2) > least {
            break;
        }
        for_ring(to, ring.cast_signed(), width, height, |cell| {
            let distance = cell.squared_distance(to);
            if distance <= least && wanted(cell) {
                if distance < least {
                    nearest.clear();
                }
                least = distance;
                nearest.push(cell);
            }
        });
    }
    nearest.sort_unstable_by_key(|cell| (cell.y, cell.x));
    nearest
}

/// Calls `visit` for the cells of the square ring around `center` that lie on the map.
fn for_ring(center: Cell, ring: i32, width: i32, height: i32, mut visit: impl FnMut(Cell)) {
    let (left, right) = (center.x.saturating_sub(ring), center.x.saturating_add(ring));
    let (top, bottom) = (center.y.saturating_sub(ring), center.y.saturating_add(ring));
    for y in top.max(0)..=bottom.min(height - 1) {
        if y == top || y == bottom {
            for x in left.max(0)..=right.min(width - 1) {
                visit(Cell::new(x, y));
            }
        } else {
            for x in [left, right].into_iter().filter(|x| (0..width).contains(x)) {
                visit(Cell::new(x, y));
            }
        }
    }
}
