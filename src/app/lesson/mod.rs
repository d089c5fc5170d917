//! Lessons: which there are, the one that is open, and how the window comes to the state that a page needs.

mod act;
mod list;
mod model;
mod panel;
mod plugin;
mod set_up;
mod spoken;

pub(super) use act::act;
pub use list::{LessonEntry, LessonList};
pub(super) use model::Model;
pub(super) use panel::{draw, menu, point};
pub(super) use plugin::plugin;
pub(super) use spoken::spoken;
