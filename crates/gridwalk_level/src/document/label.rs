//! Labels of the entries of the history, as data; other modules put them into words.

use gridwalk_pathfinding::{
    Cell, CellChange, GridSize, KeepOffWalls, OptionChange, OptionKey, SearchOptions, UnreachablePolicy,
};

use crate::shapes::Shape;
use crate::{Level, LevelAgent, LevelEdit, LevelGrid, Turn};

/// The label of one entry of the history.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// A number of cells got another terrain.
    Cells(usize),
    /// A cell got the terrain with this name.
    Cell(Cell, String),
    /// A stroke of this shape gave a number of cells the terrain with this name.
    Drawn(Shape, usize, String),
    /// A part of the map was cut, pasted or moved, which changed a number of cells.
    Piece(usize),
    /// The map was resized to this size.
    Resize(GridSize),
    /// The map was turned.
    Turn(Turn),
    /// The map was replaced by another one of this size.
    Map(GridSize),
    /// The legend changed.
    Legend,
    /// The portals changed.
    Portals,
    /// The agent with this name was added.
    AddAgent(String),
    /// The agent with this name was removed.
    RemoveAgent(String),
    /// The agent with this name got another start.
    MoveAgent(String, Cell),
    /// The agent with this name got other goals, of this number.
    Goals(String, usize),
    /// The agent with this new name changed in several ways, or in a way without a label of its own.
    Agent(String),
    /// The groups of agents changed.
    Groups,
    /// The extra cost near walls for all agents was set to this value.
    KeepOffWalls(Option<KeepOffWalls>),
    /// The options were set to these values.
    Options(Vec<OptionChange>),
    /// The policy for unreachable goals was set to this value.
    Unreachable(UnreachablePolicy),
    /// The crowd of the agents was turned on or off.
    Crowd(bool),
    /// The action of a click changed.
    Click,
    /// The level got this name.
    Name(String),
    /// The description of the level changed.
    About,
    /// The file changed on disk and was read again.
    Reload,
    /// Several changes in one entry.
    Several(Vec<Self>),
}

impl Label {
    /// Returns the label of an edit that is not yet applied to the level.
    #[must_use]
    pub fn of(edit: &LevelEdit, level: &Level) -> Self {
        let name = |number: usize| level.agents.get(number).map_or_else(String::new, |agent| agent.name.clone());
        match edit {
            LevelEdit::Cells(cells) => Self::Cells(cells.len()),
            LevelEdit::Map(grid) if grid.size() != level.grid.size() => Self::Resize(grid.size()),
            LevelEdit::Map(grid) => Self::Map(grid.size()),
            LevelEdit::Legend(_) => Self::Legend,
            LevelEdit::Portals(_) => Self::Portals,
            LevelEdit::AddAgent(_, agent) => Self::AddAgent(agent.name.clone()),
            LevelEdit::RemoveAgent(number) => Self::RemoveAgent(name(*number)),
            LevelEdit::SetAgent(number, agent) => Self::of_agent(level.agents.get(*number), agent),
            LevelEdit::Groups(_) => Self::Groups,
            LevelEdit::KeepOffWalls(keep_off) => Self::KeepOffWalls(*keep_off),
            LevelEdit::Options(options) => Self::Options(differing(&level.search, options)),
            LevelEdit::Unreachable(policy) => Self::Unreachable(*policy),
            LevelEdit::Crowd(crowd) => Self::Crowd(*crowd),
            LevelEdit::Click(_) => Self::Click,
            LevelEdit::Name(name) => Self::Name(name.clone()),
            LevelEdit::About(_) => Self::About,
            LevelEdit::Several(edits) => Self::Several(edits.iter().map(|edit| Self::of(edit, level)).collect()),
        }
    }

    /// Returns the label of a change of cells that is already applied to the map.
    pub(super) fn of_cells(changes: &[CellChange], grid: &LevelGrid) -> Self {
        match changes {
            [CellChange { cell, after, .. }] => Self::Cell(*cell, grid.legend()[usize::from(after.0)].name.clone()),
            changes => Self::Cells(changes.len()),
        }
    }

    /// Merges the label with that of a later change in the same stroke.
    pub(super) fn and(self, later: Self) -> Self {
        let count = |label: &Self| match label {
            Self::Cells(count) | Self::Drawn(_, count, _) => *count,
            _ => 1,
        };
        match (self, later) {
            // One cell changed twice.
            (Self::Cell(first, _), Self::Cell(cell, name)) if first == cell => Self::Cell(cell, name),
            (Self::Drawn(shape, first, name), Self::Drawn(_, later, _)) => Self::Drawn(shape, first + later, name),
            (first, later @ (Self::Cell(..) | Self::Cells(_))) => Self::Cells(count(&first) + count(&later)),
            (first, _) => first,
        }
    }

    fn of_agent(before: Option<&LevelAgent>, after: &LevelAgent) -> Self {
        let name = after.name.clone();
        match before {
            Some(before) if *after == (LevelAgent { at: after.at, ..before.clone() }) => {
                Self::MoveAgent(name, after.at)
            }
            Some(before) if *after == (LevelAgent { goals: after.goals.clone(), ..before.clone() }) => {
                Self::Goals(name, after.goals.len())
            }
            _ => Self::Agent(name),
        }
    }

    /// Returns the approximate memory size of the label in bytes.
    pub(super) fn bytes(&self) -> usize {
        let beyond = match self {
            Self::Several(labels) => labels.iter().map(Self::bytes).sum(),
            Self::Options(options) => size_of_val(&**options),
            _ => 0,
        };
        size_of::<Self>() + beyond
    }
}

fn differing(before: &SearchOptions, after: &SearchOptions) -> Vec<OptionChange> {
    let values = OptionKey::ALL.into_iter().map(|key| (key.of(before), key.of(after)));
    values.filter(|(before, after)| before != after).map(|(_, after)| after).collect()
}
