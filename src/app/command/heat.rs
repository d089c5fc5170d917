//! The numbers that cells are tinted by.

use bevy::prelude::*;
use gridwalk_level::HeatMap;
use serde::Deserialize;

use crate::app::Phrase;

/// A number that a heat map shows; as a resource, the one that cells are tinted by.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
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
