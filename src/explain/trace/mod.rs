//! Searches recorded: events packed, played at any position, saved and read.

mod breakpoint;
mod check;
mod file;
mod history;
mod marks;
mod open_rows;
mod packed;
mod pop_order;
mod posthoc;
mod posthoc_import;
mod recorder;
mod sorted_list;
mod timeline;

pub use breakpoint::Breakpoint;
pub use check::TraceError;
pub use history::TraceCounters;
pub use marks::{CellMark, CellMarks, CellState};
pub use open_rows::{OpenRow, RowChange};
pub use pop_order::PopOrder;
pub use recorder::{Trace, TraceOptions, TraceOutcome, TraceRecorder};
pub(in crate::explain) use sorted_list::Pop;
pub use timeline::{FLayer, MarkChanges, Timeline};
