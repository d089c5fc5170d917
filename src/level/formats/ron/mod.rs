//! Our own levels: RON, made for a person in a text editor.

mod agents;
mod level;
mod map;
mod options;
mod read;
mod write;

pub(super) use level::parse_live_ron;
pub use level::{parse_ron, written_options};
pub use read::has_comments;
pub use write::write_ron;
