//! A search kept as plain data: to be played, compared, saved and tested.

use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, Grid, GridSize, Limits, Movement, NoPathReason, NodePool, Observer, Outcome, ParentLink,
    PathQuery, SearchEvent, SearchOptions, SearchStats, StepCosts, jump_turn, solve_within,
};

use super::PopOrder;
use super::cell_set::CellSet;
use super::packed::{EventKind, PackedEvent};
use crate::language::{Language, Phrase, thousands};

/// In longer traces, where they would be most of it, neighbours that were ignored are no longer kept, nor counted.
const MOST_WITH_IGNORED: usize = 1 << 20;

/// Keeps the events of a search, up to a limit, and counts the rest. Which cells are expanded it knows to the end.
///
/// The cells of the events must lie on a map, as those of every search do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceRecorder {
    events: Vec<PackedEvent>,
    limit: usize,
    reported: u64,
    /// What was expanded once no more events were kept.
    later: CellSet,
}

impl TraceRecorder {
    /// Keeps at most `limit` events, 24 bytes each, and never more than [`Trace::MAX_EVENTS`].
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { limit: limit.min(Trace::MAX_EVENTS), ..Self::default() }
    }
}

impl Observer for TraceRecorder {
    const DETAILS: bool = true;

    #[inline]
    fn on_event(&mut self, event: SearchEvent) {
        if matches!(event, SearchEvent::Ignored { .. }) && self.events.len() >= self.limit.min(MOST_WITH_IGNORED) {
            return;
        }
        self.reported += 1;
        if self.events.len() < self.limit {
            self.events.push(PackedEvent::pack(event));
        } else if let SearchEvent::Expanded { cell, .. } = event {
            self.later.insert(cell);
        }
    }
}

/// One search: the query, what happened, the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Columns of the map.
    pub width: u32,
    /// Rows of the map.
    pub height: u32,
    /// How it was searched.
    pub options: TraceOptions,
    /// Where the path begins.
    pub start: Cell,
    /// Where it shall end.
    pub goal: Cell,
    /// The answer.
    pub outcome: TraceOutcome,
    /// All of them lie on the map.
    pub(super) events: Vec<PackedEvent>,
    /// How many events there were, the kept ones included.
    pub(super) reported: u64,
    /// Cells whose expansion is not among the kept events.
    pub(super) later: CellSet,
}

/// What of the options is needed to show a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceOptions {
    /// The algorithm whose steps these are; `None` for a trace from elsewhere.
    pub algorithm: Option<Algorithm>,
    /// The units of every cost in the trace.
    pub units: StepCosts,
    /// In which order open cells are expanded.
    pub order: PopOrder,
    /// Where a jump from a parent can turn, the movement rule that says how.
    pub turning: Option<Movement>,
}

/// What of the outcome is needed to show a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceOutcome {
    /// Whether a path was found.
    pub found: bool,
    /// What it costs.
    pub cost: Option<Cost>,
    /// All its cells from start to goal; empty if there is none.
    pub path: Vec<Cell>,
    /// Where a path at any angle begins, turns and ends; empty for other paths.
    pub turns: Vec<Cell>,
    /// What the search counted.
    pub stats: SearchStats,
    /// Why no path was found; `None` if one was, if the search ended before, or if the trace does not keep it.
    pub reason: Option<NoPathReason>,
    /// The answer in words, to be read by people alone.
    pub answer: String,
}

impl Trace {
    /// The most events that a trace holds; one more would not be found in memory anyway.
    pub const MAX_EVENTS: usize = 1 << 30;

    /// Searches and records. The outcome is the one that the search has unwatched; of a refused query there are no
    /// events.
    #[must_use]
    pub fn record(
        grid: &Grid,
        query: &PathQuery,
        limits: Limits,
        event_limit: usize,
        pool: &mut NodePool,
    ) -> (Outcome, Self) {
        let mut recorder = TraceRecorder::new(event_limit);
        let outcome = solve_within(grid, query, limits, pool, &mut recorder);
        let trace = Self::new(grid, query, recorder, &outcome);
        (outcome, trace)
    }

