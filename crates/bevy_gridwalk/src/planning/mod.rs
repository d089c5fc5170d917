//! Agents whose requests wait, and how requests are queued and answered.

pub(super) mod budget;
pub(super) mod drafts;
pub(super) mod improve;
pub(super) mod queue;
pub(super) mod queued;
pub(super) mod serve;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::Cell;

use queue::RequestQueue;
use queued::start_of;

use crate::agent::Asking;
use crate::{FailReason, LastSearch, NavGrid, OnMap, PathFailed, PathStack, PlanCause};

/// State of an agent whose request waits for an answer beyond its first tick.
///
/// The agent continues along its [`PathStack`] as far as that is legal. Within a few ticks it gets
/// a draft ([`PathStack::is_draft`]); it stands still only until then. Removing the component
/// removes the request from the queue.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Debug)]
#[component(on_discard = leave_the_queue)]
pub struct Planning {
    /// The goal of the request.
    pub goal: Cell,
    /// The cause of the request.
    pub cause: PlanCause,
    /// Ticket of the request, so that removing this component does not remove a newer request.
    ///
    /// 0 after loading a saved game, which contains no request.
    #[reflect(ignore)]
    pub(crate) ticket: u64,
}

fn leave_the_queue(mut world: DeferredWorld, context: HookContext) {
    let Some(&Planning { ticket, .. }) = world.get::<Planning>(context.entity) else {
        return;
    };
    if let Some(mut queue) = world.get_resource_mut::<RequestQueue>() {
        queue.forget_ticket(context.entity, ticket);
    }
}

/// Returns the goal of an agent's request, or else the goal of its path.
#[must_use]
pub fn goal_of(stack: Option<&PathStack>, planning: Option<&Planning>) -> Option<Cell> {
    planning
        .map(|planning| planning.goal)
        .or(stack.and_then(PathStack::destination))
}

/// Lets an agent between two cells finish its step and then stand still.
pub(crate) fn finish_step(agent: &mut EntityCommands, asking: Asking, grid: &NavGrid) {
    let (_, motion, kind, .., on) = asking;
    if motion.heading.is_some() {
        agent.try_insert(PathStack::step_to(
            start_of(asking, grid.for_agent(kind)),
            OnMap::key(on),
        ));
    } else {
        agent.try_remove::<PathStack>();
    }
}

/// Ends the request of an agent without a path, and inserts the reason.
pub(crate) fn give_up(
    agent: &mut EntityCommands,
    asking: Asking,
    grid: &NavGrid,
    (goal, reason): (Cell, FailReason),
    search: LastSearch,
) {
    let failed = PathFailed {
        agent: agent.id(),
        goal,
        reason,
    };
    agent.try_remove::<Planning>();
    finish_step(agent, asking, grid);
    agent.try_insert((failed, search));
}
