//! Requests for paths, their answers, and other messages about agents.

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::{Cell, NoPathReason, Refusal};

use super::in_crowd::CrowdMisfit;

/// Request for a path to a cell: trigger it, or write it as a message.
///
/// It replaces the agent's present activity, and its older request if that still waits. It is kept
/// until the plugin reads it, even while the plugin's sets do not run.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::Cell;
/// use bevy_gridwalk::PathRequest;
/// let mut world = bevy::prelude::World::new();
/// let agent = world.spawn_empty().id();
/// let urgent = PathRequest { priority: 10, ..PathRequest::new(agent, Cell::new(3, 4)) };
/// ```
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct PathRequest {
    /// The agent that is to walk.
    #[event_target]
    pub agent: Entity,
    /// The cell to walk to.
    pub goal: Cell,
    /// The cause of the request.
    pub cause: PlanCause,
    /// Priority of the request, 0 by default; higher ones are always served first.
    pub priority: i8,
}

impl PathRequest {
    /// Creates an order from outside: it ends the agent's patrol and clears its queued waypoints.
    #[must_use]
    pub const fn new(agent: Entity, goal: Cell) -> Self {
        Self::because(PlanCause::Order, agent, goal)
    }

    /// Creates a request with this cause.
    #[must_use]
    pub const fn because(cause: PlanCause, agent: Entity, goal: Cell) -> Self {
        Self {
            agent,
            goal,
            cause,
            priority: 0,
        }
    }

    /// Returns the request with another priority: higher ones are served first.
    #[must_use]
    pub const fn with_priority(self, priority: i8) -> Self {
        Self { priority, ..self }
    }
}

/// The cause of a search.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlanCause {
    /// The agent was sent to the goal.
    Order,
    /// The agent was sent to the nearest of several goals.
    OrderToNearest,
    /// The agent's next waypoint or patrol stop is due.
    NextWaypoint,
    /// The entity that the agent follows has moved.
    Follow,
    /// An edit crossed the agent's path, or may have made a cheaper one.
    Edit,
    /// The agent was put on another cell.
    Placed,
}

impl PlanCause {
    /// Whether the cause is an order from outside, which ends the agent's present activity.
    pub(super) const fn is_order(self) -> bool {
        matches!(self, Self::Order | Self::OrderToNearest)
    }

    /// Whether the agent keeps the list of goals that it can choose from.
    pub(super) const fn keeps_goals(self) -> bool {
        matches!(self, Self::OrderToNearest | Self::Edit | Self::Placed)
    }
}

/// Request to append a goal after all others: trigger it, or write it as a message.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct QueueWaypoint {
    /// The agent that is to walk.
    #[event_target]
    pub agent: Entity,
    /// The cell that becomes the last goal.
    pub goal: Cell,
}

/// Request to stop: trigger it, or write it as a message.
///
/// The agents finish their step, unless they are to stop [`Here`](Self::Here). Their waypoints and
/// patrols are cleared. An agent that was on its way has a [`PathFailed`] with
/// [`FailReason::Cancelled`] from then on.
#[derive(Message, Event, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CancelPath {
    /// This agent, whether it walks or waits for a path.
    Agent(Entity),
    /// This agent, at its exact position, even between two cells; its cell is then the nearer one.
    Here(Entity),
    /// This agent, if it waits for a path to this goal.
    Request {
        /// The agent of the request.
        agent: Entity,
        /// The goal of the request.
        goal: Cell,
    },
    /// All agents that wait for a path; walking agents continue.
    AllRequests,
}

/// Request to put an agent on a cell: trigger it, or write it as a message.
///
/// From there the agent continues to its goal. If it cannot stand on the cell it is not put there,
/// and a [`PlaceRefused`] gives the reason.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct PlaceAgent {
    /// The agent to place.
    #[event_target]
    pub agent: Entity,
    /// The cell to put the agent on.
    pub cell: Cell,
}

/// The failure of an agent to walk to its goal.
///
/// It is a component until the agent's next request. It is also a message and an event, which are
/// sent when the component is inserted. For an entity that is no agent there is only the message.
#[derive(Component, Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Message, Clone, Debug, PartialEq)]
#[component(on_insert = report_failure)]
#[non_exhaustive]
pub struct PathFailed {
    /// The agent that stays.
    // Not saved: it is the one that has the component.
    #[reflect(skip_serializing, default = "no_agent_yet")]
    #[event_target]
    pub agent: Entity,
    /// The goal of the agent.
    pub goal: Cell,
    /// The reason for the failure.
    pub reason: FailReason,
}

impl PathFailed {
    /// Creates the failure of an agent, for tests of games.
    ///
    /// The component itself is inserted by the plugin.
    #[must_use]
    pub const fn new(agent: Entity, goal: Cell, reason: FailReason) -> Self {
        Self {
            agent,
            goal,
            reason,
        }
    }
}

const fn no_agent_yet() -> Entity {
    Entity::PLACEHOLDER
}

fn report_failure(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut failed) = world.get_mut::<PathFailed>(context.entity) {
        failed.agent = context.entity;
        let failed = *failed;
        world.write_message(failed);
    }
}

