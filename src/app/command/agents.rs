//! Commands to agents.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// A command to agents.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum AgentCommand {
    /// Sends the selected agents to a cell.
    SendTo(Cell),
    /// Sends the selected agents to a cell after their other goals.
    QueueTo(Cell),
    /// Sends all agents to a cell.
    SendAllTo(Cell),
    /// Lines up the selected agents between two cells, each on a cell of its own.
    Line(Cell, Cell),
    /// Puts the selected agent on a cell; it continues from there.
    Place(Cell),
    /// Stops the selected agents and clears their waypoints.
    Stop,
    /// Stops all agents and clears their waypoints.
    StopAll,
    /// Fixes the selected agents of a crowd on their cells, so that nobody pushes them, or frees them.
    Hold,
    /// Selects the agent of that name.
    Select(String),
    /// Selects the next agent in the list; of several selected agents, describes the next one.
    SelectNext,
    /// Pauses or resumes all agents.
    TogglePause,
    /// Pauses all agents and advances by one tick.
    Tick,
    /// Doubles the speed of time for agents.
    Faster,
    /// Halves the speed of time for agents.
    Slower,
    /// Resets the speed of time for agents.
    NormalSpeed,
}
