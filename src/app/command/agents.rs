//! What agents are to do.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

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
    /// Pauses all agents and makes one tick.
    Tick,
    /// Time passes twice as fast for agents.
    Faster,
    /// Time passes half as fast for agents.
    Slower,
    /// Time passes for agents as in the world.
    NormalSpeed,
}
