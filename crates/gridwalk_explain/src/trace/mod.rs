//! Recorded searches: packed events that are played at any position, saved and read.
//!
//! A [`Trace`] is plain data: the query, the events, the order in which open cells are expanded,
//! and the answer.

mod comparisons;
mod file;
mod history;
mod marks;
mod packed;
mod timeline;

use std::num::NonZeroU64;

use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, Grid, GridSize, Limits, Movement, NoPathReason, NodePool, Observer,
    Outcome, ParentLink, PathQuery, PopKey, PriorityRule, SearchEvent, SearchOptions, SearchStats,
    StepCosts, TieBreak, Weight, bucket_width, jump_turn, solve_within,
};

pub(crate) use comparisons::Pop;
pub use comparisons::{HeapComparisons, Insertion};
pub use file::TraceFile;
pub use history::TraceCounters;
pub use marks::{CellMark, CellMarks, CellState, OpenRow, RowChange};
use packed::{CellSet, EventKind, PackedEvent};
pub use timeline::{Breakpoint, FLayer, MarkChanges, Timeline};

use crate::language::{Language, Phrase, places, thousands};

/// Maximum length of a trace that keeps ignored neighbours.
///
/// Longer traces neither keep nor count more of them: they would be most of the events.
const MAX_WITH_IGNORED: usize = 1 << 20;

/// An observer that keeps the events of a search up to a limit, and counts the rest.
///
/// It knows the expanded cells of the whole search. The cells of the events must lie on a map, as
/// those of every search do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceRecorder {
    events: Vec<PackedEvent>,
    limit: usize,
    reported: u64,
    /// Cells that were expanded after the last kept event.
    later: CellSet,
}

impl TraceRecorder {
    /// Creates a recorder of at most `limit` events, 24 bytes each, and at most
    /// [`Trace::MAX_EVENTS`].
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self {
            limit: limit.min(Trace::MAX_EVENTS),
            ..Self::default()
        }
    }
}

impl Observer for TraceRecorder {
    const DETAILS: bool = true;

    #[inline]
    fn on_event(&mut self, event: SearchEvent) {
        if matches!(event, SearchEvent::Ignored { .. })
            && self.events.len() >= self.limit.min(MAX_WITH_IGNORED)
        {
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

/// A recorded search: its query, its events, and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Columns of the map.
    pub width: u32,
    /// Rows of the map.
    pub height: u32,
    /// The options of the search.
    pub options: TraceOptions,
    /// The first cell of the path.
    pub start: Cell,
    /// The cell that the path was to reach.
    pub goal: Cell,
    /// The answer.
    pub outcome: TraceOutcome,
    /// The kept events. All their cells lie on the map.
    events: Vec<PackedEvent>,
    /// Number of reported events, including the kept ones.
    reported: u64,
    /// Cells whose expansion is not among the kept events.
    later: CellSet,
}

/// The part of the search options that is needed to show a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceOptions {
    /// The algorithm of the search; `None` for a trace from another program.
    pub algorithm: Option<Algorithm>,
    /// The units of every cost in the trace.
    pub units: StepCosts,
    /// The order in which open cells are expanded.
    pub order: PopOrder,
    /// The movement rule that determines the turn of a jump, if jumps can turn.
    pub turning: Option<Movement>,
}

/// The part of the outcome that is needed to show a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceOutcome {
    /// Whether a path was found.
    pub found: bool,
    /// The cost of the path.
    pub cost: Option<Cost>,
    /// All cells of the path from start to goal; empty if there is none.
    pub path: Vec<Cell>,
    /// The start, turns and end of an any-angle path; empty for other paths.
    pub turns: Vec<Cell>,
    /// The counters of the search.
    pub stats: SearchStats,
    /// The reason why no path was found.
    ///
    /// `None` if one was found, if the search ended early, or if the trace does not keep the
    /// reason.
    pub reason: Option<NoPathReason>,
    /// The answer in words, for people only.
    pub answer: String,
}

impl Trace {
    /// Maximum number of events of a trace; more would not fit into memory anyway.
    pub const MAX_EVENTS: usize = 1 << 30;

    /// Runs a search and records it.
    ///
    /// The outcome is that of the search without an observer. A refused query has no events.
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

    /// Makes a trace from a recorder, its query and its answer.
    #[must_use]
    pub fn new(grid: &Grid, query: &PathQuery, recorder: TraceRecorder, outcome: &Outcome) -> Self {
        let PathQuery {
            start,
            goal,
            ref options,
        } = *query;
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

    /// Returns the cell where the jump from a parent turns; `None` if the jump is straight.
    #[must_use]
    pub fn turn(&self, parent: Cell, cell: Cell) -> Option<Cell> {
        let turn = jump_turn(self.options.turning?, parent, cell);
        (turn != parent && turn != cell).then_some(turn)
    }

    /// Returns the size of the map.
    pub(crate) const fn size(&self) -> GridSize {
        GridSize {
            width: self.width,
            height: self.height,
        }
    }

    /// Returns the number of kept events.
    #[must_use]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Returns `true` if no event is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Returns the event with this index, from 0.
    #[must_use]
    pub fn event(&self, number: usize) -> Option<SearchEvent> {
        self.events.get(number).map(|event| event.unpack())
    }

    /// Returns all kept events, exactly as they were reported.
    #[must_use]
    pub fn events(&self) -> impl ExactSizeIterator<Item = SearchEvent> + '_ {
        self.events.iter().map(|event| event.unpack())
    }

