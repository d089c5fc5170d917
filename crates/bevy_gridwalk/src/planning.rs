//! What an agent carries while its request waits, and what its newest search answered.

use std::time::Duration;

use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use gridwalk_pathfinding::{Cell, Cost, PathQuery, Revision, SearchStats};

use super::queue::RequestQueue;
use super::{PathStack, PlanCause};

/// On an agent exactly while its request waits for an answer from one tick to the next. Removing it takes the request
/// off the queue.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Debug, from_reflect = false)]
#[component(on_discard = leave_the_queue)]
pub struct Planning {
    /// Where it wants to go.
    pub goal: Cell,
    /// Why it asks.
    pub cause: PlanCause,
    /// Of its request: a newer one is not taken off the queue with this.
    pub(super) ticket: u64,
}

fn leave_the_queue(mut world: DeferredWorld, context: HookContext) {
    let Some(&Planning { ticket, .. }) = world.get::<Planning>(context.entity) else { return };
    if let Some(mut queue) = world.get_resource_mut::<RequestQueue>() {
        queue.forget_ticket(context.entity, ticket);
    }
}

/// What the agent's newest search answered.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct LastSearch {
    /// What was asked.
    pub query: PathQuery,
    /// On which revision of the map.
    pub revision: Revision,
    /// The path's cost; `None` if there is no path.
    pub cost: Option<Cost>,
    /// Cells of the path, both ends counted; 0 without one.
    pub cells: usize,
    /// Distinguishes paths; see [`Path::hash`](gridwalk_pathfinding::Path::hash).
    pub path_hash: Option<u64>,
    /// What was counted.
    pub stats: SearchStats,
    /// The search alone, without waiting.
    pub time: Duration,
    /// How many ticks passed between the request and the answer.
    pub waited_ticks: u64,
    /// Why it was made.
    pub cause: PlanCause,
    /// That of the request.
    pub priority: i8,
}

/// Where an agent goes, or will go once its search is over.
#[must_use]
pub fn goal_of(stack: Option<&PathStack>, planning: Option<&Planning>) -> Option<Cell> {
    planning.map(|planning| planning.goal).or(stack.and_then(PathStack::destination))
}
