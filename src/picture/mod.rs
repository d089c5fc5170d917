//! Colours and drawings as pixels: shared by the window and by pictures made without one.

mod animation;
mod grid;
pub mod palette;
mod path;
mod pixels;
mod search;
mod walk;

pub use animation::{Animation, encode_in_slices};
pub use grid::{draw_closed_to, draw_grid, draw_grid_in_slices, fitting_cell};
pub use path::{
    AgentSign, agent, agent_with, badge, draw_agent, draw_goal, draw_path, draw_start, flag,
    held_agent, logo, ring,
};
pub use pixels::{Picture, PictureTooLarge};
pub use search::{
    DIFFERENCE, columns_for, draw_difference_in_slices, draw_flow, draw_marks, draw_search,
    draw_search_in_slices, side_by_side, side_by_side_size,
};
pub use walk::{FilmFigure, WalkFilm};
