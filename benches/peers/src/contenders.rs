//! Our searches and those of other crates, all asked in the same words.

use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use gridwalk_pathfinding::{
    Algorithm, Cell, CostRule, Direction, Map, Movement, NodePool, Outcome, Path, PathQuery,
    Planned, Planner, SearchOptions, solve,
};
use hierarchical_pathfinding::PathCache;
use hierarchical_pathfinding::neighbors::MooreNeighborhood;

pub struct Contender<'a> {
    pub name: &'static str,
    /// Whether its paths obey our rules and are cheapest; else they are only measured.
    pub is_exact: bool,
    pub answers: Box<dyn Answers + 'a>,
}

/// A search that answers all questions in each of its turns.
pub trait Answers {
    fn begin_turn(&mut self) {}

    /// Returns the cost of the path, if there is one.
    fn ask(&mut self, start: Cell, goal: Cell) -> Option<u64>;
}

impl<F: FnMut(Cell, Cell) -> Option<u64>> Answers for F {
    fn ask(&mut self, start: Cell, goal: Cell) -> Option<u64> {
        self(start, goal)
    }
}

/// Our planner three times: warm, it keeps all; cold, it is a new one in each turn; fresh, it is a
/// new one for each question, and the release of the previous one's memory counts.
///
/// Cold and fresh planners take over no jump graph that an earlier planner has left to the map.
pub const PLANNERS: [&str; 3] = ["planner, warm", "planner, cold", "planner, fresh"];

/// The searches that can answer on this map under these options, in the order of the report.
///
/// The first is the reference for all costs and ratios.
pub fn contenders<'a>(map: &'a Map, options: &'a SearchOptions) -> Vec<Contender<'a>> {
    let is_weighted = options.cost_rule == CostRule::MeanTouched;
    let mut all = Vec::new();
    let mut add = |name, is_exact, answers| {
        all.push(Contender {
            name,
            is_exact,
            answers,
        })
    };
    if map.grid().width() <= 2048 {
        add(
            "`pathfinding` A*",
            true,
            Box::new(|start, goal| peer(map, options, start, goal)),
        );
    }
    add("A*", true, by_solve(map, options, Algorithm::AStar));
    if !is_weighted {
        add("JPS", true, by_solve(map, options, Algorithm::JumpPoint));
    }
    for name in PLANNERS {
        add(name, true, Box::new(ByPlanner::new(name, map, options)));
    }
    if !is_weighted && options.movement != Movement::Four && map.grid().width() <= 2048 {
        add("`grid_pathfinding` JPS", false, jump_points(map, options));
        add(
            "`hierarchical_pathfinding`",
            false,
            hierarchical(map, options),
        );
    }
    all
}

fn by_solve<'a>(
    map: &'a Map,
    options: &'a SearchOptions,
    algorithm: Algorithm,
) -> Box<dyn Answers + 'a> {
    let mut pool = NodePool::default();
    Box::new(move |start: Cell, goal: Cell| {
        let query = PathQuery::new(
            start,
            goal,
            SearchOptions {
                algorithm,
                ..options.clone()
            },
        );
        let Outcome::Solved(solution) = solve(map.grid(), &query, &mut pool, &mut ()) else {
            return None;
        };
        let cost = solution.path.cost().0;
        pool.reuse(solution.path);
        Some(cost)
    })
}

struct ByPlanner<'a> {
    name: &'static str,
    map: &'a Map,
    options: SearchOptions,
    planner: Planner,
    path: Path,
}

impl<'a> ByPlanner<'a> {
    fn new(name: &'static str, map: &'a Map, options: &SearchOptions) -> Self {
        let options = SearchOptions {
            algorithm: Algorithm::Auto,
            ..options.clone()
        };
        Self {
            name,
            map,
            options,
            planner: Planner::default(),
            path: Path::default(),
        }
    }

    /// Replaces the planner by one that knows nothing, not even what earlier planners have learnt
    /// about the map.
    ///
    /// A planner with a memory limit of its own shares no jump graphs; this limit is the default.
    fn forget(&mut self) {
        let most = (32 << 20) + 48 * self.map.grid().cell_count();
        self.planner = Planner::with_memory(most);
    }
}

impl Answers for ByPlanner<'_> {
    fn begin_turn(&mut self) {
        if self.name != PLANNERS[0] {
            self.forget();
        }
    }

    fn ask(&mut self, start: Cell, goal: Cell) -> Option<u64> {
        if self.name == PLANNERS[2] {
            self.forget();
        }
        let plan = self.planner.path(
            self.map,
            &PathQuery::new(start, goal, &self.options),
            &mut self.path,
        );
        (plan.planned == Planned::Found).then(|| self.path.cost().0)
    }
}

