//! The mode of the window.

use bevy::prelude::*;
use serde::Deserialize;

use crate::app::Phrase;

/// The mode of the window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum Mode {
    /// Agents walk.
    #[default]
    Agents,
    /// A search is watched.
    Watch,
    /// Several searches are compared side by side.
    Compare,
    /// The level is edited; agents plan, but stand still.
    Edit,
}

impl Mode {
    /// All modes, in the order of their tabs.
    pub const ALL: [Self; 4] = [Self::Agents, Self::Watch, Self::Compare, Self::Edit];

    /// Returns the name of the mode's tab.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Agents => Phrase::Agents,
            Self::Watch => Phrase::Watch,
            Self::Compare => Phrase::Compare,
            Self::Edit => Phrase::EditMode,
        }
    }

    /// Returns `true` if the map shows agents and no search.
    #[must_use]
    pub const fn has_agents(self) -> bool {
        matches!(self, Self::Agents | Self::Edit)
    }
}
