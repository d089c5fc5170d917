//! The budget of a tick, and a search suspended at its end and resumed in a later one.

use std::time::Duration;

use crate::engine::prelude::*;
use bevy_platform::time::Instant;
use gridwalk_pathfinding::{Cell, CellChange, Grid, Map, Path, Plan, Planner, Progress};

use crate::{AgentKind, NavGrid, TickBudget};

/// Expansions after which another request is served, if expansions limit the tick instead of time.
const SLICE: u64 = 256;

/// Work on a draft between two looks at the clock: some ten microseconds.
const DRAFT_SLICE: u64 = 64;

/// Work on a view of the map between two looks at the clock: about ten microseconds.
const VIEW_SLICE: u64 = 256;

/// Number of cells of a path that can be copied and checked in the time of an expansion.
const CELLS_PER_WORK_UNIT: u64 = 4;

pub(super) const fn work_of_cells(cells: usize) -> u64 {
    cells as u64 / CELLS_PER_WORK_UNIT
}

/// Number of cells of a map that can be copied in the time of an expansion.
const CELLS_COPIED_PER_WORK_UNIT: u64 = 512;

/// Whether a search that lost this work to edits should continue on a copy of the map.
///
/// Then no further edit restarts it. The answer is one of that time: later edits cut its path like
/// the path of any agent.
pub(super) const fn is_copy_worthwhile(map: &Map, lost: u64) -> bool {
    lost > map.grid().cell_count() as u64 / CELLS_COPIED_PER_WORK_UNIT
}

/// The usual work of an answer and of a draft, in sixteenths, with that of writing their paths.
///
/// Drafts are worthwhile if they take far less. On open ground they take as much.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UsualWork {
    answer: u64,
    draft: u64,
    /// Number of drafts that took too long, less those that have been found since.
    long_drafts: u32,
}

/// The least usual work of a draft.
const LEAST_DRAFT: u64 = 128;

/// The least ratio of the work of an answer to that of a draft at which drafts are worthwhile.
const DRAFT_GAIN: u64 = 3;

/// The least work of a draft that takes too long, and how many times the usual work that is.
const LONG_DRAFT: u64 = 1 << 11;
const LONG_DRAFTS: u64 = 8;

/// Number of drafts that took too long after which drafts may take twice as long.
const MANY_LONG_DRAFTS: u32 = 8;

/// The most that is noted, so that a map with few goals within reach is not held against the next.
const MAX_LONG_DRAFTS: u32 = 8 * MANY_LONG_DRAFTS;

/// Number of drafts that took too long for which one draft that is found makes up.
const LONG_DRAFTS_PER_FOUND: u32 = 4;

/// The expansions from which on a single search takes so long that its agent gets a draft.
pub(super) const LONG_SEARCH: u64 = 64;

impl UsualWork {
    /// Takes in an answer with a path of this many cells.
    pub const fn note_answer(&mut self, work: u64, cells: usize) {
        self.answer = self.answer - self.answer / 16 + work + work_of_cells(cells);
        // Drafts that took long count less and less, so that they are tried again.
        self.draft -= self.draft / 64;
    }

    /// Takes in a draft of this many cells, which are joined and checked besides.
    pub const fn note_draft(&mut self, work: u64, cells: usize) {
        self.draft = self.draft - self.draft / 16 + work + 2 * work_of_cells(cells);
        self.long_drafts = self.long_drafts.saturating_sub(LONG_DRAFTS_PER_FOUND);
    }

    /// Takes in a draft that took too long.
    ///
    /// It does not count as usual work: drafts for goals out of reach would let each other take
    /// longer and longer. But if most drafts take too long, the map is to blame.
    pub fn note_long_draft(&mut self) {
        self.long_drafts = (self.long_drafts + 1).min(MAX_LONG_DRAFTS);
    }

    /// Returns `true` if drafts are worthwhile for requests like the last ones.
    pub fn are_drafts_worthwhile(&self) -> bool {
        self.is_draft_worthwhile(self.answer / 16)
    }

