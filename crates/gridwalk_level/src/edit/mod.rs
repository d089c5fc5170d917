//! Edits of a level: applying one returns its inverse.
//!
//! Every change of an open level is such an edit. The difference of two levels is an edit, too, so
//! a file that changed on disk is applied like any other edit. Resizing and turning a map are such
//! differences.

mod check;

use gridwalk_pathfinding::{
    Cell, Direction, DirectionSet, Grid, GridEdit, GridSize, KeepOffWalls, Portal, Rect,
    SearchOptions, TerrainId, UnreachablePolicy, named,
};

pub(crate) use check::covers_some;
pub use check::{LevelChange, LevelEditError};

use crate::{CellClick, LegendEntry, Level, LevelAgent, LevelGrid, LevelGroup};

/// A change of a level; there is a variant for each part of a level file.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelEdit {
    /// Sets the terrain of cells. Of two entries for one cell, the later wins.
    Cells(Vec<(Cell, TerrainId)>),
    /// Replaces the map by one of any size, with its own legend and portals.
    Map(Box<LevelGrid>),
    /// Replaces the legend: the costs and looks of terrains. Cells keep the numbers of their
    /// terrains.
    Legend(Vec<LegendEntry>),
    /// Replaces the portals, as listed by
    /// [`Grid::portal_list`](gridwalk_pathfinding::Grid::portal_list).
    Portals(Vec<Portal>),
    /// Adds an agent with this number; the numbers of the agents from there on go up by one.
    AddAgent(usize, Box<LevelAgent>),
    /// Removes the agent with this number; the numbers of the agents after it go down by one.
    RemoveAgent(usize),
    /// Replaces the agent with this number.
    SetAgent(usize, Box<LevelAgent>),
    /// Replaces the groups of agents.
    Groups(Vec<LevelGroup>),
    /// Sets the extra cost near walls, for all agents that have none of their own.
    KeepOffWalls(Option<KeepOffWalls>),
    /// Replaces the options of the searches.
    Options(Box<SearchOptions>),
    /// Sets the policy for unreachable goals.
    Unreachable(UnreachablePolicy),
    /// Sets whether the agents share a crowd.
    Crowd(bool),
    /// Sets the action of a click.
    Click(CellClick),
    /// Sets the name.
    Name(String),
    /// Sets the description.
    About(String),
    /// Applies several edits in order; all of them or none.
    Several(Vec<Self>),
}

/// Maximum number of cells that an edit lists one by one; a larger edit replaces the whole map.
///
/// Listing a million cells takes a tenth of a second, and more memory than the map.
const MAX_LISTED_CELLS: usize = 1 << 15;

/// Result of an applied edit.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The edit that undoes it.
    pub inverse: LevelEdit,
    /// The parts of the level that changed.
    pub change: LevelChange,
}

impl LevelEdit {
    /// Applies the edit to the level, and returns the inverse edit.
    ///
    /// A start, a goal or the end of a portal may become blocked, and options may become
    /// unsupported on the map. Such a level can be edited further, and its searches report why they
    /// find no path.
    ///
    /// # Errors
    /// If no level file can hold the result. The level is then unchanged, but its map may have a
    /// later revision.
    ///
    /// # Complexity
    /// Proportional to the size of the change. O(agents) if agents, legend or size change; O(cells
    /// of the map) if very many cells change.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_level::{LevelEdit, formats::parse_ron};
    /// let mut level = parse_ron(r#"(version: 1, name: "a", map: ["."])"#).unwrap();
    /// let done = LevelEdit::Name("b".to_owned()).apply(&mut level).unwrap();
    /// assert!(level.name == "b" && done.change.texts);
    /// done.inverse.apply(&mut level).unwrap();
    /// assert_eq!(level.name, "a");
    /// ```
    pub fn apply(self, level: &mut Level) -> Result<Applied, LevelEditError> {
        let Applied { inverse, change } = self.apply_unchecked(level)?;
        match check::check(level, &change) {
            Ok(()) => Ok(Applied { inverse, change }),
            Err(error) => {
                inverse
                    .apply_unchecked(level)
                    .expect("what was done just now can be taken back");
                Err(error)
            }
        }
    }

