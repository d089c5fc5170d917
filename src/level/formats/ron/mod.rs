//! Our own levels: RON, made for a person in a text editor.

mod agents;
mod layout;
mod level;
mod map;
mod merge;
mod node;
mod options;
mod read;
mod write;

pub(super) use level::parse_live_ron;
pub use level::{parse_draft, parse_ron, written_options};
pub(in crate::level) use merge::{Grain, merge_ron};
pub use read::has_comments;
pub use write::write_ron;
