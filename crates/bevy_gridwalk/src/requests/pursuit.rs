//! Agents that follow an entity.

use crate::engine::prelude::*;
use gridwalk_pathfinding::{Cell, Movement, line_of_sight};

use crate::agent::Asking;
use crate::map::maps::{Layouts, Maps};
use crate::planning::finish_step;
use crate::planning::queue::RequestQueue;
use crate::planning::queued::start_of;
use crate::{
    AgentCell, AgentKind, CrowdWalk, FailReason, GridAgent, InCrowd, NavGrid, OnMap, PathFailed,
    PathRequest, PathStack, PathfindingOptions, PlanCause, Planning,
};

/// An order to walk to another entity, wherever that goes.
///
/// The target is an agent, or anything with a `Transform`.
///
/// The agent stops within [`distance`](Self::distance) cells of the target, once nothing stands
/// between them. It sets off again when the target leaves. It may be unable to stand on the
/// target's cell, because it is larger, or the target is in a wall. Then it goes to the nearest
/// cell beside the target within the distance.
///
/// To reach the target is no [`Arrived`](crate::Arrived), as the target may move again at any
/// moment: compare the cells. The agent requests a new path when the target has moved by an eighth
/// of the distance between them. So a chase across the map takes few searches. Agents that follow
/// one target share them.
///
/// An order ([`MoveTo`](crate::MoveTo), [`CancelPath`](crate::CancelPath)) removes the component.
/// So does the end of the target, which is a [`PathFailed`]. A [`Patrol`](crate::Patrol) waits, and
/// continues once the component is removed. An agent without a patrol then walks on to where the
/// target was seen last. While the target is on another map the agent stands, with a [`PathFailed`]
/// that says so.
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
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[require(Pursuit)]
pub struct Follow {
    /// The entity that is followed.
    #[entities]
    pub target: Entity,
    /// The number of steps to the target, diagonal ones included, at which the agent stops.
    ///
    /// 0 is the target's own cell.
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
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub(super) struct Pursuit(Option<Cell>);

/// The part of the distance to the target by which the target moves before the agent asks again.
const ASK_AGAIN_AFTER: u32 = 8;

/// The maximum distance from a target on whose cell the follower cannot stand.
const MAX_BESIDE: u32 = 32;

/// Sends agents after their targets.
pub(super) fn follow_targets(
    mut commands: Commands,
    (maps, layouts, options): (Maps, Layouts, Res<PathfindingOptions>),
    mut queue: ResMut<RequestQueue>,
    mut agents: Query<
        (
            (Entity, &Follow, &mut Pursuit, Asking),
            (Option<&PathStack>, Has<Planning>, Option<&PathFailed>),
            (Has<InCrowd>, Option<&CrowdWalk>),
        ),
        With<GridAgent>,
    >,
    (targets, world): (Query<(Option<&AgentCell>, Option<&OnMap>)>, TransformHelper),
    mut requests: MessageWriter<PathRequest>,
) {
    for ((agent, follow, mut pursuit, asking), (stack, waits, failed), (in_crowd, walk)) in
        &mut agents
    {
        let grid = maps.of(asking.5);
        let in_world = || world.compute_global_transform(follow.target).ok();
        let (of_agent, on) = targets.get(follow.target).unwrap_or_default();
        let place = of_agent.map(|cell| cell.0);
        let place = place.or_else(|| Some(layouts.of(asking.5).cell_3d(in_world()?.translation())));
        let mut entity = commands.entity(agent);
        let mut halt = |entity: &mut EntityCommands| {
            if in_crowd {
                entity.try_remove::<CrowdWalk>();
                return;
            }
            queue.forget(agent);
            entity.try_remove::<Planning>();
            finish_step(entity, asking, grid);
        };
        let Some(goal) = place else {
            entity.try_remove::<(Follow, Pursuit)>();
            halt(&mut entity);
            let goal = pursuit.0.unwrap_or(asking.0.0);
            let reason = reason_to_stand(grid, asking, FailReason::TargetGone);
            entity.try_insert(PathFailed {
                agent,
                goal,
                reason,
            });
            continue;
        };
        // A target that is no agent and has no map counts as on the map of any follower.
        if (of_agent.is_some() || on.is_some()) && on != asking.5 {
            let reason = reason_to_stand(grid, asking, FailReason::TargetElsewhere);
            if failed.is_none_or(|failed| failed.reason != reason) {
                halt(&mut entity);
                entity.try_insert(PathFailed {
                    agent,
                    goal,
                    reason,
                });
            }
            pursuit.set_if_neq(Pursuit(None));
            continue;
        }
        // The cell where it finishes its step.
        let here = start_of(asking, grid.for_agent(asking.2));
        let steps = steps_between(here, goal);
        let movement = asking.3.map_or(&*options, |own| &own.0).options.movement;
        let stop = || stop_beside(grid, (asking.2, movement), (here, goal), follow.distance);
        let is_near =
            || line_of_sight(&grid.seen_by(asking.2), movement, here, goal) || here == stop();
        if steps <= follow.distance && (steps == 0 || is_near()) {
            if waits || walk.is_some() || stack.is_some_and(PathStack::arrives) {
                halt(&mut entity);
            }
            if failed.is_some_and(|failed| failed.reason == FailReason::TargetElsewhere) {
                entity.try_remove::<PathFailed>();
            }
            pursuit.set_if_neq(Pursuit(None));
            continue;
        }
        let may_go = || {
            let stop = stop();
            grid.can_stand(asking.2, stop).is_ok()
                && !grid.labels_rule_out_path(asking.2, movement, [here, stop])
        };
        let is_due = pursuit.0.is_none_or(|asked| {
            let moved = steps_between(asked, goal);
            if moved == 0 {
                // In a crowd the follower stays beside the target, where it was sent.
                !(waits || failed.is_some() || stack.is_some() || in_crowd)
            } else {
                // A follower that stands because of the target's place continues when that changes.
                ASK_AGAIN_AFTER * moved >= steps || failed.is_some() && may_go()
            }
        });
        if is_due {
            pursuit.0 = Some(goal);
            requests.write(PathRequest::because(PlanCause::Follow, agent, stop()));
        }
    }
}

/// Returns the cell that a follower goes to: that of the target, or a cell beside it.
///
/// If the follower cannot stand on the target's cell, it is the nearest cell within the distance
/// with no wall between it and the target. Of equally near cells it is the nearest to the follower,
/// and then the first in reading order. Without any it is the target's cell, and the follower's
/// failure gives the reason.
///
/// # Complexity
/// O(1) where it can stand on the target's cell, else O(d²) for a distance of d.
fn stop_beside(
    grid: &NavGrid,
    (kind, movement): (Option<&AgentKind>, Movement),
    (here, target): (Cell, Cell),
    distance: u32,
) -> Cell {
    if distance == 0 || grid.can_stand(kind, target).is_ok() {
        return target;
    }
    let reach = i32::try_from(distance.min(MAX_BESIDE)).unwrap_or_default();
    let ring = |from: i32| from.saturating_sub(reach)..=from.saturating_add(reach);
    let cells = ring(target.y).flat_map(|y| ring(target.x).map(move |x| Cell::new(x, y)));
    let can_stop = |cell: &Cell| {
        grid.can_stand(kind, *cell).is_ok()
            && grid.can_see(*cell, target, |_, terrain| terrain.is_blocked())
            && !grid.labels_rule_out_path(kind, movement, [here, *cell])
    };
    let nearness = |cell: &Cell| (steps_between(*cell, target), steps_between(*cell, here));
    cells
        .filter(can_stop)
        .min_by_key(nearness)
        .unwrap_or(target)
}

/// Returns the reason why an agent does not follow its target.
///
/// A missing map, or a cell where the agent cannot stand, comes before the reason `otherwise`.
fn reason_to_stand(
    grid: &NavGrid,
    (cell, _, kind, ..): Asking,
    otherwise: FailReason,
) -> FailReason {
    if !grid.is_given() {
        return FailReason::NoMap;
    }
    grid.can_stand(kind, cell.0)
        .map_or_else(FailReason::Stuck, |()| otherwise)
}

fn steps_between(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = a.distance(b);
    dx.max(dy)
}
