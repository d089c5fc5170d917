//! States of agents, and the steps of a tick.

use gridwalk_pathfinding::Cell;

use super::agents::AgentId;

/// The state of an agent after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It was sent nowhere and stands on its cell.
    Resting,
    /// It makes a step.
    Walking,
    /// Another agent is in the way of its best step.
    Waiting {
        /// The agent in the way.
        for_agent: AgentId,
        /// The tick in which it began to wait.
        since: u64,
    },
    /// It was pushed off its cell and returns when it can.
    Yielding {
        /// The agent that pushed it.
        to: AgentId,
        /// The tick in which it was pushed.
        since: u64,
    },
    /// It has arrived.
    Settled,
    /// It has come no closer to its goal for a long time, and no plan was found that lets it.
    Blocked {
        /// The agent in the way.
        by: AgentId,
        /// The tick since which it came no closer.
        since: u64,
    },
    /// No path leads to its goal.
    Unreachable,
}

/// A step that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The agent.
    pub agent: AgentId,
    /// The cell that it leaves.
    pub from: Cell,
    /// The cell that it enters.
    pub to: Cell,
    /// The tick in which the step begins.
    pub begin: u64,
    /// The tick in which it is over.
    pub end: u64,
}

/// The events of a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Steps that begin, in the order in which they were decided.
    pub steps: Vec<Step>,
    /// Agents that have arrived, in the order of their steps.
    pub arrived: Vec<AgentId>,
}
