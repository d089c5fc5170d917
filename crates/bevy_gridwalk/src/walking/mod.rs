//! The walk of agents along their path stack: each cell on top is popped on arrival.

pub(super) mod leaving;
pub(super) mod place;

use std::f32::consts::{PI, TAU};

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use gridwalk_pathfinding::Cell;

use place::{Walked, arrive_on};

use crate::agent::DrawnTransform;
use crate::map::maps::{Layouts, Maps};
use crate::path::index::PathIndex;
use crate::planning::drafts::{DraftNeed, Drafts};
use crate::{
    AgentCell, AgentGrid, AgentKind, AgentMotion, Arrived, Counters, CrowdMember, FailReason,
    GridAgent, GridLayout, NearestOf, OnMap, PathFailed, PathOnly, PathRequest, PathStack,
    PathfindingSystems, PlanCause, Planning, RequestQueue, WorldSpeed,
};

/// Distance from the middle of a cell at which an agent is there, in cells from 0 to
/// [`ArrivalRadius::MAX`].
///
/// Without this component it is 0: the agent walks to the very middle. With a radius, the cell on
/// top of the stack is popped once the agent is that near, so the agent rounds its corners and ends
/// its walk that far from the middle of its goal. The time that is left goes into the next cell, so
/// a fast agent jumps over none. Other values count as the nearest of these bounds, and no number
/// as 0. Agents of a crowd and those with [`PathOnly`] ignore it.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::prelude::*;
///
/// let mut world = World::new();
/// world.spawn((GridAgent::at(Cell::new(0, 0), 1.0), ArrivalRadius(0.1)));
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct ArrivalRadius(pub f32);

impl ArrivalRadius {
    /// The maximum radius in cells: an agent stands nearer to the middle of its cell than to that
    /// of another.
    pub const MAX: f32 = 0.45;

    /// Returns the share of a way, in cells, that an agent walks until it is there.
    fn share_of(self, way: Vec2) -> f32 {
        let cells = way.length();
        if self.0 > 0.0 && cells > 0.0 {
            (1.0 - self.0.min(Self::MAX) / cells).max(0.0)
        } else {
            1.0
        }
    }
}

/// Returns the seconds until an agent with this speed has walked its stack, on the map that it
/// sees.
///
/// The agent walks to the middle of each cell, without an [`ArrivalRadius`].
#[must_use]
pub fn time_to_go<'a>(
    grid: impl Into<AgentGrid<'a>>,
    stack: &PathStack,
    position: Vec2,
    speed: f32,
) -> f32 {
    let grid = grid.into();
    let mut from = position;
    let mut seconds = -stack.in_portal;
    for step in stack.steps() {
        seconds += match step.portal {
            Some(cost) => f32::from(cost) / speed,
            None => from.distance(step.position) * slowness(grid, step.cell) / speed,
        };
        from = step.position;
    }
    seconds
}

/// Returns the distance in cells and the seconds to the cell on top, for an agent with this speed.
///
/// The time in a portal leads over no cells.
#[must_use]
pub fn to_the_top<'a>(
    grid: impl Into<AgentGrid<'a>>,
    stack: &PathStack,
    position: Vec2,
    speed: f32,
) -> (f32, f32) {
    let grid = grid.into();
    let Some(step) = stack.steps().next() else {
        return (0.0, 0.0);
    };
    if let Some(cost) = step.portal {
        return (0.0, f32::from(cost) / speed - stack.in_portal);
    }
    let cells = position.distance(step.position);
    (cells, cells * slowness(grid, step.cell) / speed)
}

/// The unit of lengths on the map: cells, or world units for an agent whose speed is in those.
#[derive(Clone, Copy)]
struct LengthUnit<'a>(Option<&'a GridLayout>);

impl LengthUnit<'_> {
    fn length(self, way: Vec2) -> f32 {
        self.0
            .map_or_else(|| way.length(), |layout| layout.length_of(way))
    }
}

/// Returns the time of a step onto this cell, as a multiple of a step onto plain ground.
///
/// Walls nearby slow nobody down.
fn slowness(grid: AgentGrid, cell: Cell) -> f32 {
    grid.terrain_cost(cell).map_or(1.0, f32::from)
}

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.add_message::<Arrived>().add_systems(
        schedule,
        (
            (|mut walked: ResMut<Walked>| walked.0 = false).before(PathfindingSystems::ApplyEdits),
            follow_path.in_set(PathfindingSystems::Follow),
        ),
    );
}

