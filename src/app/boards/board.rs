//! Boards: one watched search, or several side by side with a common clock, and their positions.

use bevy::prelude::*;
use gridwalk_explain::compare::{Comparison, clock_step};
use gridwalk_level::{BoardCountError, BoardsSetup, Clock};
use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, OptionChange, OptionKey, PathQuery, SearchOptions, TieBreak,
};

use super::runs::{OpeningTrace, TraceRun};
use super::{Recording, Run, WatchQuery};
use crate::app::command::{Mode, StepSize};
use crate::app::{Phrase, Sentence};

/// A board.
#[derive(Default)]
pub struct Board {
    /// The board's changes of the window's options, in their order.
    pub changes: Vec<OptionChange>,
    /// Options of the board.
    pub options: SearchOptions,
    /// The recorded search.
    pub recording: Recording,
}

impl Board {
    /// Returns the query with this board's options.
    pub(in crate::app) fn question(&self, question: &WatchQuery) -> WatchQuery {
        let options = BoardsSetup::options(&question.query.options, &self.changes);
        WatchQuery {
            query: PathQuery {
                options,
                ..question.query.clone()
            },
            ..question.clone()
        }
    }
}

/// Option changes for each board.
type BoardChanges = Vec<Vec<OptionChange>>;

/// All boards.
#[derive(Resource, Default)]
pub struct Boards {
    /// One board while a search is watched, 2 to 6 in a comparison, none in other modes.
    pub boards: Vec<Board>,
    /// Index of the board to which changes of options apply.
    pub selected: usize,
    /// The clock of a comparison.
    pub clock: Clock,
    /// Time on the clock: expansions, events or nanoseconds. A single search counts events.
    pub at: u64,
    /// Indices of the two boards whose difference is shown.
    pub difference: Option<[usize; 2]>,
    /// The mode for which the boards were made.
    mode: Mode,
    /// The mode before the comparison.
    pub(super) before: Mode,
    /// Whether the user or a lesson chose the boards; otherwise another level gets default boards.
    pub(super) are_chosen: bool,
    /// The chosen boards of a comparison, while another mode is active.
    put_away: BoardChanges,
    /// Whether to play from the beginning when all searches are ready.
    pub(super) begins: bool,
    /// Counter of recordings, over all boards.
    generation: u64,
    /// A trace file being opened for a board.
    pub(super) opening: Option<OpeningTrace>,
}

impl Boards {
    /// Replaces the boards when the mode changes.
    ///
    /// Boards that the user chose are restored when a comparison is opened again.
    pub(super) fn turn_to(&mut self, mode: Mode) {
        if self.mode == mode {
            return;
        }
        if self.mode == Mode::Compare && self.are_chosen {
            self.put_away = self.boards.drain(..).map(|board| board.changes).collect();
        }
        self.mode = mode;
        let all = match mode {
            Mode::Agents | Mode::Edit => BoardChanges::new(),
            Mode::Watch => vec![Vec::new()],
            Mode::Compare => std::mem::take(&mut self.put_away),
        };
        self.place(all);
    }

    /// Replaces all boards by boards with these changes, at the start of the clock.
    fn place(&mut self, all: BoardChanges) {
        let newest = self
            .boards
            .iter()
            .map(|board| board.recording.generation)
            .max()
            .unwrap_or_default();
        self.generation = self.generation.max(newest);
        let board = |changes| Board {
            changes,
            recording: Recording::after(self.generation),
            ..default()
        };
        self.boards = all.into_iter().map(board).collect();
        self.at = 0;
        self.begins = true;
    }

    /// Compares these boards from the start of the clock.
    pub(super) fn show(&mut self, setup: BoardsSetup) -> Result<(), BoardCountError> {
        BoardsSetup::check_count(setup.boards.len())?;
        self.mode = Mode::Compare;
        (self.selected, self.clock, self.difference, self.are_chosen) =
            (0, setup.clock, None, true);
        self.place(setup.boards);
        Ok(())
    }

