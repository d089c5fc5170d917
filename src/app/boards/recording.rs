//! Background recording of a search and its verdict.

use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use gridwalk_explain::verdict::judge_in_slices;
use gridwalk_explain::{ThroughCosts, Timeline, Trace, TraceRecorder};
use gridwalk_pathfinding::{Algorithm, Grid, Limits, NodePool, Outcome, Refusal, SearchOptions};

use super::runs::Ranges;
use super::{Run, WatchQuery};
use crate::app::common::under_way::LONG;
use crate::app::common::under_way::search;
use crate::app::platform::{Instant, compute};

/// Maximum number of recorded events of a search: about 80 MB, including the data for seeking.
const MOST_EVENTS: usize = 2_000_000;

/// A recorded search, with everything that the panels and the map show.
#[derive(Default)]
pub struct Recording {
    /// The run shown; `None` before the first search and for levels without a place to search.
    pub shown: Option<Run>,
    /// The reason why there is nothing to watch.
    pub refused: Option<Refusal>,
    /// Number of expansions after which the user cancelled the search that would be shown.
    pub cancelled: Option<u64>,
    /// Number of changes of the run shown.
    pub generation: u64,
    asked: Option<WatchQuery>,
    pending: Option<Pending>,
}

/// A search in progress.
struct Pending {
    options: SearchOptions,
    since: Instant,
    expanded: Arc<AtomicU64>,
    task: Task<Result<Run, Refusal>>,
}

impl Recording {
    /// Whether a search is in progress.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Cancels the search in progress.
    ///
    /// The query is kept, so that the search does not start again by itself.
    pub fn cancel(&mut self, question: &WatchQuery) {
        let under_way = self.pending.take();
        // A query that changed in this frame has not started yet; it is cancelled too.
        let waits = || self.asked.as_ref().is_some_and(|asked| !asked.is(question));
        let expanded = match under_way {
            Some(pending) => pending.expanded.load(Ordering::Relaxed),
            None if waits() => 0,
            None => return,
        };
        debug!("watch: search cancelled after {expanded} expansions");
        self.asked = Some(question.clone());
        self.shown = None;
        self.refused = None;
        self.cancelled = Some(expanded);
        self.generation += 1;
    }

    /// Lets a cancelled search start again.
    pub(super) fn search_again(&mut self) {
        if self.cancelled.is_some() {
            self.asked = None;
        }
    }

    /// Shows a finished run.
    pub(super) fn replay(&mut self, run: &Run, question: &WatchQuery) {
        self.clear();
        self.asked = Some(question.clone());
        self.shown = Some(run.clone());
    }

    /// Starts the search for a new query.
    ///
    /// A search in progress with the same options may finish first, for up to `PATIENCE`. A search with other options
    /// is cancelled.
    pub(super) fn ask(&mut self, question: &WatchQuery, dragging: bool) {
        let Some(grid) = question.grid.clone() else { return };
        if self.asked.as_ref().is_some_and(|asked| asked.is(question)) {
            return;
        }
        if let Some(pending) = &self.pending
            && pending.options == question.query.options
            && pending.since.elapsed() < PATIENCE
        {
            return;
        }
        self.asked = Some(question.clone());
        self.cancelled = None;
        let expanded = Arc::<AtomicU64>::default();
        let progress = Arc::clone(&expanded);
        let task = compute(record(question.clone(), grid, dragging, progress));
        let options = question.query.options.clone();
        self.pending = Some(Pending { options, since: Instant::now(), expanded, task });
    }

    /// Returns the result of the search in progress, once it is ready.
    pub(super) fn take_ready(&mut self) -> Option<Result<Run, Refusal>> {
        let result = check_ready(&mut self.pending.as_mut()?.task)?;
        self.pending = None;
        Some(result)
    }

    /// Shows a run, or the reason for its refusal.
    pub(super) fn show(&mut self, result: Result<Run, Refusal>) {
        (self.shown, self.refused) = match result {
            Ok(run) => (Some(run), None),
            Err(reason) => (None, Some(reason)),
        };
        self.cancelled = None;
        self.generation += 1;
    }

    /// Shows nothing.
    pub(super) fn clear(&mut self) {
        *self = Self::after(self.generation);
    }

    /// Returns an empty recording of the next generation.
    pub(super) fn after(generation: u64) -> Self {
        Self { generation: generation + 1, ..default() }
    }

    /// Returns expansions and elapsed time of a search that is long enough to show progress.
    #[must_use]
    pub fn slow(&self) -> Option<(u64, Duration)> {
        let pending = self.pending.as_ref()?;
        let since = pending.since.elapsed();
        (since > LONG).then(|| (pending.expanded.load(Ordering::Relaxed), since))
    }
}

/// Maximum time for an outdated search, so that the display follows a dragged goal.
const PATIENCE: Duration = Duration::from_secs(1);

/// Runs, records and judges a search.
async fn record(
    question: WatchQuery,
    grid: Arc<Grid>,
    dragged: bool,
    progress: Arc<AtomicU64>,
) -> Result<Run, Refusal> {
    let query = &question.query;
    let mut pool = NodePool::default();
    let mut recorder = TraceRecorder::new(MOST_EVENTS);
    let counted = Limits { progress: Some(&progress), ..Limits::NONE };
    let (outcome, _) = search(&grid, query, counted, &mut pool, &mut recorder).await?;
    // An incremental search uses its own memory instead of the pool.
    let memory = (query.options.algorithm != Algorithm::Lpa).then_some(pool.memory_bytes());
    let trace = Trace::new(&grid, query, recorder, &outcome);
    // The timed search runs without an observer, in memory that has been touched already.
    let (_, time) = search(&grid, query, Limits::NONE, &mut pool, &mut ()).await?;
    Ok(Run { dragged, memory, ..describe(question, (outcome, trace), Some(time)).await })
}

/// Builds a run from a finished search: its verdict and the data derived from its recording.
///
/// The search itself is not repeated.
pub(super) async fn describe(question: WatchQuery, (outcome, trace): (Outcome, Trace), time: Option<Duration>) -> Run {
    let (query, grid) = (&question.query, question.grid.as_ref().expect("a search was made on a map"));
    let verdict = Arc::new(judge_in_slices(grid, query, &outcome).await);
    let ranges = Ranges::new(&trace).await;
    let costs = Arc::new(ThroughCosts::in_slices(grid, query).await);
    let timeline = Timeline::in_slices(Arc::new(trace)).await;
    let scanned = timeline.positions_scanned().into();
    Run { question, timeline, outcome, verdict, dragged: false, time, memory: None, ranges, costs, scanned }
}
