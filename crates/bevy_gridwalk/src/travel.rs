//! Agents that are taken from one map to another.

use crate::engine::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::InternedScheduleLabel;

use super::agent::SkippedStops;
use super::on_map::Moved;
use super::place::{read_transforms, stand};
use super::{
    AgentCell, AgentMotion, CrowdMember, CrowdWalk, FailReason, GridAgent, LastSearch, NearestOf, OnMap, PathFailed,
    PathStack, PathfindingSystems, Planning, RequestQueue, goal_of,
};

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.add_systems(
        schedule,
        leave_maps
            .after(super::learn_kinds::learn_kinds)
            .before(read_transforms)
            .in_set(PathfindingSystems::ApplyEdits),
    );
}

/// An agent that may have been taken to another map, with what it was doing there.
type Traveller<'a> = (
    Entity,
    Ref<'a, GridAgent>,
    (&'a mut AgentCell, &'a mut AgentMotion, Option<&'a OnMap>),
    (Option<&'a PathStack>, Option<&'a Planning>, Option<&'a CrowdWalk>),
);

/// Ends the path and the request of agents that were taken to another map, before they are put on a cell of it.
pub(super) fn leave_maps(
    mut commands: Commands,
    moved: Res<Moved>,
    mut queue: ResMut<RequestQueue>,
    mut agents: Query<Traveller<'static>, Allow<Disabled>>,
) {
    for (agent, before) in &moved.0 {
        let Ok((agent, it, (mut cell, mut motion, on), (stack, planning, walk))) = agents.get_mut(*agent) else {
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
        entity.try_remove::<(PathStack, Planning, NearestOf, LastSearch, SkippedStops, PathFailed)>();
        entity.try_remove::<(CrowdMember, CrowdWalk)>();
        if let Some(goal) = walk.map(|walk| walk.goal).or(goal_of(stack, planning)) {
            entity.try_insert(PathFailed { agent, goal, reason: FailReason::MapLeft });
        }
    }
}