    /// Returns `true` if a draft has taken so much work that it should end.
    ///
    /// A second try, after one that took too long, may take eight times as much.
    pub fn is_draft_too_long(&self, work: u64, is_second: bool) -> bool {
        let doubled = self.long_drafts / MANY_LONG_DRAFTS + if is_second { 3 } else { 0 };
        work >> doubled > LONG_DRAFT.max(LONG_DRAFTS * self.draft / 16)
    }

    /// Returns `true` if an answer of this work takes much longer than a draft.
    pub fn is_draft_worthwhile(&self, work: u64) -> bool {
        work >= DRAFT_GAIN * LEAST_DRAFT.max(self.draft / 16)
    }
}

/// Statistics of the requests served in the newest tick.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TickReport {
    /// Expansions of all searches.
    pub expansions: u64,
    /// Spent budget, if it counts expansions: the expansions, plus one for each request served.
    pub charged: u64,
    /// Time spent on requests.
    pub time: Duration,
    /// Number of requests that were answered.
    pub answered: usize,
    /// Number of agents that received a draft: a legal path to walk until their request is
    /// answered.
    pub drafted: usize,
    /// Number of requests that still wait.
    pub waiting: usize,
}

/// A share of the budget of a tick: one part of this many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    All = 1,
    /// The half for drafts, with the views that they need.
    Drafts = 2,
    /// The half of that for these views.
    DraftViews = 4,
}

/// The budget of a tick, and how much of it is spent.
pub(super) struct TickMeter {
    budget: TickBudget,
    begun: Instant,
    pub report: TickReport,
    /// Work on long drafts that is charged in later ticks.
    pub owed: u64,
}

impl TickMeter {
    pub fn new(budget: TickBudget, owed: u64) -> Self {
        let mut meter = Self {
            budget,
            begun: Instant::now(),
            report: TickReport::default(),
            owed: 0,
        };
        meter.owe(owed);
        meter
    }

    /// Charges work on a draft that is done in one piece: as much as the half for drafts has room
    /// for, and the rest in later ticks.
    pub fn owe(&mut self, work: u64) {
        self.owed += work;
        let room = match self.budget {
            TickBudget::Time(_) => u64::MAX,
            TickBudget::Expansions(most) => self.left(most, Share::Drafts),
        };
        let paid = self.owed.min(room);
        self.report.charged += paid;
        self.owed -= paid;
    }

    pub fn is_spent(&self) -> bool {
        match self.budget {
            // Even with a budget of zero something is served, so that no agent waits forever.
            TickBudget::Time(most) => self.report.charged > 0 && self.begun.elapsed() >= most,
            TickBudget::Expansions(most) => self.report.charged >= most.max(1),
        }
    }

    /// Returns `true` when this share of the budget is spent.
    pub fn is_share_spent(&self, share: Share) -> bool {
        match self.budget {
            TickBudget::Time(most) => self.begun.elapsed() >= most / share as u32,
            TickBudget::Expansions(most) => self.left(most, share) == 0,
        }
    }

    /// Returns how much is left of this share of a budget of `most` expansions.
    const fn left(&self, most: u64, share: Share) -> u64 {
        most.div_ceil(share as u64)
            .saturating_sub(self.report.charged)
    }

    /// Returns the maximum work of the next slice of something with this share of the budget;
    /// `None` if time is the limit.
    pub fn slice(&self, share: Share) -> Option<u64> {
        match self.budget {
            TickBudget::Time(_) => None,
            TickBudget::Expansions(most) => Some(self.left(most, share).clamp(1, SLICE)),
        }
    }

    /// Returns the maximum work of the next slice of a draft.
    pub fn draft_slice(&self) -> u64 {
        self.slice(Share::Drafts).unwrap_or(DRAFT_SLICE)
    }

