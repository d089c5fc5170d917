//! What is said about ways: wishes, refusals, and the settings they are answered under.

use std::fmt;

use bevy::prelude::*;

use crate::pathfinding::formats::UnreachablePolicy;
use crate::pathfinding::{Cell, NoPathReason, Refusal, SearchOptions};

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

/// Why there is no way to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailReason {
    /// The goal is not on the map.
    Outside,
    /// The goal is a wall.
    Blocked,
    /// No way leads to the goal.
    Unreachable,
    /// The request was taken back.
    Cancelled,
    /// The agent stands in a wall and no free cell is left.
    Stuck,
    /// Every way is dearer than the settings allow.
    TooDear,
    /// No way stays inside the region that the settings allow.
    NotInRegion,
    /// The search gave up after as many expansions as the settings allow.
    OutOfBudget,
    /// The settings make no sense together, or on this map.
    Refused(Refusal),
}

impl From<NoPathReason> for FailReason {
    fn from(reason: NoPathReason) -> Self {
        match reason {
            NoPathReason::Unreachable => Self::Unreachable,
            NoPathReason::TooDear => Self::TooDear,
            NoPathReason::NotInRegion => Self::NotInRegion,
        }
    }
}

impl fmt::Display for FailReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Outside => "the goal lies outside the map",
            Self::Blocked => "the goal is blocked",
            Self::Unreachable => "the goal is walled off",
            Self::Cancelled => "the order was taken back",
            Self::Stuck => "there is no free cell to stand on",
            Self::TooDear => "every way is dearer than the limit",
            Self::NotInRegion => "no way stays inside the region that may be searched",
            Self::OutOfBudget => "the search gave up at its limit of expansions",
            Self::Refused(refusal) => return refusal.fmt(f),
        })
    }
}

/// A way was found and the agent sets off.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathFound {
    /// Who walks.
    pub agent: Entity,
    /// Where to; with [`UnreachablePolicy::Nearest`] perhaps not the cell asked for.
    pub goal: Cell,
}
