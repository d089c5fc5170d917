//! A question that makes sense: checked once, so that no search has to.

use super::{Cell, Grid};

/// A grid with a start and a goal, both inside and walkable. The only thing a search accepts.
#[derive(Clone, Copy, Debug)]
pub struct SearchProblem<'a> {
    grid: &'a Grid,
    start: Cell,
    goal: Cell,
}

/// Why a question is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The start is not on the map.
    #[error("the start {0} lies outside the map")]
    StartOutside(Cell),
    /// The goal is not on the map.
    #[error("the goal {0} lies outside the map")]
    GoalOutside(Cell),
    /// The start is in a wall.
    #[error("the start {0} is blocked")]
    StartBlocked(Cell),
    /// The goal is in a wall.
    #[error("the goal {0} is blocked")]
    GoalBlocked(Cell),
}

impl<'a> SearchProblem<'a> {
    /// Checks the question.
    ///
    /// # Errors
    /// The first of: outside, blocked; the start before the goal.
    pub fn new(grid: &'a Grid, start: Cell, goal: Cell) -> Result<Self, ProblemError> {
        let check = |is_right: bool, error: ProblemError| if is_right { Ok(()) } else { Err(error) };
        check(grid.contains(start), ProblemError::StartOutside(start))?;
        check(grid.contains(goal), ProblemError::GoalOutside(goal))?;
        check(grid.is_walkable(start), ProblemError::StartBlocked(start))?;
        check(grid.is_walkable(goal), ProblemError::GoalBlocked(goal))?;
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