    /// Makes the view of a kind until it is there or this share of the budget is spent.
    ///
    /// Returns `true` if the view is there and the share is not spent.
    pub fn make_view(&mut self, grid: &NavGrid, kind: &AgentKind, share: Share) -> bool {
        loop {
            let work = self.slice(share).unwrap_or(VIEW_SLICE);
            let (taken, is_there) = grid.make_view(kind, work);
            self.report.charged += taken;
            let is_spent = self.is_share_spent(share);
            if is_there || taken == 0 || is_spent {
                return is_there && !is_spent;
            }
        }
    }

    pub const fn charge(&mut self, Progress { work, expanded, .. }: Progress) {
        self.report.charged += work;
        self.report.expansions += expanded;
    }

    /// Returns the time since the tick began to serve requests.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

/// The search for a request between two slices, with all of its state but the map.
#[derive(Debug)]
pub(super) struct RequestSearch {
    planner: Box<Planner>,
    /// A copy of the map, for a search that edits have restarted too often.
    copy: Option<Box<Map>>,
    /// Whether the planner chooses one of several goals.
    pub has_choice: bool,
    /// Amount of work that takes about [`SLICE_TIME`].
    slice: u64,
    /// Work spent so far, and the expansions among it.
    pub spent: u64,
    pub expanded: u64,
}

/// Target duration of a slice when the budget is a time.
const SLICE_TIME: Duration = Duration::from_micros(50);

/// The maximum work of a slice when the budget is a time.
///
/// The time of a unit varies tenfold within a search. So a slice of cheap units would be followed
/// by one that takes a quarter of a millisecond.
const MAX_SLICE: u64 = 1 << 8;

impl RequestSearch {
    /// Returns the search that a planner has begun, on the copy if there is one.
    pub const fn new(planner: Box<Planner>, copy: Option<Box<Map>>, has_choice: bool) -> Self {
        Self {
            planner,
            copy,
            has_choice,
            slice: 64,
            spent: 0,
            expanded: 0,
        }
    }

    /// Advances the search by this work, or for a short time if `most` is `None`; returns the time
    /// that it took.
    pub fn advance(&mut self, map: &Map, most: Option<u64>) -> (Progress, Duration) {
        let map = self.copy.as_deref().unwrap_or(map);
        let begun = Instant::now();
        let progress = self.planner.advance(map, most.unwrap_or(self.slice));
        let took = begun.elapsed();
        self.spent += progress.work;
        self.expanded += progress.expanded;
        // A slice that ended early is no measure of a whole one.
        if took < SLICE_TIME / 2 && progress.work >= self.slice {
            self.slice = (self.slice * 2).min(MAX_SLICE);
        } else if took > SLICE_TIME * 2 {
            self.slice = (self.slice / 2).max(1);
        }
        (progress, took)
    }

    /// Returns the answer, once it is ready.
    pub fn answer(&mut self, map: &Map, path: &mut Path) -> Option<Plan> {
        self.planner
            .answer(self.copy.as_deref().unwrap_or(map), path)
    }

    /// Tries to continue after an edit; returns `false` if the search must restart.
    ///
    /// The search must not use a copy. The map is the one that agents of this kind see.
    pub fn follow(&mut self, kind: Option<&AgentKind>, map: &Map, changes: &[CellChange]) -> bool {
        // An agent sees a change wherever it would cover the changed cell, or be so near to it that
        // walls count.
        let after = i32::from(AgentKind::reach_of(kind));
        let before = i32::from(AgentKind::size_of(kind)) - 1 + after;
        let seen = |change: &CellChange| {
            let Cell { x, y } = change.cell;
            (y - before..=y + after)
                .flat_map(move |y| (x - before..=x + after).map(move |x| Cell::new(x, y)))
        };
        let seen: Vec<Cell> = changes
            .iter()
            .flat_map(seen)
            .filter(|cell| map.grid().contains(*cell))
            .collect();
        self.planner.follow(map, &seen)
    }

    /// Returns the copy of the map, if the search uses one: then edits do not affect it.
    pub fn copy(&self) -> Option<&Grid> {
        self.copy.as_deref().map(Map::grid)
    }

    /// Returns the planner.
    pub fn into_planner(self) -> Box<Planner> {
        self.planner
    }
}
