//! What the watched search draws on the map.

mod lettering;
mod marks;
mod numbers;

pub use marks::plugin;
pub use numbers::draw_numbers;
