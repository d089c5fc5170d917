//! The parts of a level that an edit changed, and the check that a level file can hold them.
//!
//! An edit with a result that no file can hold is refused.

use std::collections::HashSet;

use gridwalk_pathfinding::{
    AgentProfile, Cell, EditError, Grid, GridChange, GridError, KeepOffWalls, Rect, Terrain,
};

use crate::{Level, LevelAgent, LevelGrid, LevelGroup, Look};

/// Reason why an edit of a level was refused. The level is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelEditError {
    /// An error of the grid: a cell or its terrain, the legend or the portals.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// An invalid map.
    #[error(transparent)]
    Map(#[from] GridError),
    /// Nothing would be left of the map.
    #[error("nothing of the map would be left")]
    NothingLeft,
    /// Two terrains with one glyph.
    #[error("two terrains would be written `{0}`; each needs a glyph of its own")]
    Glyph(char),
    /// No room for one more terrain.
    #[error("the legend has {max} terrains, the most that it can hold", max = Grid::MAX_TERRAINS)]
    LegendFull,
    /// A glyph that cannot be seen.
    #[error("terrain \"{0}\" needs a glyph that can be seen")]
    InvisibleGlyph(String),
    /// A portal from a cell to itself.
    #[error("a portal would lead from {0} to itself")]
    PortalToItself(Cell),
    /// A portal that costs nothing.
    #[error("a portal from {0} would cost nothing; expected a cost from 1 on")]
    PortalCost(Cell),
    /// No agent with this number.
    #[error("there is no agent number {}", .0 + 1)]
    NoAgent(usize),
    /// Two agents with one name.
    #[error("two agents would be called \"{0}\"; each needs a name of its own")]
    AgentName(String),
    /// A start or a goal outside the map.
    #[error("agent \"{0}\" would stand on {1} or go there, which is not on the map")]
    AgentOutside(String, Cell),
    /// A speed that is out of bounds.
    #[error("the speed of agent \"{0}\" must be {min} to {max} cells per second", min = LevelAgent::MIN_SPEED, max = LevelAgent::MAX_SPEED)]
    AgentSpeed(String),
    /// An arrival radius that is out of bounds.
    #[error("the arrival radius of agent \"{0}\" must be 0 to {max} cells", max = LevelAgent::MAX_ARRIVAL_RADIUS)]
    AgentRadius(String),
    /// A size of an agent that is out of bounds.
    #[error("the side of agent \"{0}\" must be 1 to {max} cells", max = AgentProfile::MAX_SIZE)]
    AgentSize(String),
    /// A patrol without goals.
    #[error("agent \"{0}\" would patrol between no goals")]
    AgentPatrol(String),
    /// An own cost that is out of bounds, given twice, or of a terrain that is not in the legend.
    #[error("agent \"{agent}\" cannot have that cost of its own for \"{terrain}\"")]
    AgentCost {
        /// The agent's name.
        agent: String,
        /// The terrain's name.
        terrain: String,
    },
    /// A forbidden area that covers no cell, or too many areas.
    #[error("agent \"{0}\" has too many forbidden areas, or one that covers no cell of the map")]
    AgentForbidden(String),
    /// A name that another group has, or that an agent and a member share.
    #[error(
        "two groups would be called \"{0}\", or an agent would be called like a member of the group"
    )]
    GroupName(String),
    /// A group with a number, a speed or a place that is out of bounds.
    #[error(
        "group \"{0}\" needs 1 to {count} agents, a speed of {min} to {max} cells per second, and a place and a goal on the map",
        count = LevelGroup::MAX_COUNT,
        min = LevelAgent::MIN_SPEED,
        max = LevelAgent::MAX_SPEED
    )]
    Group(String),
    /// An extra cost near walls, or its distance, that is out of bounds.
    #[error(
        "the extra cost near walls must be 1 to {} within 1 to {} cells",
        Terrain::MAX_COST,
        KeepOffWalls::MAX_CELLS
    )]
    KeepOffWalls,
    /// A region of the searches that covers no cell of the map.
    #[error("the region of the searches covers no cell of the map")]
    Region,
}

/// Checks that a level file can hold the changed parts of the level.
pub(super) fn check(level: &Level, change: &LevelChange) -> Result<(), LevelEditError> {
    let grid_edits =
        |part: fn(&GridChange) -> bool| change.map || change.grid.as_ref().is_some_and(part);
    let has_other_legend = grid_edits(|grid| grid.legend.is_some());
    if has_other_legend || change.looks {
        check_looks(&level.grid)?;
    }
    if grid_edits(|grid| grid.portals.is_some()) {
        check_portals(&level.grid)?;
    }
    if has_other_legend || change.agents {
        check_agents(level)?;
        check_groups(level)?;
        level.keep_off_walls.map_or(Ok(()), check_keep_off_walls)?;
    }
    if change.map || change.options {
        let covers = level
            .search
            .region
            .is_none_or(|region| covers_some(&level.grid, region));
        return covers.then_some(()).ok_or(LevelEditError::Region);
    }
    Ok(())
}

fn check_looks(grid: &LevelGrid) -> Result<(), LevelEditError> {
    let mut glyphs = HashSet::new();
    for (terrain, Look { glyph, .. }) in grid.legend().iter().zip(grid.looks().all()) {
        if !glyphs.insert(glyph) {
            return Err(LevelEditError::Glyph(*glyph));
        }
        if glyph.is_control() {
            return Err(LevelEditError::InvisibleGlyph(terrain.name.clone()));
        }
    }
    Ok(())
}

