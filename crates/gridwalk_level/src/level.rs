//! Levels: a map, its agents one by one and in groups, and the options of their searches.

use std::borrow::Cow;
use std::collections::HashSet;

use gridwalk_pathfinding::{
    AgentProfile, Cell, Grid, KeepOffWalls, Rect, SearchOptions, UnreachablePolicy, joined, named,
    nearest_cell,
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

/// The part of a level to which a key belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyPart {
    Texts,
    Agents,
    Options,
}

/// Declares the keys of a level besides its map and its agents.
///
/// A row has the key and its type, its field in [`Level`], the part to which it belongs, and its
/// name in a sentence about a loss.
macro_rules! level_keys {
    ($($(#[$doc:meta])* $Key:ident($Value:ty), $field:ident, $part:ident, $noun:expr;)+) => {
        /// A key of a level with a value; map and agents have edits of their own.
        #[derive(Clone, Debug, PartialEq)]
        pub enum LevelKey {
            $($(#[$doc])* $Key($Value),)+
        }

        impl LevelKey {
            /// Sets the value in the level; returns the value before.
            pub(crate) fn swap(self, level: &mut Level) -> Self {
                match self {
                    $(Self::$Key(value) => {
                        Self::$Key(std::mem::replace(&mut level.$field, value))
                    })+
                }
            }

            /// Returns the keys of a level whose values differ in the other one, in the order of
            /// the table.
            pub(crate) fn differing(level: &Level, other: &Level) -> Vec<Self> {
                // Destructured, so that no field is forgotten: a change that is not found here is
                // not saved.
                let Level { grid: _, agents: _, $($field,)+ } = level;
                let mut keys = Vec::new();
                $(if *$field != other.$field {
                    keys.push(Self::$Key($field.clone()));
                })+
                keys
            }

            /// Returns `true` if the level has this value.
            pub(crate) fn is_in(&self, level: &Level) -> bool {
                match self {
                    $(Self::$Key(value) => *value == level.$field,)+
                }
            }

            pub(crate) const fn part(&self) -> KeyPart {
                match self {
                    $(Self::$Key(_) => KeyPart::$part,)+
                }
            }

            /// Returns the key as a noun phrase.
            pub(crate) fn noun(&self) -> String {
                match self {
                    $(Self::$Key(value) => {
                        let noun: fn(&$Value) -> String = $noun;
                        noun(value)
                    })+
                }
            }
        }
    };
}

level_keys! {
    /// The name.
    Name(String), name, Texts, |name| format!("the name \"{name}\"");
    /// The description.
    About(String), about, Texts, |_| "the text about the level".to_owned();
    /// The groups of agents.
    Groups(Vec<LevelGroup>), groups, Agents, |groups| {
        let names = groups.iter().map(|group| format!("\"{}\"", group.name));
        let noun = if groups.len() == 1 { "group" } else { "groups" };
        format!("the {noun} of agents {}", joined(names, "and"))
    };
    /// The extra cost near walls, for all agents that have none of their own.
    KeepOffWalls(Option<KeepOffWalls>), keep_off_walls, Agents,
        |_| "the extra cost near walls".to_owned();
    /// The options of the searches.
    Options(SearchOptions), search, Options, |_| "the options".to_owned();
    /// The policy for unreachable goals.
    Unreachable(UnreachablePolicy), unreachable, Options,
        |_| "what happens to goals that cannot be reached".to_owned();
    /// Whether the agents share a crowd.
    Crowd(bool), crowd, Agents, |_| "that the agents share a crowd".to_owned();
    /// The action of a click.
    Click(CellClick), click, Texts, |_| "what a click does".to_owned();
}

impl LevelKey {
    /// Returns the approximate size in bytes of its data on the heap.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Name(text) | Self::About(text) => text.capacity(),
            Self::Groups(groups) => {
                let names = groups.iter().map(|group| group.name.capacity());
                size_of_val(&**groups) + names.sum::<usize>()
            }
            Self::Options(_) => 256,
            _ => 0,
        }
    }
}

impl Level {
    /// Creates a level from a bare map, for formats without names, agents and options.
    pub(super) fn grid_edits(grid: LevelGrid) -> Self {
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
        let keep_off_walls = own
            .keep_off_walls
            .or(self.keep_off_walls)
            .filter(|keep_off| !keep_off.is_none());
        AgentProfile {
            keep_off_walls,
            ..own
        }
    }

    /// Returns the agents, then the members of the groups, with their profiles on this level.
    ///
    /// See [`profile_of`](Self::profile_of).
    #[must_use]
    pub fn resolved_agents(&self) -> Vec<LevelAgent> {
        let resolved = |agent: LevelAgent| LevelAgent {
            profile: self.profile_of(Some(&agent)),
            ..agent
        };
        self.agents
            .iter()
            .cloned()
            .chain(self.members())
            .map(resolved)
            .collect()
    }

    /// Returns the members of the groups, in the order of the groups.
    ///
    /// No two of them start on one cell, and none starts on a cell that an agent of the level
    /// covers at its start.
    ///
    /// # Complexity
    /// O(cells of their rectangles).
    #[must_use]
    pub fn members(&self) -> Vec<LevelAgent> {
        if self.groups.is_empty() {
            return Vec::new();
        }
        let mut taken = starts_of(&self.agents);
        self.groups
            .iter()
            .flat_map(|group| group.members(&self.grid, &mut taken))
            .collect()
    }

    /// Returns the map as an agent with this profile sees it: cells that it may not enter are
    /// walls.
    #[must_use]
    pub fn map_of(&self, profile: &AgentProfile) -> Cow<'_, Grid> {
        if profile.is_plain() {
            Cow::Borrowed(&self.grid)
        } else {
            Cow::Owned(self.grid.seen_by(profile))
        }
    }
}

/// An agent that walks on a level.
///
/// It can stand on its start and its goals: they are free in its own view of the map,
/// [`Grid::seen_by`].
#[derive(Clone, Debug, PartialEq)]
pub struct LevelAgent {
    /// The name, unique among the agents of a level.
    pub name: String,
    /// The start cell.
    pub at: Cell,
    /// Speed on plain ground, in cells per second.
    pub speed: f32,
    /// Distance from the middle of a cell at which the agent is there, in cells.
    pub arrival_radius: f32,
    /// The goals, in the order of visits.
    pub goals: Vec<Cell>,
    /// Whether the agent returns to the first goal after the last one.
    pub patrol: bool,
    /// The size, own costs, forbidden areas and extra cost near walls.
    ///
    /// Without an own extra cost near walls, that of the level applies: see
    /// [`Level::profile_of`](crate::Level::profile_of).
    pub profile: AgentProfile,
}

impl LevelAgent {
    /// The default speed of an agent, in cells per second.
    pub const DEFAULT_SPEED: f32 = 4.0;
    /// The minimum speed, in cells per second.
    pub const MIN_SPEED: f32 = 0.1;
    /// The maximum speed, in cells per second.
    pub const MAX_SPEED: f32 = 100.0;
    /// The maximum arrival radius, in cells; the minimum and default is 0, the very middle.
    pub const MAX_ARRIVAL_RADIUS: f32 = 0.45;
    /// Maximum number of forbidden areas of one agent.
    pub const MAX_FORBIDDEN: usize = 64;

    /// Creates an agent without goals, for formats that hold only a name and a start.
    #[must_use]
    pub fn standing(name: &str, at: Cell) -> Self {
        Self {
            name: name.to_owned(),
            at,
            speed: Self::DEFAULT_SPEED,
            arrival_radius: 0.0,
            goals: Vec::new(),
            patrol: false,
            profile: AgentProfile::default(),
        }
    }

    /// Returns the agent moved along with its map; `None` if its start has no place there.
    ///
    /// `stand` maps the rectangle that the agent covers to a cell, and `area` maps a forbidden
    /// area. Goals and areas without a place are dropped.
    pub(super) fn moved(
        &self,
        stand: impl Fn(Rect) -> Option<Cell>,
        area: impl Fn(Rect) -> Option<Rect>,
    ) -> Option<Self> {
        // The position of a large agent is its upper left cell.
        let side = u32::from(self.profile.size);
        let stand = |at: &Cell| {
            stand(Rect {
                at: *at,
                width: side,
                height: side,
            })
        };
        let mut agent = Self {
            at: stand(&self.at)?,
            ..self.clone()
        };
        agent.goals = self.goals.iter().filter_map(stand).collect();
        agent.patrol &= !agent.goals.is_empty();
        agent.profile.forbidden = self
            .profile
            .forbidden
            .iter()
            .copied()
            .filter_map(area)
            .collect();
        Some(agent)
    }

    /// Returns an agent on the free cell nearest to the middle; empty on a map of walls.
    pub(super) fn one_in_the_middle(grid: &Grid) -> Vec<Self> {
        let middle = Cell::new(
            (grid.width() / 2).cast_signed(),
            (grid.height() / 2).cast_signed(),
        );
        let free = nearest_cell(grid, middle, |cell| grid.is_walkable(cell));
        free.map(|at| Self::standing("scout", at))
            .into_iter()
            .collect()
    }
}

/// Returns the cells that these agents cover at their starts.
pub(crate) fn starts_of(agents: &[LevelAgent]) -> HashSet<Cell> {
    let covered = |agent: &LevelAgent| {
        let side = u32::from(agent.profile.size);
        Rect {
            at: agent.at,
            width: side,
            height: side,
        }
        .cells()
    };
    agents.iter().flat_map(covered).collect()
}

/// Many agents that start in one rectangle and are sent to one cell.
///
/// The members stand on the free cells of the rectangle, spread evenly over them in reading order.
/// They are called by the name of the group and their number, from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelGroup {
    /// The name, unique among the groups of a level.
    pub name: String,
    /// Number of agents. Fewer start if the rectangle has fewer free cells.
    pub count: u32,
    /// The rectangle in which they start.
    pub from: Rect,
    /// The goal of all of them; `None` if they rest.
    pub to: Option<Cell>,
    /// Speed on plain ground, in cells per second.
    pub speed: f32,
}

