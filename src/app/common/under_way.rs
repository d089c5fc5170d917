//! Work in the background whose result is awaited, and searches that can be cancelled.

use core::time::Duration;

use bevy::tasks::futures::check_ready;
use bevy::tasks::{ConditionalSend, ConditionalSendFuture, Task};
use gridwalk_pathfinding::slices::pause;
use gridwalk_pathfinding::{
    Grid, Limits, NodePool, Observer, Outcome, PathQuery, Refusal, Search, Status,
};

use crate::app::platform::{Instant, compute};

/// Delay before progress is shown, to avoid flicker.
pub(in crate::app) const LONG: Duration = Duration::from_millis(200);

/// A background task in progress; dropping it cancels the task.
pub(in crate::app) struct UnderWay<T> {
    since: Instant,
    task: Task<T>,
}

impl<T: ConditionalSend + 'static> UnderWay<T> {
    pub fn begin(work: impl ConditionalSendFuture<Output = T> + 'static) -> Self {
        Self {
            since: Instant::now(),
            task: compute(work),
        }
    }

    /// Returns the result, if the task is finished.
    pub fn take(&mut self) -> Option<T> {
        check_ready(&mut self.task)
    }

    /// Returns `true` if the task has run long enough to show progress.
    pub fn is_long(&self) -> bool {
        self.since.elapsed() > LONG
    }
}

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
        let slice = Limits {
            expansions: search.stats().expanded + SLICE,
            ..limits
        };
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
