//! A question that makes sense: checked once, so that no search has to.

use std::fmt;

use super::language::{Language, Phrase};
use super::{Cell, Grid};

/// A grid with a start and a goal, both inside and walkable. The only thing a search accepts.
#[derive(Clone, Copy, Debug)]
pub struct SearchProblem<'a> {
    grid: &'a Grid,
    start: Cell,
    goal: Cell,
}

/// Why a question makes no sense.
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

impl ProblemError {
    /// What is wrong, in a clause.
    #[must_use]
    pub fn describe_in(self, language: Language) -> String {
        let (cell, phrase) = match self {
            Self::StartOutside(cell) => (cell, Phrase::StartOutside),
            Self::GoalOutside(cell) => (cell, Phrase::GoalOutside),
            Self::StartBlocked(cell) => (cell, Phrase::StartBlocked),
            Self::GoalBlocked(cell) => (cell, Phrase::GoalBlocked),
        };
        language.say(phrase, &[("cell", &cell)])
    }
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe_in(Language::English))
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

    /// Where the way begins.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_cannot_hold_a_blocked_or_outside_cell() {
        let grid = Grid::from_rows(&[".#"]);
        let (free, wall, outside) = (Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, -1));
        assert!(SearchProblem::new(&grid, free, free).is_ok());
        assert_eq!(SearchProblem::new(&grid, outside, free).unwrap_err(), ProblemError::StartOutside(outside));
        assert_eq!(SearchProblem::new(&grid, free, outside).unwrap_err(), ProblemError::GoalOutside(outside));
        assert_eq!(SearchProblem::new(&grid, wall, free).unwrap_err(), ProblemError::StartBlocked(wall));
        assert_eq!(SearchProblem::new(&grid, free, wall).unwrap_err(), ProblemError::GoalBlocked(wall));
    }
}
