//! Levels as documents: model, file formats, edits, linter and generators.
//!
//! Text in, text out: no code here opens a file.
//!
//! # The map of the crate
//!
//! | Module | Contents |
//! | --- | --- |
//! | `level_grid.rs` | a grid together with the look and the glyph of each of its terrains |
//! | `level.rs` | the level: map, agents one by one and in groups, options, texts |
//! | `lesson.rs` | a lesson: pages about a level, the window's state for each, its question; boards to compare |
//! | [`formats`] | levels, maps, scenarios and lessons: text in, levels out, and back; a level as one line of text |
//! | `formats/ron` | our own format; an edit changes the lines that it must and keeps comments |
//! | `formats/editors` | maps of Tiled and of `LDtk`, and the parts that both readers share |
//! | `edit` | edits of a level, their inverses, and the difference of two levels as one edit |
//! | `document` | an open level: history with branches, saved state, text with comments |
//! | [`shapes`] | drawing by hand: lines, rectangles, ellipses, fills, and pieces that are copied |
//! | [`lint`] | likely mistakes in a level |
//! | [`generate`] | maps from a seed |
//!
//! # Invariants
//!
//! - A parser never panics, whatever the bytes. Facts that a format cannot hold are listed, never
//!   silently changed.
//! - Every terrain of a level has a look, and no search sees the look: a [`LevelGrid`] holds both,
//!   and an edit of looks alone leaves the grid unchanged.
//! - Undoing any edits of a [`Document`] restores the text byte for byte.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod document;
mod edit;
pub mod formats;
pub mod generate;
mod lesson;
mod level;
mod level_grid;
pub mod lint;
pub mod shapes;

pub use document::{
    Document, EntryId, HistoryEntry, HistoryPlace, Label, PieceAct, Source, Stroke,
};
pub use edit::{Applied, LevelChange, LevelEdit, LevelEditError, Turn};
pub use formats::write::{ShareError, from_share, to_share, to_share_in_slices};
pub use lesson::{
    Answer, Ask, BoardCountError, BoardsSetup, CellNumber, Clock, HeatMap, Lesson, LessonPage,
    LessonPlace, LessonText, LessonView, OpenListForm, ProcedureEvent, ProcedureStep,
};
pub use level::{CellClick, Level, LevelAgent, LevelGroup, LevelKey};
pub use level_grid::{LegendEntry, LevelGrid, Look, Looks, Pattern, Rgb};

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
