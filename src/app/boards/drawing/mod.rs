//! Drawing of the watched search on the map.

mod marks;
mod numbers;

pub use marks::{choose_map, plugin};
pub use numbers::draw_numbers;
