//! The only way in which a level changes while it is open: an edit goes in, its inverse comes out.

use std::sync::Arc;

use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{Cell, Grid, GridChange, GridEdit, Portal, SearchOptions, Terrain, TerrainId};

use super::change::LevelChange;
use super::check::{self, LevelEditError};
use crate::{Level, LevelAgent};

/// A wish to change a level; there is one for everything that a level file can say.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelEdit {
    /// Cells get another terrain.
    Cells(GridEdit),
    /// Another map, of any size, with its own legend and portals.
    Map(Box<Grid>),
    /// Another legend. Cells keep the numbers of their terrains.
    Legend(Arc<[Terrain]>),
    /// Other portals, as [`Grid::portal_list`] lists them.
    Portals(Vec<Portal>),
    /// One more agent, which gets this number; those from there on move up by one.
    AddAgent(usize, Box<LevelAgent>),
    /// The agent of this number leaves; those after it move down by one.
    RemoveAgent(usize),
    /// The agent of this number becomes this one.
    SetAgent(usize, Box<LevelAgent>),
    /// Other options of the searches.
    Options(Box<SearchOptions>),
    /// Another policy for goals that cannot be reached.
    Unreachable(UnreachablePolicy),
    /// Another name.
    Name(String),
    /// Another text about the level.
    About(String),
    /// One after the other; all of them or none.
    Several(Vec<Self>),
}

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
    /// What the edit changes; O(agents) where agents, legend or size change.
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
        let (of_map, of_agents) = (LevelChange { map: true, ..nothing() }, LevelChange { agents: true, ..nothing() });
        let (inverse, change) = match self {
            Self::Cells(edit) => {
                let grid = level.grid.apply(&edit)?;
                let back = grid.as_ref().map_or_else(GridEdit::default, GridChange::inverse);
                (Self::Cells(back), LevelChange { grid, ..nothing() })
            }
            Self::Map(grid) => {
                let grid = grid.with_revision(level.grid.revision().next());
                let before = std::mem::replace(&mut level.grid, grid);
                (Self::Map(Box::new(before)), of_map)
            }
            Self::Legend(legend) => {
                let before = Arc::clone(level.grid.legend());
                let grid = level.grid.apply(&GridEdit::of_legend(legend))?;
                (Self::Legend(before), LevelChange { grid, ..nothing() })
            }
            Self::Portals(portals) => {
                let before = level.grid.portal_list();
                let grid = level.grid.apply(&GridEdit::of_portals(portals))?;
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
            Self::Options(mut options) => {
                std::mem::swap(&mut level.search, &mut options);
                let changed = level.search != *options;
                (Self::Options(options), LevelChange { options: changed, ..nothing() })
            }
            Self::Unreachable(policy) => {
                let before = std::mem::replace(&mut level.unreachable, policy);
                (Self::Unreachable(before), LevelChange { options: before != policy, ..nothing() })
            }
            Self::Name(name) => {
                let before = std::mem::replace(&mut level.name, name);
                let texts = before != level.name;
                (Self::Name(before), LevelChange { texts, ..nothing() })
            }
            Self::About(about) => {
                let before = std::mem::replace(&mut level.about, about);
                let texts = before != level.about;
                (Self::About(before), LevelChange { texts, ..nothing() })
            }
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

    /// About how many bytes of memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let beyond = match self {
            Self::Cells(edit) => edit.cells.capacity() * size_of::<(Cell, TerrainId)>(),
            // A byte a cell, and the tables by terrain number.
            Self::Map(grid) => grid.cell_count() + 2048 + legend_bytes(grid.legend()),
            Self::Legend(legend) => legend_bytes(legend),
            Self::Portals(portals) => size_of_val(&**portals),
            Self::AddAgent(_, agent) | Self::SetAgent(_, agent) => agent_bytes(agent),
            Self::Options(_) => size_of::<SearchOptions>() + 256,
            Self::Name(text) | Self::About(text) => text.capacity(),
            Self::Several(edits) => edits.iter().map(Self::bytes).sum(),
            Self::RemoveAgent(_) | Self::Unreachable(_) => 0,
        };
        size_of::<Self>() + beyond
    }
}

fn legend_bytes(legend: &[Terrain]) -> usize {
    size_of_val(legend) + legend.iter().map(|terrain| terrain.name.capacity()).sum::<usize>()
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
