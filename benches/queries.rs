//! What a question costs the planner on published maps: warm, cold, and against jump point search cell by cell.
//! `cargo bench --no-default-features --bench queries`.

#![expect(clippy::cast_precision_loss, reason = "means of times")]

use std::path::PathBuf;
use std::time::Instant;

use gridwalk::level::formats::{parse_moving_ai, parse_scenarios};
use gridwalk::pathfinding::{Algorithm, Map, NodePool, Path, PathQuery, Planner, solve};

fn main() {
    let folder = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let folder = folder.map_or_else(|| PathBuf::from("../shared/data/movingai"), PathBuf::from);
    let mut maps: Vec<_> = std::fs::read_dir(folder).expect("the maps").map(|entry| entry.unwrap().path()).collect();
    maps.retain(|file| file.extension().is_some_and(|ending| ending == "map"));
    maps.sort();
    println!(
        "{:<16} {:>8} {:>10} {:>10} {:>10} {:>9} {:>9}",
        "map", "queries", "first µs", "cold µs", "warm µs", "JPS µs", "B/cell"
    );
    for file in maps {
        let text = std::fs::read_to_string(&file).unwrap();
        let grid = parse_moving_ai(&text, &[]).unwrap().grid;
        let scenarios = parse_scenarios(&std::fs::read(format!("{}.scen", file.display())).unwrap()).unwrap();
        let map = Map::new(grid);
        let queries: Vec<_> = scenarios
            .iter()
            .step_by(scenarios.len().div_ceil(250))
            .map(|line| PathQuery::new(line.start, line.goal, Algorithm::JumpPoint))
            .filter(|query| query.check(map.grid()).is_ok())
            .collect();
        let (mut planner, mut path, mut pool) = (Planner::default(), Path::default(), NodePool::default());
        let mut all = |planner: &mut Planner| {
            let begin = Instant::now();
            for query in &queries {
                planner.path(&map, query, &mut path);
            }
            begin.elapsed().as_secs_f64() * 1e6 / queries.len() as f64
        };
        let first = (0..9).map(|_| {
            let (map, mut planner) = (Map::new(map.grid().clone()), Planner::default());
            let begin = Instant::now();
            planner.path(&map, &queries[queries.len() / 2], &mut Path::default());
            begin.elapsed().as_secs_f64() * 1e6
        });
        let first = first.fold(f64::MAX, f64::min);
        let cold = all(&mut planner);
        let warm = (0..std::env::var("REPS").map_or(20, |reps| reps.parse().unwrap()))
            .map(|_| all(&mut planner))
            .fold(f64::MAX, f64::min);
        let begin = Instant::now();
        for query in queries.iter().filter(|_| std::env::var_os("ALONE").is_none()) {
            if let gridwalk::pathfinding::Outcome::Solved(solution) = solve(map.grid(), query, &mut pool, &mut ()) {
                pool.reuse(solution.path);
            }
        }
        let jps = begin.elapsed().as_secs_f64() * 1e6 / queries.len() as f64;
        let bytes = planner.bytes() as f64 / map.grid().cell_count() as f64;
        let counts = queries.iter().map(|query| planner.path(&map, query, &mut Path::default()).stats);
        let (expanded, generated) = counts.fold((0, 0), |(e, g), s| (e + s.expanded, g + s.generated));
        let (expanded, generated) = (expanded as f64 / queries.len() as f64, generated as f64 / queries.len() as f64);
        let name = file.file_stem().unwrap().to_string_lossy();
        println!(
            "{name:<16} {:>8} {first:>10.1} {cold:>10.1} {warm:>10.2} {jps:>9.1} {bytes:>9.2} {expanded:>9.0} {generated:>9.0} {:>8.1}",
            queries.len(),
            warm * 1e3 / expanded
        );
    }
}
