//! Recording in the background: the search, its verdict, and a table of what was run on this level.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy_gridwalk::{GridReplaced, NavGrid};
use gridwalk_explain::compare::Board;
use gridwalk_explain::verdict::{Verdict, judge};
use gridwalk_explain::{Timeline, Trace};
use gridwalk_pathfinding::{Grid, Limits, NodePool, Outcome, Refusal, SearchEvent, SearchOptions, solve_within};

use super::stop::StopOnDrop;
use super::{Heat, Mode, Playback, Source, WatchQuery};
use crate::app::AppSystems;
use crate::app::settings::Settings;

/// The most events that are kept of one search: about 80 MB with everything that seeking needs.
const MOST_EVENTS: usize = 2_000_000;

/// A search that was recorded: everything that the panels and the map show.
#[derive(Resource, Default)]
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
    _stop: StopOnDrop,
}

/// One finished search.
#[derive(Clone)]
pub struct Run {
    /// What was asked.
    pub question: WatchQuery,
    /// Everything that happened.
    pub timeline: Timeline,
    /// The answer.
    pub outcome: Outcome,
    /// What an independent reference says of it.
    pub verdict: Arc<Verdict>,
    /// Whether start or goal were being dragged when it was asked for.
    pub dragged: bool,
    /// The search alone, unwatched.
    pub time: Duration,
    /// The least and the most of each number.
    pub ranges: Ranges,
    /// What the cheapest paths cost, from the start to each cell and from there to the goal.
    pub costs: Arc<gridwalk_explain::ThroughCosts>,
    /// How many positions a sorted open list would have passed, after each expansion; empty for long searches.
    pub scanned: Arc<[u64]>,
}

impl Run {
    /// The search as it is compared with others.
    #[must_use]
    pub fn board(&self) -> Board<'_> {
        let Self { question, timeline, outcome, verdict, time, .. } = self;
        Board { options: &question.query.options, timeline, outcome, verdict, time: *time }
    }
}

/// The least and the most of g, h, f and order in a recording, for heat maps.
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    /// By heat map.
    numbers: [(u64, u64); Heat::ALL.len()],
    /// Whether some parent is no neighbour: jumps, lines and portals.
    pub jumps: bool,
}

impl Ranges {
    fn new(trace: &Trace) -> Self {
        let mut ranges = Self { numbers: [(u64::MAX, 0); Heat::ALL.len()], jumps: false };
        let mut expanded = 0;
        for event in trace.events() {
            match event {
                SearchEvent::Generated { cell, parent, g, h, .. } | SearchEvent::Relaxed { cell, parent, g, h, .. } => {
                    ranges.jumps |= cell != parent && !cell.is_neighbor_of(parent);
                    for (heat, cost) in [(Heat::G, g), (Heat::H, h), (Heat::F, g.saturating_add(h))] {
                        let (least, most) = &mut ranges.numbers[heat as usize];
                        (*least, *most) = (cost.0.min(*least), cost.0.max(*most));
                    }
                }
                SearchEvent::Expanded { .. } => expanded += 1,
                _ => {}
            }
        }
        ranges.numbers[Heat::Order as usize] = (1, expanded.max(1));
        ranges
    }

    /// The range of what a heat map shows; the first is never above the second.
    pub fn of(&self, heat: Heat) -> (u64, u64) {
        let (least, most) = self.numbers[heat as usize];
        (least.min(most), most)
    }
}

/// Searches that were run on this level, the oldest first.
#[derive(Resource, Default)]
pub struct Runs {
    /// At most [`Runs::MOST`].
    pub rows: Vec<Run>,
    /// The row that the watched search is compared with.
    pub compared: Option<usize>,
}

impl Runs {
    /// How many are kept.
    pub const MOST: usize = 40;
    /// Bytes that their recordings may take together.
    const MOST_BYTES: usize = 256 << 20;