    /// Shows a default comparison for these options.
    ///
    /// The second board has the other tie-break if the newest cell goes first, otherwise Dijkstra's
    /// algorithm, or A* if the options name Dijkstra.
    pub(super) fn show_usual(&mut self, options: &SearchOptions) {
        let other = if options.tie == TieBreak::Newest && options.algorithm.uses_tie_break() {
            OptionChange::Tie(TieBreak::Oldest)
        } else if options.algorithm == Algorithm::Dijkstra {
            OptionChange::Algorithm(Algorithm::AStar)
        } else {
            OptionChange::Algorithm(Algorithm::Dijkstra)
        };
        (self.selected, self.difference, self.are_chosen) = (0, None, false);
        self.place(vec![Vec::new(), vec![other]]);
    }

    /// Adds and selects a board like the selected one, with the next algorithm.
    ///
    /// The algorithm must not be on any board yet, and must support this map.
    pub(super) fn add(&mut self, map: &Grid) -> Result<(), BoardCountError> {
        BoardsSetup::check_count(self.boards.len() + 1)?;
        let like = &self.boards[self.selected];
        let is_new = |algorithm: &Algorithm| {
            let options = SearchOptions {
                algorithm: *algorithm,
                ..like.options.clone()
            };
            self.boards
                .iter()
                .all(|board| board.options.algorithm != *algorithm)
                && options.check(map).is_ok()
        };
        let mut changes = like.changes.clone();
        if let Some(algorithm) = Algorithm::ALL
            .into_iter()
            .filter(|algorithm| *algorithm != Algorithm::Auto)
            .find(is_new)
        {
            changes.retain(|change| change.key() != OptionKey::Algorithm);
            changes.push(OptionChange::Algorithm(algorithm));
        }
        self.boards.push(Board {
            changes,
            ..Board::default()
        });
        self.selected = self.boards.len() - 1;
        self.are_chosen = true;
        Ok(())
    }

    /// Removes the selected board.
    pub(super) fn remove(&mut self) -> Result<(), BoardCountError> {
        let left = self.boards.len().saturating_sub(1);
        BoardsSetup::check_count(left)?;
        self.boards.remove(self.selected);
        self.selected = self.selected.min(left - 1);
        self.difference = None;
        self.are_chosen = true;
        Ok(())
    }

    /// Shows the difference between the selected board and another one, by index; a second time,
    /// hides it.
    pub(super) fn compare_with(&mut self, other: usize) {
        let pair = [self.selected, other];
        let is_new =
            other < self.boards.len() && other != self.selected && self.difference != Some(pair);
        self.difference = is_new.then_some(pair);
    }

    /// Shows the difference from the next board; after the last board, hides it.
    pub(super) fn compare_with_next(&mut self) {
        let others: Vec<_> = (0..self.boards.len())
            .filter(|place| *place != self.selected)
            .collect();
        let now = self
            .difference
            .and_then(|[_, other]| others.iter().position(|place| *place == other));
        match others.get(now.map_or(0, |now| now + 1)) {
            Some(&other) => self.compare_with(other),
            None => self.difference = None,
        }
    }

    /// Changes an option of the selected board.
    pub fn change(&mut self, change: OptionChange) {
        let Some(board) = self.boards.get_mut(self.selected) else {
            return;
        };
        let key = change.key();
        let before = board.options.clone();
        change.apply(&mut board.options);
        if board.options == before {
            return;
        }
        board.changes.retain(|old| old.key() != key);
        board.changes.push(change);
        self.are_chosen = true;
        // The user's choice is played from the beginning.
        self.begins = true;
    }

    /// Returns the options of the selected board.
    #[must_use]
    pub fn selected_options(&self) -> Option<&SearchOptions> {
        self.boards.get(self.selected).map(|board| &board.options)
    }

    /// Returns the board of a watched search; `None` in a comparison.
    #[must_use]
    pub fn one(&self) -> Option<&Board> {
        self.boards.first().filter(|_| self.boards.len() == 1)
    }

    pub(in crate::app) fn one_mut(&mut self) -> Option<&mut Board> {
        let is_one = self.boards.len() == 1;
        self.boards.first_mut().filter(|_| is_one)
    }

    /// Returns the watched search, if it is ready.
    #[must_use]
    pub fn watched(&self) -> Option<&Run> {
        self.one()?.recording.shown.as_ref()
    }

