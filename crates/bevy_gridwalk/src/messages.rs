//! Requests for paths, their answers, and the options they are answered under.

use std::time::Duration;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{Cell, Movement, NoPathReason, Refusal, SearchOptions};

use super::in_crowd::CrowdMisfit;

/// How agents search, unless they have [`AgentOptions`](super::AgentOptions) of their own.
#[derive(Resource, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct PathfindingOptions {
    /// Algorithm, movement, costs and tie-breaking.
    pub options: SearchOptions,
    /// What happens when a goal is blocked or cannot be reached.
    pub unreachable: UnreachablePolicy,
}

impl PathfindingOptions {
    /// Options with this search, or with an [`Algorithm`](gridwalk_pathfinding::Algorithm) and the defaults of the rest.
    #[must_use]
    pub fn new(options: impl Into<SearchOptions>) -> Self {
        Self { options: options.into(), ..Self::default() }
    }

    /// Returns the options with these directions.
    #[must_use]
    pub fn with_movement(mut self, movement: Movement) -> Self {
        self.options.movement = movement;
        self
    }

    /// Returns the options with paths that may end this many cells from the goal.
    #[must_use]
    pub fn with_goal_tolerance(mut self, cells: u32) -> Self {
        self.options.goal_tolerance = cells;
        self
    }

    /// Returns the options with this policy for goals out of reach.
    #[must_use]
    pub const fn with_unreachable(mut self, unreachable: UnreachablePolicy) -> Self {
        self.unreachable = unreachable;
        self
    }
}

/// How requests are served.
#[derive(Resource, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct PlanningOptions {
    /// The maximum amount of searching in one tick.
    pub budget: TickBudget,
    /// Whether agents look for a cheaper path, with what the requests leave of the budget, when some cell became
    /// cheaper. Those that found no path at all do so in any case.
    pub seek_cheaper: bool,
}

impl Default for PlanningOptions {
    fn default() -> Self {
        Self { budget: TickBudget::default(), seek_cheaper: true }
    }
}

impl PlanningOptions {
    /// Options with this budget.
    #[must_use]
    pub fn with_budget(budget: TickBudget) -> Self {
        Self { budget, ..Self::default() }
    }
}

/// The maximum amount of searching in one tick; the rest goes on in the next one. A budget of 0 still serves a little of
/// one request in each tick.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TickBudget {
    /// So long; 2 ms unless another time is chosen. In which tick an answer comes depends on the machine.
    Time(Duration),
    /// So many expansions: the same ticks on every machine.
    Expansions(u64),
}

impl Default for TickBudget {
    fn default() -> Self {
        Self::Time(Duration::from_millis(2))
    }
}

/// Request for a path to a cell: trigger it, or write it as a message.
///
/// It replaces what the agent is doing, and its older request if that still waits. It is kept until the plugin reads it,
/// also while the plugin's sets do not run.
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
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct PathRequest {
    /// The agent that is to walk.
    #[event_target]
    pub agent: Entity,
    /// Where to.
    pub goal: Cell,
    /// Why.
    pub cause: PlanCause,
    /// Higher ones are served first, whatever the others wait for; 0 as a rule.
    pub priority: i8,
}

impl PathRequest {
    /// An order from outside: it ends the agent's patrol and forgets its queued waypoints.
    #[must_use]
    pub const fn new(agent: Entity, goal: Cell) -> Self {
        Self::because(PlanCause::Order, agent, goal)
    }

    /// The same with another cause.
    #[must_use]
    pub const fn because(cause: PlanCause, agent: Entity, goal: Cell) -> Self {
        Self { agent, goal, cause, priority: 0 }
    }

    /// Returns the request with another priority: higher ones are served first.
    #[must_use]
    pub const fn with_priority(self, priority: i8) -> Self {
        Self { priority, ..self }
    }
}

/// Why a search is made.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlanCause {
    /// The agent was sent there.
    Order,
    /// It was sent to the nearest of several goals.
    OrderToNearest,
    /// Its next waypoint or patrol stop is due.
    NextWaypoint,
    /// The entity that it follows has moved.
    Follow,
    /// An edit crossed its path, or may have made a cheaper one.
    Edit,
    /// It was put on another cell.
    Placed,
}

impl PlanCause {
    /// Whether it comes from outside, and ends what the agent was doing.
    pub(super) const fn is_order(self) -> bool {
        matches!(self, Self::Order | Self::OrderToNearest)
    }

    /// Whether several goals to choose from are still those that the agent has.
    pub(super) const fn keeps_goals(self) -> bool {
        matches!(self, Self::OrderToNearest | Self::Edit | Self::Placed)
    }
}

/// Request to go to a cell after all others: trigger it, or write it as a message.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct QueueWaypoint {
    /// The agent that is to walk.
    #[event_target]
    pub agent: Entity,
    /// Where to, last.
    pub goal: Cell,
}

