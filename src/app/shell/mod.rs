//! The window around all features: it is opened here, keys and mouse become commands, and commands are handed out. Its
//! panels are put together here, and its bars, notes and palette belong to no feature.

mod address;
mod bars;
mod dispatch;
mod draw;
mod floating;
mod hand;
mod keyboard;
mod keys;
mod launch;
mod palette;
mod plugin;
mod pointer;
mod power;
mod strips;

pub use address::Parameter;
pub use launch::{Args, run};
pub use plugin::AppPlugin;
