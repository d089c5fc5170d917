//! The planner's growth with the map: time and bytes of a query at sides from 512 to 4096.
//!
//! Measured: cold, warm and fresh planners beside jump point search cell by cell, and many queries
//! on several threads. Run with `cargo bench -p gridwalk_pathfinding --bench sizes`.
#![expect(clippy::cast_precision_loss, reason = "means of times")]

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, Map, Movement, NodePool, Path, PathQuery, Planned, Planner, Terrain,
    TerrainId, solve, solve_many,
};
use gridwalk_testing::Rng;

const QUERIES: usize = 100;
const MANY: usize = 2000;
/// Memory limit of a jump graph: bytes in all, and bytes a cell.
const BOUND: [usize; 2] = [32 << 20, 48];

fn main() {
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
    for kind in ["open", "rooms", "random 10 %", "random 35 %"] {
        for side in [512, 1024, 2048, 4096] {
            let map = labelled(kind, side);
            let queries = queries(&map, QUERIES);
            let cells = map.grid().cell_count();
            let (mut planner, mut path, mut most) = (Planner::default(), Path::default(), 0);
            let mut ask_all = || {
                let begin = Instant::now();
                for query in &queries {
                    assert_eq!(planner.path(&map, query, &mut path).planned, Planned::Found);
                    most = planner.bytes().max(most);
                }
                begin.elapsed().as_secs_f64() * 1e6 / QUERIES as f64
            };
            let cold = ask_all();
            let warm = ask_all().min(ask_all());
            let begin = Instant::now();
            for query in &queries {
                // With a memory limit of its own, a planner takes over no jump graph.
                let mut fresh = Planner::with_memory(BOUND[0] + BOUND[1] * cells);
                assert_eq!(fresh.path(&map, query, &mut path).planned, Planned::Found);
            }
            let fresh = begin.elapsed().as_secs_f64() * 1e6 / QUERIES as f64;
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
    println!("\nms for {MANY} questions at once on 512 × 512 rooms, labels made before");
    let map = labelled("rooms", 512);
    let queries = queries(&map, MANY);
    let mut one = None;
    for threads in (1..=std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
        .filter_map(NonZeroUsize::new)
    {
        let mut best = f64::MAX;
        for _ in 0..5 {
            let begin = Instant::now();
            let outcomes = solve_many(&map, &queries, threads);
            best = best.min(begin.elapsed().as_secs_f64() * 1e3);
            let costs: Vec<_> = outcomes
                .iter()
                .map(|outcome| outcome.path().map(Path::hash))
                .collect();
            assert_eq!(
                *one.get_or_insert_with(|| costs.clone()),
                costs,
                "the number of threads changes nothing"
            );
        }
        println!("{threads:>3} threads{best:>10.1}");
    }
}

/// Returns the mean µs of the algorithm "jps", which must find the same costs.
fn cell_by_cell(map: &Map, queries: &[PathQuery], planner: &mut Planner) -> f64 {
    let (mut pool, mut path, mut time) = (NodePool::default(), Path::default(), Duration::ZERO);
    for query in queries {
        assert_eq!(planner.path(map, query, &mut path).planned, Planned::Found);
        let named = PathQuery::new(query.start, query.goal, Algorithm::JumpPoint);
        let begin = Instant::now();
        let outcome = solve(map.grid(), &named, &mut pool, &mut ());
        time += begin.elapsed();
        assert_eq!(outcome.cost(), Some(path.cost()));
    }
    time.as_secs_f64() * 1e6 / queries.len() as f64
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
