//! Which searches are watched and compared, and what is drawn of them.

use gridwalk_level::{BoardsSetup, Clock};
use gridwalk_pathfinding::Cell;
use serde::Deserialize;

use super::Heat;

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
    /// Cancels the searches that are under way.
    Cancel,
    /// Cancels a trace that is being read.
    CancelTrace,
    /// Makes the searches that were cancelled after all.
    SearchAgain,
    /// Tints cells by a number, or not.
    HeatMap(Heat),
    /// The next heat map.
    NextHeatMap,
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
}
