//! Edits of a level: each gives its inverse, and the difference of two levels is one.

mod apply;
mod check;
mod difference;
mod reshape;

pub use apply::{Applied, LevelChange, LevelEdit};
pub use check::LevelEditError;
pub use reshape::Turn;
