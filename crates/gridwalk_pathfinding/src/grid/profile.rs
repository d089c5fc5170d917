//! Profiles of agents: a map as one kind of agent sees it.
//!
//! Cells that an agent may not enter become walls of its map, and cells that cost it more become expensive. So every
//! algorithm serves every agent, and the searches pay nothing for it.

use super::{KeepOffWalls, Rect};

/// The properties that distinguish one kind of agent from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct AgentProfile {
    /// Side of the agent in cells, at least 1.
    ///
    /// The agent covers the square whose upper left cell is the agent's cell, and needs all of it free.
    pub size: u8,
    /// The agent's own costs of terrain, by name; `None` is blocked.
    ///
    /// Other terrain costs what the legend says. A cost that is out of bounds counts as the nearest one that is not.
    pub costs: Vec<(String, Option<u16>)>,
    /// Areas that the agent must not enter.
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
    /// Maximum side of an agent, in cells.
    pub const MAX_SIZE: u8 = 32;

    /// Whether the agent sees the shared map as it is.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let Self { size, costs, forbidden, .. } = self;
        *size == 1 && costs.is_empty() && forbidden.is_empty() && self.reach() == 0
    }

    /// Returns the distance in cells within which a wall makes the agent's cell more expensive.
    #[must_use]
    pub fn reach(&self) -> u8 {
        self.keep_off_walls.and_then(KeepOffWalls::clamped).map_or(0, |keep_off| keep_off.cells)
    }
}
