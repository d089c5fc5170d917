//! What a search did: traces of it, verdicts on its answer, and all of that in words.

pub mod compare;
pub mod language;
mod lesson;
mod sentences;
mod trace;
pub mod verdict;

pub use language::{Describe, Language, counted, duration, thousands};
pub use lesson::{lesson_faults, position};
pub use sentences::{
    Feedback, StepDetail, ThroughCosts, blocked_move, cell, header, next_expanded, open_list_title, predicted, step,
    valued,
};
pub use trace::{
    Breakpoint, CellMark, CellMarks, CellState, FLayer, HeapComparisons, Insertion, MarkChanges, OpenRow, PopOrder,
    RowChange, Timeline, Trace, TraceCounters, TraceFile, TraceOptions, TraceOutcome, TraceRecorder,
};
