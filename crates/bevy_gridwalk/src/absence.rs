//! Agents that leave the game for good, and those that Bevy's `Disabled` takes out of it for a while.
//!
//! No system sees a disabled agent, so no edit reaches its path. It leaves the queue. Once it is enabled it plans again
//! from where it stands, as an agent of another kind does: out of a wall first, if one has been built there.

use crate::engine::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;

use super::agent::{Drawn, Plain, SkippedStops};
use super::{
    AgentCell, AgentMotion, CrowdMember, CrowdWalk, GridAgent, LastSearch, NearestOf, PathFailed, PathRequest,
    PathStack, PlanCause, Planning, RequestQueue, Waypoints,
};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(leave_the_grid).add_observer(leave_the_queue).add_observer(plan_again);
}

/// Removes all components of an agent from an entity without [`GridAgent`]: put back later, it neither walks an old path
/// nor stands elsewhere than its `Transform` says.
fn leave_the_grid(event: On<Remove, GridAgent>, mut commands: Commands) {
    // Not run for an agent that is despawned.
    commands.entity(event.entity).queue_silenced(|mut entity: EntityWorldMut| {
        entity.remove::<(AgentCell, AgentMotion, Drawn, Waypoints, NearestOf, SkippedStops)>();
        entity.remove::<(PathStack, Planning, PathFailed, LastSearch, CrowdMember, CrowdWalk)>();
    });
}

/// The wish stays on the agent, without a request.
fn leave_the_queue(
    event: On<Add, Disabled>,
    mut agents: Query<&mut Planning, (With<GridAgent>, Allow<Disabled>)>,
    mut queue: ResMut<RequestQueue>,
) {
    if let Ok(mut planning) = agents.get_mut(event.entity) {
        planning.ticket = 0;
        queue.forget(event.entity);
    }
}

fn plan_again(
    event: On<Remove, Disabled>,
    agents: Query<(), (With<GridAgent>, Allow<Disabled>)>,
    mut commands: Commands,
) {
    if !agents.contains(event.entity) {
        return;
    }
    // Not run for an agent that is despawned.
    commands.entity(event.entity).queue_silenced(|mut agent: EntityWorldMut| {
        let walked = agent.take::<PathStack>().and_then(|stack| stack.destination());
        let goal = walked.or(agent.get::<Planning>().map(|planning| planning.goal));
        if let Some(goal) = goal {
            agent.insert(Planning { goal, cause: PlanCause::Edit, ticket: 0 });
        }
        let id = agent.id();
        agent.world_scope(|world| {
            world.resource_mut::<Plain>().0.push(id);
            if let Some(goal) = goal {
                world.write_message(PathRequest::because(PlanCause::Edit, id, goal));
            }
        });
    });
}
