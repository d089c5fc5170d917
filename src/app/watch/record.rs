//! Recording in the background: the search, its verdict, and a table of what was run on this level.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::question::is_same_map;
use super::{Heat, Mode, Playback, Question, Source};
use crate::app::{AppCommand, AppSystems};
use crate::pathfinding::verdict::{Verdict, judge};
use crate::pathfinding::{
    Cost, Grid, Language, Limits, NodePool, Outcome, ProblemError, Refusal, SearchEvent, SearchOptions, SearchProblem,
    Timeline, Trace, explain, solve_within,
};
use crate::plugin::{GridReplaced, NavGrid};

/// The most events that are kept of one search: about 80 MB with everything that seeking needs.
const MOST_EVENTS: usize = 2_000_000;

/// Searches with more events are not replayed with a sorted list, whose time grows with their square.
const MOST_SCANNED: usize = 20_000;

/// A search that was recorded: everything that the panels and the map show.
#[derive(Resource, Default)]
pub struct Recording {
    /// What is shown; `None` before the first search and while a level has no place to search.
    pub shown: Option<Run>,
    /// Why there is nothing to watch.
    pub refused: Option<Unsearchable>,
    /// After how many expansions the user gave up the search that would be shown.
    pub cancelled: Option<u64>,
    /// How often something else was shown.
    pub generation: u64,
    asked: Option<Question>,
    pending: Option<Pending>,
}

/// Why a question cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsearchable {
    /// The question makes no sense.
    Problem(ProblemError),
    /// Its settings make no sense together, or on this map.
    Settings(Refusal),
}

impl Unsearchable {
    /// The reason in a clause.
    #[must_use]
    pub fn describe_in(self, language: Language) -> String {
        match self {
            Self::Problem(error) => error.describe_in(language),
            Self::Settings(refusal) => refusal.describe_in(language),
        }
    }
}

/// A search that is under way.
struct Pending {
    options: SearchOptions,
    since: Instant,
    expanded: Arc<AtomicU64>,
    task: Task<Result<Run, Unsearchable>>,
    _stop: StopOnDrop,
}

/// One finished search.
#[derive(Clone)]
pub struct Run {
    /// What was asked.
    pub question: Question,
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
    /// What the cheapest ways cost, from the start to each cell and from there to the goal.
    pub costs: Arc<explain::WayCosts>,
    /// How many positions a sorted open list would have scanned, after each expansion; empty for long searches.
    pub scanned: Arc<[u64]>,
}

/// The least and the most of g, h, f and order in a recording, for heat maps.
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    g: (u64, u64),
    h: (u64, u64),
    f: (u64, u64),
    order: (u64, u64),
    /// Whether some parent is no neighbour: jumps, lines and portals.
    pub jumps: bool,
}

impl Ranges {
    fn new(trace: &Trace) -> Self {
        let wide = |(least, most): (u64, u64), cost: Cost| (least.min(cost.0), most.max(cost.0));
        let nothing = (u64::MAX, 0);
        let mut ranges = Self { g: nothing, h: nothing, f: nothing, order: (1, 1), jumps: false };
        let mut expanded = 0;
        for event in trace.events() {
            match event {
                SearchEvent::Generated { cell, parent, g, h, .. } | SearchEvent::Relaxed { cell, parent, g, h, .. } => {
                    ranges.jumps |= cell != parent && !cell.is_neighbor_of(parent);
                    ranges.g = wide(ranges.g, g);
                    ranges.h = wide(ranges.h, h);
                    ranges.f = wide(ranges.f, g.saturating_add(h));
                }
                SearchEvent::Expanded { .. } => expanded += 1,
                _ => {}
            }
        }
        ranges.order = (1, expanded.max(1));
        ranges
    }

