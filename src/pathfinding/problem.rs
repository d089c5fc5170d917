//! A question that makes sense: checked once, so that no search has to.

use std::fmt;

use super::{Cell, Grid};

/// A grid with a start and a goal, both inside and walkable. The only thing a search accepts.
#[derive(Clone, Copy, Debug)]
pub struct SearchProblem<'a> {
    grid: &'a Grid,
    start: Cell,
    goal: Cell,
}

/// Why a question is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemError {
    /// The start is not on the map.
    StartOutside(Cell),
    /// The goal is not on the map.
    GoalOutside(Cell),
    /// The start is in a wall.
    StartBlocked(Cell),
    /// The goal is in a wall.
    GoalBlocked(Cell),
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartOutside(cell) => write!(f, "the start {cell} lies outside the map"),
            Self::GoalOutside(cell) => write!(f, "the goal {cell} lies outside the map"),
            Self::StartBlocked(cell) => write!(f, "the start {cell} is blocked"),
            Self::GoalBlocked(cell) => write!(f, "the goal {cell} is blocked"),
        }
    }
}

impl std::error::Error for ProblemError {}

impl<'a> SearchProblem<'a> {
    /// Checks the question.
    ///
    /// # Errors
    /// The first of: outside, blocked; the start before the goal.
    pub fn new(grid: &'a Grid, start: Cell, goal: Cell) -> Result<Self, ProblemError> {
        if !grid.contains(start) {
            return Err(ProblemError::StartOutside(start));
        }
        if !grid.contains(goal) {
            return Err(ProblemError::GoalOutside(goal));
        }
        if !grid.is_walkable(start) {
            return Err(ProblemError::StartBlocked(start));
        }
        if !grid.is_walkable(goal) {
            return Err(ProblemError::GoalBlocked(goal));
        }
        Ok(Self { grid, start, goal })
    }

    /// The map.
    #[must_use]
    pub const fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// Where the path begins.
    #[must_use]
    pub const fn start(&self) -> Cell {
        self.start
    }

    /// Where it shall end.
    #[must_use]
    pub const fn goal(&self) -> Cell {
        self.goal
    }
}
