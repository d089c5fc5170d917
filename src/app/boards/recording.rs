//! Recording in the background: the search and its verdict.

use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use gridwalk_explain::verdict::judge_in_slices;
use gridwalk_explain::{ThroughCosts, Timeline, Trace, TraceRecorder};
use gridwalk_pathfinding::{Algorithm, Grid, Limits, NodePool, Outcome, Refusal, SearchOptions};

use super::run::Ranges;
use super::{Run, WatchQuery};
use crate::app::common::search::search;
use crate::app::common::under_way::LONG;
use crate::app::platform::{Instant, compute};

/// The most events that are kept of one search: about 80 MB with everything that seeking needs.
const MOST_EVENTS: usize = 2_000_000;

/// A search that was recorded: everything that the panels and the map show.
#[derive(Default)]
pub struct Recording {
    /// What is shown; `None` before the first search and while a level has no place to search.
    pub shown: Option<Run>,
    /// Why there is nothing to watch.
    pub refused: Option<Refusal>,
    /// After how many expansions the user cancelled the search that would be shown.
    pub cancelled: Option<u64>,
    /// How often something else was shown.
    pub generation: u64,
    asked: Option<WatchQuery>,
    pending: Option<Pending>,
}

/// A search that is under way.
struct Pending {
    options: SearchOptions,
    since: Instant,
    expanded: Arc<AtomicU64>,
    task: Task<Result<Run, Refusal>>,
}

impl Recording {
    /// Whether a search is being made.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Cancels what is under way. What was asked stays asked, so that it does not begin by itself.
    pub fn cancel(&mut self, question: &WatchQuery) {
        let under_way = self.pending.take();
        // What was asked for in this very frame waits for its turn, and is meant too.
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

    /// Makes the search that was cancelled after all.
    pub(super) fn search_again(&mut self) {
        if self.cancelled.is_some() {
            self.asked = None;
        }
    }

    /// Shows a run that is known already.
    pub(super) fn replay(&mut self, run: &Run, question: &WatchQuery) {
        self.clear();
        self.asked = Some(question.clone());
        self.shown = Some(run.clone());
    }

    /// Begins the search of a question that was not asked before. One that is under way for an outdated place may end
    /// first, unless that takes long; for other options it is cancelled.
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

    /// The search that was under way, once it is done.
    pub(super) fn take_ready(&mut self) -> Option<Result<Run, Refusal>> {
        let result = check_ready(&mut self.pending.as_mut()?.task)?;
        self.pending = None;
        Some(result)
    }

    /// Shows a search, or why there is none.
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

    /// An empty one after others.
    pub(super) fn after(generation: u64) -> Self {
        Self { generation: generation + 1, ..default() }
    }

    /// Of a search that takes long enough to say so: how many cells it has expanded, and since when it runs.
    #[must_use]
    pub fn slow(&self) -> Option<(u64, Duration)> {
        let pending = self.pending.as_ref()?;
        let since = pending.since.elapsed();
        (since > LONG).then(|| (pending.expanded.load(Ordering::Relaxed), since))
    }
}

/// How long a search for an outdated place may go on, so that a dragged goal is followed at all.
const PATIENCE: Duration = Duration::from_secs(1);

/// Makes the search, records it and has it judged.
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
    // An incremental search has a memory of its own.
    let memory = (query.options.algorithm != Algorithm::Lpa).then_some(pool.memory_bytes());
    let trace = Trace::new(&grid, query, recorder, &outcome);
    // Unwatched, and in memory that has been touched: the first search of all would pay for that.
    let (_, time) = search(&grid, query, Limits::NONE, &mut pool, &mut ()).await?;
    Ok(Run { dragged, memory, ..describe(question, (outcome, trace), Some(time)).await })
}

/// Everything that is shown of a search that is over: its verdict, and what its recording says. Nothing is searched again
/// but by the judge.
pub(super) async fn describe(question: WatchQuery, (outcome, trace): (Outcome, Trace), time: Option<Duration>) -> Run {
    let (query, grid) = (&question.query, question.grid.as_ref().expect("a search was made on a map"));
    let verdict = Arc::new(judge_in_slices(grid, query, &outcome).await);
    let ranges = Ranges::new(&trace).await;
    let costs = Arc::new(ThroughCosts::in_slices(grid, query).await);
    let timeline = Timeline::in_slices(Arc::new(trace)).await;
    let scanned = timeline.positions_scanned().into();
    Run { question, timeline, outcome, verdict, dragged: false, time, memory: None, ranges, costs, scanned }
}
