//! Watching a search: one question, its recording, and a player for it.
//!
//! The window has two modes. Agents walk in the one; in the other they stand still, and the map shows a
//! search step by step: that of an agent, or any from a start to a goal that the user drags about.

mod playback;
mod question;
mod record;
mod stop;

use bevy::prelude::*;

pub use playback::{Playback, Speed, StepSize};
pub use question::{Question, Source, WatchHistory};
pub use record::{Recording, Run, Runs, expanded_by};
pub use stop::Stop;

/// What the window is for at present.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Agents walk.
    #[default]
    Agents,
    /// A search is watched.
    Watch,
}

/// What is coloured on the map while a search is watched.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlays {
    /// Which number the cells are tinted by.
    pub heat: Heat,
    /// Whether every cell is joined to its parent.
    pub tree: bool,
    /// Whether G, H and F stand in the cells, where they are large enough.
    pub numbers: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self { heat: Heat::Off, tree: false, numbers: true }
    }
}

/// A number that a heat map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heat {
    /// No heat map: open and closed cells have their marks.
    #[default]
    Off,
    /// Cost of the way so far.
    G,
    /// Estimate of what is left.
    H,
    /// Their sum.
    F,
    /// Order of expansion.
    Order,
}

impl Heat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Off, Self::G, Self::H, Self::F, Self::Order];

    /// The name in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::G => "g",
            Self::H => "h",
            Self::F => "f",
            Self::Order => "order",
        }
    }

    /// The heat map of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|heat| heat.name() == name)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Mode>().init_resource::<Overlays>();
    question::plugin(app);
    record::plugin(app);
    playback::plugin(app);
}