/// Walks every agent for one fixed step.
///
/// Time that is left at a cell is spent on the next one, so speed does not depend on the length of
/// a step.
pub(crate) fn follow_path(
    mut commands: Commands,
    (time, maps, layouts): (Res<Time>, Maps, Layouts),
    mut agents: Query<
        (
            (
                Entity,
                &GridAgent,
                (Has<WorldSpeed>, Option<&ArrivalRadius>),
                Has<PathOnly>,
                &DrawnTransform,
            ),
            (
                &mut AgentCell,
                &mut AgentMotion,
                Option<&AgentKind>,
                Option<&mut PathStack>,
            ),
            (Option<&Planning>, Option<&OnMap>),
        ),
        Without<CrowdMember>,
    >,
    (mut arrived, mut requests): (MessageWriter<Arrived>, MessageWriter<PathRequest>),
    (mut index, mut queue, mut drafts): (ResMut<PathIndex>, ResMut<RequestQueue>, ResMut<Drafts>),
    (mut walked, mut counters): (ResMut<Walked>, ResMut<Counters>),
) {
    walked.0 = true;
    let turned = share_of_turn(time.delta_secs());
    let mut steps_into_blocked = 0;
    for (
        (agent, GridAgent { speed }, (in_world, radius), game_walks, drawn),
        (mut cell, mut motion, kind, stack),
        (planning, on),
    ) in &mut agents
    {
        if motion.previous != motion.position
            || motion.previous_facing.to_bits() != motion.facing.to_bits()
        {
            motion.previous = motion.position;
            motion.previous_facing = motion.facing;
        }
        let Some(mut stack) = stack else { continue };
        let goal = stack.goal();
        if !game_walks && !can_walk(*speed) {
            let failed = PathFailed {
                agent,
                goal,
                reason: FailReason::BadSpeed,
            };
            commands
                .entity(agent)
                .try_remove::<PathStack>()
                .try_insert(failed);
            continue;
        }
        let (key, grid) = (stack.map(), maps.of(on));
        if key != OnMap::key(on) || !grid.is_given() {
            // Taken to another map, or without one, since the tick began: its path ends in the next
            // one.
            continue;
        }
        let map = grid.for_agent(kind);
        let mut was_at_cut = stack.is_at_cut();
        let is_stopped = if game_walks {
            match stack.take_popped() {
                Some(to) if map.is_walkable(to) => {
                    was_at_cut = false;
                    // Its `Transform` gives the exact position, once the game moves that.
                    if !drawn.is_followed() {
                        arrive_on(&mut cell, &mut motion, to);
                    }
                    false
                }
                Some(_) => true,
                None => false,
            }
        } else {
            let pace = (*speed, LengthUnit(in_world.then(|| layouts.of(on))), radius);
            let (wanted, is_stopped) = walk(
                map,
                &mut stack,
                &mut cell,
                &mut motion,
                pace,
                time.delta_secs(),
            );
            turn(&mut motion, wanted, turned);
            is_stopped
        };
        while let Some(tile) = stack.pop_tile() {
            index.leave(key, tile, agent);
        }
        if is_stopped {
            // Nothing that changes a map leaves such a path on an agent; should it happen, it is
            // seen. But a game may have popped a cell just before it became a wall.
            steps_into_blocked += u64::from(!game_walks);
            if stack.arrives() {
                requests.write(PathRequest::because(PlanCause::Edit, agent, goal));
            }
            commands.entity(agent).try_remove::<PathStack>();
            continue;
        }
        if !was_at_cut && stack.is_at_cut() && planning.is_some() {
            // It waits at a cut for its answer.
            drafts.enlist(agent, DraftNeed::AtOnce);
        }
        if !stack.is_walked() {
            continue;
        }
        let arrives = stack.arrives();
        queue.take_path(stack.take_path());
        commands.entity(agent).try_remove::<PathStack>();
        if arrives && planning.is_some_and(|planning| planning.goal != goal) {
            // This was its older goal; its new request still waits.
            drafts.enlist(agent, DraftNeed::Stands);
        } else if arrives {
            commands.entity(agent).try_remove::<(Planning, NearestOf)>();
            arrived.write(Arrived {
                agent,
                cell: cell.0,
            });
        }
    }
    if steps_into_blocked > 0 {
        counters.steps_into_blocked += steps_into_blocked;
    }
}

/// Whether an agent can walk at that speed, if only at a standstill.
pub(crate) fn can_walk(speed: f32) -> bool {
    speed.is_finite() && speed >= 0.0
}

/// Walks for `seconds`; returns the angle of the last movement, and whether a blocked cell ended
/// it.
fn walk(
    grid: AgentGrid,
    stack: &mut PathStack,
    cell: &mut AgentCell,
    motion: &mut AgentMotion,
    (speed, measure, radius): (f32, LengthUnit, Option<&ArrivalRadius>),
    mut seconds: f32,
) -> (Option<f32>, bool) {
    let mut angle = None;
    while let Some((to, place, portal)) = stack.target() {
        if motion.heading != Some(to) && to != cell.0 && !grid.is_walkable(to) {
            return (angle, true);
        }
        if speed == 0.0 {
            break;
        }
        let mut end = place;
        if let Some(cost) = portal {
            let needed = f32::from(cost) * measure.length(Vec2::X) / speed - stack.in_portal;
            if needed > seconds {
                stack.in_portal += seconds;
                break;
            }
            seconds -= needed.max(0.0);
            stack.in_portal = 0.0;
            // The agent is never drawn between the two ends.
            motion.previous = place;
        } else {
            let ahead = place - motion.position;
            let distance = measure.length(ahead);
            if distance > 0.0 {
                // Rows go down, angles turn upwards.
                angle = Some((-ahead.y).atan2(ahead.x));
            }
            let pace = speed / slowness(grid, to);
            let share = radius.map_or(1.0, |radius| radius.share_of(ahead));
            let needed = distance * share / pace;
            if needed > seconds {
                motion.position += ahead * (seconds * pace / distance);
                motion.heading = Some(to);
                break;
            }
            seconds -= needed;
            if share < 1.0 {
                end = motion.position + ahead * share;
            }
        }
        motion.position = end;
        motion.heading = None;
        cell.0 = to;
        stack.take_top();
    }
    (angle, false)
}

/// Returns the share of a turn made in this time: most of it within a tenth of a second.
pub(crate) fn share_of_turn(seconds: f32) -> f32 {
    1.0 - (-16.0 * seconds).exp()
}

/// Turns towards the angle by this share of the difference.
pub(crate) fn turn(motion: &mut AgentMotion, wanted: Option<f32>, share: f32) {
    let Some(wanted) = wanted else { return };
    let difference = (wanted - motion.facing + PI).rem_euclid(TAU) - PI;
    motion.facing += difference * share;
}
