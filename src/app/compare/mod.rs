//! Searches of one level side by side: which ones, their recordings, and one clock for all.
//!
//! Start, goal and map are those of the query of watch mode, and so is the player. Each board has options and a
//! recording of its own.

mod act;
mod boards;
mod follow;
mod mouse;
mod play;

use bevy::prelude::App;

pub(super) use act::act;
pub use boards::{Board, Boards};
pub use mouse::{BoardPlace, BoardPlaces};
pub(super) use play::play;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Boards>().add_plugins((follow::plugin, mouse::plugin, play::plugin));
}
