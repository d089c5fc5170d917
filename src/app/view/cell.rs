//! The cell that keys act on: what a click does there, keys do too.

use bevy::prelude::*;
use bevy_gridwalk::{GridReplaced, NavGrid};
use gridwalk_explain::Breakpoint;
use gridwalk_pathfinding::Cell;

use crate::app::command::{
    AgentCommand, AppCommand, CellCommand, EditCommand, LessonAnswer, LessonCommand, PlayCommand, ToolCommand,
    WatchCommand, WindowCommand,
};
use crate::app::{Hovered, Notes, Phrase};

/// Whether the cell under the pointer was chosen by keys, and where the mouse was then: as long as it stays
/// there, the keys have it.
#[derive(Resource, Default, Debug)]
pub struct CellCursor {
    chosen: bool,
    mouse: Option<Vec2>,
}

impl CellCursor {
    /// Chosen by keys while the mouse is here.
    pub fn choose(&mut self, mouse: Option<Vec2>) {
        *self = Self { chosen: true, mouse };
    }

    /// Whether the keys still have the cell, while the mouse is here.
    pub fn holds(&mut self, mouse: Option<Vec2>) -> bool {
        self.chosen &= self.mouse == mouse;
        self.chosen
    }
}

/// The menu of a cell from above, which is also their numbers, from 1: what they are called, and what they do to a cell.
pub const MENU: [(Phrase, fn(Cell) -> AppCommand); 5] = [
    (Phrase::SearchFromHere, |cell| WatchCommand::SetStart(cell).into()),
    (Phrase::SearchToHere, |cell| WatchCommand::SetGoal(cell).into()),
    (Phrase::StopWhenOpened, |cell| PlayCommand::Break(Breakpoint::Opened(cell)).into()),
    (Phrase::StopWhenClosed, |cell| PlayCommand::Break(Breakpoint::Closed(cell)).into()),
    (Phrase::StopWhenRelaxed, |cell| PlayCommand::Break(Breakpoint::Relaxed(cell)).into()),
];

/// The cell whose menu is open: the next click closes it and does nothing else.
#[derive(Resource, Default, Debug)]
pub struct CellMenu(pub Option<Cell>);

/// The menu of a cell of the old map.
pub(super) fn close_menu(mut replaced: MessageReader<GridReplaced>, mut menu: ResMut<CellMenu>) {
    if replaced.read().count() > 0 {
        menu.0 = None;
    }
}

/// The command for the cell that is meant.
pub(in crate::app) fn resolve(
    In(command): In<CellCommand>,
    hovered: Res<Hovered>,
    grid: Res<NavGrid>,
    mut menu: ResMut<CellMenu>,
    mut notes: ResMut<Notes>,
) -> Option<AppCommand> {
    let on_cell: fn(Cell) -> AppCommand = match command {
        CellCommand::Send => |cell| AgentCommand::SendTo(cell).into(),
        CellCommand::Queue => |cell| AgentCommand::QueueTo(cell).into(),
        CellCommand::SendAll => |cell| AgentCommand::SendAllTo(cell).into(),
        CellCommand::Place => |cell| AgentCommand::Place(cell).into(),
        CellCommand::NextTerrain => |cell| EditCommand::NextTerrain(cell).into(),
        CellCommand::PreviousTerrain => |cell| EditCommand::PreviousTerrain(cell).into(),
        CellCommand::Draw => |cell| ToolCommand::Press(cell).into(),
        CellCommand::Erase => |cell| ToolCommand::PressErasing(cell).into(),
        CellCommand::Start => |cell| WatchCommand::SetStart(cell).into(),
        CellCommand::Goal => |cell| WatchCommand::SetGoal(cell).into(),
        CellCommand::Answer => |cell| LessonCommand::Answer(LessonAnswer::Cell(cell)).into(),
        CellCommand::Menu => |cell| WindowCommand::CellMenu(Some(cell)).into(),
        CellCommand::MenuEntry(number) => {
            let cell = menu.0.filter(|cell| grid.grid().is_walkable(*cell))?;
            let (_, command) = MENU.get(number.checked_sub(1)?)?;
            menu.0 = None;
            return Some(command(cell));
        }
    };
    let cell = hovered.0.filter(|cell| grid.grid().contains(*cell));
    if cell.is_none() {
        notes.warn(Phrase::NoCellChosen);
    }
    cell.map(on_cell)
}
