//! Requests for paths, their answers, and the options they are answered under.

use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

use crate::level::UnreachablePolicy;
use crate::pathfinding::{Cell, NoPathReason, Refusal, SearchOptions};

/// How agents search, unless they have [`AgentOptions`](super::AgentOptions) of their own.
#[derive(Resource, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct PathfindingOptions {
    /// Algorithm, movement, costs and tie-breaking.
    pub options: SearchOptions,
    /// What happens when a goal is blocked or cannot be reached.
    pub unreachable: UnreachablePolicy,
}

/// "Route this agent to that cell." Replaces what the agent is doing.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct PathRequest {
    /// The agent that is to walk.
    pub agent: Entity,
    /// Where to.
    pub goal: Cell,
    /// Why.
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
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Clone, Debug, PartialEq)]
pub enum PlanCause {
    /// The agent was sent there.
    Order,
    /// Its next waypoint or patrol stop is due.
    NextWaypoint,
    /// An edit crossed its path, or may have made a cheaper one.
    Edit,
    /// It was put on another cell.
    Placed,
}

/// "After all that, go there too."
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct QueueWaypoint {
    /// The agent that is to walk.
    pub agent: Entity,
    /// Where to, last.
    pub goal: Cell,
}

/// "Stop." The agent finishes its step; waypoints and patrol are forgotten.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct CancelPath {
    /// The agent that is to stop.
    pub agent: Entity,
}

/// "Put this agent on that cell." From there it goes on to where it was going. Where it cannot stand it is not put.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct PlaceAgent {
    /// The agent that is put.
    pub agent: Entity,
    /// Where to.
    pub cell: Cell,
}

/// Why an agent does not walk: as a component until its next request, and as a message, written when the component is
/// inserted.
#[derive(Component, Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Message, Clone, Debug, PartialEq)]
#[component(on_insert = report_failure)]
pub struct PathFailed {
    /// The agent that stays.
    pub agent: Entity,
    /// Where it was to go.
    pub goal: Cell,
    /// Why it does not.
    pub reason: FailReason,
}

fn report_failure(mut world: DeferredWorld, context: HookContext) {
    if let Some(failed) = world.get::<PathFailed>(context.entity).copied() {
        world.write_message(failed);
    }
}

/// Why an agent does not walk.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[reflect(Clone, Debug, PartialEq)]
pub enum FailReason {
    /// The goal is not on the map.
    #[error("the goal lies outside the map")]
    Outside,
    /// The goal is a wall.
    #[error("the goal is blocked")]
    Blocked,
    /// No path leads to the goal.
    #[error("the goal is walled off")]
    Unreachable,
    /// The request was cancelled.
    #[error("the order was cancelled")]
    Cancelled,
    /// The agent is where it cannot stand.
    #[error("the agent stands on a blocked cell")]
    Stuck,
    /// Every path costs more than the options allow.
    #[error("every path is over the cost limit")]
    OverCostLimit,
    /// No path stays inside the region that the options allow.
    #[error("no path stays inside the region that may be searched")]
    NotInRegion,
    /// The search ended after as many expansions as the options allow.
    #[error("the search ran out of its budget of expansions")]
    OutOfBudget,
    /// The options are invalid together, or unsupported on this map.
    #[error("{0}")]
    Refused(Refusal),
}

impl From<NoPathReason> for FailReason {
    fn from(reason: NoPathReason) -> Self {
        match reason {
            NoPathReason::Unreachable => Self::Unreachable,
            NoPathReason::OverCostLimit => Self::OverCostLimit,
            NoPathReason::NotInRegion => Self::NotInRegion,
        }
    }
}

/// A path was found and the agent sets off.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct PathFound {
    /// The agent that walks.
    pub agent: Entity,
    /// Where to; with [`UnreachablePolicy::Nearest`] perhaps not the cell asked for.
    pub goal: Cell,
}
