//! What is read of watched searches, beside the map and under it: one panel for one board and for several.

mod canvas;
mod cards;
pub mod cell_menu;
pub mod choose;
mod clock;
mod heap;
pub mod legend;
mod lists;
pub mod runs;
pub mod tiles;
pub mod timeline;
mod transport;
pub mod watch;
