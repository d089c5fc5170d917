//! Edits of a level: applying one returns its inverse.
//!
//! Every change of an open level is such an edit. The difference of two levels is an edit, too, so
//! a file that changed on disk is applied like any other edit. Resizing and turning a map are such
//! differences.

mod check;
mod reshape;

use gridwalk_pathfinding::{Cell, GridEdit, Portal, TerrainId};

pub(crate) use check::covers_some;
pub use check::{LevelChange, LevelEditError};
pub use reshape::Turn;

use crate::level::KeyPart;
use crate::{LegendEntry, Level, LevelAgent, LevelGrid, LevelKey};

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
    /// Sets a key of the level.
    Set(Box<LevelKey>),
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
    /// use gridwalk_level::{LevelEdit, LevelKey, formats::parse_ron};
    /// let mut level = parse_ron(r#"(version: 1, name: "a", map: ["."])"#).unwrap();
    /// let edit = LevelEdit::from(LevelKey::Name("b".to_owned()));
    /// let done = edit.apply(&mut level).unwrap();
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
            Self::Set(key) => {
                let part = key.part();
                let before = key.swap(level);
                let is_changed = !before.is_in(level);
                let change = LevelChange {
                    texts: is_changed && part == KeyPart::Texts,
                    agents: is_changed && part == KeyPart::Agents,
                    options: is_changed && part == KeyPart::Options,
                    ..nothing()
                };
                (before.into(), change)
            }
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
        let mut edits = grid_edits(&before.grid, &after.grid);
        push_agent_edits(&before.agents, &after.agents, &mut edits);
        let keys = LevelKey::differing(after, before);
        edits.extend(keys.into_iter().map(Self::from));
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
            Self::Set(key) => key.part() == KeyPart::Options,
            _ => false,
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
            Self::Set(key) => size_of::<LevelKey>() + key.bytes(),
            Self::Several(edits) => edits.iter().map(Self::bytes).sum(),
            Self::RemoveAgent(_) => 0,
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

impl From<LevelKey> for LevelEdit {
    fn from(key: LevelKey) -> Self {
        Self::Set(Box::new(key))
    }
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