fn is_cost(cost: u16) -> bool {
    (1..=Terrain::MAX_COST).contains(&cost)
}

fn check_portals(grid: &Grid) -> Result<(), LevelEditError> {
    for portal in grid.portals().iter() {
        if portal.from == portal.to {
            return Err(LevelEditError::PortalToItself(portal.from));
        }
        if portal.cost == 0 {
            return Err(LevelEditError::PortalCost(portal.from));
        }
    }
    Ok(())
}

fn check_agents(level: &Level) -> Result<(), LevelEditError> {
    let grid = &level.grid;
    let terrains: HashSet<&str> = grid
        .legend()
        .iter()
        .map(|terrain| terrain.name.as_str())
        .collect();
    let mut names = HashSet::new();
    for agent in &level.agents {
        let name = || agent.name.clone();
        if !names.insert(&agent.name) {
            return Err(LevelEditError::AgentName(name()));
        }
        if let Some(cell) = agent
            .goals
            .iter()
            .chain([&agent.at])
            .find(|cell| !grid.contains(**cell))
        {
            return Err(LevelEditError::AgentOutside(name(), *cell));
        }
        if !(LevelAgent::MIN_SPEED..=LevelAgent::MAX_SPEED).contains(&agent.speed) {
            return Err(LevelEditError::AgentSpeed(name()));
        }
        if !(0.0..=LevelAgent::MAX_ARRIVAL_RADIUS).contains(&agent.arrival_radius) {
            return Err(LevelEditError::AgentRadius(name()));
        }
        if agent.patrol && agent.goals.is_empty() {
            return Err(LevelEditError::AgentPatrol(name()));
        }
        check_profile(grid, &terrains, agent)?;
    }
    Ok(())
}

fn check_groups(level: &Level) -> Result<(), LevelEditError> {
    let mut names = HashSet::new();
    for group in &level.groups {
        let is_taken = level
            .agents
            .iter()
            .any(|agent| group.has_member(&agent.name));
        if !names.insert(&group.name) || is_taken {
            return Err(LevelEditError::GroupName(group.name.clone()));
        }
        let is_sound = (1..=LevelGroup::MAX_COUNT).contains(&group.count)
            && (LevelAgent::MIN_SPEED..=LevelAgent::MAX_SPEED).contains(&group.speed)
            && covers_some(&level.grid, group.from)
            && group.to.is_none_or(|to| level.grid.contains(to));
        if !is_sound {
            return Err(LevelEditError::Group(group.name.clone()));
        }
    }
    Ok(())
}

fn check_profile(
    grid: &Grid,
    terrains: &HashSet<&str>,
    agent: &LevelAgent,
) -> Result<(), LevelEditError> {
    let (name, profile) = (|| agent.name.clone(), &agent.profile);
    if !(1..=AgentProfile::MAX_SIZE).contains(&profile.size) {
        return Err(LevelEditError::AgentSize(name()));
    }
    let mut given = HashSet::new();
    for (terrain, cost) in &profile.costs {
        let is_known = terrains.contains(terrain.as_str()) && cost.is_none_or(is_cost);
        if !is_known || !given.insert(terrain) {
            return Err(LevelEditError::AgentCost {
                agent: name(),
                terrain: terrain.clone(),
            });
        }
    }
    let forbidden = &profile.forbidden;
    if forbidden.len() > LevelAgent::MAX_FORBIDDEN
        || !forbidden.iter().all(|area| covers_some(grid, *area))
    {
        return Err(LevelEditError::AgentForbidden(name()));
    }
    let own = profile
        .keep_off_walls
        .filter(|own| *own != KeepOffWalls::NONE);
    own.map_or(Ok(()), check_keep_off_walls)
}

fn check_keep_off_walls(KeepOffWalls { cells, cost }: KeepOffWalls) -> Result<(), LevelEditError> {
    KeepOffWalls::new(cells, cost)
        .map(drop)
        .ok_or(LevelEditError::KeepOffWalls)
}

/// Whether the rectangle has a valid size and shares a cell with the map.
pub(crate) fn covers_some(grid: &Grid, rect: Rect) -> bool {
    Grid::check_size(rect.size()).is_ok() && rect.overlaps(grid.size().rect())
}

/// The parts of a level that have changed, for its observers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any parts can change together"
)]
pub struct LevelChange {
    /// The changed cells, legend and portals, if the map kept its size.
    pub grid: Option<GridChange>,
    /// Number of cells with another terrain, if the map kept its size.
    pub cells: usize,
    /// Whether looks or glyphs of terrains changed, whether or not the grid changed.
    pub looks: bool,
    /// Whether the whole map must be read again: its size changed, or much of it.
    pub map: bool,
    /// Whether agents, groups, their extra cost near walls, or the sharing of a crowd changed.
    pub agents: bool,
    /// Whether the search options or the policy for unreachable goals changed.
    pub options: bool,
    /// Whether the name, the description or the action of a click changed.
    pub texts: bool,
}

impl LevelChange {
    /// Returns `true` if nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds later changes.
    pub fn extend(&mut self, later: Self) {
        self.cells += later.cells;
        self.map |= later.map;
        self.looks |= later.looks;
        self.agents |= later.agents;
        self.options |= later.options;
        self.texts |= later.texts;
        match (&mut self.grid, later.grid) {
            _ if self.map => self.grid = None,
            (Some(grid), Some(later)) => grid.extend(later),
            (grid, later) => *grid = grid.take().or(later),
        }
    }
}
