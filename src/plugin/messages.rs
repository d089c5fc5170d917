//! What is said about ways: wishes, refusals, and the settings they are answered under.

use bevy::prelude::*;

use super::FailReason;
use crate::pathfinding::formats::UnreachablePolicy;
use crate::pathfinding::{Cell, SearchOptions};

/// How agents search.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct PathfindingSettings {
    /// Algorithm, movement, costs and ties.
    pub options: SearchOptions,
    /// What happens when a goal is blocked or cannot be reached.
    pub unreachable: UnreachablePolicy,
}

/// "Route this agent to that cell." Replaces what the agent is doing.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathRequest {
    /// Who shall walk.
    pub agent: Entity,
    /// Where to.
    pub goal: Cell,
    /// Who asks.
    pub cause: PlanCause,
}

impl PathRequest {
    /// An order from outside: it ends the agent's patrol and forgets its queued waypoints.
    #[must_use]
    pub const fn new(agent: Entity, goal: Cell) -> Self {
        Self { agent, goal, cause: PlanCause::Order }
    }
}

/// Why a search is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanCause {
    /// Somebody sent the agent.
    Order,
    /// Its next waypoint or patrol stop is due.
    NextWaypoint,
    /// An edit crossed its way.
    Edit,
}

/// "After all that, go there too."
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueWaypoint {
    /// Who shall walk.
    pub agent: Entity,
    /// Where to, last.
    pub goal: Cell,
}

/// "Stop." The agent finishes its step; waypoints and patrol are forgotten.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CancelPath {
    /// Who shall stop.
    pub agent: Entity,
}

/// Says why an agent does not walk: as a component until its next request, and as a message.
#[derive(Component, Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathFailed {
    /// Who stays.
    pub agent: Entity,
    /// Where it was to go.
    pub goal: Cell,
    /// Why it does not.
    pub reason: FailReason,
}

/// A way was found and the agent sets off.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathFound {
    /// Who walks.
    pub agent: Entity,
    /// Where to; with [`UnreachablePolicy::Nearest`] perhaps not the cell asked for.
    pub goal: Cell,
}
