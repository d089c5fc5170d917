//! Edits of a level and their inverses; the difference of two levels is an edit, too.

mod apply;
mod change;
mod check;
mod reshape;

pub use apply::{Applied, LevelEdit};
pub use change::LevelChange;
pub use check::LevelEditError;
pub(crate) use check::covers_some;
pub use reshape::Turn;
