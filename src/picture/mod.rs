//! Colours and drawings as pixels: shared by the window and by pictures made without one.

mod arrows;
mod canvas;
mod digits;
mod grid;
mod marks;
pub mod palette;
mod path;
mod patterns;
mod portals;
mod shape;
mod sprites;

pub use canvas::PictureTooLarge;
pub use grid::{draw_closed_to, draw_grid, fitting_cell};
pub use marks::draw_marks;
pub use path::{draw_agent, draw_goal, draw_path, draw_start};
pub use sprites::{agent, badge, flag, logo, ring};

/// An RGBA picture, sRGB with straight alpha, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four bytes a pixel.
    pub pixels: Vec<u8>,
}

impl Picture {
    /// The colour at a pixel; `None` outside.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        self.pixels.get(at..at + 4)?.try_into().ok()
    }
}
