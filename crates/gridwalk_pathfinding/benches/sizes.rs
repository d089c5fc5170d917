//! The planner's growth with the map: time and bytes of a query at sides from 512 to 4096.
//!
//! Measured by the processor time of the thread: cold, warm and fresh planners beside jump point
//! search cell by cell, and the longest call of a first query in slices; by the clock: batches of
//! queries on 1 to 16 threads. Run with `cargo bench -p gridwalk_pathfinding --bench sizes`; with
//! `-- threads` or `-- slices` at its end, only that part.
#![expect(clippy::cast_precision_loss, reason = "means of times")]

use std::num::NonZeroUsize;
use std::time::Instant;

use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, Map, Movement, NodePool, Path, PathQuery, Planned, Planner, Terrain,
    TerrainId, nearest_cell, solve, solve_many,
};
use gridwalk_testing::Rng;

const QUERIES: usize = 100;

/// The maps and numbers of queries of the batches.
const BATCHES: [(&str, usize); 2] = [("rooms", 20_000), ("random 10 %", 8_000)];
const ROUNDS: usize = 5;

/// Memory limit of a jump graph: bytes in all, and bytes a cell.
const BOUND: [usize; 2] = [32 << 20, 48];

const KINDS: [&str; 4] = ["open", "rooms", "random 10 %", "random 35 %"];
const SIDES: [i32; 4] = [512, 1024, 2048, 4096];

/// Work units of a call of a query in slices.
const SLICE: u64 = 256;

fn main() {
    let wanted = std::env::args().find(|argument| ["threads", "slices"].contains(&&**argument));
    let is_wanted = |part| wanted.as_deref().is_none_or(|wanted| wanted == part);
    if is_wanted("sizes") {
        compare_sizes();
    }
    if is_wanted("slices") {
        compare_slices();
    }
    if is_wanted("threads") {
        for (kind, count) in BATCHES {
            compare_threads(kind, count);
        }
    }
}

fn compare_sizes() {
    println!("µs a question, {QUERIES} of them each once, then again, then by a new planner each;");
    println!("bytes a cell that the planner takes at most");
    let columns = [
        "side", "cold", "warm", "fresh", "JPS", "÷ cold", "÷ warm", "÷ fresh", "bytes", "bound",
    ];
    println!(
        "{:<14}{}",
        "map",
        columns.map(|column| format!("{column:>11}")).concat()
    );
    for kind in KINDS {
        for side in SIDES {
            let map = labelled(kind, side);
            let queries = queries(&map, QUERIES);
            let cells = map.grid().cell_count();
            let (mut planner, mut path, mut most) = (Planner::default(), Path::default(), 0);
            let mut ask_all = || {
                let begin = now();
                for query in &queries {
                    assert_eq!(planner.path(&map, query, &mut path).planned, Planned::Found);
                    most = planner.bytes().max(most);
                }
                (now() - begin) / QUERIES as f64
            };
            let cold = ask_all();
            let warm = ask_all().min(ask_all());
            let begin = now();
            for query in &queries {
                // With a memory limit of its own, a planner takes over no jump graph.
                let mut fresh = Planner::with_memory(BOUND[0] + BOUND[1] * cells);
                assert_eq!(fresh.path(&map, query, &mut path).planned, Planned::Found);
            }
            let fresh = (now() - begin) / QUERIES as f64;
            let jps = cell_by_cell(&map, &queries, &mut planner);
            let (bytes, bound) = (
                most as f64 / cells as f64,
                (BOUND[0] + BOUND[1] * cells) as f64 / cells as f64,
            );
            let bar = "▒".repeat((most / cells).max(2) / 2);
            let columns = [
                cold,
                warm,
                fresh,
                jps,
                jps / cold,
                jps / warm,
                jps / fresh,
                bytes,
                bound,
            ]
            .map(|value| format!("{value:>11.1}"));
            println!("{kind:<14}{side:>11}{}  {bar}", columns.concat());
        }
    }
    println!();
}

/// Prints all calls of a first query across a fresh map, and the longest one.
fn compare_slices() {
    println!("the first question on a map in calls of {SLICE} units, the least of 3 rounds a call");
    let columns = ["side", "calls", "ms in all", "longest ms"];
    println!(
        "{:<14}{}",
        "map",
        columns.map(|column| format!("{column:>11}")).concat()
    );
    for kind in KINDS {
        for side in SIDES {
            let grid = labelled(kind, side).grid().clone();
            let mut calls = first_in_slices(grid.clone());
            for _ in 1..3 {
                let again = first_in_slices(grid.clone());
                assert_eq!(
                    calls.len(),
                    again.len(),
                    "the same query takes the same calls"
                );
                for (least, call) in calls.iter_mut().zip(again) {
                    *least = call.min(*least);
                }
            }
            let (all, longest) = (calls.iter().sum::<f64>(), calls.iter().copied());
            let longest = longest.fold(0.0, f64::max);
            println!(
                "{kind:<14}{side:>11}{:>11}{:>11.2}{:>11.3}",
                calls.len(),
                all / 1e3,
                longest / 1e3
            );
        }
    }
    println!();
}

