//! What an entry of the history did, as facts; words are made of them elsewhere.

use gridwalk_pathfinding::{
    Cell, CellChange, GridSize, KeepOffWalls, OptionChange, OptionKey, SearchOptions, UnreachablePolicy,
};

use crate::shapes::Shape;
use crate::{Level, LevelAgent, LevelEdit, LevelGrid, Turn};

/// What was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// So many cells got another terrain.
    Cells(usize),
    /// This cell got the terrain of this name.
    Cell(Cell, String),
    /// A stroke of this shape gave so many cells the terrain of this name.
    Drawn(Shape, usize, String),
    /// A part of the map was cut out, put in or moved there: so many cells are different.
    Piece(usize),
    /// The map has another size now.
    Resize(GridSize),
    /// The map was turned.
    Turn(Turn),
    /// Another map took the place of the old one.
    Map(GridSize),
    /// The legend changed.
    Legend,
    /// The portals changed.
    Portals,
    /// The agent of this name joined.
    AddAgent(String),
    /// The agent of this name left.
    RemoveAgent(String),
    /// The agent of this name starts somewhere else.
    MoveAgent(String, Cell),
    /// The agent of this name goes to other goals, so many.
    Goals(String, usize),
    /// The agent of this name, as it is called now, changed in more than one way, or in another.
    Agent(String),
    /// The extra cost near walls for all agents is this one now.
    KeepOffWalls(Option<KeepOffWalls>),
    /// These options have these values now.
    Options(Vec<OptionChange>),
    /// The policy for goals that cannot be reached is this one now.
    Unreachable(UnreachablePolicy),
    /// Clicks do something else now.
    Click,
    /// The level is called so now.
    Name(String),
    /// The text about the level changed.
    About,
    /// The file changed on disk, and was read again.
    Reload,
    /// Several things at once.
    Several(Vec<Self>),
}

impl Label {
    /// What the edit will do to the level.
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
            LevelEdit::KeepOffWalls(keep_off) => Self::KeepOffWalls(*keep_off),
            LevelEdit::Options(options) => Self::Options(differing(&level.search, options)),
            LevelEdit::Unreachable(policy) => Self::Unreachable(*policy),
            LevelEdit::Click(_) => Self::Click,
            LevelEdit::Name(name) => Self::Name(name.clone()),
            LevelEdit::About(_) => Self::About,
            LevelEdit::Several(edits) => Self::Several(edits.iter().map(|edit| Self::of(edit, level)).collect()),
        }
    }

    /// What an edit of cells did, in the map as it is now.
    pub(super) fn of_cells(changes: &[CellChange], grid: &LevelGrid) -> Self {
        match changes {
            [CellChange { cell, after, .. }] => Self::Cell(*cell, grid.legend()[usize::from(after.0)].name.clone()),
            changes => Self::Cells(changes.len()),
        }
    }

    /// This and what was done in the same stroke after it.
    pub(super) fn and(self, later: Self) -> Self {
        let count = |label: &Self| match label {
            Self::Cells(count) | Self::Drawn(_, count, _) => *count,
            _ => 1,
        };
        match (self, later) {
            // There and on in one cell.
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

    /// About how many bytes of memory it takes.
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
