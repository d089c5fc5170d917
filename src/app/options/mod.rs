//! The options of searches: the window's, those of the watched search, and those of the selected board.

mod act;
mod panel;
pub(super) mod presets;

pub(super) use act::act;
pub(super) use panel::{draw, draw_more, shown, why_not};
