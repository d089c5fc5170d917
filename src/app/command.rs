//! Everything a user can do, as plain values: keys, buttons, menus, scripts and the command palette all end here.
//!
//! The dispatcher hands each to the part that owns the data.

use std::path::PathBuf;

use bevy::prelude::*;
use derive_more::From;
use gridwalk_explain::{Breakpoint, Language};
use gridwalk_level::{BoardsSetup, Clock};
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{Cell, OptionChange};
use serde::Deserialize;

use super::section::Section;
use super::watch::{Heat, Mode, Preset, StepSize};

/// One thing that a user can do, by what it is about. Scripts write it just like this: `Agents(SendTo((10, 5)))`.
#[derive(Message, Clone, Debug, PartialEq, Deserialize, From)]
#[expect(missing_docs, reason = "the commands inside say what they are about")]
pub enum AppCommand {
    Agents(AgentCommand),
    Watch(WatchCommand),
    Compare(CompareCommand),
    Play(PlayCommand),
    Flood(Preset),
    Edit(EditCommand),
    View(ViewCommand),
    Level(LevelCommand),
    Lesson(LessonCommand),
    File(FileCommand),
    Options(OptionsCommand),
    Cell(CellCommand),
    Window(WindowCommand),
}

/// What agents are to do.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum AgentCommand {
    /// Sends the selected agent to a cell.
    SendTo(Cell),
    /// Sends it there after everything that it is to do already.
    QueueTo(Cell),
    /// Sends all agents to a cell.
    SendAllTo(Cell),
    /// Puts the selected agent on a cell; it goes on from there.
    Place(Cell),
    /// The selected agent stops and forgets its waypoints.
    Stop,
    /// Selects the agent of that name.
    Select(String),
    /// Selects the next agent of the list.
    SelectNext,
    /// Pauses all agents, or resumes.
    TogglePause,
}

/// Which search is watched, and what is drawn of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum WatchCommand {
    /// Watches a search, or goes back to the agents.
    Toggle,
    /// Watches a search.
    Begin,
    /// Watches a search of the selected agent; 0 is its last one.
    Selected(usize),
    /// Watches a search of the agent of that name; 0 is its last one.
    Agent(String, usize),
    /// Watches a row of the table of runs again.
    ShowRun(usize),
    /// Compares a row of the table with the search that is watched; again, and it is compared no more.
    CompareRun(usize),
    /// The watched search begins here.
    SetStart(Cell),
    /// The watched search ends here.
    SetGoal(Cell),
    /// Cancels the search that is under way.
    Cancel,
    /// Makes the search that was cancelled after all.
    SearchAgain,
    /// Tints cells by a number, or not.
    HeatMap(Heat),
    /// The next heat map.
    NextHeatMap,
    /// Shows what insertions into the open list would pass in a sorted list, or compare in a heap.
    ToggleHeap,
    /// Joins cells with their parents, or not.
    ToggleTree,
    /// Writes G, H and F into the cells, or not.
    ToggleNumbers,
}

/// Which searches are compared side by side, and how.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum CompareCommand {
    /// Compares searches, or goes back to what was shown before.
    Toggle,
    /// Compares searches.
    Begin,
    /// Shows these boards, from their beginning.
    Show(BoardsSetup),
    /// Adds a board like the selected one.
    Add,
    /// Removes the selected board.
    Remove,
    /// Selects a board, from 1; option changes are for it.
    Select(usize),
    /// What all boards keep step by.
    Clock(Clock),
    /// The next clock.
    NextClock,
    /// Shows which cells only the selected board expanded, only that board, from 1, or both; again, and it does no more.
    Difference(usize),
    /// The same with the next board; after the last one no difference.
    NextDifference,
    /// Cancels the searches that are under way.
    Cancel,
    /// Makes the searches that were cancelled after all.
    SearchAgain,
}

/// What the player of the watched search is to do.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum PlayCommand {
    /// Plays or pauses.
    Toggle,
    /// One step forward.
    Forward,
    /// One step back.
    Back,
    /// To the beginning.
    First,
    /// To the end.
    Last,
    /// To right after so many events.
    Seek(usize),
    /// How far a step goes.
    StepSize(StepSize),
    /// The next step size.
    NextStepSize,
    /// The speed of play as a notch, from 0, one step a second, to 19, as fast as possible.
    Speed(u8),
    /// One notch faster.
    Faster,
    /// One notch slower.
    Slower,
    /// Sets or removes a breakpoint.
    Break(Breakpoint),
    /// Removes all breakpoints.
    ClearBreaks,
    /// To the next breakpoint.
    NextBreak,
    /// To the previous breakpoint.
    PreviousBreak,
}

impl PlayCommand {
    /// Whether it moves what is played, rather than change how.
    #[must_use]
    pub const fn moves(self) -> bool {
        matches!(self, Self::Toggle | Self::Forward | Self::Back | Self::First | Self::Last | Self::Seek(_))
    }
}