    /// The range of what a heat map shows; the first is never above the second.
    #[must_use]
    pub fn of(&self, heat: Heat) -> (u64, u64) {
        let (least, most) = match heat {
            Heat::Off => (0, 0),
            Heat::G => self.g,
            Heat::H => self.h,
            Heat::F => self.f,
            Heat::Order => self.order,
        };
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
    fn add(&mut self, run: Run, question: &mut Question) {
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

/// For each cell in reading order, which of two runs on one map expanded it: bit 1 the first, bit 2 the second.
///
/// One look at each event, so that even a long recording is compared within a frame.
#[must_use]
pub fn expanded_by(first: &Run, second: &Run) -> Vec<u8> {
    let trace = first.timeline.trace();
    let width = trace.width as usize;
    let mut expanded = vec![0; width * trace.height as usize];
    for (bit, run) in [(1, first), (2, second)] {
        for event in run.timeline.trace().events() {
            let SearchEvent::Expanded { cell, .. } = event else { continue };
            let (Ok(x), Ok(y)) = (usize::try_from(cell.x), usize::try_from(cell.y)) else { continue };
            if let Some(mark) = expanded.get_mut(y * width + x) {
                *mark |= bit;
            }
        }
    }
    expanded
}

/// Tells a search that nobody waits for it any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Recording {
    /// Whether a search is being made.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.pending.is_some()
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
        (forget_runs, collect, cancel, begin, replay).chain().after(super::question::follow).in_set(AppSystems::Watch),
    );
}

/// Another map begins with an empty table. A level that differs in its rules alone keeps it, so that the two
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
    let new = grid.grid();
    let same = |old: &Grid| is_same_map(old, new);
    // The map of an agent with a kind has costs of its own: it tells nothing.
    let plain = runs.rows.iter().rev().find(|run| run.question.kind.is_none());
    if !plain.and_then(|run| run.question.grid.as_ref()).is_some_and(|old| same(old)) {
        *runs = Runs::default();
        playback.stops.retain(|stop| stop.cell().is_none());
    }
    *recording = Recording { generation: recording.generation + 1, ..default() };
}

fn collect(
    mut recording: ResMut<Recording>,
    mut runs: ResMut<Runs>,
    mut playback: ResMut<Playback>,
    mut question: ResMut<Question>,
    mode: Res<Mode>,
) {
    let Some(pending) = &mut recording.bypass_change_detection().pending else { return };
    let Some(result) = check_ready(&mut pending.task) else { return };
    recording.pending = None;
    if *mode == Mode::Agents {
        return;
    }
    match result {
        Ok(mut run) => {
            // Who follows a dragged goal looks at the whole picture.
            let first = recording.shown.is_none();
            let end = if first { 0 } else { run.timeline.len() };
            run.timeline.seek(end);
            if first {
                playback.playing = true;
            }
            let (start, goal, events) = (run.question.start, run.question.goal, run.timeline.len());
            debug!("watching {start} to {goal}: {events} events");
            if runs.rows.iter().all(|row| !row.question.is(&run.question)) {
                runs.add(run.clone(), &mut question);
            }
            recording.shown = Some(run);
            recording.refused = None;
            recording.cancelled = None;
        }
        Err(reason) => {
            recording.shown = None;
            recording.refused = Some(reason);
        }
    }
    recording.generation += 1;
}

/// Gives up what is under way, or begins it anew. What was asked stays asked, so that it does not begin by itself.
fn cancel(
    mut commands: MessageReader<AppCommand>,
    mut recording: ResMut<Recording>,
    question: Res<Question>,
    mode: Res<Mode>,
) {
    for command in commands.read() {
        match command {
            AppCommand::CancelSearch => {
                let under_way = recording.pending.take();
                // One that was done in this very frame makes room for the next one, which is meant then.
                let waits =
                    || *mode == Mode::Watch && recording.asked.as_ref().is_some_and(|asked| !asked.is(&question));
                let expanded = match under_way {
                    Some(pending) => pending.expanded.load(Ordering::Relaxed),
                    None if waits() => 0,
                    None => continue,
                };
                debug!("watch: search cancelled after {expanded} expansions");
                // Also what was asked for meanwhile waits.
                recording.asked = Some(question.clone());
                recording.shown = None;
                recording.refused = None;
                recording.cancelled = Some(expanded);
                recording.generation += 1;
            }
            AppCommand::SearchAgain if recording.cancelled.is_some() => recording.asked = None,
            _ => {}
        }
    }
}

