//! The lesson that is read.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// The lesson that is read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LessonCommand {
    /// Opens the first lesson at its first page.
    First,
    /// Opens the lesson that was read last, where it was left; without one the first.
    Continue,
    /// Opens the lesson of that file name in `assets/lessons`, without its ending, where it was left.
    Open(String),
    /// The next page; after the last one the next lesson.
    Next,
    /// The page before.
    Back,
    /// The page of that number, from 1.
    GoTo(usize),
    /// Brings the window back to the state that the page needs.
    Restore,
    /// Answers what the page asks.
    Answer(LessonAnswer),
    /// Closes the lesson.
    Close,
}

/// An answer to a question of a lesson.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LessonAnswer {
    /// This cell.
    Cell(Cell),
    /// The answer of that number, from 1.
    Choice(usize),
    /// A number, as it was typed.
    Number(String),
}
