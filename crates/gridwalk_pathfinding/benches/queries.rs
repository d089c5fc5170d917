//! The time of a planner's query on published maps, against jump point search cell by cell.
//!
//! Measured: the first query on a fresh map, each query by a new planner, cold, and warm. Run with
//! `cargo bench -p gridwalk_pathfinding --bench queries -- [FOLDER] [MOVEMENT]`.
#![expect(clippy::cast_precision_loss, reason = "means of times")]

use std::path::PathBuf;
use std::time::Instant;

use gridwalk_level::formats::{parse_moving_ai, parse_scenarios};
use gridwalk_pathfinding::{
    Algorithm, Map, Movement, NodePool, Outcome, Path, PathQuery, Planner, SearchOptions, solve,
};

/// Approximate maximum of queries on one map.
const QUERIES: usize = 250;
/// Number of rounds; the lowest figure counts, as least disturbed by other work of the machine.
const ROUNDS: usize = 30;

fn main() {
    let args: Vec<_> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let movement = args
        .iter()
        .find_map(|arg| Movement::from_name(arg))
        .unwrap_or_default();
    let folder = args
        .into_iter()
        .find(|arg| Movement::from_name(arg).is_none());
    let folder = folder.map_or_else(|| PathBuf::from("../shared/data/movingai"), PathBuf::from);
    let Ok(files) = std::fs::read_dir(&folder) else {
        return println!("no maps in {}", folder.display());
    };
    let mut files: Vec<_> = files
        .map(|entry| entry.expect("the folder is read").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "map"));
    files.sort();
    println!(
        "µs a query, the least of {ROUNDS} rounds, by {movement:?}; bytes a cell that the planner keeps"
    );
    let titles = [
        "queries",
        "first",
        "alone",
        "cold",
        "warm",
        "p99",
        "cell by cell",
        "bytes",
        "expanded",
        "labels",
    ];
    println!(
        "{:<16}{}",
        "map",
        titles.map(|title| format!("{title:>13}")).concat()
    );
    for file in files {
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        println!(
            "{name:<16}{}",
            measure(&file, movement)
                .map(|figure| format!("{figure:>13.2}"))
                .concat()
        );
    }
}

/// Creates a planner that takes over no jump graph from its map, with the default memory limit.
fn apart(map: &Map) -> Planner {
    Planner::with_memory((32 << 20) + 48 * map.grid().cell_count())
}

fn least(rounds: usize, mut time: impl FnMut() -> f64) -> f64 {
    (0..rounds).map(|_| time()).fold(f64::MAX, f64::min)
}

/// Returns the microseconds that `what` takes.
fn micros(what: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    what();
    begin.elapsed().as_secs_f64() * 1e6
}

fn measure(file: &std::path::Path, movement: Movement) -> [f64; 10] {
    let text = std::fs::read_to_string(file).expect("the map is read");
    let lines = std::fs::read(format!("{}.scen", file.display())).expect("the scenarios are read");
    let map = Map::new(parse_moving_ai(&text, &[]).expect("a map").grid.into());
    let scenarios = parse_scenarios(&lines).expect("scenarios");
    let options = SearchOptions {
        algorithm: Algorithm::Auto,
        movement,
        ..SearchOptions::default()
    };
    let every = scenarios.iter().step_by(scenarios.len().div_ceil(QUERIES));
    let queries = every.map(|line| PathQuery::new(line.start, line.goal, options.clone()));
    let queries: Vec<_> = queries
        .filter(|query| query.check(map.grid()).is_ok())
        .collect();
    let count = queries.len() as f64;
    let (mut path, mut pool) = (Path::default(), NodePool::default());

    let middle = &queries[queries.len() / 2];
    let first = least(9, || {
        let (map, mut planner) = (Map::new(map.grid().clone()), Planner::default());
        micros(|| _ = planner.path(&map, middle, &mut Path::default()))
    });
    let mut all = |planner: &mut Planner| {
        micros(|| {
            for query in &queries {
                _ = planner.path(&map, query, &mut path);
            }
        })
    };
    let alone = least(3, || {
        let ask = |query| {
            let mut planner = apart(&map);
            micros(|| _ = planner.path(&map, query, &mut Path::default()))
        };
        queries.iter().map(ask).sum()
    });
    let cold = least(3, || all(&mut apart(&map))) / count;
    let mut planner = Planner::default();
    let warm = least(ROUNDS, || all(&mut planner)) / count;
    let mut each: Vec<_> = queries
        .iter()
        .map(|query| least(5, || micros(|| _ = planner.path(&map, query, &mut path))))
        .collect();
    each.sort_by(f64::total_cmp);
    let p99 = each[(each.len() - 1) * 99 / 100];
    let mut cell_by_cell = queries.clone();
    for query in &mut cell_by_cell {
        query.options.algorithm = Algorithm::JumpPoint;
    }
    let cell_by_cell = least(2, || {
        micros(|| {
            for query in &cell_by_cell {
                if let Outcome::Solved(solution) = solve(map.grid(), query, &mut pool, &mut ()) {
                    pool.reuse(solution.path);
                }
            }
        })
    });
    let bytes = planner.bytes() as f64 / map.grid().cell_count() as f64;
    let expanded: u64 = queries
        .iter()
        .map(|query| planner.path(&map, query, &mut path).stats.expanded)
        .sum();
    let labels = least(3, || {
        let map = Map::new(map.grid().clone());
        micros(|| _ = map.label(movement))
    });
    [
        count,
        first,
        alone / count,
        cold,
        warm,
        p99,
        cell_by_cell / count,
        bytes,
        expanded as f64 / count,
        labels,
    ]
}
