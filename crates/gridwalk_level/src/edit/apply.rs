//! The only way in which a level changes while it is open: an edit goes in, its inverse comes out. The difference of two
//! levels is one, so a file that changed on disk is an edit like any other.

use gridwalk_pathfinding::{Cell, GridEdit, KeepOffWalls, Portal, SearchOptions, TerrainId, UnreachablePolicy};

use super::change::LevelChange;
use super::check::{self, LevelEditError};
use crate::{CellClick, LegendEntry, Level, LevelAgent, LevelGrid};

/// A wish to change a level; there is one for everything that a level file can say.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelEdit {
    /// Cells get another terrain. Of two entries for one cell the later wins.
    Cells(Vec<(Cell, TerrainId)>),
    /// Another map, of any size, with its own legend and portals.
    Map(Box<LevelGrid>),
    /// Another legend: what terrains cost, and how they look. Cells keep the numbers of their terrains.
    Legend(Vec<LegendEntry>),
    /// Other portals, as [`Grid::portal_list`](gridwalk_pathfinding::Grid::portal_list) lists them.
    Portals(Vec<Portal>),
    /// One more agent, which gets this number; those from there on move up by one.
    AddAgent(usize, Box<LevelAgent>),
    /// The agent of this number leaves; those after it move down by one.
    RemoveAgent(usize),
    /// The agent of this number becomes this one.
    SetAgent(usize, Box<LevelAgent>),
    /// Another extra cost near walls, for all agents that have none of their own.
    KeepOffWalls(Option<KeepOffWalls>),
    /// Other options of the searches.
    Options(Box<SearchOptions>),
    /// Another policy for goals that cannot be reached.
    Unreachable(UnreachablePolicy),
    /// Clicks do something else.
    Click(CellClick),
    /// Another name.
    Name(String),
    /// Another text about the level.
    About(String),
    /// One after the other; all of them or none.
    Several(Vec<Self>),
}

/// So many cells are listed one by one for those who follow; of more than that the whole map is taken again, in the
/// history as well. A list of a million cells takes a tenth of a second to be made and followed, and more memory than
/// the map.
const MOST_LISTED: usize = 1 << 15;

/// What an edit did.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The edit that takes it back.
    pub inverse: LevelEdit,
    /// What is different now.
    pub change: LevelChange,
}

