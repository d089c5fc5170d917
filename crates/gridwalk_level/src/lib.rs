//! Levels as documents: what they are, their formats, how they are edited, what is odd in them, and how they are
//! generated. Text in, text out: nothing here opens a file.
//!
//! # The map of the crate
//!
//! | In | There is |
//! | --- | --- |
//! | `legend.rs`, `level_grid.rs` | how terrain looks and is written; a grid together with the looks of its terrains |
//! | `level.rs` | what a level is |
//! | `lesson.rs`, `boards.rs` | a lesson: pages about a level, the state of the window that each needs, its question |
//! | [`formats`] | levels, maps, scenarios and lessons: text in, levels out, and back; one file per format, and their table |
//! | `formats/ron` | our own format; an edit changes the lines that it must and keeps comments |
//! | `edit` | what can be changed in a level, how it is taken back, and the difference of two levels as one edit |
//! | `document` | an open level: its history with branches, what is saved, its text with comments |
//! | [`shapes`] | what is drawn by hand: lines, rectangles, ellipses, fills, and pieces that are copied |
//! | `share.rs` | a level as one line of text |
//! | [`lint`] | what is odd in a level |
//! | [`generate`] | maps from a seed |
//!
//! # Invariants
//!
//! - A parser never panics, whatever the bytes. What a format cannot hold is listed, never silently changed.
//! - Every terrain of a level has a look, and no search sees it: a [`LevelGrid`] holds both, and an edit of looks alone
//!   leaves the grid as it is.
//! - Any edits of a [`Document`], undone, give the same text back.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod boards;
mod document;
mod edit;
pub mod formats;
pub mod generate;
mod legend;
mod lesson;
mod level;
mod level_grid;
pub mod lint;
pub mod shapes;
mod share;

pub use boards::{BoardCountError, BoardsSetup, Clock};
pub use document::{Document, EntryId, HistoryEntry, Label, Place, Source, Stroke};
pub use edit::{Applied, LevelChange, LevelEdit, LevelEditError, Turn};
pub use legend::{LegendEntry, Look, Pattern, Rgb};
pub use lesson::{Answer, Ask, CellNumber, HeatMap, Lesson, LessonPage, LessonPlace, LessonText, LessonView};
pub use level::{CellClick, Level, LevelAgent};
pub use level_grid::{LevelGrid, Looks};
pub use share::{ShareError, from_share, to_share, to_share_in_slices};

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