    /// Adds a row, and drops old ones where they become too many or too large. Of places along one drag
    /// only the last is kept.
    fn add(&mut self, run: Run, question: &mut WatchQuery) {
        let last = self.rows.len().checked_sub(1);
        let along = run.dragged && last.is_some_and(|last| self.rows[last].dragged && self.compared != Some(last));
        if along {
            self.rows.pop();
        }
        self.rows.push(run);
        let bytes = |rows: &[Run]| rows.iter().map(|row| row.timeline.bytes() + row.costs.bytes()).sum::<usize>();
        while self.rows.len() > Self::MOST || (self.rows.len() > 1 && bytes(&self.rows) > Self::MOST_BYTES) {
            self.rows.remove(0);
            self.compared = self.compared.and_then(|number| number.checked_sub(1));
            if let Source::Run(number) = &mut question.source {
                *number = number.saturating_sub(1);
            }
        }
    }
}

impl Recording {
    /// Whether a search is being made.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Cancels what is under way. What was asked stays asked, so that it does not begin by itself.
    pub fn cancel(&mut self, question: &WatchQuery, mode: Mode) {
        let under_way = self.pending.take();
        // What was asked for in this very frame waits for its turn, and is meant too.
        let waits = || mode != Mode::Agents && self.asked.as_ref().is_some_and(|asked| !asked.is(question));
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
    pub(in crate::app) fn search_again(&mut self) {
        if self.cancelled.is_some() {
            self.asked = None;
        }
    }

    /// Shows a run that is known already.
    pub(super) fn replay(&mut self, run: &Run, question: &WatchQuery) -> &mut Timeline {
        self.clear();
        self.asked = Some(question.clone());
        &mut self.shown.insert(run.clone()).timeline
    }

    /// Begins the search of a question that was not asked before. One that is under way for an outdated place may end
    /// first, unless that takes long; for other options it is cancelled.
    pub(in crate::app) fn ask(&mut self, question: &WatchQuery, dragging: bool) {
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
        let stop = StopOnDrop::default();
        let stopped = stop.flag();
        let expanded = Arc::<AtomicU64>::default();
        let progress = Arc::clone(&expanded);
        let task = AsyncComputeTaskPool::get().spawn(record(question.clone(), grid, dragging, stopped, progress));
        let options = question.query.options.clone();
        self.pending = Some(Pending { options, since: Instant::now(), expanded, task, _stop: stop });
    }

    /// The search that was under way, once it is done.
    pub(in crate::app) fn take_ready(&mut self) -> Option<Result<Run, Refusal>> {
        let result = check_ready(&mut self.pending.as_mut()?.task)?;
        self.pending = None;
        Some(result)
    }

    /// Shows a search, or why there is none.
    pub(in crate::app) fn show(&mut self, result: Result<Run, Refusal>) {
        (self.shown, self.refused) = match result {
            Ok(run) => (Some(run), None),
            Err(reason) => (None, Some(reason)),
        };
        self.cancelled = None;
        self.generation += 1;
    }

    /// Shows nothing.
    pub(in crate::app) fn clear(&mut self) {
        *self = Self { generation: self.generation + 1, ..default() };
    }

    /// Of a search that takes long enough to say so: how many cells it has expanded, and since when it runs.
    #[must_use]
    pub fn slow(&self) -> Option<(u64, Duration)> {
        let pending = self.pending.as_ref()?;
        let since = pending.since.elapsed();
        (since > Duration::from_millis(200)).then(|| (pending.expanded.load(Ordering::Relaxed), since))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recording>().init_resource::<Runs>().add_systems(
        Update,
        (forget_runs, collect, begin).chain().after(super::question::follow).in_set(AppSystems::Watch),
    );
}

/// Another map begins with an empty table. A level that differs in its options alone keeps it, so that the two
/// can be compared.
fn forget_runs(
    mut replaced: MessageReader<GridReplaced>,
    grid: Res<NavGrid>,
    mut runs: ResMut<Runs>,
    mut recording: ResMut<Recording>,
    mut playback: ResMut<Playback>,
) {
    if replaced.read().count() == 0 {
        return;
    }
    // The map of an agent with a kind has costs of its own, and is no measure.
    let plain = runs.rows.iter().rev().find(|run| run.question.kind.is_none());
    if !plain.and_then(|run| run.question.grid.as_ref()).is_some_and(|old| old.is_same_map(grid.grid())) {
        *runs = Runs::default();
        playback.stops.retain(|stop| stop.cell().is_none());
    }
    recording.clear();
}

fn collect(
    mut recording: ResMut<Recording>,
    mut runs: ResMut<Runs>,
    mut playback: ResMut<Playback>,
    mut question: ResMut<WatchQuery>,
    mode: Res<Mode>,
    settings: Res<Settings>,
) {
    let Some(result) = recording.bypass_change_detection().take_ready() else { return };
    if *mode != Mode::Watch {
        return;
    }
    match result {
        Ok(mut run) => {
            // What was chosen is played. Who drags start or goal, or edits the map, looks at the whole picture.
            let same_choice = |shown: &Run| shown.question.query.options == run.question.query.options;
            let is_chosen = !run.dragged && !recording.shown.as_ref().is_some_and(same_choice);
            if is_chosen {
                playback.begin(&mut run.timeline, &settings);
            } else {
                run.timeline.seek(run.timeline.len());
            }
            let (start, goal, events) = (run.question.query.start, run.question.query.goal, run.timeline.len());
            debug!("watching {start} to {goal}: {events} events");
            if runs.rows.iter().all(|row| !row.question.is(&run.question)) {
                runs.add(run.clone(), &mut question);
            }
            recording.show(Ok(run));
        }
        Err(reason) => recording.show(Err(reason)),
    }
}

/// How long a search for an outdated place may go on, so that a dragged goal is followed at all.
const PATIENCE: Duration = Duration::from_secs(1);

/// Begins the next recording once the last one is done: so a dragged goal is followed as fast as the
/// searches are, and none is begun in vain.
pub(in crate::app) fn begin(
    mut recording: ResMut<Recording>,
    question: Res<WatchQuery>,
    playback: Res<Playback>,
    mode: Res<Mode>,
) {
    if *mode != Mode::Watch {
        if recording.shown.is_some() || recording.pending.is_some() {
            recording.clear();
        }
        return;
    }
    recording.bypass_change_detection().ask(&question, playback.dragging);
}

/// Makes the search, records it and has it judged. One that is cancelled ends at the next point where it lets others
/// have their turn.
async fn record(
    question: WatchQuery,
    grid: Arc<Grid>,
    dragged: bool,
    stopped: Arc<AtomicBool>,
    progress: Arc<AtomicU64>,
) -> Result<Run, Refusal> {
    let query = &question.query;
    let mut pool = NodePool::default();
    let limits = || Limits { stop: Some(&stopped), ..Limits::NONE };
    let counted = Limits { progress: Some(&progress), ..limits() };
    let (outcome, trace) = Trace::record(&grid, query, counted, MOST_EVENTS, &mut pool);
    if let Outcome::Refused(refusal) = outcome {
        return Err(refusal);
    }
    yield_now().await;
    // Unwatched, and in memory that has been touched: the first search of all would pay for that.
    let before = Instant::now();
    solve_within(&grid, query, limits(), &mut pool, &mut ());
    let time = before.elapsed();
    yield_now().await;
    let verdict = Arc::new(judge(&grid, query, &outcome));
    yield_now().await;
    let ranges = Ranges::new(&trace);
    let costs = Arc::new(gridwalk_explain::ThroughCosts::new(&grid, query));
    yield_now().await;
    let timeline = Timeline::new(Arc::new(trace));
    let scanned = timeline.positions_scanned().into();
    Ok(Run { question, timeline, outcome, verdict, dragged, time, ranges, costs, scanned })
}
