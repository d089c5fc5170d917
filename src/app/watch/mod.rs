//! Watching a search: one question, its recording, and a player for it.
//!
//! The window has two modes. Agents walk in the one; in the other they stand still, and the map shows a
//! search step by step: that of an agent, or any from a start to a goal that the user drags about.

mod act;
mod flood;
mod mode;
mod play;
mod playback;
mod preset;
mod question;
mod record;
mod step;
mod stop;
mod walked;

use bevy::prelude::App;

pub(super) use act::act;
pub(super) use flood::flood;
pub use mode::{Heat, Mode, Overlays};
pub(super) use play::{advance, play};
pub use playback::{Playback, Speed};
pub use preset::Preset;
pub use question::{Ends, Source, WatchHistory, WatchQuery};
pub(super) use record::begin as begin_search;
pub use record::{Recording, Run, Runs};
pub use step::StepSize;
pub use walked::WalkedVerdict;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Mode>().init_resource::<Overlays>();
    app.add_plugins((question::plugin, record::plugin, play::plugin, flood::plugin, walked::plugin));
}
