//! Commands for lessons.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// An action on the lessons.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LessonCommand {
    /// Opens the first lesson at its first page.
    First,
    /// Opens the lesson that was read last, at the page where it was left; without one, the first lesson.
    Continue,
    /// Opens a lesson at the page where it was left.
    ///
    /// The lesson is given by its file name in `assets/lessons` without the extension.
    Open(String),
    /// Turns to the next page; after the last page, opens the next lesson.
    Next,
    /// Turns to the previous page.
    Back,
    /// Turns to this page, from 1.
    GoTo(usize),
    /// Restores the state of the window that the page needs.
    Restore,
    /// Answers the question of the page.
    Answer(LessonAnswer),
    /// Closes the lesson.
    Close,
}

/// An answer to a question of a lesson.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LessonAnswer {
    /// A cell.
    Cell(Cell),
    /// The number of an answer, from 1.
    Choice(usize),
    /// A number as typed.
    Number(String),
}
