//! What the window is for at present, and what is coloured on the map.

use bevy::prelude::*;
use serde::Deserialize;

use crate::app::Phrase;

/// What the window is for at present.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Mode {
    /// Agents walk.
    #[default]
    Agents,
    /// A search is watched.
    Watch,
    /// Searches are compared side by side.
    Compare,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Agents, Self::Watch, Self::Compare];

    /// The name of its tab.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Agents => Phrase::Agents,
            Self::Watch => Phrase::Watch,
            Self::Compare => Phrase::Compare,
        }
    }
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
    /// Whether the cards of the open list show what insertions into a heap compare, and not those into a sorted list.
    pub heap: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self { heat: Heat::Off, tree: false, numbers: true, heap: false }
    }
}

/// A number that a heat map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Heat {
    /// No heat map: open and closed cells have their marks.
    #[default]
    Off,
    /// Cost of the path so far.
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

    /// What it is called.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Off => Phrase::HeatOff,
            Self::G => Phrase::HeatG,
            Self::H => Phrase::HeatH,
            Self::F => Phrase::HeatF,
            Self::Order => Phrase::HeatOrder,
        }
    }
}
