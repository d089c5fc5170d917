//! Panels of watched searches, beside and below the map; the same for one board and for several.

mod canvas;
mod cards;
pub mod cell_menu;
pub mod legend;
mod lists;
pub mod runs;
pub mod scenario;
pub mod side;
pub mod tiles;
pub mod timeline;
mod transport;