    /// Applies the edit without the check that a level file can hold the result.
    pub(crate) fn apply_unchecked(self, level: &mut Level) -> Result<Applied, LevelEditError> {
        let nothing = LevelChange::default;
        let push_agent_edits = LevelChange {
            agents: true,
            ..nothing()
        };
        let (inverse, change) = match self {
            Self::Cells(cells) if cells.len() > MAX_LISTED_CELLS => {
                let grid = level.grid.clone().with_cells(&cells)?;
                let differ = grid.cells() != level.grid.cells();
                return if differ {
                    Self::Map(Box::new(grid))
                } else {
                    Self::Several(Vec::new())
                }
                .apply_unchecked(level);
            }
            Self::Cells(cells) => {
                let grid = level.grid.set_cells(cells)?;
                let back = grid
                    .as_ref()
                    .map_or_else(Vec::new, |change| change.inverse().cells);
                let cells = grid.as_ref().map_or(0, |change| change.cells.len());
                (
                    Self::Cells(back),
                    LevelChange {
                        grid,
                        cells,
                        ..nothing()
                    },
                )
            }
            Self::Map(grid) => {
                let grid = grid.with_revision(level.grid.revision().next());
                let before = std::mem::replace(&mut level.grid, grid);
                let looks = before.looks() != level.grid.looks();
                let both = before
                    .cells()
                    .iter()
                    .zip(level.grid.cells())
                    .filter(|_| before.size() == level.grid.size());
                let cells = both.filter(|(before, after)| before != after).count();
                (
                    Self::Map(Box::new(before)),
                    LevelChange {
                        map: true,
                        cells,
                        looks,
                        ..nothing()
                    },
                )
            }
            Self::Legend(legend) => {
                let (before, looks_before) = (level.grid.entries(), level.grid.looks().clone());
                let grid = level.grid.set_legend(legend)?;
                let looks = looks_before != *level.grid.looks();
                (
                    Self::Legend(before),
                    LevelChange {
                        grid,
                        looks,
                        ..nothing()
                    },
                )
            }
            Self::Portals(portals) => {
                let before = level.grid.portal_list();
                let grid = level.grid.set_portals(portals)?;
                (Self::Portals(before), LevelChange { grid, ..nothing() })
            }
            Self::AddAgent(number, _) if number > level.agents.len() => {
                return Err(LevelEditError::NoAgent(number));
            }
            Self::AddAgent(number, agent) => {
                level.agents.insert(number, *agent);
                (Self::RemoveAgent(number), push_agent_edits)
            }
            Self::RemoveAgent(number) | Self::SetAgent(number, _)
                if number >= level.agents.len() =>
            {
                return Err(LevelEditError::NoAgent(number));
            }
            Self::RemoveAgent(number) => (
                Self::AddAgent(number, Box::new(level.agents.remove(number))),
                push_agent_edits,
            ),
            Self::SetAgent(number, mut agent) => {
                std::mem::swap(&mut level.agents[number], &mut agent);
                let agents = level.agents[number] != *agent;
                (
                    Self::SetAgent(number, agent),
                    LevelChange {
                        agents,
                        ..nothing()
                    },
                )
            }
            Self::Groups(groups) => replace(&mut level.groups, groups, Self::Groups, |change| {
                &mut change.agents
            }),
            Self::KeepOffWalls(keep_off) => replace(
                &mut level.keep_off_walls,
                keep_off,
                Self::KeepOffWalls,
                |change| &mut change.agents,
            ),
            Self::Options(options) => {
                let inverse = |before| Self::Options(Box::new(before));
                replace(&mut level.search, *options, inverse, |change| {
                    &mut change.options
                })
            }
            Self::Unreachable(policy) => replace(
                &mut level.unreachable,
                policy,
                Self::Unreachable,
                |change| &mut change.options,
            ),
            Self::Crowd(crowd) => replace(&mut level.crowd, crowd, Self::Crowd, |change| {
                &mut change.agents
            }),
            Self::Click(click) => replace(&mut level.click, click, Self::Click, |change| {
                &mut change.texts
            }),
            Self::Name(name) => replace(&mut level.name, name, Self::Name, |change| {
                &mut change.texts
            }),
            Self::About(about) => replace(&mut level.about, about, Self::About, |change| {
                &mut change.texts
            }),
            Self::Several(edits) => return Self::swap_all(edits, level),
        };
        Ok(Applied { inverse, change })
    }

