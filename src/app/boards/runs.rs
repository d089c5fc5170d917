//! Finished searches with their verdicts, recorded in the background or read from a trace file.
//!
//! A search of a trace file is as it was recorded, and nothing is searched again.

use core::time::Duration;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use gridwalk_explain::verdict::{Verdict, judge_in_slices};
use gridwalk_explain::{ThroughCosts, Timeline, Trace, TraceFile, TraceRecorder, compare};
use gridwalk_level::Level;
use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{
    Algorithm, Grid, Limits, NodePool, Outcome, Refusal, SearchEvent, SearchOptions,
};

use super::{Playback, QuerySource, WatchQuery};
use crate::app::command::Heat;
use crate::app::common::under_way::{LONG, UnderWay, search};
use crate::app::common::words;
use crate::app::platform::{Instant, compute, files, wait_for};
use crate::app::{Phrase, Sentence};

/// A finished search.
#[derive(Clone)]
pub struct Run {
    /// The query.
    pub question: WatchQuery,
    /// The recorded events.
    pub timeline: Timeline,
    /// The outcome of the search.
    pub outcome: Outcome,
    /// Verdict of an independent reference.
    pub verdict: Arc<Verdict>,
    /// Whether start or goal were being dragged when the search was requested.
    pub dragged: bool,
    /// Duration of the search without recording; `None` for a trace.
    pub time: Option<Duration>,
    /// Memory of the nodes and the open list in bytes; `None` if unknown.
    pub memory: Option<usize>,
    /// Minimum and maximum of each number.
    pub ranges: ValueRanges,
    /// Costs of the cheapest paths from the start to each cell, and from each cell to the goal.
    pub costs: Arc<ThroughCosts>,
    /// Total positions passed in a sorted open list after each expansion; empty for long searches.
    pub scanned: Arc<[u64]>,
}

impl Run {
    /// Returns the search in the form used for comparisons.
    #[must_use]
    pub fn board(&self) -> compare::ComparedBoard<'_> {
        let Self {
            question,
            timeline,
            outcome,
            time,
            ..
        } = self;
        compare::ComparedBoard {
            options: &question.query.options,
            timeline,
            outcome,
            time: time.unwrap_or_default(),
        }
    }
}

/// Minimum and maximum of g, h, f and expansion order in a recording, for heat maps.
#[derive(Clone, Copy, Debug)]
pub struct ValueRanges {
    /// Ranges, indexed by heat map.
    numbers: [(u64, u64); Heat::ALL.len()],
    /// Whether some parent is not a neighbour, because of jumps, lines or portals.
    pub jumps: bool,
}

impl ValueRanges {
    pub(super) async fn new(trace: &Trace) -> Self {
        let mut ranges = Self {
            numbers: [(u64::MAX, 0); Heat::ALL.len()],
            jumps: false,
        };
        let mut expanded = 0;
        for_each(trace.events(), |event| match event {
            SearchEvent::Generated {
                cell, parent, g, h, ..
            }
            | SearchEvent::Relaxed {
                cell, parent, g, h, ..
            } => {
                ranges.jumps |= cell != parent && !cell.is_neighbor_of(parent);
                for (heat, cost) in [(Heat::G, g), (Heat::H, h), (Heat::F, g.saturating_add(h))] {
                    let (least, most) = &mut ranges.numbers[heat as usize];
                    (*least, *most) = (cost.0.min(*least), cost.0.max(*most));
                }
            }
            SearchEvent::Expanded { .. } => expanded += 1,
            _ => {}
        })
        .await;
        ranges.numbers[Heat::Order as usize] = (1, expanded.max(1));
        ranges
    }

    /// Returns the range of a heat map; the first number is never above the second.
    pub fn of(&self, heat: Heat) -> (u64, u64) {
        let (least, most) = self.numbers[heat as usize];
        (least.min(most), most)
    }
}

/// Searches on this level, oldest first.
#[derive(Resource, Default)]
pub struct Runs {
    /// The rows, at most [`Runs::MOST`].
    pub rows: Vec<Run>,
}

impl Runs {
    /// Maximum number of rows.
    pub const MOST: usize = 40;
    /// Maximum memory of all recordings, in bytes.
    const MOST_BYTES: usize = 256 << 20;

    /// Adds a search that is not in the table; one that is there takes the newer time.
    pub(super) fn note(&mut self, run: &Run, question: &mut WatchQuery) {
        match self
            .rows
            .iter_mut()
            .find(|row| row.question.is(&run.question))
        {
            Some(row) => row.time = run.time,
            None => self.add(run.clone(), question),
        }
    }

    /// Clears the table if the map is another one.
    ///
    /// A level that differs only in its options keeps the table, so that both can be compared.
    pub(super) fn forget_other_maps(&mut self, map: &Grid, playback: &mut Playback) {
        // The map of an agent with a kind has its own costs, so it cannot decide this.
        let plain = self
            .rows
            .iter()
            .rev()
            .find(|run| run.question.kind.is_none());
        if !plain
            .and_then(|run| run.question.grid.as_ref())
            .is_some_and(|old| old.is_same_map(map))
        {
            *self = Self::default();
            playback.stops.retain(|stop| stop.cell().is_none());
        }
    }