/// Request to stop: trigger it, or write it as a message.
///
/// The agents finish their step, unless they are to stop [`Here`](Self::Here); their waypoints and patrols are
/// forgotten. One that was on its way has a [`PathFailed`] with [`FailReason::Cancelled`] from then on.
#[derive(Message, Event, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CancelPath {
    /// This agent, whether it walks or waits for a path.
    Agent(Entity),
    /// This agent, where it is: also between two cells. It belongs to the one that it is nearer to.
    Here(Entity),
    /// This agent, if it waits for a path to this goal.
    Request {
        /// The agent that asked.
        agent: Entity,
        /// Where to.
        goal: Cell,
    },
    /// All agents that wait for a path; those that walk, walk on.
    AllRequests,
}

/// Request to put an agent on a cell: trigger it, or write it as a message.
///
/// From there it goes on to where it was going. Where it cannot stand it is not put, and
/// a [`PlaceRefused`](super::PlaceRefused) says why.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct PlaceAgent {
    /// The agent that is put.
    #[event_target]
    pub agent: Entity,
    /// Where to.
    pub cell: Cell,
}

/// Why an agent does not walk: as a component until its next request, and as a message and an event, which come when the
/// component is inserted. What is no agent gets the message alone.
#[derive(Component, Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Message, Clone, Debug, PartialEq)]
#[component(on_insert = report_failure)]
#[non_exhaustive]
pub struct PathFailed {
    /// The agent that stays.
    // Not saved: it is the one that has the component.
    #[reflect(skip_serializing, default = "no_agent_yet")]
    #[event_target]
    pub agent: Entity,
    /// Where it was to go.
    pub goal: Cell,
    /// Why it does not.
    pub reason: FailReason,
}

impl PathFailed {
    /// The failure of an agent. As a component the plugin inserts it; for tests of games.
    #[must_use]
    pub const fn new(agent: Entity, goal: Cell, reason: FailReason) -> Self {
        Self { agent, goal, reason }
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

/// Why an agent does not walk: one reason for each cause.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FailReason {
    /// The goal is no cell that it can stand on.
    #[error("the goal {0}")]
    Goal(CannotStand),
    /// The agent is where it cannot stand.
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
    /// The search ended after as many expansions as the options allow.
    #[error("the search ran out of its budget of expansions")]
    OutOfBudget,
    /// The options are invalid together, or unsupported on this map.
    #[error("{0}")]
    Refused(Refusal),
    /// There is no map: the game has not inserted a [`NavGrid`](super::NavGrid) yet, or the entity of the agent's
    /// [`OnMap`](super::OnMap) has no [`GridMap`](super::GridMap). The agent sets off once there is one.
    #[error("there is no map yet")]
    NoMap,
    /// What was sent has no [`GridAgent`](super::GridAgent).
    #[error("what was sent is no agent")]
    NotAnAgent,
    /// What was sent does not exist any more.
    #[error("the agent does not exist any more")]
    Despawned,
    /// Its speed is negative, infinite, or not a number.
    #[error("the speed of the agent is not a number of cells a second")]
    BadSpeed,
    /// Its size is 0, or more than [`AgentProfile::MAX_SIZE`](gridwalk_pathfinding::AgentProfile::MAX_SIZE).
    #[error("the side of an agent is 1 to {max} cells", max = gridwalk_pathfinding::AgentProfile::MAX_SIZE)]
    NoSize,
    /// It was sent to the nearest of no goals.
    #[error("no goal was given")]
    NoGoals,
    /// It was taken to another map before it was at its goal.
    #[error("the agent has left the map of the goal")]
    MapLeft,
    /// The entity that it follows is on another map: the agent waits until both are on one.
    #[error("what it follows is on another map")]
    TargetElsewhere,
    /// The entity that it followed does not exist any more, or is nowhere.
    #[error("what it followed does not exist any more")]
    TargetGone,
    /// The agent has [`InCrowd`](super::InCrowd), and cannot be in a crowd: it stands until it can.
    #[error("{0}")]
    Crowd(CrowdMisfit),
}

impl FailReason {
    /// Returns `true` if another goal may be reached: the agent itself is well.
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

    /// What was sent is no agent: it never was one, or it does not exist any more.
    pub(super) const fn of_no_agent(exists: bool) -> Self {
        if exists { Self::NotAnAgent } else { Self::Despawned }
    }
}

/// Why an agent cannot stand on a cell.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CannotStand {
    /// The cell is not on the map.
    #[error("lies outside the map")]
    OffGrid,
    /// It is a wall.
    #[error("is blocked")]
    Blocked,
    /// It is free, and the agent's [`AgentKind`](super::AgentKind) must not enter it.
    #[error("is forbidden for this kind of agent")]
    Forbidden,
    /// It is free, and the agent is too large to fit there.
    #[error("leaves no room for an agent of this size")]
    DoesNotFit,
    /// Another agent of the crowd holds it.
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
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PathFound {
    /// The agent that walks.
    #[event_target]
    pub agent: Entity,
    /// Where to; with [`UnreachablePolicy::Nearest`] perhaps not the cell asked for.
    pub goal: Cell,
}
