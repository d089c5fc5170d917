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
    /// Watches a search, or goes back to the agents.
    ToggleWatch,
    /// Watches a search.
    Watch,
    /// Watches a search of the agent of that name, or of the selected one where the name is empty; 0 is its
    /// last one.
    WatchAgent(String, usize),
    /// Watches a row of the table of runs again.
    ShowRun(usize),
    /// Compares a row of the table with the search that is watched; again, and it is compared no more.
    CompareRun(usize),
    /// The watched search begins here.
    SetStart(Cell),
    /// The watched search ends here.
    SetGoal(Cell),
    /// Plays or pauses.
    TogglePlay,
    /// One step forward.
    StepForward,
    /// One step back.
    StepBack,
    /// To the beginning.
    First,
    /// To the end.
    Last,
    /// To right after so many events.
    Seek(usize),
    /// How far a step goes: `event`, `expansion` or `f-layer`.
    StepSize(String),
    /// The next step size.
    NextStepSize,
    /// The speed of play as a notch, from 0, one step a second, to 19, as fast as possible.
    Speed(u8),
    /// One notch faster.
    Faster,
    /// One notch slower.
    Slower,
    /// Sets or removes a breakpoint, such as `closed 3,4`, `f > 40`, `reopened` or `goal`.
    Break(String),
    /// Removes all breakpoints.
    ClearBreaks,
    /// To the next breakpoint.
    NextBreak,
    /// To the previous breakpoint.
    PreviousBreak,
    /// Tints cells by `g`, `h`, `f` or `order` of expansion, or not: `off`.
    HeatMap(String),
    /// The next heat map.
    NextHeatMap,
    /// Joins cells with their parents, or not.
    ToggleTree,
    /// Writes G, H and F into the cells, or not.
    ToggleNumbers,
    /// Explains steps in this language: `en` or `zh`.
    Speak(String),
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

/// Keys and mouse actions that are good everywhere or with agents, in the order in which help shows them.
pub const KEYS: [KeyHelp; 19] = [
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
    key("W", "watch a search, or go back"),
    key("Page up / down", "previous or next level"),
    key("Tab", "fold the side panel"),
    key("F1 or ?", "show or hide this list"),
    key("Ctrl + / − / 0", "larger, smaller, normal text"),
    key("F12", "save a picture of the window"),
];

/// What keys and mouse do while a search is watched.
pub const WATCH_KEYS: [KeyHelp; 11] = [
    key("Drag start or goal", "the search follows"),
    key("Click, Shift + click", "move the goal, the start"),
    key("Right click", "stop when the cell is opened"),
    key("Space", "play or pause"),
    key("Left / right", "one step back or forward"),
    key("Home / End", "to the beginning, to the end"),
    key("[ / ]", "slower, faster"),
    key("E", "step by event, expansion, f-layer"),
    key("B, Shift + B", "next, previous breakpoint"),
    key("H", "next heat map"),
    key("T / G", "search tree, numbers in cells"),
];
