//! Two to six searches that can be compared: on the same map, with the same start and goal.

use gridwalk_level::{BoardCountError, BoardsSetup, Clock};

use super::{Board, Difference};

/// Searches side by side.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    boards: Vec<Board<'a>>,
    /// The displayed number of each board.
    numbers: Vec<usize>,
}

/// The reason why searches cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComparisonError {
    /// There are too few or too many searches.
    #[error(transparent)]
    Count(#[from] BoardCountError),
    /// The searches answer different queries.
    #[error("searches are compared that have the same map, start and goal")]
    Question,
}

impl<'a> Comparison<'a> {
    /// Checks that these searches can be compared.
    ///
    /// # Errors
    /// Returns an error if they are too few or too many, or differ in the size of the map, the start or the goal.
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

    /// Returns the comparison with other numbers of its boards, if boards without a search stand beside them.
    ///
    /// # Panics
    /// If there is not one number for each board.
    #[must_use]
    pub fn numbered(self, numbers: Vec<usize>) -> Self {
        assert_eq!(numbers.len(), self.boards.len(), "a number for each board");
        Self { numbers, ..self }
    }

    /// Returns the displayed number of the board at this index.
    pub(super) fn number(&self, place: usize) -> usize {
        self.numbers[place]
    }

    /// Returns the searches, in their order.
    #[must_use]
    pub fn boards(&self) -> &[Board<'a>] {
        &self.boards
    }

    /// Returns the clock's reading at the end of the last search.
    #[must_use]
    pub fn end(&self, clock: Clock) -> u64 {
        self.boards.iter().map(|board| board.end(clock)).max().unwrap_or_default()
    }

    /// Returns the length of one step of the clock: one expansion or one event.
    ///
    /// A step of the measured time is the mean time of an expansion of the longest search.
    #[must_use]
    pub fn step(&self, clock: Clock) -> u64 {
        clock_step(clock, |clock| self.end(clock))
    }

    /// Returns the numbers of cells that two boards expanded, by index; `None` if there is no such board.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> Option<Difference> {
        let trace = |place: usize| Some(self.boards.get(place)?.timeline.trace());
        Some(Difference::of(trace(first)?, trace(second)?))
    }
}

/// Returns the length of one step of a clock from its readings at the end, see [`Comparison::step`].
pub fn clock_step(clock: Clock, end: impl Fn(Clock) -> u64) -> u64 {
    match clock {
        Clock::Expansions | Clock::Events => 1,
        Clock::MeasuredTime => (end(clock) / end(Clock::Expansions).max(1)).max(1),
    }
}
