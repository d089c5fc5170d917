//! What the window writes: files that are whole at every moment, and unsaved work that outlives the program.

mod journal;
mod replace;

pub use journal::{Journal, Orphan, Unsaved};
pub use replace::replace;