    fn swap_all(edits: Vec<Self>, level: &mut Level) -> Result<Applied, LevelEditError> {
        let (mut inverses, mut change) = (Vec::with_capacity(edits.len()), LevelChange::default());
        for edit in edits {
            match edit.apply_unchecked(level) {
                Ok(applied) => {
                    inverses.push(applied.inverse);
                    change.extend(applied.change);
                }
                Err(error) => {
                    for inverse in inverses.into_iter().rev() {
                        inverse
                            .apply_unchecked(level)
                            .expect("what was done just now can be taken back");
                    }
                    return Err(error);
                }
            }
        }
        inverses.reverse();
        Ok(Applied {
            inverse: Self::Several(inverses),
            change,
        })
    }

    /// Returns the edit that turns one level into the other; `None` if they are equal.
    ///
    /// Ignores the revisions of their maps.
    ///
    /// # Complexity
    /// O(cells) time. Memory is proportional to the difference, and at most about a copy of the
    /// map.
    #[must_use]
    pub fn between(before: &Level, after: &Level) -> Option<Self> {
        // Destructured, so that no key is forgotten: a change that is not found here is not saved.
        let Level {
            name,
            about,
            grid,
            agents,
            groups,
            keep_off_walls,
            crowd,
            search,
            unreachable,
            click,
        } = after;
        let mut edits = grid_edits(&before.grid, grid);
        push_agent_edits(&before.agents, agents, &mut edits);
        let others = [
            (before.groups != *groups).then(|| Self::Groups(groups.clone())),
            (before.keep_off_walls != *keep_off_walls)
                .then_some(Self::KeepOffWalls(*keep_off_walls)),
            (before.search != *search).then(|| Self::Options(Box::new(search.clone()))),
            (before.unreachable != *unreachable).then_some(Self::Unreachable(*unreachable)),
            (before.crowd != *crowd).then_some(Self::Crowd(*crowd)),
            (before.click != *click).then_some(Self::Click(*click)),
            (before.name != *name).then(|| Self::Name(name.clone())),
            (before.about != *about).then(|| Self::About(about.clone())),
        ];
        edits.extend(others.into_iter().flatten());
        match edits.len() {
            0 | 1 => edits.pop(),
            _ => Some(Self::Several(edits)),
        }
    }

    /// Whether the edit changes only the search options or the policy for unreachable goals.
    #[must_use]
    pub fn changes_only_options(&self) -> bool {
        match self {
            Self::Several(edits) => edits.iter().all(Self::changes_only_options),
            edit => matches!(edit, Self::Options(_) | Self::Unreachable(_)),
        }
    }

    /// Returns the approximate memory size of the edit in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let beyond = match self {
            Self::Cells(cells) => cells.capacity() * size_of::<(Cell, TerrainId)>(),
            // A byte a cell, and the tables by terrain number.
            Self::Map(grid) => grid.cell_count() + 2048 + legend_bytes(&grid.entries()),
            Self::Legend(legend) => legend_bytes(legend),
            Self::Portals(portals) => size_of_val(&**portals),
            Self::AddAgent(_, agent) | Self::SetAgent(_, agent) => agent_bytes(agent),
            Self::Groups(groups) => {
                size_of_val(&**groups)
                    + groups
                        .iter()
                        .map(|group| group.name.capacity())
                        .sum::<usize>()
            }
            Self::Options(_) => size_of::<SearchOptions>() + 256,
            Self::Name(text) | Self::About(text) => text.capacity(),
            Self::Several(edits) => edits.iter().map(Self::bytes).sum(),
            Self::RemoveAgent(_)
            | Self::KeepOffWalls(_)
            | Self::Unreachable(_)
            | Self::Crowd(_)
            | Self::Click(_) => 0,
        };
        size_of::<Self>() + beyond
    }
}

fn legend_bytes(legend: &[LegendEntry]) -> usize {
    size_of_val(legend)
        + legend
            .iter()
            .map(|entry| entry.terrain.name.capacity())
            .sum::<usize>()
}

fn agent_bytes(agent: &LevelAgent) -> usize {
    let profile = &agent.profile;
    let names: usize = profile.costs.iter().map(|(name, _)| name.capacity()).sum();
    size_of_val(agent)
        + agent.name.capacity()
        + size_of_val(&*agent.goals)
        + size_of_val(&*profile.costs)
        + size_of_val(&*profile.forbidden)
        + names
}