    /// Returns all expanded cells of both sides, in kept events or not; some more than once.
    pub fn expanded_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let kept = self
            .events
            .iter()
            .filter(|event| event.kind() == EventKind::Expanded)
            .map(|event| event.cell());
        kept.chain(self.later.cells())
    }

    /// Returns the number of reported events, kept or not. Of ignored neighbours only kept ones
    /// count.
    #[must_use]
    pub const fn reported(&self) -> u64 {
        self.reported
    }

    /// Returns `true` if events are missing at the end.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.reported > self.events.len() as u64
    }

    /// Returns the trace without the events for detailed observers: ignored neighbours and next
    /// passes.
    #[must_use]
    pub fn without_details(&self) -> Self {
        let mut trace = self.clone();
        trace
            .events
            .retain(|event| !matches!(event.kind(), EventKind::Ignored | EventKind::NextPass));
        trace.reported -= (self.events.len() - trace.events.len()) as u64;
        trace
    }

    /// Returns a sentence about the missing events; `None` if none are missing.
    #[must_use]
    pub fn notice(&self, language: Language) -> Option<String> {
        let (kept, reported) = (
            thousands(self.events.len() as u64),
            thousands(self.reported),
        );
        self.is_cut()
            .then(|| language.say(Phrase::TraceCut, places![kept, all = reported]))
    }

    /// Returns a hash of all kept events (FNV-1a), the same on every platform.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let bytes = self.events.iter().flat_map(|event| event.bytes());
        bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
    }
}

impl TraceOptions {
    /// Returns the options of a search under these options on this map.
    fn of(options: &SearchOptions, grid: &Grid) -> Self {
        let algorithm = options.algorithm_on(grid);
        Self {
            algorithm: Some(algorithm),
            units: options.units(),
            order: PopOrder::of(options, grid),
            turning: (algorithm.parent_link() == ParentLink::TurningJump)
                .then_some(options.movement),
        }
    }
}

impl TraceOutcome {
    /// Returns the turning points: the ends of the lines of an any-angle path, all cells of any
    /// other path.
    #[must_use]
    pub fn waypoints(&self) -> &[Cell] {
        if self.turns.is_empty() {
            &self.path
        } else {
            &self.turns
        }
    }

    /// Returns `true` if the search found a path, or knows that there is none.
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
            turns: turns
                .map(|path| path.waypoints().to_vec())
                .unwrap_or_default(),
            stats: outcome.stats(),
            reason,
            answer,
        }
    }
}

/// The order in which open cells are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PopOrder {
    /// The key of the search.
    pub key: PopKey,
    /// The order of cells with equal keys.
    pub tie: TieBreak,
    /// The factor of h in [`PopKey::WeightedF`].
    pub weight: Weight,
    /// Units of f in a bucket of [`PopKey::FBucket`].
    pub width: NonZeroU64,
}

/// The place of an open cell; smaller places are popped first.
type QueuePlace = (u64, u64, u32);

impl PopOrder {
    /// Returns the order of a search under these options on this map.
    ///
    /// Exact for every search that begins from scratch. Right before an expansion the first open
    /// cell in this order is the expanded one, because cells that a search drops or defers are
    /// reported earlier. The memory of a lifelong search from earlier runs is unknown.
    #[must_use]
    pub fn of(options: &SearchOptions, grid: &Grid) -> Self {
        Self {
            key: options.algorithm_on(grid).pop_key(),
            tie: options.tie_break(),
            weight: options.weight,
            width: bucket_width(grid, options),
        }
    }

    /// Returns the priority of open cells, with ties as in the search's open list.
    ///
    /// Returns `None` if the order is not by a priority.
    const fn priority(self) -> Option<PriorityRule> {
        Some(match self.key {
            PopKey::Depth => PriorityRule::Depth,
            PopKey::G | PopKey::GLeft => PriorityRule::Cost,
            PopKey::H => PriorityRule::Heuristic,
            PopKey::F => PriorityRule::Estimate,
            PopKey::WeightedF => PriorityRule::Weighted(self.weight),
            PopKey::FThenG
            | PopKey::FBucket
            | PopKey::LastIn
            | PopKey::LastInBound
            | PopKey::InPasses => return None,
        })
    }

    /// Returns `true` if the open list could be a sorted list.
    fn is_sorted(self) -> bool {
        self.priority().is_some() || self.key == PopKey::FThenG
    }

    /// Returns the place that a cell got by an event.
    ///
    /// `number` is the index of the event in the trace, `depth` the steps from the start.
    fn place(self, event: PackedEvent, depth: u32, number: u32) -> QueuePlace {
        let (g, h) = (event.g(), event.h());
        if let Some(priority) = self.priority() {
            // Only the order of sequence numbers counts, so the index of the event replaces them.
            let (tie, age) = self.tie.key(g, h, number);
            return (priority.of(g, h, depth.into()), tie, age);
        }
        let newest = u32::MAX - number;
        match self.key {
            PopKey::FThenG => (
                (g + h).0,
                g.0,
                if self.tie == TieBreak::Oldest {
                    number
                } else {
                    newest
                },
            ),
            // Only the goal has h = 0. It waits until no bucket could hold a better path.
            PopKey::FBucket if h == Cost::ZERO => (g.0.div_ceil(self.width.get()), 0, 0),
            PopKey::FBucket => ((g + h).0 / self.width.get(), 1, newest),
            PopKey::InPasses if event.kind() == EventKind::Deferred => (1, 0, number),
            _ => (0, 0, newest),
        }
    }

    /// Returns `true` if the costs are small enough to be ordered: true of every search, but not of
    /// every file.
    fn fits(self, g: Cost, h: Cost) -> bool {
        let [g, h] = [g, h].map(|cost| u128::from(cost.0));
        let thousandths = u128::from(self.weight.thousandths().max(1000));
        // At least g + h, whatever the weight.
        let most = if self.key == PopKey::WeightedF {
            g * 1000 + h * thousandths
        } else {
            g + h
        };
        u64::try_from(most).is_ok()
    }
}
