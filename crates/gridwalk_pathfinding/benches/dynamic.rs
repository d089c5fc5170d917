//! The cost of a map that changes between queries, in the published dynamic scenario.
//!
//! The scenario builds arena2 patch by patch. Run with `cargo bench -p gridwalk_pathfinding --bench
//! dynamic`.

use std::time::{Duration, Instant};

use gridwalk_pathfinding::{
    Algorithm, Grid, Map, NodePool, Outcome, Path, PathQuery, Planned, Planner, SearchOptions,
    solve,
};
use gridwalk_testing::{Step, dynamic_scenario};

/// Number of rounds; the fastest time of each step counts, as least disturbed by other work of the
/// machine.
const ROUNDS: usize = 30;

fn main() {
    let (grid, steps) = dynamic_scenario();
    println!(
        "ms for all edits, for all queries, and in all; the least of {ROUNDS} rounds for each step"
    );
    println!("{:<36}{:>9}{:>9}{:>9}", "by", "edits", "queries", "all");
    let auto = SearchOptions::from(Algorithm::Auto);
    let report = |by: &str, [edits, queries]: [f64; 2]| {
        println!("{by:<36}{edits:>9.2}{queries:>9.2}{:>9.2}", edits + queries);
    };
    let labelled = |grid: &Grid| {
        let map = Map::new(grid.clone());
        map.label(auto.movement);
        map
    };
    let mut path = Path::default();
    let mut planner = Planner::default();
    let mut kept = |map: &Map, query: &PathQuery| {
        assert_eq!(planner.path(map, query, &mut path).planned, Planned::Found);
    };
    report(
        "one planner",
        total(
            &grid,
            &steps,
            &auto,
            |grid| Map::new(grid.clone()),
            &mut kept,
        ),
    );
    report(
        "one planner, map with labels",
        total(&grid, &steps, &auto, labelled, &mut kept),
    );
    let mut path = Path::default();
    let mut fresh = |map: &Map, query: &PathQuery| {
        assert_eq!(
            Planner::default().path(map, query, &mut path).planned,
            Planned::Found
        );
    };
    report(
        "a new planner for each query",
        total(
            &grid,
            &steps,
            &auto,
            |grid| Map::new(grid.clone()),
            &mut fresh,
        ),
    );
    let mut pool = NodePool::default();
    let mut search =
        |map: &Map, query: &PathQuery| match solve(map.grid(), query, &mut pool, &mut ()) {
            Outcome::Solved(solution) => pool.reuse(solution.path),
            other => panic!("{other:?}"),
        };
    let jumps = SearchOptions::from(Algorithm::JumpPoint);
    report(
        "JPS cell by cell",
        total(
            &grid,
            &steps,
            &jumps,
            |grid| Map::new(grid.clone()),
            &mut search,
        ),
    );
}

/// Returns the milliseconds of edits and of queries.
fn total(
    grid: &Grid,
    steps: &[Step],
    options: &SearchOptions,
    make: impl Fn(&Grid) -> Map,
    ask: &mut dyn FnMut(&Map, &PathQuery),
) -> [f64; 2] {
    let mut best = vec![Duration::MAX; steps.len()];
    for _ in 0..ROUNDS {
        let mut map = make(grid);
        for (step, best) in steps.iter().zip(&mut best) {
            let took = match step {
                Step::Patch(edit) => {
                    let begin = Instant::now();
                    map.apply(edit).expect("inside");
                    begin.elapsed()
                }
                Step::Query { start, goal, .. } => {
                    let query = PathQuery::new(*start, *goal, options);
                    let begin = Instant::now();
                    ask(&map, &query);
                    begin.elapsed()
                }
            };
            *best = took.min(*best);
        }
    }
    let mut sums = [Duration::ZERO; 2];
    for (step, best) in steps.iter().zip(best) {
        sums[usize::from(matches!(step, Step::Query { .. }))] += best;
    }
    sums.map(|sum| sum.as_secs_f64() * 1e3)
}