/// Replaces a value, and returns the inverse edit and the change.
///
/// `part` selects the flag of the change.
fn replace<T: PartialEq>(
    value: &mut T,
    new: T,
    inverse: impl FnOnce(T) -> LevelEdit,
    part: impl FnOnce(&mut LevelChange) -> &mut bool,
) -> (LevelEdit, LevelChange) {
    let before = std::mem::replace(value, new);
    let mut change = LevelChange::default();
    *part(&mut change) = before != *value;
    (inverse(before), change)
}

fn grid_edits(before: &LevelGrid, after: &LevelGrid) -> Vec<LevelEdit> {
    let map = || vec![LevelEdit::Map(Box::new(after.clone()))];
    // The other legend may lack terrains that are no longer used.
    let fits = before
        .used_terrains()
        .all(|terrain| usize::from(terrain.0) < after.legend().len());
    let Some(GridEdit {
        cells,
        legend,
        portals,
        ..
    }) = before.difference(after).filter(|_| fits)
    else {
        return map();
    };
    // A list of cells takes more room than a map once it names many of them.
    if cells.len() * size_of::<(Cell, TerrainId)>() > before.cell_count() + 4096 {
        return map();
    }
    let cells = (!cells.is_empty()).then_some(LevelEdit::Cells(cells));
    let has_other_legend = legend.is_some() || before.looks() != after.looks();
    let legend = has_other_legend.then(|| LevelEdit::Legend(after.entries()));
    [legend, portals.map(LevelEdit::Portals), cells]
        .into_iter()
        .flatten()
        .collect()
}

/// Appends the edits that turn one list of agents into the other.
///
/// Equal agents at both ends of the lists are kept. The others are replaced one by one, then
/// removed or added.
fn push_agent_edits(before: &[LevelAgent], after: &[LevelAgent], edits: &mut Vec<LevelEdit>) {
    let first = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[first..], &after[first..]);
    let last = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (before, after) = (&before[..before.len() - last], &after[..after.len() - last]);
    let both = before.len().min(after.len());
    for (number, (have, want)) in (first..).zip(before.iter().zip(after)) {
        if have != want {
            edits.push(LevelEdit::SetAgent(number, Box::new(want.clone())));
        }
    }
    edits.extend(
        (both..before.len())
            .rev()
            .map(|number| LevelEdit::RemoveAgent(first + number)),
    );
    for (number, agent) in after.iter().enumerate().skip(both) {
        edits.push(LevelEdit::AddAgent(first + number, Box::new(agent.clone())));
    }
}

named! {
    /// A way to turn or mirror a map.
    pub enum Turn {
        Right = "right", "a quarter turn clockwise";
        Left = "left", "a quarter turn counterclockwise";
        Half = "half", "half a turn";
        FlipHorizontally = "flip-horizontally", "left and right change places";
        FlipVertically = "flip-vertically", "top and bottom change places";
    }
}

impl Turn {
    /// Returns the image of a rectangle of a map of this size.
    pub(crate) fn rect(self, size: GridSize, rect: Rect) -> Rect {
        let (left, top) = (rect.at.x, rect.at.y);
        let right = size.width.cast_signed() - left - rect.width.cast_signed();
        let bottom = size.height.cast_signed() - top - rect.height.cast_signed();
        let at = match self {
            Self::Right => Cell::new(bottom, left),
            Self::Left => Cell::new(top, right),
            Self::Half => Cell::new(right, bottom),
            Self::FlipHorizontally => Cell::new(right, top),
            Self::FlipVertically => Cell::new(left, bottom),
        };
        match self {
            Self::Right | Self::Left => Rect {
                at,
                width: rect.height,
                height: rect.width,
            },
            _ => Rect { at, ..rect },
        }
    }

    /// Returns the size of a turned map.
    #[must_use]
    pub fn size(self, size: GridSize) -> GridSize {
        self.rect(size, size.rect()).size()
    }

    /// Returns the image of a cell of a map of this size.
    pub(crate) fn cell(self, size: GridSize, cell: Cell) -> Cell {
        self.rect(size, one(cell)).at
    }

    /// Returns the size, the cells and the legend of a turned map; one-way exits turn along.
    pub(crate) fn ground(
        self,
        size: GridSize,
        cells: &[TerrainId],
        mut legend: Vec<LegendEntry>,
    ) -> (GridSize, Vec<TerrainId>, Vec<LegendEntry>) {
        let turned = self.size(size);
        let from = |cell| {
            size.index(self.inverse().cell(turned, cell))
                .expect("each cell was one before")
        };
        let cells = turned
            .rect()
            .cells()
            .map(|cell| cells[from(cell).get()])
            .collect();
        for LegendEntry { terrain, .. } in &mut legend {
            terrain.exits = self.exits(terrain.exits);
        }
        (turned, cells, legend)
    }

