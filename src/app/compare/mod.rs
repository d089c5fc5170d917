//! Searches of one level side by side: which ones, and what they keep step by.

mod act;
mod boards;

use bevy::prelude::App;

pub(super) use act::act;
pub use boards::Boards;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Boards>();
}
