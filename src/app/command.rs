//! Everything a user can do, as plain values: buttons, keys, clicks and scripts all end here.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Phrase;
use crate::pathfinding::{Cell, Language};

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
    /// Gives up the search that is under way.
    CancelSearch,
    /// Makes the search that was given up after all.
    SearchAgain,
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
    /// Moves the cell that keys act on, to the right and down.
    MoveCursor(i32, i32),
    /// Opens the menu of a cell, or closes it.
    CellMenu(Option<Cell>),
    /// Shows what the marks of a watched search mean, or puts it away.
    ShowLegend(bool),
    /// Opens or closes the table of runs with all columns.
    ToggleRuns,
    /// Tints cells by `g`, `h`, `f` or `order` of expansion, or not: `off`.
    HeatMap(String),
    /// The next heat map.
    NextHeatMap,
    /// Joins cells with their parents, or not.
    ToggleTree,
    /// Writes G, H and F into the cells, or not.
    ToggleNumbers,
    /// Says everything in this language: `en` or `zh`.
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

/// Keys or mouse, as people call them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// What is written on them.
    Signs(&'static str),
    /// In words.
    Named(Phrase),
}

impl Keys {
    /// What they are called in a language.
    #[must_use]
    pub const fn text(self, language: Language) -> &'static str {
        match self {
            Self::Signs(signs) => signs,
            Self::Named(phrase) => phrase.text(language),
        }
    }
}

/// One line of the key list.
pub struct KeyHelp {
    /// Keys or mouse.
    pub keys: Keys,
    /// What they do.
    pub does: Phrase,
}

const fn key(signs: &'static str, does: Phrase) -> KeyHelp {
    KeyHelp { keys: Keys::Signs(signs), does }
}

const fn named(keys: Phrase, does: Phrase) -> KeyHelp {
    KeyHelp { keys: Keys::Named(keys), does }
}

/// Keys and mouse actions that are good everywhere or with agents, in the order in which help shows them.
pub const KEYS: [KeyHelp; 25] = [
    named(Phrase::KeyClick, Phrase::DoesSend),
    named(Phrase::KeyClickAgent, Phrase::DoesSelect),
    named(Phrase::KeyDoubleClickAgent, Phrase::DoesWatchAgent),
    named(Phrase::KeyShiftClick, Phrase::DoesQueue),
    named(Phrase::KeyCtrlClick, Phrase::DoesSendAll),
    named(Phrase::KeyShiftArrows, Phrase::DoesMoveCursor),
    named(Phrase::KeyEnter, Phrase::DoesClickByKey),
    named(Phrase::KeyDrag, Phrase::DoesMoveMapByDrag),
    named(Phrase::KeyWheel, Phrase::DoesZoomAtPointer),
    named(Phrase::KeyArrows, Phrase::DoesMoveMap),
    key("+ / −", Phrase::DoesZoom),
    key("F", Phrase::DoesFit),
    named(Phrase::KeySpace, Phrase::DoesHold),
    key("N", Phrase::DoesSelectNext),
    key("S", Phrase::DoesStop),
    key("R", Phrase::DoesRestart),
    key("W", Phrase::DoesWatch),
    key("Shift + W", Phrase::DoesWatchSelected),
    key("A, Shift + A", Phrase::DoesChangeAlgorithm),
    key("Z", Phrase::DoesChangeLanguage),
    key("Page up / down", Phrase::DoesChangeLevel),
    key("Tab", Phrase::DoesFoldPanel),
    named(Phrase::KeyHelp, Phrase::DoesHelp),
    key("Ctrl + / − / 0", Phrase::DoesScale),
    key("F12", Phrase::DoesPicture),
];

/// What keys and mouse do while a search is watched.
pub const WATCH_KEYS: [KeyHelp; 17] = [
    named(Phrase::KeyDragEnds, Phrase::DoesFollow),
    named(Phrase::KeyClickEnds, Phrase::DoesMoveEnds),
    named(Phrase::KeyRightClick, Phrase::DoesOpenCellMenu),
    named(Phrase::KeyEnter, Phrase::DoesMoveEndsByKey),
    key("1 – 5", Phrase::DoesMenuEntry),
    named(Phrase::KeySpace, Phrase::DoesPlay),
    named(Phrase::KeyLeftRight, Phrase::DoesStep),
    key("Home / End", Phrase::DoesJump),
    key("[ / ]", Phrase::DoesSpeed),
    key("E", Phrase::DoesStepSize),
    key("B, Shift + B", Phrase::DoesBreaks),
    key("X", Phrase::DoesClearBreaks),
    key("H", Phrase::DoesHeat),
    key("T / G", Phrase::DoesTree),
    key("L", Phrase::DoesLegend),
    key("U", Phrase::DoesAllRuns),
    key("Esc", Phrase::DoesGiveUp),
];
