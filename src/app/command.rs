//! Everything a user can do, as plain values: buttons, keys, clicks and scripts all end here.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::pathfinding::Cell;

/// One thing that a user can do. Scripts write it just like this: `SendTo((10, 5))`.
#[derive(Message, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AppCommand {
    /// Sends the selected agent to a cell.
    SendTo(Cell),
    /// Sends it there after everything that it is to do already.
    QueueTo(Cell),
    /// Sends all agents to a cell.
    SendAllTo(Cell),
    /// The selected agent stops and forgets its waypoints.
    Stop,
    /// Selects the agent of that name.
    Select(String),
    /// Selects the next agent of the list.
    SelectNext,
    /// Holds or lets walk.
    TogglePause,
    /// Opens the level of that file name in `assets/levels`, without its ending.
    OpenLevel(String),
    /// Opens the next level of the list.
    NextLevel,
    /// Opens the previous level of the list.
    PreviousLevel,
    /// Starts the level from the beginning, with its own settings.
    Restart,
    /// Shows the whole map.
    Fit,
    /// Zooms by this factor at a place of the window, in logical pixels; without one, at the middle of the map.
    Zoom {
        /// Above 1 makes cells larger.
        factor: f32,
        /// Where the map stands still.
        at: Option<(f32, f32)>,
    },
    /// Moves the map by logical pixels.
    Pan {
        /// To the right.
        x: f32,
        /// Down.
        y: f32,
    },
    /// Sets one search setting: the key and the value that a level file would use,
    /// such as `("algorithm", "dijkstra")`.
    Set(String, String),
    /// Gives a cell the terrain of that glyph.
    SetCell(Cell, char),
    /// Folds the side panel away, or out again.
    TogglePanel,
    /// Shows or hides the list of keys.
    ToggleHelp,
    /// Closes the hints of the first start.
    DismissHints,
    /// Makes text and panels larger or smaller by this factor; 0 is the normal size.
    Scale(f32),
    /// Saves a picture of the window.
    Screenshot(String),
    /// Ends the program.
    Quit,
}

/// One line of the key list.
pub struct KeyHelp {
    /// Keys or mouse, as people call them.
    pub keys: &'static str,
    /// What they do.
    pub does: &'static str,
}

const fn key(keys: &'static str, does: &'static str) -> KeyHelp {
    KeyHelp { keys, does }
}

/// All keys and mouse actions, in the order in which help shows them.
pub const KEYS: [KeyHelp; 18] = [
    key("Click", "send the selected agent to a cell"),
    key("Click an agent", "select it"),
    key("Shift + click", "queue a waypoint"),
    key("Ctrl + click", "send all agents"),
    key("Drag", "move the map (any mouse button)"),
    key("Wheel", "zoom at the pointer"),
    key("Arrows", "move the map"),
    key("+ / −", "zoom in and out"),
    key("F", "fit the map into the window"),
    key("Space", "hold or walk on"),
    key("N", "select the next agent"),
    key("S", "stop the selected agent"),
    key("R", "restart the level"),
    key("Page up / down", "previous or next level"),
    key("Tab", "fold the side panel"),
    key("F1 or ?", "show or hide this list"),
    key("Ctrl + / − / 0", "larger, smaller, normal text"),
    key("F12", "save a picture of the window"),
];