    /// Returns the searches of all boards, in their order; `None` for a board without a search.
    pub fn runs(&self) -> impl Iterator<Item = Option<&Run>> {
        self.boards
            .iter()
            .map(|board| board.recording.shown.as_ref())
    }

    /// Returns the comparison when all searches are ready and answer the same query.
    ///
    /// Boards with refused options are left out.
    #[must_use]
    pub fn comparison(&self) -> Option<Comparison<'_>> {
        let is_there =
            |board: &Board| board.recording.shown.is_some() || board.recording.refused.is_some();
        if !self.boards.iter().all(is_there) {
            return None;
        }
        let searches = self
            .runs()
            .enumerate()
            .filter_map(|(place, run)| Some((place + 1, run?.board())));
        let (numbers, boards) = searches.unzip();
        Some(Comparison::new(boards).ok()?.numbered(numbers))
    }

    /// Returns the indices of boards whose options are refused.
    pub fn refused(&self) -> impl Iterator<Item = usize> {
        self.boards
            .iter()
            .enumerate()
            .filter(|(_, board)| board.recording.refused.is_some())
            .map(|(place, _)| place)
    }

    /// Returns `true` while a search is running or a trace is being read.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.is_reading() || self.boards.iter().any(|board| board.recording.is_busy())
    }

    /// Returns `true` while a trace is being read.
    #[must_use]
    pub const fn is_reading(&self) -> bool {
        matches!(self.opening, Some(OpeningTrace::Reading(..)))
    }

    /// Returns a progress message if reading a trace takes long.
    pub(in crate::app) fn slow_trace(&self) -> Option<Sentence> {
        let Some(OpeningTrace::Reading(path, trace)) = &self.opening else {
            return None;
        };
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        trace
            .is_long()
            .then(|| Phrase::TraceUnderWay.with("file", file))
    }

    /// Accepts a trace that was read.
    pub(in crate::app) fn open(&mut self, trace: TraceRun) {
        self.opening = Some(OpeningTrace::Read(trace));
    }

    /// Returns `true` if the user cancelled a search that would be shown.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.boards
            .iter()
            .any(|board| board.recording.cancelled.is_some())
    }

    /// Cancels all searches in progress; they do not restart by themselves.
    pub fn cancel(&mut self, question: &WatchQuery) {
        self.opening = None;
        for board in &mut self.boards {
            let question = board.question(question);
            board.recording.cancel(&question);
        }
        self.begins = false;
    }

    /// Runs the cancelled searches again.
    pub(super) fn search_again(&mut self) {
        self.boards
            .iter_mut()
            .for_each(|board| board.recording.search_again());
    }

    /// Plays a finished search in place of the watched one.
    pub(super) fn replay(&mut self, run: &Run, question: &WatchQuery) {
        if let Some(board) = self.one_mut() {
            board.recording.replay(run, question);
            self.begins = true;
        }
    }

    /// Discards all results.
    pub(super) fn forget(&mut self) {
        self.boards
            .iter_mut()
            .for_each(|board| board.recording.clear());
        self.begins = true;
    }

    /// Returns the clock in use: events for a single board.
    fn own_clock(&self) -> Clock {
        if self.boards.len() == 1 {
            Clock::Events
        } else {
            self.clock
        }
    }

    /// Returns the time at which the last board ends; 0 without a search.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.end_on(self.own_clock())
    }

    fn end_on(&self, clock: Clock) -> u64 {
        self.runs()
            .flatten()
            .map(|run| run.board().end(clock))
            .max()
            .unwrap_or_default()
    }

    /// Returns the total number of steps of this size.
    pub(super) fn steps(&self, size: StepSize) -> u64 {
        match self.watched() {
            Some(run) if size == StepSize::Event => run.timeline.len() as u64,
            Some(run) => run.timeline.expansions().into(),
            None => self.end() / self.step().max(1),
        }
    }

    /// Returns the time one step after or before `at`; in a comparison, steps of the clock.
    pub(super) fn beside(&self, at: u64, size: StepSize, is_after: bool) -> u64 {
        let there = |run: &Run| {
            let at = usize::try_from(at).unwrap_or(usize::MAX);
            if is_after {
                size.next(&run.timeline, at)
            } else {
                size.previous(&run.timeline, at)
            }
        };
        match self.watched() {
            Some(run) => there(run) as u64,
            None if is_after => at.saturating_add(self.step()),
            None => at.saturating_sub(self.step()),
        }
    }

    /// Logs the position of the boards.
    pub(super) fn log(&self, what: &str) {
        if self.boards.len() == 1 {
            debug!("watch: {what}at {} of {}", self.at, self.end());
        } else {
            debug!(
                "compare: {what}at {} of {}: {}",
                self.at,
                self.end(),
                self.progress()
            );
        }
    }

    /// Returns the progress of all boards, for the log.
    fn progress(&self) -> String {
        let list = |number: &dyn Fn(&Run) -> u64| {
            self.runs()
                .flatten()
                .map(|run| number(run).to_string())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let expanded = |run: &Run| run.timeline.marks().counters().expanded;
        let passed = |run: &Run| {
            let expanded = usize::try_from(expanded(run)).unwrap_or(usize::MAX);
            run.scanned.get(expanded).copied().unwrap_or_default()
        };
        format!("expanded {}; passed {}", list(&expanded), list(&passed))
    }

    /// Returns the length of a step on the clock.
    #[must_use]
    pub fn step(&self) -> u64 {
        // A board without a search, because its options are refused, does not affect the step.
        clock_step(self.clock, |clock| self.end_on(clock))
    }

    /// Moves the clock, and all boards with it.
    pub(super) fn seek(&mut self, at: u64) {
        self.at = at.min(self.end());
        let (clock, at) = (self.own_clock(), self.at);
        for run in self
            .boards
            .iter_mut()
            .filter_map(|board| board.recording.shown.as_mut())
        {
            let position = run.board().position(clock, at);
            if position != run.timeline.position() {
                run.timeline.seek(position);
            }
        }
    }

    /// Changes the clock; the board with the most progress keeps its position.
    pub(super) fn choose_clock(&mut self, clock: Clock) {
        let was_at_end = self.at >= self.end();
        self.clock = clock;
        let clock = self.own_clock();
        let farthest = self
            .runs()
            .flatten()
            .filter(|run| run.timeline.position() > 0);
        let farthest = farthest.max_by_key(|run| run.timeline.position());
        let at = farthest.map_or(0, |run| {
            let (board, position) = (run.board(), run.timeline.position());
            let (mut low, mut high) = (0, board.end(clock));
            while low < high {
                let middle = low + (high - low) / 2;
                if board.position(clock, middle) < position {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        });
        self.seek(if was_at_end { u64::MAX } else { at });
    }
}

/// The area in which a board's map is drawn, in logical window pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPlace {
    /// The rectangle.
    pub rect: Rect,
    /// Number of columns and rows.
    pub cells: Vec2,
}

impl BoardPlace {
    /// Returns the cell at a window position.
    #[must_use]
    pub fn cell(&self, pointer: Vec2) -> Option<Cell> {
        let part = (pointer - self.rect.min) / self.rect.size() * self.cells;
        self.rect.contains(pointer).then(|| {
            let last = self.cells - Vec2::ONE;
            let IVec2 { x, y } = part.floor().clamp(Vec2::ZERO, last).as_ivec2();
            Cell::new(x, y)
        })
    }

    /// Returns the window position of a cell's centre.
    #[must_use]
    pub fn center(&self, cell: Cell) -> Vec2 {
        self.rect.min + (IVec2::new(cell.x, cell.y).as_vec2() + 0.5) / self.cells * self.rect.size()
    }
}

/// The areas of the boards, in their order; empty outside of a comparison.
#[derive(Resource, Default, Debug)]
pub struct BoardPlaces(pub Vec<BoardPlace>);

impl BoardPlaces {
    /// Returns the index of the board whose map is at this window position.
    #[must_use]
    pub fn at(&self, pointer: Vec2) -> Option<usize> {
        self.0.iter().position(|place| place.rect.contains(pointer))
    }
}