impl LevelEdit {
    /// Changes the level, and gives the edit that takes it back.
    ///
    /// A start, a goal or the end of a portal may become blocked, and options may become unsupported on the map: such a
    /// level can be edited further, and its searches say why they find nothing.
    ///
    /// # Errors
    /// If a level file could not say the result at all. Then nothing is changed; the map may count a later revision.
    ///
    /// # Complexity
    /// What the edit changes; O(agents) where agents, legend or size change, and O(cells of the map) where very many
    /// cells do.
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
        let Applied { inverse, change } = self.swap(level)?;
        match check::check(level, &change) {
            Ok(()) => Ok(Applied { inverse, change }),
            Err(error) => {
                inverse.swap(level).expect("what was done just now can be taken back");
                Err(error)
            }
        }
    }

    /// The same for an edit whose result is known to be right, because it was there before.
    pub(crate) fn swap(self, level: &mut Level) -> Result<Applied, LevelEditError> {
        let nothing = LevelChange::default;
        let of_agents = LevelChange { agents: true, ..nothing() };
        let (inverse, change) = match self {
            Self::Cells(cells) if cells.len() > MOST_LISTED => {
                let grid = level.grid.clone().with_cells(&cells)?;
                let differ = grid.cells() != level.grid.cells();
                return if differ { Self::Map(Box::new(grid)) } else { Self::Several(Vec::new()) }.swap(level);
            }
            Self::Cells(cells) => {
                let grid = level.grid.set_cells(cells)?;
                let back = grid.as_ref().map_or_else(Vec::new, |change| change.inverse().cells);
                let cells = grid.as_ref().map_or(0, |change| change.cells.len());
                (Self::Cells(back), LevelChange { grid, cells, ..nothing() })
            }
            Self::Map(grid) => {
                let grid = grid.with_revision(level.grid.revision().next());
                let before = std::mem::replace(&mut level.grid, grid);
                let looks = before.looks() != level.grid.looks();
                let both = before.cells().iter().zip(level.grid.cells()).filter(|_| before.size() == level.grid.size());
                let cells = both.filter(|(before, after)| before != after).count();
                (Self::Map(Box::new(before)), LevelChange { map: true, cells, looks, ..nothing() })
            }
            Self::Legend(legend) => {
                let (before, looks_before) = (level.grid.entries(), level.grid.looks().clone());
                let grid = level.grid.set_legend(legend)?;
                let looks = looks_before != *level.grid.looks();
                (Self::Legend(before), LevelChange { grid, looks, ..nothing() })
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
                (Self::RemoveAgent(number), of_agents)
            }
            Self::RemoveAgent(number) | Self::SetAgent(number, _) if number >= level.agents.len() => {
                return Err(LevelEditError::NoAgent(number));
            }
            Self::RemoveAgent(number) => (Self::AddAgent(number, Box::new(level.agents.remove(number))), of_agents),
            Self::SetAgent(number, mut agent) => {
                std::mem::swap(&mut level.agents[number], &mut agent);
                let agents = level.agents[number] != *agent;
                (Self::SetAgent(number, agent), LevelChange { agents, ..nothing() })
            }
            Self::KeepOffWalls(keep_off) => {
                replace(&mut level.keep_off_walls, keep_off, Self::KeepOffWalls, |change| &mut change.agents)
            }
            Self::Options(options) => {
                let inverse = |before| Self::Options(Box::new(before));
                replace(&mut level.search, *options, inverse, |change| &mut change.options)
            }
            Self::Unreachable(policy) => {
                replace(&mut level.unreachable, policy, Self::Unreachable, |change| &mut change.options)
            }
            Self::Click(click) => replace(&mut level.click, click, Self::Click, |change| &mut change.texts),
            Self::Name(name) => replace(&mut level.name, name, Self::Name, |change| &mut change.texts),
            Self::About(about) => replace(&mut level.about, about, Self::About, |change| &mut change.texts),
            Self::Several(edits) => return Self::swap_all(edits, level),
        };
        Ok(Applied { inverse, change })
    }

    fn swap_all(edits: Vec<Self>, level: &mut Level) -> Result<Applied, LevelEditError> {
        let (mut inverses, mut change) = (Vec::with_capacity(edits.len()), LevelChange::default());
        for edit in edits {
            match edit.swap(level) {
                Ok(applied) => {
                    inverses.push(applied.inverse);
                    change.extend(applied.change);
                }
                Err(error) => {
                    for inverse in inverses.into_iter().rev() {
                        inverse.swap(level).expect("what was done just now can be taken back");
                    }
                    return Err(error);
                }
            }
        }
        inverses.reverse();
        Ok(Applied { inverse: Self::Several(inverses), change })
    }

    /// The edit that turns one level into the other; `None` if they are equal. How often their maps have changed does
    /// not count.
    ///
    /// # Complexity
    /// O(cells) time, and memory for what differs; at most about a copy of the map.
    #[must_use]
    pub fn between(before: &Level, after: &Level) -> Option<Self> {
        // By name, so that no key is forgotten: what is not found here is not saved.
        let Level { name, about, grid, agents, keep_off_walls, search, unreachable, click } = after;
        let mut edits = of_grid(&before.grid, grid);
        of_agents(&before.agents, agents, &mut edits);
        let others = [
            (before.keep_off_walls != *keep_off_walls).then_some(Self::KeepOffWalls(*keep_off_walls)),
            (before.search != *search).then(|| Self::Options(Box::new(search.clone()))),
            (before.unreachable != *unreachable).then_some(Self::Unreachable(*unreachable)),
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

    /// Whether it changes no more than how paths are searched: the options, and the policy for goals that cannot be
    /// reached.
    #[must_use]
    pub fn is_of_options(&self) -> bool {
        match self {
            Self::Several(edits) => edits.iter().all(Self::is_of_options),
            edit => matches!(edit, Self::Options(_) | Self::Unreachable(_)),
        }
    }

    /// About how many bytes of memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let beyond = match self {
            Self::Cells(cells) => cells.capacity() * size_of::<(Cell, TerrainId)>(),
            // A byte a cell, and the tables by terrain number.
            Self::Map(grid) => grid.cell_count() + 2048 + legend_bytes(&grid.entries()),
            Self::Legend(legend) => legend_bytes(legend),
            Self::Portals(portals) => size_of_val(&**portals),
            Self::AddAgent(_, agent) | Self::SetAgent(_, agent) => agent_bytes(agent),
            Self::Options(_) => size_of::<SearchOptions>() + 256,
            Self::Name(text) | Self::About(text) => text.capacity(),
            Self::Several(edits) => edits.iter().map(Self::bytes).sum(),
            Self::RemoveAgent(_) | Self::KeepOffWalls(_) | Self::Unreachable(_) | Self::Click(_) => 0,
        };
        size_of::<Self>() + beyond
    }
}

fn legend_bytes(legend: &[LegendEntry]) -> usize {
    size_of_val(legend) + legend.iter().map(|entry| entry.terrain.name.capacity()).sum::<usize>()
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

/// Puts a value in, and gives the edit that puts the old one back; `part` is where a difference is noted.
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

fn of_grid(before: &LevelGrid, after: &LevelGrid) -> Vec<LevelEdit> {
    let map = || vec![LevelEdit::Map(Box::new(after.clone()))];
    // What is not used any more may be missing in the other legend.
    let fits = before.used_terrains().all(|terrain| usize::from(terrain.0) < after.legend().len());
    let Some(GridEdit { cells, legend, portals, .. }) = before.difference(after).filter(|_| fits) else {
        return map();
    };
    // A list of cells takes more room than a map once it names many of them.
    if cells.len() * size_of::<(Cell, TerrainId)>() > before.cell_count() + 4096 {
        return map();
    }
    let cells = (!cells.is_empty()).then_some(LevelEdit::Cells(cells));
    let has_other_legend = legend.is_some() || before.looks() != after.looks();
    let legend = has_other_legend.then(|| LevelEdit::Legend(after.entries()));
    [legend, portals.map(LevelEdit::Portals), cells].into_iter().flatten().collect()
}

/// Agents between those that are equal at both ends of the lists are replaced one by one; then some leave, or join.
fn of_agents(before: &[LevelAgent], after: &[LevelAgent], edits: &mut Vec<LevelEdit>) {
    let first = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[first..], &after[first..]);
    let last = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[..before.len() - last], &after[..after.len() - last]);
    let both = before.len().min(after.len());
    for (number, (have, want)) in (first..).zip(before.iter().zip(after)) {
        if have != want {
            edits.push(LevelEdit::SetAgent(number, Box::new(want.clone())));
        }
    }
    edits.extend((both..before.len()).rev().map(|number| LevelEdit::RemoveAgent(first + number)));
    for (number, agent) in after.iter().enumerate().skip(both) {
        edits.push(LevelEdit::AddAgent(first + number, Box::new(agent.clone())));
    }
}
