//! An open level: edits, undo history and saving.

mod history;
mod label;
mod open;
mod source;

pub use history::EntryId;
pub use label::Label;
pub use open::{Document, HistoryEntry, Place, Stroke};
pub use source::Source;
