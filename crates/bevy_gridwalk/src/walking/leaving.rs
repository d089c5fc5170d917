//! Agents that leave: the game for good, the game for a while by Bevy's `Disabled`, or one map for
//! another.
//!
//! No system sees a disabled agent, so no edit reaches its path. It leaves the queue. Once it is
//! enabled it plans again from where it stands, as an agent of another kind does: out of a wall
//! first, if one has been built there.

use crate::engine::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::InternedScheduleLabel;

use super::place::{read_transforms, stand};
use crate::agent::{DrawnTransform, Plain, SkippedStops};
use crate::layout::Moved;
use crate::map::maps::register_kinds;
use crate::{
    AgentCell, AgentMotion, CrowdMember, CrowdWalk, FailReason, GridAgent, LastSearch, NearestOf,
    OnMap, PathFailed, PathRequest, PathStack, PathfindingSystems, PlanCause, Planning,
    RequestQueue, Waypoints, goal_of,
};

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.add_observer(leave_the_grid)
        .add_observer(leave_the_queue)
        .add_observer(plan_again)
        .add_systems(
            schedule,
            leave_maps
                .after(register_kinds)
                .before(read_transforms)
                .in_set(PathfindingSystems::ApplyEdits),
        );
}

/// Removes all components of an agent from an entity without [`GridAgent`]: put back later, it
/// neither walks an old path nor stands elsewhere than its `Transform` says.
fn leave_the_grid(event: On<Remove, GridAgent>, mut commands: Commands) {
    // Not run for an agent that is despawned.
    commands
        .entity(event.entity)
        .queue_silenced(|mut entity: EntityWorldMut| {
            entity.remove::<(
                AgentCell,
                AgentMotion,
                DrawnTransform,
                Waypoints,
                NearestOf,
                SkippedStops,
            )>();
            entity.remove::<(
                PathStack,
                Planning,
                PathFailed,
                LastSearch,
                CrowdMember,
                CrowdWalk,
            )>();
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
    commands
        .entity(event.entity)
        .queue_silenced(|mut agent: EntityWorldMut| {
            let walked = agent
                .take::<PathStack>()
                .and_then(|stack| stack.destination());
            let goal = walked.or(agent.get::<Planning>().map(|planning| planning.goal));
            if let Some(goal) = goal {
                agent.insert(Planning {
                    goal,
                    cause: PlanCause::Edit,
                    ticket: 0,
                });
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

/// An agent that may have been taken to another map, with what it was doing there.
type Traveller<'a> = (
    Entity,
    Ref<'a, GridAgent>,
    (&'a mut AgentCell, &'a mut AgentMotion, Option<&'a OnMap>),
    (
        Option<&'a PathStack>,
        Option<&'a Planning>,
        Option<&'a CrowdWalk>,
    ),
);

/// Ends the path and the request of agents that were taken to another map, before they are put on a
/// cell of it.
pub(crate) fn leave_maps(
    mut commands: Commands,
    moved: Res<Moved>,
    mut queue: ResMut<RequestQueue>,
    mut agents: Query<Traveller<'static>, Allow<Disabled>>,
) {
    for (agent, before) in &moved.0 {
        let Ok((agent, it, (mut cell, mut motion, on), (stack, planning, walk))) =
            agents.get_mut(*agent)
        else {
            continue;
        };
        let (map, mut entity) = (OnMap::key(on), commands.entity(agent));
        if it.is_added() {
            // A path of a saved game may have been put on it before its map.
            if let Some(stack) = stack.filter(|stack| stack.map() != map) {
                entity.try_insert(stack.clone().on(map));
            }
            continue;
        }
        if *before == map {
            continue;
        }
        queue.forget(agent);
        let at = cell.0;
        stand(&mut cell, &mut motion, at);
        entity.try_remove::<(
            PathStack,
            Planning,
            NearestOf,
            LastSearch,
            SkippedStops,
            PathFailed,
        )>();
        entity.try_remove::<(CrowdMember, CrowdWalk)>();
        if let Some(goal) = walk.map(|walk| walk.goal).or(goal_of(stack, planning)) {
            entity.try_insert(PathFailed {
                agent,
                goal,
                reason: FailReason::MapLeft,
            });
        }
    }
}
