//! Heat maps: the number by which cells are tinted.

use bevy::prelude::*;
use gridwalk_level::HeatMap;
use serde::Deserialize;

use crate::app::Phrase;

/// The number that a heat map shows; as a resource, the selected heat map.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Heat {
    /// No heat map: open and closed cells keep their marks.
    #[default]
    Off,
    /// Path cost from the start, g.
    G,
    /// Estimated cost to the goal, h.
    H,
    /// The sum of g and h.
    F,
    /// Order of expansion.
    Order,
}

impl From<Option<HeatMap>> for Heat {
    fn from(map: Option<HeatMap>) -> Self {
        map.map_or(Self::Off, |map| match map {
            HeatMap::G => Self::G,
            HeatMap::H => Self::H,
            HeatMap::F => Self::F,
            HeatMap::Order => Self::Order,
        })
    }
}

impl Heat {
    /// All heat maps, in order.
    pub const ALL: [Self; 5] = [Self::Off, Self::G, Self::H, Self::F, Self::Order];

    /// Returns the name of the heat map.
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
