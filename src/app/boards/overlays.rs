//! What is coloured on the map.

use bevy::prelude::*;

use crate::app::command::Heat;

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
