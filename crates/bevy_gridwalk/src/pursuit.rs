//! Agents that follow an entity.

use crate::engine::prelude::*;
use gridwalk_pathfinding::{Cell, line_of_sight};

use super::agent::Asking;
use super::maps::{Layouts, Maps};
use super::planning::finish_step;
use super::question::start_of;
use super::queue::RequestQueue;
use super::{
    AgentCell, FailReason, GridAgent, NavGrid, OnMap, PathFailed, PathRequest, PathStack, PathfindingOptions,
    PlanCause, Planning,
};

/// An order to walk to another entity, wherever that goes: to an agent, or to anything with a `Transform`.
///
/// The agent stops within [`distance`](Self::distance) cells of the target, once nothing stands between them, and sets
/// off again when the target leaves. It asks for a new path when the target has moved by an eighth of the distance
/// between them, so a chase across the map takes few searches; agents that follow one target share them. An order
/// ([`MoveTo`](super::MoveTo), [`CancelPath`](super::CancelPath)) removes the component; so does the end of the target,
/// which is a [`PathFailed`]. While the target is on another map the agent stands, with a [`PathFailed`] that says so.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::{Follow, GridAgent};
/// use gridwalk_pathfinding::Cell;
///
/// let mut world = World::new();
/// let player = world.spawn(GridAgent::at(Cell::new(8, 3), 5.0)).id();
/// world.spawn((GridAgent::at(Cell::new(0, 0), 4.0), Follow::at_distance(player, 2)));
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[require(Pursuit)]
pub struct Follow {
    /// The entity that is followed.
    #[entities]
    pub target: Entity,
    /// The number of steps to the target, diagonal ones included, at which the agent stops; 0 is the target's own cell.
    pub distance: u32,
}

impl Follow {
    /// Follows an entity onto its cell.
    #[must_use]
    pub const fn to(target: Entity) -> Self {
        Self::at_distance(target, 0)
    }

    /// Follows an entity and stops this many cells from it.
    #[must_use]
    pub const fn at_distance(target: Entity, distance: u32) -> Self {
        Self { target, distance }
    }
}

/// The cell of the target that the agent asked for a path to, if it goes there.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub(super) struct Pursuit(Option<Cell>);

/// The part of the distance to the target by which the target moves before the agent asks again.
const ASK_AGAIN_AFTER: u32 = 8;

/// Sends agents after their targets.
pub(super) fn follow_targets(
    mut commands: Commands,
    (maps, layouts, options): (Maps, Layouts, Res<PathfindingOptions>),
    mut queue: ResMut<RequestQueue>,
    mut agents: Query<
        (Entity, &Follow, &mut Pursuit, Asking, Option<&PathStack>, Has<Planning>, Option<&PathFailed>),
        With<GridAgent>,
    >,
    (targets, world): (Query<(Option<&AgentCell>, Option<&OnMap>)>, TransformHelper),
    mut requests: MessageWriter<PathRequest>,
) {
    for (agent, follow, mut pursuit, asking, stack, waits, failed) in &mut agents {
        let grid = maps.of(asking.5);
        let in_world = || world.compute_global_transform(follow.target).ok();
        let (of_agent, on) = targets.get(follow.target).unwrap_or_default();
        let place = of_agent.map(|cell| cell.0);
        let place = place.or_else(|| Some(layouts.of(asking.5).cell_3d(in_world()?.translation())));
        let mut entity = commands.entity(agent);
        let Some(goal) = place else {
            queue.forget(agent);
            entity.try_remove::<(Follow, Pursuit, Planning)>();
            finish_step(&mut entity, asking, grid);
            let goal = pursuit.0.unwrap_or(asking.0.0);
            let reason = reason_to_stand(grid, asking, FailReason::TargetGone);
            entity.try_insert(PathFailed { agent, goal, reason });
            continue;
        };
        // What is no agent and says nothing of a map is on that of any follower.
        if (of_agent.is_some() || on.is_some()) && on != asking.5 {
            let reason = reason_to_stand(grid, asking, FailReason::TargetElsewhere);
            if failed.is_none_or(|failed| failed.reason != reason) {
                queue.forget(agent);
                entity.try_remove::<Planning>();
                finish_step(&mut entity, asking, grid);
                entity.try_insert(PathFailed { agent, goal, reason });
            }
            pursuit.set_if_neq(Pursuit(None));
            continue;
        }
        // Where it finishes its step.
        let here = start_of(asking, grid.for_agent(asking.2));
        let steps = steps_between(here, goal);
        let movement = asking.3.map_or(&*options, |own| &own.0).options.movement;
        let is_near = || line_of_sight(&grid.seen_by(asking.2), movement, here, goal);
        if steps <= follow.distance && (steps == 0 || is_near()) {
            if waits || stack.is_some_and(PathStack::arrives) {
                queue.forget(agent);
                entity.try_remove::<Planning>();
                finish_step(&mut entity, asking, grid);
            }
            if failed.is_some_and(|failed| failed.reason == FailReason::TargetElsewhere) {
                entity.try_remove::<PathFailed>();
            }
            pursuit.set_if_neq(Pursuit(None));
            continue;
        }
        let is_due = pursuit.0.is_none_or(|asked| {
            let moved = steps_between(asked, goal);
            if moved == 0 { !(waits || failed.is_some() || stack.is_some()) } else { ASK_AGAIN_AFTER * moved >= steps }
        });
        if is_due {
            pursuit.0 = Some(goal);
            requests.write(PathRequest::because(PlanCause::Follow, agent, goal));
        }
    }
}

/// Why an agent does not follow: because of where it stands, if it cannot go from there anyway.
fn reason_to_stand(grid: &NavGrid, (cell, _, kind, ..): Asking, otherwise: FailReason) -> FailReason {
    if !grid.is_given() {
        return FailReason::NoMap;
    }
    grid.can_stand(kind, cell.0).map_or_else(FailReason::Stuck, |()| otherwise)
}

fn steps_between(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = a.distance(b);
    dx.max(dy)
}
