//! Commands to agents.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// A command to agents.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum AgentCommand {
    /// Sends the selected agent to a cell.
    SendTo(Cell),
    /// Sends the selected agent to a cell after its other goals.
    QueueTo(Cell),
    /// Sends all agents to a cell.
    SendAllTo(Cell),
    /// Puts the selected agent on a cell; it continues from there.
    Place(Cell),
    /// Stops the selected agent and clears its waypoints.
    Stop,
    /// Selects the agent of that name.
    Select(String),
    /// Selects the next agent in the list.
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
