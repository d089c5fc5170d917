//! Drawing of the watched search on the map.

mod lettering;
mod marks;
mod numbers;
mod older;

pub use marks::plugin;
pub use numbers::draw_numbers;
pub use older::choose_map;
