//! Levels as documents: model, file formats, edits, linter and generators.
//!
//! Text in, text out: no code here opens a file.
//!
//! # The map of the crate
//!
//! | Module | Contents |
//! | --- | --- |
//! | `legend.rs`, `level_grid.rs` | look and glyph of terrains; a grid together with the looks of its terrains |
//! | `level.rs` | the level: map, agents, options, texts |
//! | `agent.rs`, `group.rs` | an agent of a level; many agents in one row |
//! | `lesson.rs`, `boards.rs` | a lesson: pages about a level, the state of the window that each needs, its question |
//! | [`formats`] | levels, maps, scenarios and lessons: text in, levels out, and back; one file per format, and their table |
//! | `formats/ron` | our own format; an edit changes the lines that it must and keeps comments |
//! | `edit` | edits of a level, their inverses, and the difference of two levels as one edit |
//! | `document` | an open level: history with branches, saved state, text with comments |
//! | [`shapes`] | drawing by hand: lines, rectangles, ellipses, fills, and pieces that are copied |
//! | `share.rs` | a level as one line of text |
//! | [`lint`] | likely mistakes in a level |
//! | [`generate`] | maps from a seed |
//!
//! # Invariants
//!
//! - A parser never panics, whatever the bytes. Facts that a format cannot hold are listed, never silently changed.
//! - Every terrain of a level has a look, and no search sees the look: a [`LevelGrid`] holds both, and an edit of looks
//!   alone leaves the grid unchanged.
//! - Undoing any edits of a [`Document`] restores the text byte for byte.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod agent;
mod boards;
mod document;
mod edit;
pub mod formats;
pub mod generate;
mod group;
mod legend;
mod lesson;
mod level;
mod level_grid;
pub mod lint;
pub mod shapes;
mod share;

pub use agent::LevelAgent;
pub use boards::{BoardCountError, BoardsSetup, Clock};
pub use document::{Document, EntryId, HistoryEntry, Label, Place, Source, Stroke};
pub use edit::{Applied, LevelChange, LevelEdit, LevelEditError, Turn};
pub use group::LevelGroup;
pub use legend::{LegendEntry, Look, Pattern, Rgb};
pub use lesson::{
    Answer, Ask, CellNumber, HeatMap, Lesson, LessonPage, LessonPlace, LessonText, LessonView, OpenListForm,
    ProcedureEvent, ProcedureStep,
};
pub use level::{CellClick, Level};
pub use level_grid::{LevelGrid, Looks};
pub use share::{ShareError, from_share, to_share, to_share_in_slices};

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
