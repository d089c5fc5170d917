//! What a search did: traces of it, verdicts on its answer, and all of that in words.

pub(crate) mod language;
mod sentences;
mod trace;
pub mod verdict;

pub use language::{Describe, Language, counted, duration, thousands};
pub use sentences::{StepDetail, ThroughCosts, blocked_move, cell, header, open_list_title, step};
pub use trace::{
    Breakpoint, CellMark, CellMarks, CellState, FLayer, MarkChanges, OpenRow, PopOrder, RowChange, Timeline, Trace,
    TraceCounters, TraceError, TraceOptions, TraceOutcome, TraceRecorder,
};