    fn exits(self, exits: DirectionSet) -> DirectionSet {
        let turned = Direction::ALL
            .into_iter()
            .filter(|direction| exits.contains(*direction));
        turned.map(|direction| self.direction(direction)).collect()
    }

    fn direction(self, direction: Direction) -> Direction {
        // The turn is applied to the centre's neighbour in a 3 × 3 map.
        let size = GridSize {
            width: 3,
            height: 3,
        };
        let turned = self.rect(size, one(Cell::new(1, 1).step(direction))).at;
        let found = Direction::ALL
            .into_iter()
            .find(|to| Cell::new(1, 1).step(*to) == turned);
        found.expect("neighbours stay neighbours")
    }

    /// Returns the turn that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            other => other,
        }
    }
}

impl LevelEdit {
    /// Returns the edit that crops or grows the map to `frame`.
    ///
    /// `frame` is a rectangle in cells of the current map; it may reach over all sides. New cells
    /// get the terrain `fill`. Portals, agents, goals and areas move with their cells; those that
    /// are cut off leave the level.
    ///
    /// # Errors
    /// If no cell of the map would be left, the map would be too large, or the legend has no such
    /// terrain.
    ///
    /// # Complexity
    /// O(cells of both maps).
    pub fn resize(level: &Level, frame: Rect, fill: TerrainId) -> Result<Self, LevelEditError> {
        let grid = &level.grid;
        Grid::check_size(frame.size())?;
        if !covers_some(grid, frame) {
            return Err(LevelEditError::NothingLeft);
        }
        let cells = frame
            .cells()
            .map(|cell| grid.terrain_id(cell).unwrap_or(fill))
            .collect();
        let grid = LevelGrid::new(frame.width, frame.height, cells, grid.entries())?;
        let moved = |rect: Rect| Rect {
            at: Cell::new(rect.at.x - frame.at.x, rect.at.y - frame.at.y),
            ..rect
        };
        Ok(reshaped(level, grid, moved))
    }

    /// Returns the edit that turns the map with everything on it; one-way exits turn along.
    ///
    /// # Complexity
    /// O(cells).
    ///
    /// # Errors
    /// Never for a level that could be read: every map can be turned.
    pub fn turn(level: &Level, turn: Turn) -> Result<Self, LevelEditError> {
        let old = &level.grid;
        let (size, cells, legend) = turn.ground(old.size(), old.cells(), old.entries());
        let grid = LevelGrid::new(size.width, size.height, cells, legend)?;
        Ok(reshaped(level, grid, |rect| turn.rect(old.size(), rect)))
    }
}

const fn one(at: Cell) -> Rect {
    Rect {
        at,
        width: 1,
        height: 1,
    }
}

/// Returns the edit that puts the level on another map; `moved` maps old rectangles to new ones.
fn reshaped(level: &Level, grid: LevelGrid, moved: impl Fn(Rect) -> Rect) -> LevelEdit {
    let cell = |cell| Some(moved(one(cell)).at).filter(|cell| grid.contains(*cell));
    let covers = |area: Rect| Some(moved(area)).filter(|area| covers_some(&grid, *area));
    let stand = |rect| Some(moved(rect).at).filter(|at| grid.contains(*at));
    let agents: Vec<LevelAgent> = level
        .agents
        .iter()
        .filter_map(|agent| agent.moved(stand, covers))
        .collect();
    let groups: Vec<LevelGroup> = level
        .groups
        .iter()
        .filter_map(|group| group.moved(covers, cell))
        .collect();
    let portal = |portal: Portal| {
        Some(Portal {
            from: cell(portal.from)?,
            to: cell(portal.to)?,
            ..portal
        })
    };
    let portals: Vec<Portal> = level
        .grid
        .portal_list()
        .into_iter()
        .filter_map(portal)
        .collect();
    let search = SearchOptions {
        region: level.search.region.and_then(covers),
        ..level.search.clone()
    };
    let grid = grid
        .with_portals(&portals)
        .expect("both ends of each lie on the map");
    let after = Level {
        grid,
        agents,
        groups,
        search,
        ..level.clone()
    };
    LevelEdit::between(level, &after).unwrap_or(LevelEdit::Several(Vec::new()))
}
