//! The boards: what each changes in the options of the window, its recording, and what the clock says.

use bevy::prelude::*;
use gridwalk_explain::compare::{Comparison, clock_step};
use gridwalk_level::{BoardCountError, BoardsSetup, Clock};
use gridwalk_pathfinding::{Algorithm, OptionChange, OptionKey, PathQuery, SearchOptions, TieBreak};

use crate::app::watch::{Mode, Recording, Run, WatchQuery};

/// One of the boards.
#[derive(Default)]
pub struct Board {
    /// What it changes in the options of the window, in this order.
    pub changes: Vec<OptionChange>,
    /// Its options.
    pub options: SearchOptions,
    /// Its search.
    pub recording: Recording,
}

impl Board {
    fn new(changes: Vec<OptionChange>) -> Self {
        Self { changes, ..Self::default() }
    }
}

/// The boards that are compared.
#[derive(Resource, Default)]
pub struct Boards {
    /// From 2 to 6; none until something is compared.
    pub boards: Vec<Board>,
    /// The place of the board that option changes are for.
    pub selected: usize,
    /// What all keep step by.
    pub clock: Clock,
    /// What the clock says: expansions, events, or nanoseconds.
    pub at: u64,
    /// The places of the two boards whose difference is shown.
    pub difference: Option<[usize; 2]>,
    /// What was shown before.
    pub(super) before: Mode,
    /// Whether the user or a lesson chose them; otherwise they are chosen again with another level.
    pub(super) are_chosen: bool,
    /// Whether they are played from the beginning once all are there.
    pub(super) begins: bool,
}

impl Boards {
    /// Shows these from their beginning.
    pub(super) fn show(&mut self, setup: BoardsSetup) -> Result<(), BoardCountError> {
        BoardsSetup::check_count(setup.boards.len())?;
        let boards = setup.boards.into_iter().map(Board::new).collect();
        *self = Self { boards, clock: setup.clock, before: self.before, are_chosen: true, begins: true, ..default() };
        Ok(())
    }

    /// Shows what these options are best compared with: the options of a search that was chosen for that, the other way
    /// to break ties where the newest cell goes first, or the algorithm that everything is measured by.
    pub(super) fn show_usual(&mut self, options: &SearchOptions, chosen: Option<&SearchOptions>) {
        let other = match chosen {
            Some(chosen) => {
                let differs = |key: &OptionKey| key.of(chosen) != key.of(options);
                OptionKey::ALL.into_iter().filter(differs).map(|key| key.of(chosen)).collect()
            }
            None if options.tie == TieBreak::Newest && options.algorithm.uses_tie_break() => {
                vec![OptionChange::Tie(TieBreak::Oldest)]
            }
            None if options.algorithm == Algorithm::Dijkstra => vec![OptionChange::Algorithm(Algorithm::AStar)],
            None => vec![OptionChange::Algorithm(Algorithm::Dijkstra)],
        };
        let boards = vec![Board::default(), Board::new(other)];
        *self = Self { boards, clock: self.clock, before: self.before, begins: true, ..default() };
    }

    /// A board like the selected one, which is then selected.
    pub(super) fn add(&mut self) -> Result<(), BoardCountError> {
        BoardsSetup::check_count(self.boards.len() + 1)?;
        self.boards.push(Board::new(self.boards[self.selected].changes.clone()));
        self.selected = self.boards.len() - 1;
        self.are_chosen = true;
        Ok(())
    }

    /// Without the selected board.
    pub(super) fn remove(&mut self) -> Result<(), BoardCountError> {
        let left = self.boards.len().saturating_sub(1);
        BoardsSetup::check_count(left)?;
        self.boards.remove(self.selected);
        self.selected = self.selected.min(left - 1);
        self.difference = None;
        self.are_chosen = true;
        Ok(())
    }

    /// Compares the selected board with another one, by its place; again, and it does no more.
    pub(super) fn compare_with(&mut self, other: usize) {
        let pair = [self.selected, other];
        let is_new = other < self.boards.len() && other != self.selected && self.difference != Some(pair);
        self.difference = is_new.then_some(pair);
    }

    /// Compares the selected board with the next one, after the last one with none.
    pub(super) fn compare_with_next(&mut self) {
        let others: Vec<_> = (0..self.boards.len()).filter(|place| *place != self.selected).collect();
        let now = self.difference.and_then(|[_, other]| others.iter().position(|place| *place == other));
        match others.get(now.map_or(0, |now| now + 1)) {
            Some(&other) => self.compare_with(other),
            None => self.difference = None,
        }
    }

