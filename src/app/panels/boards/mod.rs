//! Searches side by side: a tile for each board, one time line for all, and what is chosen in the side panel.

mod canvas;
pub(super) mod clock;
mod side;
mod tiles;

pub(super) use side::draw as draw_side;
pub(super) use tiles::{BoardsState, draw};
