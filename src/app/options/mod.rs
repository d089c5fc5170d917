//! Options of searches: those of the window, of the watched search and of the selected board.

mod act;
mod panel;
pub(super) mod presets;

pub(super) use act::act;
pub(super) use panel::{draw, draw_more, shown, why_not};