/// What changes the open level.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum EditCommand {
    /// Gives a cell the terrain of that glyph.
    SetCell(Cell, char),
    /// Gives a cell the next terrain of the legend.
    NextTerrain(Cell),
    /// Gives a cell the previous terrain of the legend.
    PreviousTerrain(Cell),
    /// Gives the second cell the terrain of the first; undone together with the change of terrain before.
    LikeCell(Cell, Cell),
    /// Takes the last change of the level back.
    Undo,
    /// Makes the change again that was taken back last.
    Redo,
    /// To the state after the entry of the history with this number; 0 is the level as it was opened.
    GoTo(u32),
}

/// What part of the map is seen.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum ViewCommand {
    /// Shows the whole map.
    Fit,
    /// Shows this part of the map whole: where its upper left cell is, its columns and its rows.
    Part((i32, i32), (u32, u32)),
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
    /// Moves the cell that keys act on, to the right and down.
    MoveCursor(i32, i32),
}

/// Which level is open.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LevelCommand {
    /// Opens the level of that file name in `assets/levels`, without its ending.
    Open(String),
    /// Opens a level file wherever it lies.
    OpenFile(PathBuf),
    /// Opens the next level of the list.
    Next,
    /// Opens the previous level of the list.
    Previous,
    /// Starts the level from the beginning; what was changed in it stays.
    Restart,
}

/// The lesson that is read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LessonCommand {
    /// Opens the first lesson at its first page.
    First,
    /// Opens the lesson that was read last, where it was left; without one the first.
    Continue,
    /// Opens the lesson of that file name in `assets/lessons`, without its ending, where it was left.
    Open(String),
    /// The next page; after the last one the next lesson.
    Next,
    /// The page before.
    Back,
    /// The page of that number, from 1.
    GoTo(usize),
    /// Brings the window back to the state that the page needs.
    Restore,
    /// Answers what the page asks.
    Answer(LessonAnswer),
    /// Closes the lesson.
    Close,
}

/// An answer to a question of a lesson.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LessonAnswer {
    /// This cell.
    Cell(Cell),
    /// The answer of that number, from 1.
    Choice(usize),
    /// A number, as it was typed.
    Number(String),
}

/// Where the open level is saved, and how it is handed on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum FileCommand {
    /// Saves the level to its file.
    Save,
    /// Saves it as this file; without one asks where.
    SaveAs(Option<PathBuf>),
    /// Opens an empty level.
    New,
    /// Goes on with the same level under another name.
    Duplicate,
    /// Copies the level to the clipboard, as a text that anybody can paste.
    Copy,
    /// Opens the level of such a text; without one, that of the clipboard.
    Paste(Option<String>),
    /// Answers what is asked.
    Answer(Answer),
}

/// An answer to what a dialog asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Answer {
    /// Everything stays as it is.
    Cancel,
    /// Unsaved changes are saved first.
    Save,
    /// Unsaved changes are thrown away.
    DontSave,
    /// The file as it is on the disk does not count.
    KeepMine,
    /// The level becomes what the file says.
    TakeTheirs,
    /// Shows both line by line, or hides them.
    SeeBoth,
    /// Unsaved work of an earlier program is opened.
    Recover,
    /// It is thrown away.
    Discard,
}

/// The options of searches.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum OptionsCommand {
    /// Changes one option.
    Set(OptionChange),
    /// What agents do where the goal cannot be reached.
    Unreachable(UnreachablePolicy),
    /// The next algorithm of the list.
    NextAlgorithm,
    /// The previous algorithm of the list.
    PreviousAlgorithm,
}

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

/// Panels, language and the program itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum WindowCommand {
    /// What the window is for.
    Mode(Mode),
    /// Folds the side panel away, or out again.
    TogglePanel,
    /// Shows or hides the list of keys.
    ToggleHelp,
    /// Opens or closes the table of runs with all columns.
    ToggleRuns,
    /// Shows the closed list in place of the open list, or the open list again.
    ToggleClosed,
    /// Shows what a tick costs, or hides it.
    ToggleMeter,
    /// Shows what the marks of a watched search mean, or puts it away.
    ToggleLegend,
    /// A click gives a cell the next terrain, or sends the agent again.
    ToggleClick,
    /// Lets nothing move by itself, or again.
    ToggleMotion,
    /// Folds a section of the side panel, or out again.
    Fold(Section),
    /// Opens the menu of a cell, or closes it.
    CellMenu(Option<Cell>),
    /// Closes the hints of the first start.
    DismissHints,
    /// Closes what lies on top, or cancels the search under way.
    Back,
    /// Says everything in this language.
    Speak(Language),
    /// Says everything in the next language.
    NextLanguage,
    /// Makes text and panels larger or smaller by this factor; 0 is the normal size.
    Scale(f32),
    /// Opens or closes the command palette.
    TogglePalette,
    /// Saves a picture of the window; without a name as a new file with a number.
    Screenshot(Option<PathBuf>),
    /// Ends the program.
    Quit,
}

impl From<OptionChange> for AppCommand {
    fn from(change: OptionChange) -> Self {
        Self::Options(OptionsCommand::Set(change))
    }
}
