//! Commands for watched and compared searches.

use std::path::PathBuf;

use gridwalk_level::{BoardsSetup, Clock, OpenListForm};
use gridwalk_pathfinding::Cell;
use serde::Deserialize;

use super::Heat;

/// An action on the watched search and its heat map.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum WatchCommand {
    /// Watches a search, or returns to the agents.
    Toggle,
    /// Watches a search.
    Begin,
    /// Watches a search of the selected agent; 0 is its last one.
    Selected(usize),
    /// Watches a search of the agent of that name; 0 is its last one.
    Agent(String, usize),
    /// Watches a row of the table of runs again.
    ShowRun(usize),
    /// Compares a row of the table with the watched search; a second time, ends the comparison.
    CompareRun(usize),
    /// Sets the start of the watched search.
    SetStart(Cell),
    /// Sets the goal of the watched search.
    SetGoal(Cell),
    /// Cancels the searches in progress.
    Cancel,
    /// Cancels a trace that is being read.
    CancelTrace,
    /// Runs cancelled searches again.
    SearchAgain,
    /// Selects the number by which cells are tinted, or none.
    HeatMap(Heat),
    /// Selects the next heat map.
    NextHeatMap,
    /// Selects the data structure whose comparisons the cards of the open list count.
    KeepOpenList(OpenListForm),
    /// Selects the next data structure for the open list.
    NextOpenListForm,
}

/// An action on the list of searches in a scenario file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum ScenarioCommand {
    /// Opens the list, with its map, and answers its searches.
    Open(PathBuf),
    /// Answers all searches again, under the present options.
    Run,
    /// Stops after the search in progress; the answers so far stay.
    Cancel,
    /// Watches a search of the list, counted from 0.
    Watch(usize),
    /// Watches the search after the one that is watched.
    Next,
    /// Watches the search before the one that is watched.
    Previous,
    /// Closes the list; its map stays open.
    Close,
}

/// An action on the searches that are compared side by side.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum CompareCommand {
    /// Compares searches, or returns to the previous mode.
    Toggle,
    /// Compares searches.
    Begin,
    /// Shows these boards, from the start of their searches.
    Show(BoardsSetup),
    /// Adds a board like the selected one.
    Add,
    /// Removes the selected board.
    Remove,
    /// Selects a board, from 1; changes of options apply to it.
    Select(usize),
    /// Selects the clock by which all boards advance together.
    Clock(Clock),
    /// Selects the next clock.
    NextClock,
    /// Shows the cells that only one of two boards, or both, expanded; a second time, hides them.
    ///
    /// Compares the selected board with the board of this number, from 1.
    Difference(usize),
    /// Shows the difference from the next board; after the last board, no difference.
    NextDifference,
}
