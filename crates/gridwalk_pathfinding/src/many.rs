//! Answers a batch of queries on several threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Algorithm, Map, Movement, Outcome, Path, PathQuery, Planner};

/// Answers all queries on `threads` threads; the outcomes are in the order of the queries.
///
/// Made for the agents of a level, or the lines of a benchmark. The queries are split into parts that do not depend on
/// the threads. Each part has its own planner, and all planners read the same map. So the answers and counters do not
/// depend on the number of threads, nor on their speed; the labels are computed beforehand.
///
/// # Complexity
/// That of the searches, divided by the number of threads if each has its own core, and O(cells) once for the labels of
/// each movement rule. Each thread keeps the caches of one part, so the memory is that of one planner for each thread.
///
/// # Examples
/// ```
/// use std::num::NonZeroUsize;
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, Map, PathQuery, solve_many};
/// let map = Map::new(Grid::from_rows(&["...#...", ".#.#.#.", ".#...#."]));
/// let queries = [4, 5, 6].map(|x| PathQuery::new(Cell::new(0, 0), Cell::new(x, 0), Algorithm::Auto));
/// let outcomes = solve_many(&map, &queries, NonZeroUsize::new(2).unwrap());
/// let lengths = outcomes.iter().map(|outcome| outcome.path().unwrap().cells().len());
/// assert_eq!(lengths.collect::<Vec<_>>(), [9, 10, 11]);
/// ```
#[must_use]
pub fn solve_many(map: &Map, queries: &[PathQuery], threads: NonZeroUsize) -> Vec<Outcome> {
    for movement in Movement::ALL {
        let asks = |query: &PathQuery| query.options.algorithm == Algorithm::Auto && query.options.movement == movement;
        if queries.iter().any(asks) {
            map.label(movement);
        }
    }
    let next = AtomicUsize::new(0);
    let answer_some = || {
        let mut answers = Vec::new();
        loop {
            let first = next.fetch_add(PART, Ordering::Relaxed);
            if first >= queries.len() {
                return answers;
            }
            let mut planner = Planner::default();
            for (at, query) in queries.iter().enumerate().skip(first).take(PART) {
                let mut path = Path::default();
                let plan = planner.path(map, query, &mut path);
                answers.push((at, plan.into_outcome(path)));
            }
        }
    };
    // A web page has one thread.
    let threads = if cfg!(target_family = "wasm") { 1 } else { threads.get() };
    let threads = threads.min(queries.len().div_ceil(PART));
    let mut answers = if threads <= 1 {
        answer_some()
    } else {
        let all = Mutex::new(Vec::with_capacity(queries.len()));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let answers = answer_some();
                    all.lock().expect("no thread panics with it").extend(answers);
                });
            }
        });
        all.into_inner().expect("no thread panics with it")
    };
    answers.sort_unstable_by_key(|(at, _)| *at);
    answers.into_iter().map(|(_, outcome)| outcome).collect()
}

/// Number of queries in a part: enough to reuse what its first searches record, few enough for all cores.
const PART: usize = 128;
