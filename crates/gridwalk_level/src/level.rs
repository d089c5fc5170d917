//! What a level is.

use std::borrow::Cow;

use gridwalk_pathfinding::{
    AgentProfile, Cell, Grid, KeepOffWalls, Rect, SearchOptions, UnreachablePolicy, named, nearest_cell,
};

use crate::LevelGrid;

named! {
    /// What a plain click on a cell does, until the user chooses otherwise.
    #[derive(Default)]
    pub enum CellClick {
        /// It sends an agent there, or moves the goal of the search that is watched.
        #[default]
        Goal = "goal";
        /// It gives the cell the next terrain of the legend.
        Terrain = "terrain";
    }
}

/// A map, the agents on it and the options of their searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// What people call it.
    pub name: String,
    /// What there is to see, in a sentence; may be empty.
    pub about: String,
    /// The map, and how it looks.
    pub grid: LevelGrid,
    /// Who stands on it; may be empty.
    pub agents: Vec<LevelAgent>,
    /// The extra cost of cells near walls, for all that say nothing else of their own.
    pub keep_off_walls: Option<KeepOffWalls>,
    /// How paths are searched.
    pub search: SearchOptions,
    /// What happens to a goal that can not be reached.
    pub unreachable: UnreachablePolicy,
    /// What a click does.
    pub click: CellClick,
}

/// An agent that walks on a level. It can stand on its start and its goals: they are free in its own view
/// of the map, [`Grid::seen_by`].
#[derive(Clone, Debug, PartialEq)]
pub struct LevelAgent {
    /// What people call it; no two agents of a level share a name.
    pub name: String,
    /// Where it starts.
    pub at: Cell,
    /// Speed on plain ground, in cells per second.
    pub speed: f32,
    /// Where it goes, one after the other.
    pub goals: Vec<Cell>,
    /// Whether it begins again with the first goal after the last one.
    pub patrol: bool,
    /// Its size, its own costs, where it must not go, and how it keeps off walls. Where that says nothing, the level
    /// does: see [`Level::profile_of`].
    pub profile: AgentProfile,
}

impl Level {
    /// A bare map, for formats that know neither names nor agents nor options.
    pub(super) fn of_grid(grid: LevelGrid) -> Self {
        Self {
            name: String::new(),
            about: String::new(),
            agents: Vec::new(),
            grid,
            keep_off_walls: None,
            search: SearchOptions::default(),
            unreachable: UnreachablePolicy::default(),
            click: CellClick::default(),
        }
    }

    /// The profile of an agent on this level, or of a search that is no agent's: its own, and where that does not say how
    /// it keeps off walls, as the level says.
    #[must_use]
    pub fn profile_of(&self, agent: Option<&LevelAgent>) -> AgentProfile {
        let own = agent.map(|agent| agent.profile.clone()).unwrap_or_default();
        let keep_off_walls = own.keep_off_walls.or(self.keep_off_walls).filter(|keep_off| !keep_off.is_none());
        AgentProfile { keep_off_walls, ..own }
    }

    /// The agents, each with its [profile on this level](Self::profile_of).
    #[must_use]
    pub fn resolved_agents(&self) -> Vec<LevelAgent> {
        let resolved = |agent: &LevelAgent| LevelAgent { profile: self.profile_of(Some(agent)), ..agent.clone() };
        self.agents.iter().map(resolved).collect()
    }

    /// The map as an agent of this profile sees it: what it may not enter is a wall there.
    #[must_use]
    pub fn map_of(&self, profile: &AgentProfile) -> Cow<'_, Grid> {
        if profile.is_plain() { Cow::Borrowed(&self.grid) } else { Cow::Owned(self.grid.seen_by(profile)) }
    }
}

impl LevelAgent {
    /// The speed of an agent whose level does not say, in cells per second.
    pub const DEFAULT_SPEED: f32 = 4.0;
    /// The slowest speed, in cells per second.
    pub const MIN_SPEED: f32 = 0.1;
    /// The fastest speed, in cells per second.
    pub const MAX_SPEED: f32 = 100.0;
    /// The most forbidden areas of one agent.
    pub const MAX_FORBIDDEN: usize = 64;

    /// An agent without goals, for formats that say nothing more.
    #[must_use]
    pub fn standing(name: &str, at: Cell) -> Self {
        let profile = AgentProfile::default();
        Self { name: name.to_owned(), at, speed: Self::DEFAULT_SPEED, goals: Vec::new(), patrol: false, profile }
    }

    /// The same agent where its cells come to lie, by the rectangle that it covers there, and its forbidden areas; `None`
    /// if it has no place to stand. A goal and an area without a place leave it.
    pub(super) fn moved(
        &self,
        stand: impl Fn(Rect) -> Option<Cell>,
        area: impl Fn(Rect) -> Option<Rect>,
    ) -> Option<Self> {
        // What is said of a large agent is the upper left one of its cells.
        let side = u32::from(self.profile.size);
        let stand = |at: &Cell| stand(Rect { at: *at, width: side, height: side });
        let mut agent = Self { at: stand(&self.at)?, ..self.clone() };
        agent.goals = self.goals.iter().filter_map(stand).collect();
        agent.patrol &= !agent.goals.is_empty();
        agent.profile.forbidden = self.profile.forbidden.iter().copied().filter_map(area).collect();
        Some(agent)
    }

    /// One on the free cell nearest to the middle; none on a map of walls.
    pub(super) fn one_in_the_middle(grid: &Grid) -> Vec<Self> {
        let middle = Cell::new((grid.width() / 2).cast_signed(), (grid.height() / 2).cast_signed());
        let free = nearest_cell(grid, middle, |cell| grid.is_walkable(cell));
        free.map(|at| Self::standing("scout", at)).into_iter().collect()
    }
}
