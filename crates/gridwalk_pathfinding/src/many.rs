//! Many questions at once, on as many threads as there are.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Algorithm, Map, Movement, Outcome, Path, PathQuery, Planner};

/// Answers all of these questions, in their order, on so many threads: a level's agents, or the lines of a benchmark.
///
/// Each part of the questions, always the same, has a planner of its own, and all read the one map. So the answers and what
/// was counted do not depend on the number of threads, nor on which of them was the fastest; the labels are made before.
///
/// # Complexity
/// That of the searches, divided by the threads where these have cores of their own, and O(cells) once for the labels of
/// each movement rule. Each thread keeps what a part records, so that the memory is that of so many planners.
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
    // A page of a browser has one.
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

/// So many questions are a part: enough for what the first of them find out to be of use, and few enough for all cores.
const PART: usize = 128;
