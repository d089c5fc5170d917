//! Searches for background work, split into slices.

use core::time::Duration;

use gridwalk_pathfinding::slices::pause;
use gridwalk_pathfinding::{Grid, Limits, NodePool, Observer, Outcome, PathQuery, Refusal, Search, Status};

use crate::app::platform::Instant;

/// Expansions in a slice, which take at most a millisecond, even in a browser.
const SLICE: u64 = 1 << 9;

/// Runs a search; returns its outcome and the total time of its slices.
pub(in crate::app) async fn search<O: Observer>(
    grid: &Grid,
    query: &PathQuery,
    limits: Limits<'_>,
    pool: &mut NodePool,
    observer: &mut O,
) -> Result<(Outcome, Duration), Refusal> {
    let same_map = "nobody else has the map";
    let mut time = Duration::ZERO;
    let mut begun = Instant::now();
    let mut search = Search::new(grid, query, std::mem::take(pool), observer)?;
    loop {
        let slice = Limits { expansions: search.stats().expanded + SLICE, ..limits };
        if search.run(grid, slice, observer).expect(same_map) != Status::Running {
            break;
        }
        time += begun.elapsed();
        pause().await;
        begun = Instant::now();
    }
    let outcome = search.outcome(grid).expect(same_map);
    time += begun.elapsed();
    *pool = search.into_pool();
    pause().await;
    Ok((outcome, time))
}
