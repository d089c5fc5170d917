//! What is done with the cell that keys act on.

use serde::Deserialize;

/// What is done with the cell under the pointer, or the one that was chosen by keys: the same as by a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum CellCommand {
    /// Sends the selected agent there.
    Send,
    /// Sends it there after everything that it is to do already.
    Queue,
    /// Sends all agents there.
    SendAll,
    /// Puts the selected agent there.
    Place,
    /// Gives it the next terrain of the legend.
    NextTerrain,
    /// Gives it the previous terrain of the legend.
    PreviousTerrain,
    /// A stroke of the editor begins there, or ends.
    Draw,
    /// The same with one that erases.
    Erase,
    /// The watched search begins there.
    Start,
    /// The watched search ends there.
    Goal,
    /// It is the answer to the question of a lesson.
    Answer,
    /// Opens the cell's menu.
    Menu,
    /// An entry of the menu that is open, from 1.
    MenuEntry(usize),
}