/// How long a search for an outdated place may go on, so that a dragged goal is followed at all.
const PATIENCE: Duration = Duration::from_secs(1);

/// Begins the next recording once the last one is done: so a dragged goal is followed as fast as the
/// searches are, and none is begun in vain.
fn begin(mut recording: ResMut<Recording>, question: Res<Question>, playback: Res<Playback>, mode: Res<Mode>) {
    if *mode == Mode::Agents {
        if recording.shown.is_some() || recording.pending.is_some() {
            *recording = Recording { generation: recording.generation + 1, ..default() };
        }
        return;
    }
    let Some(grid) = question.grid.clone() else { return };
    let recording = recording.bypass_change_detection();
    if recording.asked.as_ref().is_some_and(|asked| asked.is(&question)) {
        return;
    }
    if let Some(pending) = &recording.pending
        && pending.options == question.options
        && pending.since.elapsed() < PATIENCE
    {
        return;
    }
    recording.asked = Some(question.clone());
    recording.cancelled = None;
    let stop = StopOnDrop(Arc::default());
    let stopped = Arc::clone(&stop.0);
    let expanded = Arc::<AtomicU64>::default();
    let progress = Arc::clone(&expanded);
    let (wanted, dragged) = (question.clone(), playback.dragging);
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let problem = SearchProblem::new(&grid, wanted.start, wanted.goal).map_err(Unsearchable::Problem)?;
        let mut pool = NodePool::default();
        let limits = || Limits { stop: Some(&stopped), ..Limits::NONE };
        let before = Instant::now();
        let told = Limits { progress: Some(&progress), ..limits() };
        let unwatched = solve_within(&wanted.options, &problem, told, &mut pool, &mut ());
        let time = before.elapsed();
        if let Outcome::Refused(refusal) = unwatched {
            return Err(Unsearchable::Settings(refusal));
        }
        // One that was given up ends at the next of these, and does not keep others waiting.
        yield_now().await;
        let (outcome, trace) = Trace::record(&wanted.options, &problem, limits(), MOST_EVENTS, &mut pool);
        yield_now().await;
        let verdict = judge(&wanted.options, &problem, &outcome);
        yield_now().await;
        let ranges = Ranges::new(&trace);
        let costs = Arc::new(explain::WayCosts::new(&wanted.options, &problem));
        yield_now().await;
        let scanned = explain::positions_scanned(&trace, MOST_SCANNED).into();
        let timeline = Timeline::new(Arc::new(trace));
        Ok(Run {
            dragged,
            question: wanted.clone(),
            timeline,
            outcome,
            verdict: Arc::new(verdict),
            time,
            ranges,
            costs,
            scanned,
        })
    });
    // One that is still under way for another question is given up here.
    let options = question.options.clone();
    recording.pending = Some(Pending { options, since: Instant::now(), expanded, task, _stop: stop });
}

/// Shows a row of the table again, from its beginning.
fn replay(
    mut commands: MessageReader<AppCommand>,
    mut recording: ResMut<Recording>,
    mut runs: ResMut<Runs>,
    mut question: ResMut<Question>,
    mut playback: ResMut<Playback>,
) {
    for command in commands.read() {
        match command {
            AppCommand::ShowRun(number) => {
                let Some(run) = runs.rows.get(*number) else { continue };
                let mut run = run.clone();
                run.timeline.seek(0);
                *question = Question { source: Source::Run(*number), ..run.question.clone() };
                recording.asked = Some(question.clone());
                recording.pending = None;
                recording.refused = None;
                recording.cancelled = None;
                recording.shown = Some(run);
                recording.generation += 1;
                playback.playing = true;
            }
            AppCommand::CompareRun(number) => {
                runs.compared = if runs.compared == Some(*number) { None } else { Some(*number) };
            }
            _ => {}
        }
    }
}
