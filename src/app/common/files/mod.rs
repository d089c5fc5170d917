//! Files of the window: atomic writes, recovery of unsaved work, and detection of outside changes.

mod followed;
mod journal;

pub use followed::{FollowedFile, FollowedFolder, LOOK, Saved};
pub use journal::{Journal, Orphan, Unsaved};

pub use crate::app::platform::files::replace;
