//! Agents that Bevy's `Disabled` takes out of the game for a while.
//!
//! No system sees them, so no edit reaches their paths. They leave the queue, and once they are enabled they plan again
//! from where they stand, as if they were of another kind: out of a wall first, if one has been built there.

use crate::engine::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;

use super::agent::Plain;
use super::{GridAgent, PathRequest, PathStack, PlanCause, Planning, RequestQueue};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(leave_the_queue).add_observer(plan_again);
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
