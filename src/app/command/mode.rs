//! What the window is for at present.

use bevy::prelude::*;
use serde::Deserialize;

use crate::app::Phrase;

/// What the window is for at present.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum Mode {
    /// Agents walk.
    #[default]
    Agents,
    /// A search is watched.
    Watch,
    /// Searches are compared side by side.
    Compare,
    /// The level is edited; agents stand still, and plan.
    Edit,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Agents, Self::Watch, Self::Compare, Self::Edit];

    /// The name of its tab.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Agents => Phrase::Agents,
            Self::Watch => Phrase::Watch,
            Self::Compare => Phrase::Compare,
            Self::Edit => Phrase::EditMode,
        }
    }

    /// Whether agents are on the map, and no search.
    #[must_use]
    pub const fn has_agents(self) -> bool {
        matches!(self, Self::Agents | Self::Edit)
    }
}
