//! Two to six searches that can be compared: of the same map, from the same start to the same goal.

use gridwalk_level::{BoardCountError, BoardsSetup, Clock};

use super::{Board, Difference};

/// Searches side by side.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    boards: Vec<Board<'a>>,
    /// By what number each is called.
    numbers: Vec<usize>,
}

/// Why searches cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComparisonError {
    /// They are too few or too many.
    #[error(transparent)]
    Count(#[from] BoardCountError),
    /// They are answers to different questions.
    #[error("searches are compared that have the same map, start and goal")]
    Question,
}

impl<'a> Comparison<'a> {
    /// Checks that these searches can be compared.
    ///
    /// # Errors
    /// If they are too few or too many, or differ in the size of the map, the start or the goal.
    pub fn new(boards: Vec<Board<'a>>) -> Result<Self, ComparisonError> {
        BoardsSetup::check_count(boards.len())?;
        let question = |board: &Board| {
            let trace = board.timeline.trace();
            (trace.width, trace.height, trace.start, trace.goal)
        };
        if boards.windows(2).any(|pair| question(&pair[0]) != question(&pair[1])) {
            return Err(ComparisonError::Question);
        }
        let numbers = (1..=boards.len()).collect();
        Ok(Self { boards, numbers })
    }

    /// The same, with the numbers by which its boards are called, where there are others beside them that have no search.
    ///
    /// # Panics
    /// If there are not as many.
    #[must_use]
    pub fn numbered(self, numbers: Vec<usize>) -> Self {
        assert_eq!(numbers.len(), self.boards.len(), "a number for each board");
        Self { numbers, ..self }
    }

    /// The number by which the board at this place is called.
    pub(super) fn number(&self, place: usize) -> usize {
        self.numbers[place]
    }

    /// The searches, in their order.
    #[must_use]
    pub fn boards(&self) -> &[Board<'a>] {
        &self.boards
    }

    /// What the clock says when the last search ends.
    #[must_use]
    pub fn end(&self, clock: Clock) -> u64 {
        self.boards.iter().map(|board| board.end(clock)).max().unwrap_or_default()
    }

    /// How far one step moves the clock: one expansion or one event; of the measured time as much as an expansion of the
    /// longest search takes in the mean.
    #[must_use]
    pub fn step(&self, clock: Clock) -> u64 {
        clock_step(clock, |clock| self.end(clock))
    }

    /// Which cells two of them expanded, by their places; `None` where there is no such board.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> Option<Difference> {
        let trace = |place: usize| Some(self.boards.get(place)?.timeline.trace());
        Some(Difference::of(trace(first)?, trace(second)?))
    }
}

/// How far one step moves a clock of which it is known what it says at its end, see [`Comparison::step`].
pub fn clock_step(clock: Clock, end: impl Fn(Clock) -> u64) -> u64 {
    match clock {
        Clock::Expansions | Clock::Events => 1,
        Clock::MeasuredTime => (end(clock) / end(Clock::Expansions).max(1)).max(1),
    }
}
