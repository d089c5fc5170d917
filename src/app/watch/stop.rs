//! Breakpoints as the user sets them. Costs are kept as they were typed, in step costs, so that they mean the
//! same in every search.

use serde::Deserialize;

use crate::app::{Phrase, Sentence};
use crate::explain::Breakpoint;
use crate::pathfinding::{Cell, StepCosts};

/// What the player stops at.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum Stop {
    /// The cell comes onto an open list.
    Opened(Cell),
    /// It leaves it.
    Closed(Cell),
    /// A cheaper path to it is found.
    Relaxed(Cell),
    /// A cell with a larger F is opened.
    FAbove(f64),
    /// A cell with a larger G is opened.
    GAbove(f64),
    /// A closed cell is opened again.
    Reopened,
    /// The goal is opened.
    Goal,
}

impl Stop {
    /// The same in a search with these costs.
    #[must_use]
    pub fn breakpoint(self, units: StepCosts) -> Breakpoint {
        match self {
            Self::Opened(cell) => Breakpoint::Opened(cell),
            Self::Closed(cell) => Breakpoint::Closed(cell),
            Self::Relaxed(cell) => Breakpoint::Relaxed(cell),
            Self::FAbove(cost) => Breakpoint::FAbove(units.from_f64(cost)),
            Self::GAbove(cost) => Breakpoint::GAbove(units.from_f64(cost)),
            Self::Reopened => Breakpoint::Reopened,
            Self::Goal => Breakpoint::GoalGenerated,
        }
    }

    /// The cell that it is about, if it is about one.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Opened(cell) | Self::Closed(cell) | Self::Relaxed(cell) => Some(cell),
            Self::FAbove(_) | Self::GAbove(_) | Self::Reopened | Self::Goal => None,
        }
    }

    /// In words.
    #[must_use]
    pub fn describe(self) -> Sentence {
        match self {
            Self::Opened(cell) => Phrase::BreakOpened.with("x", cell.x).with("y", cell.y),
            Self::Closed(cell) => Phrase::BreakClosed.with("x", cell.x).with("y", cell.y),
            Self::Relaxed(cell) => Phrase::BreakRelaxed.with("x", cell.x).with("y", cell.y),
            Self::FAbove(cost) => Phrase::BreakFAbove.with("cost", cost),
            Self::GAbove(cost) => Phrase::BreakGAbove.with("cost", cost),
            Self::Reopened => Phrase::BreakReopened.into(),
            Self::Goal => Phrase::BreakGoal.into(),
        }
    }
}
