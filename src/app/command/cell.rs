//! Commands for the cell under the keyboard cursor or the pointer.

use serde::Deserialize;

/// An action on the cell under the pointer or the keyboard cursor, as by a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum CellCommand {
    /// Sends the selected agent to the cell.
    Send,
    /// Appends the cell to the orders of the selected agent.
    Queue,
    /// Sends all agents to the cell.
    SendAll,
    /// Places the selected agent on the cell.
    Place,
    /// Gives the cell the next terrain of the legend.
    NextTerrain,
    /// Gives the cell the previous terrain of the legend.
    PreviousTerrain,
    /// Begins a stroke of the editor on the cell, or ends the stroke there.
    Draw,
    /// Begins an erasing stroke on the cell, or ends the stroke there.
    Erase,
    /// Starts the watched search at the cell.
    Start,
    /// Sets the goal of the watched search.
    Goal,
    /// Answers the question of a lesson with the cell.
    Answer,
    /// Opens the cell's menu.
    Menu,
    /// Selects an entry of the open menu, from 1.
    MenuEntry(usize),
}