    /// Another value of an option for the selected board.
    pub fn change(&mut self, change: OptionChange) {
        let Some(board) = self.boards.get_mut(self.selected) else { return };
        let key = change.key();
        let before = board.options.clone();
        change.apply(&mut board.options);
        if board.options == before {
            return;
        }
        board.changes.retain(|old| old.key() != key);
        board.changes.push(change);
        self.are_chosen = true;
        // What was chosen is played.
        self.begins = true;
    }

    /// The options of the selected board.
    #[must_use]
    pub fn selected_options(&self) -> Option<&SearchOptions> {
        self.boards.get(self.selected).map(|board| &board.options)
    }

    /// The searches that are shown, in the order of the boards.
    pub fn runs(&self) -> impl Iterator<Item = Option<&Run>> {
        self.boards.iter().map(|board| board.recording.shown.as_ref())
    }

    /// The boards beside each other, once all are there and answer the same question; without those whose options are
    /// refused.
    #[must_use]
    pub fn comparison(&self) -> Option<Comparison<'_>> {
        let is_there = |board: &Board| board.recording.shown.is_some() || board.recording.refused.is_some();
        if !self.boards.iter().all(is_there) {
            return None;
        }
        let searches = self.runs().enumerate().filter_map(|(place, run)| Some((place + 1, run?.board())));
        let (numbers, boards) = searches.unzip();
        Some(Comparison::new(boards).ok()?.numbered(numbers))
    }

    /// The places of the boards whose options are refused.
    pub fn refused(&self) -> impl Iterator<Item = usize> {
        self.boards.iter().enumerate().filter(|(_, board)| board.recording.refused.is_some()).map(|(place, _)| place)
    }

    /// Whether a search is being made.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.boards.iter().any(|board| board.recording.is_busy())
    }

    /// Cancels all that are under way; they stay asked, so that they do not begin by themselves.
    pub fn cancel(&mut self, question: &WatchQuery) {
        for board in self.boards.iter_mut().filter(|board| board.recording.is_busy()) {
            let options = board.options.clone();
            board.recording.cancel(
                &WatchQuery { query: PathQuery { options, ..question.query.clone() }, ..question.clone() },
                Mode::Compare,
            );
        }
        self.begins = false;
    }

    /// What the clock says at the end of the last board; 0 until a search is there.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.end_on(self.clock)
    }

    fn end_on(&self, clock: Clock) -> u64 {
        self.runs().flatten().map(|run| run.board().end(clock)).max().unwrap_or_default()
    }

    /// How far all boards have come, for the log.
    pub(super) fn progress(&self) -> String {
        let list = |number: &dyn Fn(&Run) -> u64| {
            self.runs().flatten().map(|run| number(run).to_string()).collect::<Vec<_>>().join(", ")
        };
        let expanded = |run: &Run| run.timeline.marks().counters().expanded;
        let passed = |run: &Run| {
            let expanded = usize::try_from(expanded(run)).unwrap_or(usize::MAX);
            run.scanned.get(expanded).copied().unwrap_or_default()
        };
        format!("expanded {}; passed {}", list(&expanded), list(&passed))
    }

    /// How far one step moves the clock.
    #[must_use]
    pub fn step(&self) -> u64 {
        // A board without a search, because its options are refused, slows no other.
        clock_step(self.clock, |clock| self.end_on(clock))
    }

    /// The clock says something else, and all boards follow.
    pub(super) fn seek(&mut self, at: u64) {
        self.at = at.min(self.end());
        let (clock, at) = (self.clock, self.at);
        for run in self.boards.iter_mut().filter_map(|board| board.recording.shown.as_mut()) {
            let position = run.board().position(clock, at);
            if position != run.timeline.position() {
                run.timeline.seek(position);
            }
        }
    }

    /// Another clock. What the boards show stays as near as can be: the board that is the farthest keeps its place.
    pub(super) fn choose_clock(&mut self, clock: Clock) {
        let farthest = self.runs().flatten().filter(|run| run.timeline.position() > 0);
        let farthest = farthest.max_by_key(|run| run.timeline.position());
        let at = farthest.map_or(0, |run| {
            let (board, position) = (run.board(), run.timeline.position());
            let (mut low, mut high) = (0, board.end(clock));
            while low < high {
                let middle = low + (high - low) / 2;
                if board.position(clock, middle) < position { low = middle + 1 } else { high = middle }
            }
            low
        });
        let was_at_end = self.at >= self.end();
        self.clock = clock;
        self.seek(if was_at_end { u64::MAX } else { at });
    }
}
