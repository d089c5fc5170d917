//! Levels and lessons in RON, made to be written in a text editor.

mod agents;
mod lesson;
mod level;
mod map;
mod merge;
mod options;
mod read;
mod write;

pub use lesson::parse_lesson;
pub use level::{parse_draft, parse_ron, write_ron, written_options};
pub(crate) use merge::{Grain, merge_ron};
pub use read::has_comments;
