//! Commands that select agents.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// A change of the selected agents.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum SelectionCommand {
    /// Selects the agents in the rectangle between two cells, both included.
    In(Cell, Cell),
    /// Adds the agents in the rectangle between two cells, both included.
    AlsoIn(Cell, Cell),
    /// Adds the agent of that name, or removes it if it is selected.
    Turn(String),
    /// Makes the agent of that name the one that the panel describes; it is selected alone unless it is selected already.
    Lead(String),
    /// Selects all agents.
    All,
    /// Selects the agent alone that the panel describes.
    Lone,
    /// Keeps the selected agents as the group with this number, from 1 to 9.
    Keep(usize),
    /// Selects the group with this number.
    Recall(usize),
}
