//! The window around all features: it is opened here, keys and mouse become commands, and commands are handed out. Its
//! panels are put together here, and its bars, notes and palette belong to no feature.

mod address;
mod args;
mod bars;
mod controls;
mod dispatch;
mod draw;
mod floating;
mod frames;
mod fuzzy;
mod hand;
mod keyboard;
mod keys;
mod launch;
mod palette;
mod place;
mod plugin;
mod pointer;
mod power;
mod side;
mod status;
mod typing;
mod wake;
mod window;

pub use address::Parameter;
pub use args::Args;
pub use launch::run;
pub use plugin::AppPlugin;