    /// What a recorder kept of a search, with its query and its answer.
    #[must_use]
    pub fn new(grid: &Grid, query: &PathQuery, recorder: TraceRecorder, outcome: &Outcome) -> Self {
        let PathQuery { start, goal, ref options } = *query;
        let mut events = recorder.events;
        events.shrink_to_fit();
        Self {
            width: grid.width(),
            height: grid.height(),
            options: TraceOptions::of(options, grid),
            start,
            goal,
            outcome: TraceOutcome::of(outcome),
            events,
            reported: recorder.reported,
            later: recorder.later,
        }
    }

    /// The cell where the jump from a parent turns, between the two; `None` if it leads straight there.
    #[must_use]
    pub fn turn(&self, parent: Cell, cell: Cell) -> Option<Cell> {
        let turn = jump_turn(self.options.turning?, parent, cell);
        (turn != parent && turn != cell).then_some(turn)
    }

    /// Columns and rows of the map.
    pub(super) const fn size(&self) -> GridSize {
        GridSize { width: self.width, height: self.height }
    }

    /// How many events are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether no event is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The event with that number, from 0.
    #[must_use]
    pub fn event(&self, number: usize) -> Option<SearchEvent> {
        self.events.get(number).map(|event| event.unpack())
    }

    /// All kept events, exactly as they were reported.
    #[must_use]
    pub fn events(&self) -> impl ExactSizeIterator<Item = SearchEvent> + '_ {
        self.events.iter().map(|event| event.unpack())
    }

    /// All cells that were expanded, from either side, whether the events are kept or not; some more than once.
    pub fn expanded_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let kept = self.events.iter().filter(|event| event.kind() == EventKind::Expanded).map(|event| event.cell());
        kept.chain(self.later.cells())
    }

    /// How many events there were, kept or not. Of ignored neighbours only those count that were kept.
    #[must_use]
    pub const fn reported(&self) -> u64 {
        self.reported
    }

    /// Whether events are missing at the end.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.reported > self.events.len() as u64
    }

    /// The same trace without what only observers get that ask for details: ignored neighbours and next passes.
    #[must_use]
    pub fn without_details(&self) -> Self {
        let mut trace = self.clone();
        trace.events.retain(|event| !matches!(event.kind(), EventKind::Ignored | EventKind::NextPass));
        trace.reported -= (self.events.len() - trace.events.len()) as u64;
        trace
    }

    /// What is missing, in words; `None` if nothing is.
    #[must_use]
    pub fn notice(&self, language: Language) -> Option<String> {
        let (kept, reported) = (thousands(self.events.len() as u64), thousands(self.reported));
        self.is_cut().then(|| language.say(Phrase::TraceCut, &[("kept", &kept), ("all", &reported)]))
    }

    /// A number that tells traces apart: FNV-1a over all kept events. The same on every platform.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let bytes = self.events.iter().flat_map(|event| event.bytes());
        bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
    }
}

impl TraceOptions {
    /// Those of a search under these options on this map.
    pub(super) fn of(options: &SearchOptions, grid: &Grid) -> Self {
        let algorithm = options.algorithm_on(grid);
        Self {
            algorithm: Some(algorithm),
            units: options.units(),
            order: PopOrder::of(options, grid),
            turning: (algorithm.parent_link() == ParentLink::TurningJump).then_some(options.movement),
        }
    }
}

impl TraceOutcome {
    /// Where the path turns: all its cells, or the ends of the straight lines of a path at any angle.
    #[must_use]
    pub fn waypoints(&self) -> &[Cell] {
        if self.turns.is_empty() { &self.path } else { &self.turns }
    }

    /// Whether the search ended with a path, or knows that there is none.
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        self.found || self.reason.is_some()
    }

    fn of(outcome: &Outcome) -> Self {
        let (reason, answer) = match outcome {
            Outcome::Solved(_) => (None, "a path was found".to_owned()),
            Outcome::NoPath(reason, _) => (Some(*reason), format!("no path: {reason}")),
            Outcome::OutOfBudget(_) => (None, "out of budget".to_owned()),
            Outcome::Refused(refusal) => (None, refusal.to_string()),
        };
        let path = outcome.path();
        let turns = path.filter(|path| path.waypoints().len() < path.cells().len());
        Self {
            found: path.is_some(),
            cost: outcome.cost(),
            path: path.map(|path| path.cells().to_vec()).unwrap_or_default(),
            turns: turns.map(|path| path.waypoints().to_vec()).unwrap_or_default(),
            stats: outcome.stats(),
            reason,
            answer,
        }
    }
}