/// A* of the crate `pathfinding`, by our rules of moving.
fn peer(map: &Map, options: &SearchOptions, start: Cell, goal: Cell) -> Option<u64> {
    let (grid, movement, units) = (map.grid(), options.movement, options.units());
    let (straight, diagonal) = (units.straight().0, units.diagonal().0);
    let is_mean = options.cost_rule == CostRule::MeanTouched;
    let at = |cell: Cell| grid.cost(cell).map_or(0, u64::from);
    let successors = |&cell: &Cell| {
        let legal = Direction::ALL.into_iter().filter(move |&direction| {
            (movement != Movement::Four || !direction.is_diagonal())
                && movement.allows(grid, cell, direction)
        });
        legal.map(move |direction| {
            let next = cell.step(direction);
            let step = if direction.is_diagonal() {
                diagonal
            } else {
                straight
            };
            let cost = match (is_mean, direction.is_diagonal()) {
                (false, _) => step * at(next),
                (true, false) => step / 2 * (at(cell) + at(next)),
                // No corner is cut, so both cells beside the step have a cost.
                (true, true) => {
                    let beside: u64 = direction
                        .beside()
                        .into_iter()
                        .map(|beside| at(cell.step(beside)))
                        .sum();
                    step / 4 * (at(cell) + at(next) + beside)
                }
            };
            (next, cost)
        })
    };
    let estimate = |cell: &Cell| {
        let (dx, dy) = cell.distance(goal);
        match movement {
            Movement::Four => straight * u64::from(dx + dy),
            Movement::Eight(_) => {
                diagonal * u64::from(dx.min(dy)) + straight * u64::from(dx.abs_diff(dy))
            }
        }
    };
    pathfinding::directed::astar::astar(&start, successors, estimate, |&cell| cell == goal)
        .map(|(_, cost)| cost)
}

/// It cuts corners.
fn jump_points<'a>(map: &Map, options: &'a SearchOptions) -> Box<dyn Answers + 'a> {
    let grid = map.grid();
    let mut peer = PathingGrid::new(grid.width() as usize, grid.height() as usize, false);
    for (y, x) in (0..grid.height().cast_signed())
        .flat_map(|y| (0..grid.width().cast_signed()).map(move |x| (y, x)))
    {
        peer.set(x, y, !grid.is_walkable(Cell::new(x, y)));
    }
    // Up to eleven times as fast as with it.
    peer.improved_pruning = false;
    peer.generate_components();
    Box::new(move |start: Cell, goal: Cell| {
        let path = peer.get_path_single_goal(
            Point::new(start.x, start.y),
            Point::new(goal.x, goal.y),
            false,
        )?;
        Some(length(
            options,
            path.into_iter().map(|point| Cell::new(point.x, point.y)),
        ))
    })
}

/// It cuts corners, and its paths are not the shortest.
fn hierarchical<'a>(map: &'a Map, options: &'a SearchOptions) -> Box<dyn Answers + 'a> {
    let grid = map.grid();
    let size = (grid.width() as usize, grid.height() as usize);
    let cell = |(x, y): (usize, usize)| Cell::new(x as i32, y as i32);
    let cost = move |point| if grid.is_walkable(cell(point)) { 1 } else { -1 };
    let neighborhood = MooreNeighborhood::new(size.0, size.1);
    let config = hierarchical_pathfinding::PathCacheConfig::with_chunk_size(16);
    let cache = PathCache::new(size, cost, neighborhood, config);
    Box::new(move |start: Cell, goal: Cell| {
        let point = |cell: Cell| (cell.x as usize, cell.y as usize);
        let path = cache
            .find_path(point(start), point(goal), cost)?
            .resolve(cost);
        Some(length(
            options,
            std::iter::once(start).chain(path.into_iter().map(cell)),
        ))
    })
}

/// Returns the cost of the steps along these cells on plain terrain.
fn length(options: &SearchOptions, cells: impl Iterator<Item = Cell>) -> u64 {
    let (straight, diagonal) = (options.units().straight().0, options.units().diagonal().0);
    let mut before: Option<Cell> = None;
    let mut sum = 0;
    for cell in cells {
        if let Some(before) = before.replace(cell) {
            let (dx, dy) = before.distance(cell);
            sum += diagonal * u64::from(dx.min(dy)) + straight * u64::from(dx.abs_diff(dy));
        }
    }
    sum
}
