//! Recorded searches: packed events that are played at any position, saved and read.

mod binary_heap;
mod breakpoint;
mod cell_set;
mod check;
mod event;
mod file;
mod history;
mod marks;
mod open_rows;
mod packed;
mod pop_order;
mod read;
mod recorder;
mod sorted_list;
mod timeline;
mod values;
mod write;
#[cfg(feature = "yaml")]
mod yaml;

pub use binary_heap::HeapComparisons;
pub use breakpoint::Breakpoint;
pub use file::TraceFile;
pub use history::TraceCounters;
pub use marks::{CellMark, CellMarks, CellState};
pub use open_rows::{OpenRow, RowChange};
pub use pop_order::PopOrder;
pub use recorder::{Trace, TraceOptions, TraceOutcome, TraceRecorder};
pub use sorted_list::Insertion;
pub(crate) use sorted_list::Pop;
pub use timeline::{FLayer, MarkChanges, Timeline};
