//! Levels: a map, its agents, and the options of their searches.

use std::borrow::Cow;

use gridwalk_pathfinding::{
    AgentProfile, Cell, Grid, KeepOffWalls, Rect, SearchOptions, UnreachablePolicy, named, nearest_cell,
};

use crate::LevelGrid;

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

/// An agent that walks on a level.
///
/// It can stand on its start and its goals: they are free in its own view of the map, [`Grid::seen_by`].
#[derive(Clone, Debug, PartialEq)]
pub struct LevelAgent {
    /// The name, unique among the agents of a level.
    pub name: String,
    /// The start cell.
    pub at: Cell,
    /// Speed on plain ground, in cells per second.
    pub speed: f32,
    /// The goals, in the order of visits.
    pub goals: Vec<Cell>,
    /// Whether the agent returns to the first goal after the last one.
    pub patrol: bool,
    /// The size, own costs, forbidden areas and extra cost near walls.
    ///
    /// Without an own extra cost near walls, that of the level applies: see [`Level::profile_of`].
    pub profile: AgentProfile,
}

impl Level {
    /// Creates a level from a bare map, for formats without names, agents and options.
    pub(super) fn of_grid(grid: LevelGrid) -> Self {
        Self {
            name: String::new(),
            about: String::new(),
            agents: Vec::new(),
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

    /// Returns the agents, each with its [profile on this level](Self::profile_of).
    #[must_use]
    pub fn resolved_agents(&self) -> Vec<LevelAgent> {
        let resolved = |agent: &LevelAgent| LevelAgent { profile: self.profile_of(Some(agent)), ..agent.clone() };
        self.agents.iter().map(resolved).collect()
    }

    /// Returns the map as an agent with this profile sees it: cells that it may not enter are walls.
    #[must_use]
    pub fn map_of(&self, profile: &AgentProfile) -> Cow<'_, Grid> {
        if profile.is_plain() { Cow::Borrowed(&self.grid) } else { Cow::Owned(self.grid.seen_by(profile)) }
    }
}

impl LevelAgent {
    /// The default speed of an agent, in cells per second.
    pub const DEFAULT_SPEED: f32 = 4.0;
    /// The minimum speed, in cells per second.
    pub const MIN_SPEED: f32 = 0.1;
    /// The maximum speed, in cells per second.
    pub const MAX_SPEED: f32 = 100.0;
    /// Maximum number of forbidden areas of one agent.
    pub const MAX_FORBIDDEN: usize = 64;

    /// Creates an agent without goals, for formats that hold only a name and a start.
    #[must_use]
    pub fn standing(name: &str, at: Cell) -> Self {
        let profile = AgentProfile::default();
        Self { name: name.to_owned(), at, speed: Self::DEFAULT_SPEED, goals: Vec::new(), patrol: false, profile }
    }

    /// Returns the agent moved along with its map; `None` if its start has no place there.
    ///
    /// `stand` maps the rectangle that the agent covers to a cell, and `area` maps a forbidden area. Goals and areas
    /// without a place are dropped.
    pub(super) fn moved(
        &self,
        stand: impl Fn(Rect) -> Option<Cell>,
        area: impl Fn(Rect) -> Option<Rect>,
    ) -> Option<Self> {
        // The position of a large agent is its upper left cell.
        let side = u32::from(self.profile.size);
        let stand = |at: &Cell| stand(Rect { at: *at, width: side, height: side });
        let mut agent = Self { at: stand(&self.at)?, ..self.clone() };
        agent.goals = self.goals.iter().filter_map(stand).collect();
        agent.patrol &= !agent.goals.is_empty();
        agent.profile.forbidden = self.profile.forbidden.iter().copied().filter_map(area).collect();
        Some(agent)
    }

    /// Returns an agent on the free cell nearest to the middle; empty on a map of walls.
    pub(super) fn one_in_the_middle(grid: &Grid) -> Vec<Self> {
        let middle = Cell::new((grid.width() / 2).cast_signed(), (grid.height() / 2).cast_signed());
        let free = nearest_cell(grid, middle, |cell| grid.is_walkable(cell));
        free.map(|at| Self::standing("scout", at)).into_iter().collect()
    }
}
