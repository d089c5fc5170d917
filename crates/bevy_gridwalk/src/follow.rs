//! Agents walk: they take the cell on top of their path stack, and pop it when they are there.

use std::f32::consts::{PI, TAU};

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;
use gridwalk_pathfinding::{Cell, Grid};

use super::path_index::PathIndex;
use super::schedule::PathfindingSchedule;
use super::{
    AgentCell, AgentKind, AgentMotion, GridAgent, GridLayout, NavGrid, PathStack, PathfindingSystems, RequestQueue,
};

/// Seconds until an agent with this speed has walked its stack, on the map that it sees.
#[must_use]
pub fn time_to_go(grid: &Grid, stack: &PathStack, position: Vec2, speed: f32) -> f32 {
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

/// Cells and seconds until an agent with this speed is on the cell on top of its stack. The time in a portal leads over
/// no cells.
#[must_use]
pub fn to_the_top(grid: &Grid, stack: &PathStack, position: Vec2, speed: f32) -> (f32, f32) {
    let Some(step) = stack.steps().next() else { return (0.0, 0.0) };
    if let Some(cost) = step.portal {
        return (0.0, f32::from(cost) / speed - stack.in_portal);
    }
    let cells = position.distance(step.position);
    (cells, cells * slowness(grid, step.cell) / speed)
}

/// How many times longer a step onto this cell takes than onto plain ground.
fn slowness(grid: &Grid, cell: Cell) -> f32 {
    grid.cost(cell).map_or(1.0, f32::from)
}

/// An agent has reached the end of its path.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct Arrived {
    /// The agent.
    pub agent: Entity,
    /// Where it stands now.
    pub cell: Cell,
}

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.add_message::<Arrived>().add_systems(schedule, follow_path.in_set(PathfindingSystems::Follow));
    if PathfindingSchedule(schedule).is_fixed() {
        app.add_systems(RunFixedMainLoop, place_agents.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop));
    } else {
        app.add_systems(schedule, place_agents.after(follow_path).in_set(PathfindingSystems::Follow));
    }
}

/// Walks every agent for one fixed step. Time that is left at a cell is spent on the next one,
/// so speed does not depend on the length of a step.
fn follow_path(
    mut commands: Commands,
    time: Res<Time>,
    grid: Res<NavGrid>,
    mut agents: Query<(
        Entity,
        &GridAgent,
        &mut AgentCell,
        &mut AgentMotion,
        Option<&AgentKind>,
        Option<&mut PathStack>,
    )>,
    mut arrived: MessageWriter<Arrived>,
    (mut index, mut queue): (ResMut<PathIndex>, ResMut<RequestQueue>),
) {
    for (agent, GridAgent { speed }, mut cell, mut motion, kind, stack) in &mut agents {
        if motion.previous != motion.position || motion.previous_facing.to_bits() != motion.facing.to_bits() {
            motion.previous = motion.position;
            motion.previous_facing = motion.facing;
        }
        let Some(mut stack) = stack else { continue };
        let map = grid.seen_by(kind);
        let wanted = walk(&map, &mut stack, &mut cell, &mut motion, *speed, time.delta_secs());
        turn(&mut motion, wanted, time.delta_secs());
        while let Some(tile) = stack.pop_tile() {
            index.leave(tile, agent);
        }
        if stack.top().is_some() {
            continue;
        }
        queue.take_path(stack.take_path());
        commands.entity(agent).remove::<PathStack>();
        if stack.arrives() {
            arrived.write(Arrived { agent, cell: cell.0 });
        }
    }
}

/// Walks for so many seconds and returns the angle of the last movement.
fn walk(
    grid: &Grid,
    stack: &mut PathStack,
    cell: &mut AgentCell,
    motion: &mut AgentMotion,
    speed: f32,
    mut seconds: f32,
) -> Option<f32> {
    let mut angle = None;
    while let Some(next) = stack.top() {
        if let Some(cost) = next.portal {
            let needed = f32::from(cost) / speed - stack.in_portal;
            if needed > seconds {
                stack.in_portal += seconds;
                break;
            }
            seconds -= needed.max(0.0);
            stack.in_portal = 0.0;
            // It is never seen between the two ends.
            motion.previous = next.position;
        } else {
            let ahead = next.position - motion.position;
            let distance = ahead.length();
            if distance > 0.0 {
                // Rows go down, angles turn upwards.
                angle = Some((-ahead.y).atan2(ahead.x));
            }
            let pace = speed / slowness(grid, next.cell);
            let needed = distance / pace;
            if needed > seconds {
                motion.position += ahead * (seconds * pace / distance);
                motion.heading = Some(next.cell);
                break;
            }
            seconds -= needed;
        }
        motion.position = next.position;
        motion.heading = None;
        cell.0 = next.cell;
        stack.pop();
    }
    angle
}

/// Turns towards the angle, most of the way within a tenth of a second.
fn turn(motion: &mut AgentMotion, wanted: Option<f32>, seconds: f32) {
    let Some(wanted) = wanted else { return };
    let difference = (wanted - motion.facing + PI).rem_euclid(TAU) - PI;
    motion.facing += difference * (1.0 - (-16.0 * seconds).exp());
}

/// Draws agents where they are between the last two fixed steps, or where their last step led: in the middle of the
/// area that they cover.
fn place_agents(
    schedule: Res<PathfindingSchedule>,
    fixed: Res<Time<Fixed>>,
    layout: Res<GridLayout>,
    mut agents: Query<(&AgentMotion, Option<&AgentKind>, &mut Transform), With<GridAgent>>,
) {
    let between = if schedule.is_fixed() { fixed.overstep_fraction() } else { 1.0 };
    for (motion, kind, mut transform) in &mut agents {
        let position = motion.previous.lerp(motion.position, between) + AgentKind::middle_of(kind);
        let turned = (motion.facing - motion.previous_facing + PI).rem_euclid(TAU) - PI;
        let rotation = Quat::from_rotation_z(motion.previous_facing + turned * between);
        let placed = layout.world(position).extend(transform.translation.z);
        if transform.translation != placed || transform.rotation != rotation {
            transform.translation = placed;
            transform.rotation = rotation;
        }
    }
}
