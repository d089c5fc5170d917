//! What a search did: traces of it, verdicts on its answer, and all of that in words.
//!
//! # The map of the crate
//!
//! | In | There is |
//! | --- | --- |
//! | `trace` | events of a search: recorded, played at any position, saved and read |
//! | [`verdict`] | what an independent search says of an answer; it shares no code with the searches but the estimate |
//! | `sentences` | steps, cells and answers to questions in words |
//! | [`compare`] | searches side by side on one clock: who is first, and which cells only one expanded |
//! | `lesson.rs` | what is wrong with a lesson, tried page by page on its level |
//! | [`language`] | the languages, and the phrases of the crate, made from the folder `texts` at build time |
//!
//! Sentences are for people: no program logic reads them.

pub mod compare;
pub mod language;
mod lesson;
mod sentences;
mod trace;
pub mod verdict;

pub use language::{Describe, Language, counted, duration, thousands};
pub use lesson::{lesson_faults, position};
pub use sentences::{
    CostNearWall, Feedback, StepDetail, ThroughCosts, blocked_move, cell, header, next_expanded, open_list_title,
    predicted, step, valued,
};
pub use trace::{
    Breakpoint, CellMark, CellMarks, CellState, FLayer, HeapComparisons, Insertion, MarkChanges, OpenRow, PopOrder,
    RowChange, Timeline, Trace, TraceCounters, TraceFile, TraceOptions, TraceOutcome, TraceRecorder,
};

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
