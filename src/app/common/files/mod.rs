//! Files of the window: those that it writes are whole at every moment, unsaved work outlives the program, and what
//! other programs do to them is seen.

mod followed;
mod journal;

pub use followed::{FollowedFile, FollowedFolder, LOOK, Saved};
pub use journal::{Journal, Orphan, Unsaved};

pub use crate::app::platform::files::replace;
