//! Edits of a level: each gives its inverse, and the difference of two levels is one.

mod apply;
mod change;
mod check;
mod reshape;

pub use apply::{Applied, LevelEdit};
pub use change::LevelChange;
pub use check::LevelEditError;
pub(crate) use check::covers_some;
pub use reshape::Turn;
