//! Levels: a map, its agents, and the options of their searches.

use std::borrow::Cow;

use gridwalk_pathfinding::{AgentProfile, Grid, KeepOffWalls, SearchOptions, UnreachablePolicy, named};

use crate::group::starts_of;
use crate::{LevelAgent, LevelGrid, LevelGroup};

named! {
    /// The action of a plain click on a cell, until the user chooses another.
    #[derive(Default)]
    pub enum CellClick {
        /// Sends an agent to the cell, or moves the goal of the watched search there.
        #[default]
        Goal = "goal";
        /// Gives the cell the next terrain of the legend.
        Terrain = "terrain";
    }
}

/// A map, the agents on it and the options of their searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The name.
    pub name: String,
    /// The description, in a sentence; may be empty.
    pub about: String,
    /// The map, with the looks of its terrains.
    pub grid: LevelGrid,
    /// The agents; may be empty.
    pub agents: Vec<LevelAgent>,
    /// Groups of agents, each in one row; may be empty.
    pub groups: Vec<LevelGroup>,
    /// The extra cost of cells near walls, for searches and agents without one of their own.
    pub keep_off_walls: Option<KeepOffWalls>,
    /// Whether the agents share a crowd, in which no two of them stand on one cell.
    pub crowd: bool,
    /// The options of the searches.
    pub search: SearchOptions,
    /// The policy for unreachable goals.
    pub unreachable: UnreachablePolicy,
    /// The action of a click.
    pub click: CellClick,
}

impl Level {
    /// Creates a level from a bare map, for formats without names, agents and options.
    pub(super) fn of_grid(grid: LevelGrid) -> Self {
        Self {
            name: String::new(),
            about: String::new(),
            agents: Vec::new(),
            groups: Vec::new(),
            crowd: false,
            grid,
            keep_off_walls: None,
            search: SearchOptions::default(),
            unreachable: UnreachablePolicy::default(),
            click: CellClick::default(),
        }
    }

    /// Returns the profile of an agent on this level, or of a search without an agent.
    ///
    /// Without an own extra cost near walls, the profile gets that of the level.
    #[must_use]
    pub fn profile_of(&self, agent: Option<&LevelAgent>) -> AgentProfile {
        let own = agent.map(|agent| agent.profile.clone()).unwrap_or_default();
        let keep_off_walls = own.keep_off_walls.or(self.keep_off_walls).filter(|keep_off| !keep_off.is_none());
        AgentProfile { keep_off_walls, ..own }
    }

    /// Returns the agents, then the members of the groups, each with its [profile on this level](Self::profile_of).
    #[must_use]
    pub fn resolved_agents(&self) -> Vec<LevelAgent> {
        let resolved = |agent: LevelAgent| LevelAgent { profile: self.profile_of(Some(&agent)), ..agent };
        self.agents.iter().cloned().chain(self.members()).map(resolved).collect()
    }

    /// Returns the members of the groups, in the order of the groups.
    ///
    /// No two of them start on one cell, and none starts on a cell that an agent of the level covers at its start.
    ///
    /// # Complexity
    /// O(cells of their rectangles).
    #[must_use]
    pub fn members(&self) -> Vec<LevelAgent> {
        if self.groups.is_empty() {
            return Vec::new();
        }
        let mut taken = starts_of(&self.agents);
        self.groups.iter().flat_map(|group| group.members(&self.grid, &mut taken)).collect()
    }

    /// Returns the map as an agent with this profile sees it: cells that it may not enter are walls.
    #[must_use]
    pub fn map_of(&self, profile: &AgentProfile) -> Cow<'_, Grid> {
        if profile.is_plain() { Cow::Borrowed(&self.grid) } else { Cow::Owned(self.grid.seen_by(profile)) }
    }
}