    /// Adds a row and drops old rows beyond the limits.
    ///
    /// Keeps only the last of the searches along one drag.
    fn add(&mut self, run: Run, question: &mut WatchQuery) {
        let last = self.rows.len().checked_sub(1);
        let along = run.dragged && last.is_some_and(|last| self.rows[last].dragged);
        if along {
            self.rows.pop();
        }
        self.rows.push(run);
        let bytes = |rows: &[Run]| {
            rows.iter()
                .map(|row| row.timeline.bytes() + row.costs.bytes())
                .sum::<usize>()
        };
        while self.rows.len() > Self::MOST
            || (self.rows.len() > 1 && bytes(&self.rows) > Self::MOST_BYTES)
        {
            self.rows.remove(0);
            if let QuerySource::Run(number) = &mut question.source {
                *number = number.saturating_sub(1);
            }
        }
    }
}

/// Maximum number of recorded events of a search: about 80 MB, including the data for seeking.
const MAX_EVENTS: usize = 2_000_000;

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
    pending: Option<RunningSearch>,
}

/// A search in progress.
struct RunningSearch {
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
    /// A search in progress with the same options may finish first, for up to `PATIENCE`. A search
    /// with other options is cancelled.
    pub(super) fn ask(&mut self, question: &WatchQuery, dragging: bool) {
        let Some(grid) = question.grid.clone() else {
            return;
        };
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
        self.pending = Some(RunningSearch {
            options,
            since: Instant::now(),
            expanded,
            task,
        });
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
        Self {
            generation: generation + 1,
            ..default()
        }
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
    let mut recorder = TraceRecorder::new(MAX_EVENTS);
    let counted = Limits {
        progress: Some(&progress),
        ..Limits::NONE
    };
    let (outcome, _) = search(&grid, query, counted, &mut pool, &mut recorder).await?;
    // An incremental search uses its own memory instead of the pool.
    let memory = (query.options.algorithm != Algorithm::Lpa).then_some(pool.memory_bytes());
    let trace = Trace::new(&grid, query, recorder, &outcome);
    // The timed search runs without an observer, in memory that has been touched already.
    let (_, time) = search(&grid, query, Limits::NONE, &mut pool, &mut ()).await?;
    Ok(Run {
        dragged,
        memory,
        ..describe(question, (outcome, trace), Some(time)).await
    })
}

/// Builds a run from a finished search: its verdict and the data derived from its recording.
///
/// The search itself is not repeated.
async fn describe(
    question: WatchQuery,
    (outcome, trace): (Outcome, Trace),
    time: Option<Duration>,
) -> Run {
    let (query, grid) = (
        &question.query,
        question.grid.as_ref().expect("a search was made on a map"),
    );
    let verdict = Arc::new(judge_in_slices(grid, query, &outcome).await);
    let ranges = ValueRanges::new(&trace).await;
    let costs = Arc::new(ThroughCosts::in_slices(grid, query).await);
    let timeline = Timeline::in_slices(Arc::new(trace)).await;
    let scanned = timeline.positions_scanned().into();
    Run {
        question,
        timeline,
        outcome,
        verdict,
        dragged: false,
        time,
        memory: None,
        ranges,
        costs,
        scanned,
    }
}

/// A trace that was read: its level, and its search.
pub struct TraceRun {
    pub(super) level: Arc<Level>,
    pub(super) run: Run,
}

/// A trace on its way to a board.
pub(super) enum OpeningTrace {
    /// It is being read.
    Reading(PathBuf, UnderWay<Result<TraceRun, Sentence>>),
    /// Its level is to be opened.
    Read(TraceRun),
    /// It is shown with its level, unless what is open stays.
    Asked(TraceRun),
}

impl TraceRun {
    /// Whether a file of this name is a trace: levels end otherwise.
    #[must_use]
    pub fn is_file(path: &Path) -> bool {
        path.extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
    }

    /// Reads the trace of a file.
    ///
    /// # Errors
    /// In one sentence what is wrong with it, and where.
    pub fn read(path: &Path) -> Result<Self, Sentence> {
        wait_for(read_trace(path.to_owned()))
            .unwrap_or_else(|| Err(Phrase::NoSuchFile.with("file", files::shown(path))))
    }
}

pub(super) async fn read_trace(path: PathBuf) -> Result<TraceRun, Sentence> {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let broken = |error: String| Phrase::TraceBroken.with("error", error);
    let most = TraceFile::MOST_BYTES as u64;
    let bytes = files::read_head(&path, most + 1);
    let bytes = bytes.map_err(|error| words::unreadable(&path, &error))?;
    if bytes.len() as u64 > most {
        return Err(broken(format!(
            "{name}: there are more than {} MiB",
            most >> 20
        )));
    }
    let file = TraceFile::read_in_slices(&bytes)
        .await
        .map_err(|error| broken(error.in_file(&name)))?;
    if !file.knows_its_map() {
        return Err(Phrase::TraceWithoutMap.with("file", name));
    }
    let query = file.query();
    let outcome = file
        .outcome()
        .map_err(|fault| broken(format!("{name}: {}", fault.describe(query.options.units()))))?;
    let TraceFile { level, trace, .. } = file;
    let grid = Arc::new(Grid::clone(&level.grid));
    let question = WatchQuery {
        source: QuerySource::Trace(name),
        query,
        grid: Some(grid),
        ..default()
    };
    Ok(TraceRun {
        level: Arc::new(level),
        run: describe(question, (outcome, trace), None).await,
    })
}