/// Returns the µs of each call of a query between two corners of a new map.
fn first_in_slices(grid: Grid) -> Vec<f64> {
    let side = grid.width().cast_signed();
    let map = Map::new(grid);
    let [start, goal] = [side / 8, side - side / 8].map(|at| {
        let is_free = |cell| map.grid().is_walkable(cell);
        nearest_cell(map.grid(), Cell::new(at, at), is_free).expect("a free cell")
    });
    let query = PathQuery::new(start, goal, Algorithm::Auto);
    let (mut planner, mut path) = (Planner::default(), Path::default());
    let (mut calls, mut begin) = (Vec::new(), now());
    let mut end_call = || {
        calls.push(now() - begin);
        begin = now();
    };
    planner.begin(&map, &query);
    end_call();
    while !planner.advance(&map, SLICE).is_finished {
        end_call();
    }
    end_call();
    let plan = planner.answer(&map, &mut path).expect("it is finished");
    end_call();
    assert_eq!(plan.planned, Planned::Found);
    calls
}

/// Prints queries a second on 1, 2, 4, 8 and 16 threads, as far as there are cores.
fn compare_threads(kind: &str, count: usize) {
    println!(
        "{count} questions at once on 512 × 512 {kind}, labels made before: the best of {ROUNDS}"
    );
    let columns = ["threads", "a second", "× one"];
    println!("{}", columns.map(|column| format!("{column:>11}")).concat());
    let map = labelled(kind, 512);
    let queries = queries(&map, count);
    let (mut first, mut one) = (None, 0.0);
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = [1, 2, 4, 8, 16].into_iter();
    for threads in threads
        .filter(|threads| *threads <= cores)
        .filter_map(NonZeroUsize::new)
    {
        let mut best = 0.0_f64;
        for _ in 0..ROUNDS {
            let begin = Instant::now();
            let outcomes = solve_many(&map, &queries, threads);
            best = best.max(count as f64 / begin.elapsed().as_secs_f64());
            let paths: Vec<_> = outcomes
                .iter()
                .map(|outcome| outcome.path().map(Path::hash))
                .collect();
            assert_eq!(
                *first.get_or_insert_with(|| paths.clone()),
                paths,
                "the number of threads changes nothing"
            );
        }
        if threads.get() == 1 {
            one = best;
        }
        println!("{threads:>11}{best:>11.0}{:>11.2}", best / one);
    }
    println!();
}

/// Returns the processor time of this thread in µs.
#[cfg(unix)]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

/// Returns the time in µs since the first call.
#[cfg(not(unix))]
fn now() -> f64 {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e6
}

/// Returns the mean µs of the algorithm "jps", which must find the same costs.
fn cell_by_cell(map: &Map, queries: &[PathQuery], planner: &mut Planner) -> f64 {
    let (mut pool, mut path, mut time) = (NodePool::default(), Path::default(), 0.0);
    for query in queries {
        assert_eq!(planner.path(map, query, &mut path).planned, Planned::Found);
        let named = PathQuery::new(query.start, query.goal, Algorithm::JumpPoint);
        let begin = now();
        let outcome = solve(map.grid(), &named, &mut pool, &mut ());
        time += now() - begin;
        assert_eq!(outcome.cost(), Some(path.cost()));
    }
    time / queries.len() as f64
}

fn labelled(kind: &str, side: i32) -> Map {
    let mut rng = Rng(7);
    let is_wall = |cell: Cell, rng: &mut Rng| match kind {
        "open" => false,
        "random 10 %" => rng.below(100) < 10,
        "random 35 %" => rng.below(100) < 35,
        _ => (cell.x % 16 == 0 && cell.y % 16 != 8) || (cell.y % 16 == 0 && cell.x % 16 != 8),
    };
    let cells = (0..side).flat_map(|y| (0..side).map(move |x| Cell::new(x, y)));
    let cells: Vec<_> = cells
        .map(|cell| TerrainId(u8::from(is_wall(cell, &mut rng))))
        .collect();
    let side = side.cast_unsigned();
    let map = Map::new(
        Grid::new(side, side, cells, vec![Terrain::floor(), Terrain::wall()]).expect("it fits"),
    );
    map.label(Movement::default());
    map
}

fn queries(map: &Map, count: usize) -> Vec<PathQuery> {
    let (rng, regions) = (
        &mut Rng(1),
        map.regions(Movement::default()).expect("they were made"),
    );
    let pairs = std::iter::repeat_with(|| (rng.cell(map.grid()), rng.cell(map.grid())));
    let connected = pairs.filter(|(start, goal)| regions.connected(*start, *goal));
    connected
        .map(|(start, goal)| PathQuery::new(start, goal, Algorithm::Auto))
        .take(count)
        .collect()
}