/// The reason why an agent does not walk.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[type_path = "bevy_gridwalk"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FailReason {
    /// The agent cannot stand on the goal.
    #[error("the goal {0}")]
    Goal(CannotStand),
    /// The agent cannot stand on its own cell.
    #[error("the cell of the agent {0}")]
    Stuck(CannotStand),
    /// No path leads to the goal.
    #[error("the goal is walled off")]
    Unreachable,
    /// The request was cancelled.
    #[error("the order was cancelled")]
    Cancelled,
    /// Every path costs more than the options allow.
    #[error("every path is over the cost limit")]
    OverCostLimit,
    /// No path stays inside the region that the options allow.
    #[error("no path stays inside the region that may be searched")]
    NotInRegion,
    /// The search reached the maximum number of expansions in the options.
    #[error("the search ran out of its budget of expansions")]
    OutOfBudget,
    /// The options are invalid together, or unsupported on this map.
    #[error("{0}")]
    Refused(Refusal),
    /// There is no map yet.
    ///
    /// The game has not inserted a [`NavGrid`](super::NavGrid), or the entity of the agent's
    /// [`OnMap`](super::OnMap) has no [`GridMap`](super::GridMap). The agent sets off once there is
    /// one.
    #[error("there is no map yet")]
    NoMap,
    /// The entity has no [`GridAgent`](super::GridAgent).
    #[error("what was sent is no agent")]
    NotAnAgent,
    /// The entity does not exist any more.
    #[error("the agent does not exist any more")]
    Despawned,
    /// The agent's speed is negative, infinite, or not a number.
    #[error("the speed of the agent is not a number of cells a second")]
    BadSpeed,
    /// The agent's size is out of bounds.
    ///
    /// It is 0, or more than
    /// [`AgentProfile::MAX_SIZE`](gridwalk_pathfinding::AgentProfile::MAX_SIZE).
    #[error("the side of an agent is 1 to {max} cells", max = gridwalk_pathfinding::AgentProfile::MAX_SIZE)]
    NoSize,
    /// The agent was sent to the nearest goal of an empty list.
    #[error("no goal was given")]
    NoGoals,
    /// The agent was taken to another map before it reached its goal.
    #[error("the agent has left the map of the goal")]
    MapLeft,
    /// The followed entity is on another map; the agent waits until both are on one.
    #[error("what it follows is on another map")]
    TargetElsewhere,
    /// The followed entity does not exist any more, or has no position.
    #[error("what it followed does not exist any more")]
    TargetGone,
    /// The agent has [`InCrowd`](super::InCrowd) and cannot be in a crowd; it stands until it can.
    #[error("{0}")]
    Crowd(CrowdMisfit),
}

impl FailReason {
    /// Returns `true` if the reason concerns the goal, so that another goal may be reached.
    pub(super) const fn is_about_the_goal(self) -> bool {
        matches!(
            self,
            Self::Goal(_)
                | Self::Unreachable
                | Self::OverCostLimit
                | Self::NotInRegion
                | Self::OutOfBudget
                | Self::NoGoals
                | Self::MapLeft
        )
    }

    /// Returns the reason for an entity that is no agent or does not exist any more.
    pub(super) const fn of_no_agent(exists: bool) -> Self {
        if exists {
            Self::NotAnAgent
        } else {
            Self::Despawned
        }
    }
}

/// The reason why an agent cannot stand on a cell.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[type_path = "bevy_gridwalk"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CannotStand {
    /// The cell is not on the map.
    #[error("lies outside the map")]
    OffGrid,
    /// The cell is a wall.
    #[error("is blocked")]
    Blocked,
    /// The cell is free, but the agent's [`AgentKind`](super::AgentKind) must not enter it.
    #[error("is forbidden for this kind of agent")]
    Forbidden,
    /// The cell is free, but the agent is too large to fit there.
    #[error("leaves no room for an agent of this size")]
    DoesNotFit,
    /// Another agent of the crowd holds the cell.
    #[error("is taken by another agent")]
    Taken,
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
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PathFound {
    /// The agent that walks.
    #[event_target]
    pub agent: Entity,
    /// The cell that the path leads to.
    ///
    /// With [`UnreachablePolicy::Nearest`](gridwalk_pathfinding::UnreachablePolicy::Nearest) it may
    /// differ from the requested one.
    pub goal: Cell,
}

/// Whether a cheaper cell can make a path where there was none.
pub(super) const fn may_end(reason: FailReason) -> bool {
    matches!(
        reason,
        FailReason::Goal(_)
            | FailReason::Stuck(_)
            | FailReason::Unreachable
            | FailReason::OverCostLimit
            | FailReason::NotInRegion
            | FailReason::NoMap
    )
}

/// An agent has reached the end of its path.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Arrived {
    /// The agent.
    #[event_target]
    pub agent: Entity,
    /// The cell where the agent stands now.
    pub cell: Cell,
}

/// The refusal to put an agent where it cannot stand; it stays where it was.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlaceRefused {
    /// The agent.
    #[event_target]
    pub agent: Entity,
    /// The requested cell.
    pub cell: Cell,
    /// The reason for the refusal.
    pub reason: CannotStand,
}

/// An agent was moved out of a cell where it can no longer stand.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Relocated {
    /// The agent.
    #[event_target]
    pub agent: Entity,
    /// The cell where the agent stood, or that it was about to enter.
    pub from: Cell,
    /// The cell where the agent stands now.
    pub to: Cell,
}
