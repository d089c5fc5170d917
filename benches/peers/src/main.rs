//! Our searches against those of other crates: in one run, query by query, after checking that their costs agree.
//!
//! Times are those of the thread, in microseconds; the report is Markdown. Read the ratios.

use std::path::{Path, PathBuf};

use cpu_time::ThreadTime;
use gridwalk::pathfinding::{
    Algorithm, Cell, Direction, Grid, Movement, NodePool, Outcome, PathQuery, StepCosts, Terrain, solve,
};

type Error = Box<dyn std::error::Error>;

/// A map and the questions asked on it.
struct Case {
    name: String,
    grid: Grid,
    queries: Vec<(Cell, Cell)>,
}

const CONTENDERS: [&str; 3] = ["`pathfinding` A*", "A*", "JPS"];
/// At most about so many queries of one map.
const QUERIES: usize = 100;

fn main() -> Result<(), Error> {
    let folder = std::env::args().nth(1).map_or_else(|| PathBuf::from("../../../shared/data/movingai"), PathBuf::from);
    let cases = if folder.is_dir() { published(&folder)? } else { own()? };
    println!("| map | queries | search | mean | median | p99 | times as fast as `pathfinding` |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut logarithms = [0.0; CONTENDERS.len()];
    for case in &cases {
        let mut times = measure(case);
        let means = [0, 1, 2].map(|at| mean(&times[at]));
        for (at, name) in CONTENDERS.iter().enumerate() {
            times[at].sort_by(f64::total_cmp);
            let rank = |part: f64| times[at][((times[at].len() - 1) as f64 * part) as usize];
            let ratio = means[0] / means[at];
            logarithms[at] += ratio.ln();
            let (queries, mean, median, p99) = (times[at].len(), means[at], rank(0.5), rank(0.99));
            println!("| {} | {queries} | {name} | {mean:.1} | {median:.1} | {p99:.1} | {ratio:.2} |", case.name);
        }
    }
    for (name, logarithm) in CONTENDERS.iter().zip(logarithms).skip(1) {
        let ratio = (logarithm / cases.len() as f64).exp();
        println!("\n{name}: {ratio:.2} times as fast as `pathfinding` (geometric mean of {} maps)", cases.len());
    }
    Ok(())
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

/// The times of each contender, query by query.
fn measure(case: &Case) -> [Vec<f64>; CONTENDERS.len()] {
    let mut pool = NodePool::default();
    let mut times = [const { Vec::new() }; CONTENDERS.len()];
    for &(start, goal) in &case.queries {
        let [astar, jps] = [Algorithm::AStar, Algorithm::JumpPoint].map(|by| PathQuery::new(start, goal, by));
        let costs = [
            peer(&case.grid, start, goal),
            ours(&case.grid, &astar, &mut pool),
            ours(&case.grid, &jps, &mut pool),
        ];
        assert!(costs.iter().all(|cost| *cost == costs[0]), "{}: {start} to {goal} costs {costs:?}", case.name);
        let mut time = |at: usize, search: &mut dyn FnMut() -> Option<u64>| {
            let before = ThreadTime::now();
            std::hint::black_box(search());
            times[at].push(before.elapsed().as_secs_f64() * 1e6);
        };
        time(0, &mut || peer(&case.grid, start, goal));
        time(1, &mut || ours(&case.grid, &astar, &mut pool));
        time(2, &mut || ours(&case.grid, &jps, &mut pool));
    }
    times
}

fn ours(grid: &Grid, query: &PathQuery, pool: &mut NodePool) -> Option<u64> {
    let Outcome::Solved(solution) = solve(grid, query, pool, &mut ()) else { return None };
    let cost = solution.path.cost().0;
    pool.reuse(solution.path);
    Some(cost)
}

/// A* of the crate `pathfinding`, by our rules of moving.
fn peer(grid: &Grid, start: Cell, goal: Cell) -> Option<u64> {
    let (movement, steps) = (Movement::default(), StepCosts::SQRT2);
    let (straight, diagonal) = (steps.straight().0, steps.diagonal().0);
    let successors = |&cell: &Cell| {
        let legal = Direction::ALL.into_iter().filter(move |&direction| movement.allows(grid, cell, direction));
        legal.map(move |step| (cell.step(step), if step.is_diagonal() { diagonal } else { straight }))
    };
    let octile = |cell: &Cell| {
        let (dx, dy) = cell.distance(goal);
        diagonal * u64::from(dx.min(dy)) + straight * u64::from(dx.abs_diff(dy))
    };
    pathfinding::directed::astar::astar(&start, successors, octile, |&cell| cell == goal).map(|(_, cost)| cost)
}

/// The maps of a folder, with some lines of each scenario file.
fn published(folder: &Path) -> Result<Vec<Case>, Error> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, Error>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "map"));
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

fn read(file: &Path) -> Result<Case, Error> {
    let (map, scenario) =
        (std::fs::read_to_string(file)?, std::fs::read_to_string(format!("{}.scen", file.display()))?);
    let rows: Vec<&[u8]> = map.lines().skip(4).filter(|row| !row.is_empty()).map(str::as_bytes).collect();
    let (width, height) = (rows.first().ok_or("a map has rows")?.len(), rows.len());
    let grid = Grid::from_fn(u32::try_from(width)?, u32::try_from(height)?, |cell| {
        let glyph = rows[cell.y as usize][cell.x as usize];
        if matches!(glyph, b'.' | b'G') { Terrain::floor() } else { Terrain::wall() }
    })?;
    let ends = |line: &str| {
        let numbers: Vec<i32> = line.split_whitespace().skip(4).take(4).filter_map(|part| part.parse().ok()).collect();
        (numbers.len() == 4).then(|| (Cell::new(numbers[0], numbers[1]), Cell::new(numbers[2], numbers[3])))
    };
    let all: Vec<_> = scenario.lines().skip(1).filter_map(ends).collect();
    let is_free = |&(start, goal): &(Cell, Cell)| grid.is_walkable(start) && grid.is_walkable(goal);
    let queries = all.iter().copied().step_by(all.len().div_ceil(QUERIES).max(1)).filter(is_free).collect();
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Case { name, grid, queries })
}

/// Maps for a machine that has none: open ground, scattered walls, rooms.
fn own() -> Result<Vec<Case>, Error> {
    let side = 512;
    let scattered = |cell: Cell| (cell.x.wrapping_mul(7919) ^ cell.y.wrapping_mul(104_729)).rem_euclid(10) == 3;
    let rooms = |cell: Cell| (cell.x % 32 == 0 && cell.y % 32 != 16) || (cell.y % 32 == 0 && cell.x % 32 != 16);
    let walls: [(&str, &dyn Fn(Cell) -> bool); 3] =
        [("open", &|_| false), ("scattered", &scattered), ("rooms", &rooms)];
    let case = |(name, is_wall): (&str, &dyn Fn(Cell) -> bool)| {
        let grid = Grid::from_fn(side, side, |cell| if is_wall(cell) { Terrain::wall() } else { Terrain::floor() })?;
        let pairs = (0..30).map(|at| (Cell::new(5 + at * 3, 7 + at * 11), Cell::new(500 - at * 7, 490 - at * 13)));
        let is_free = |&(start, goal): &(Cell, Cell)| grid.is_walkable(start) && grid.is_walkable(goal);
        let queries = pairs.filter(is_free).collect();
        Ok(Case { name: name.to_owned(), grid, queries })
    };
    walls.into_iter().map(case).collect()
}
