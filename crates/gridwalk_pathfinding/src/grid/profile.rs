//! Who walks: a map as one kind of agent sees it.
//!
//! What an agent may not enter becomes a wall of its map, and what it finds hard becomes expensive. So every
//! algorithm serves every agent, and the searches pay nothing for it.

use super::{KeepOffWalls, Rect};

/// What tells one kind of agent from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct AgentProfile {
    /// Its side in cells, at least 1. It covers the square whose upper left cell is the one it is said to
    /// be on, and needs all of it free.
    pub size: u8,
    /// What terrain costs it, by name, where that differs from the legend; `None` is blocked. A cost that is out of
    /// bounds counts as the nearest one that is not.
    pub costs: Vec<(String, Option<u16>)>,
    /// Where it must not go.
    pub forbidden: Vec<Rect>,
    /// The extra cost of cells near walls, if it keeps away from them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub keep_off_walls: Option<KeepOffWalls>,
}

impl Default for AgentProfile {
    fn default() -> Self {
        Self { size: 1, costs: Vec::new(), forbidden: Vec::new(), keep_off_walls: None }
    }
}

impl AgentProfile {
    /// The longest side of an agent, in cells.
    pub const MAX_SIZE: u8 = 32;

    /// Whether its map is everybody's.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let Self { size, costs, forbidden, .. } = self;
        *size == 1 && costs.is_empty() && forbidden.is_empty() && self.reach() == 0
    }

    /// The number of cells around the agent's area at which a wall makes the cell that it is on more expensive.
    #[must_use]
    pub fn reach(&self) -> u8 {
        self.keep_off_walls.and_then(KeepOffWalls::clamped).map_or(0, |keep_off| keep_off.cells)
    }
}