impl LevelGroup {
    /// Maximum number of agents in one group.
    pub const MAX_COUNT: u32 = 10_000;

    /// Returns the name of the member with this number, from 1.
    #[must_use]
    pub fn member_name(&self, number: u32) -> String {
        format!("{} {number}", self.name)
    }

    /// Returns `true` if a member of the group has this name.
    #[must_use]
    pub fn has_member(&self, name: &str) -> bool {
        let rest = name
            .strip_prefix(self.name.as_str())
            .and_then(|rest| rest.strip_prefix(' '));
        let number = rest
            .and_then(|rest| rest.parse().ok())
            .filter(|number| (1..=self.count).contains(number));
        number.is_some_and(|number| self.member_name(number) == name)
    }

    /// Returns the cells of the rectangle on which a member can start, in reading order.
    ///
    /// # Complexity
    /// O(cells of the rectangle).
    pub(crate) fn free_cells(&self, grid: &Grid, taken: &HashSet<Cell>) -> Vec<Cell> {
        let size = grid.size();
        let range = |from: i32, length: u32, side: u32| {
            from.max(0)
                ..from
                    .saturating_add(length.cast_signed())
                    .min(side.cast_signed())
        };
        let columns = range(self.from.at.x, self.from.width, size.width);
        let rows = range(self.from.at.y, self.from.height, size.height);
        let cells = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
        cells
            .filter(|cell| grid.is_walkable(*cell) && !taken.contains(cell))
            .collect()
    }

    /// Returns the members, and adds their cells to those that are taken.
    pub(crate) fn members(&self, grid: &Grid, taken: &mut HashSet<Cell>) -> Vec<LevelAgent> {
        let free = self.free_cells(grid, taken);
        let count = free.len().min(self.count as usize);
        let starts = (0..count).map(|number| free[number * free.len() / count]);
        let member = |(number, at): (u32, Cell)| LevelAgent {
            speed: self.speed,
            goals: self.to.into_iter().collect(),
            ..LevelAgent::standing(&self.member_name(number), at)
        };
        let members: Vec<LevelAgent> = (1..).zip(starts).map(member).collect();
        taken.extend(members.iter().map(|member| member.at));
        members
    }

    /// Returns the group moved along with its map; `None` if its rectangle has no place there.
    ///
    /// A goal without a place is dropped.
    pub(crate) fn moved(
        &self,
        area: impl Fn(Rect) -> Option<Rect>,
        cell: impl Fn(Cell) -> Option<Cell>,
    ) -> Option<Self> {
        Some(Self {
            from: area(self.from)?,
            to: self.to.and_then(cell),
            ..self.clone()
        })
    }
}
