//! Traces of searches, verdicts on their answers, and descriptions of both in words.
//!
//! # The map of the crate
//!
//! | In | There is |
//! | --- | --- |
//! | `trace` | events of a search: recorded, and played at any position |
//! | `trace/file` | traces as files: written, read and validated |
//! | [`verdict`] | judgement of an answer by an independent search, which shares only the estimate with the searches |
//! | `sentences` | steps, cells and answers to questions in words |
//! | [`compare`] | searches side by side on one clock: which is first, and which cells only one expanded |
//! | `lesson.rs` | faults of a lesson, found by trying each page on its level |
//! | [`language`] | the languages, and the phrases of the crate, made from the folder `texts` at build time |
//!
//! Sentences are for people: no program logic reads them.

pub mod compare;
pub mod language;
mod lesson;
mod sentences;
mod trace;
pub mod verdict;

pub use language::{CellCosts, Describe, Language, counted, duration, thousands};
pub use lesson::{lesson_faults, lit_step, position};
pub use sentences::{
    CellClaim, CostNearWall, CrowdWait, Feedback, StepDetail, ThroughCosts, WaitEnd, blocked_move,
    cell, event, header, next_expanded, open_list_title, predicted, step, valued,
};
pub use trace::{
    Breakpoint, CellMark, CellMarks, CellState, FLayer, HeapComparisons, Insertion, MarkChanges,
    OpenRow, PopOrder, RowChange, Timeline, Trace, TraceCounters, TraceFile, TraceOptions,
    TraceOutcome, TraceRecorder,
};

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
