//! The keyboard cursor: a cell on which keys act as clicks do.

use bevy::prelude::*;
use bevy_gridwalk::{GridReplaced, NavGrid};
use gridwalk_explain::Breakpoint;
use gridwalk_pathfinding::Cell;

use crate::app::command::{
    AgentCommand, AppCommand, CellCommand, EditCommand, LessonAnswer, LessonCommand, PlayCommand, ToolCommand,
    WatchCommand, WindowCommand,
};
use crate::app::{Hovered, Notes, Phrase};

/// State of the keyboard cursor, and the mouse position when it was used last.
///
/// The keyboard cursor determines the hovered cell until the mouse moves.
#[derive(Resource, Default, Debug)]
pub struct CellCursor {
    chosen: bool,
    mouse: Option<Vec2>,
}

impl CellCursor {
    /// Records a choice by keyboard with the current mouse position.
    pub fn choose(&mut self, mouse: Option<Vec2>) {
        *self = Self { chosen: true, mouse };
    }

    /// Returns `true` while the keyboard cursor is used; ends it when the mouse has moved.
    pub fn holds(&mut self, mouse: Option<Vec2>) -> bool {
        self.chosen &= self.mouse == mouse;
        self.chosen
    }
}

/// Entries of the cell menu from the top, numbered from 1: their titles and their commands.
pub const MENU: [(Phrase, fn(Cell) -> AppCommand); 5] = [
    (Phrase::SearchFromHere, |cell| WatchCommand::SetStart(cell).into()),
    (Phrase::SearchToHere, |cell| WatchCommand::SetGoal(cell).into()),
    (Phrase::StopWhenOpened, |cell| PlayCommand::Break(Breakpoint::Opened(cell)).into()),
    (Phrase::StopWhenClosed, |cell| PlayCommand::Break(Breakpoint::Closed(cell)).into()),
    (Phrase::StopWhenRelaxed, |cell| PlayCommand::Break(Breakpoint::Relaxed(cell)).into()),
];

/// The cell whose menu is open. The next click only closes the menu.
#[derive(Resource, Default, Debug)]
pub struct CellMenu(pub Option<Cell>);

/// Closes the menu when the map is replaced.
pub(super) fn close_menu(mut replaced: MessageReader<GridReplaced>, mut menu: ResMut<CellMenu>) {
    if replaced.read().count() > 0 {
        menu.0 = None;
    }
}

/// Returns the command for the cell under the pointer or the keyboard cursor.
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
