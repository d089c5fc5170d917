//! Agents walk: they take the cell on top of their path stack, and pop it when they are there.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

use super::layout::position_of;
use super::{AgentCell, AgentMotion, GridAgent, GridLayout, NavGrid, PathfindingSystems};
use crate::pathfinding::{Cell, Grid, Path};

/// What is left to walk: the next cell on top, popped on arrival. Present while there is something.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct PathStack {
    /// The next cell last.
    cells: Vec<Cell>,
    /// Whether reaching the end is an arrival, and not just the end of an interrupted step.
    arrives: bool,
}

impl PathStack {
    /// Finishing a step, and no more.
    pub(super) fn step_to(cell: Cell) -> Self {
        Self { cells: vec![cell], arrives: false }
    }

    /// The cells of a path that are still ahead of an agent; `None` if it is there already.
    pub(super) fn along(path: &Path, cell: Cell, motion: &AgentMotion) -> Option<Self> {
        let [start, rest @ ..] = path.cells() else { return None };
        let mut cells: Vec<Cell> = path.cells().iter().rev().copied().collect();
        // Between two cells, with the way leading back over the other one: turn round here.
        let other = if motion.heading == Some(*start) { Some(cell) } else { motion.heading };
        let turns_round = motion.heading.is_some() && rest.first().copied() == other;
        if turns_round || motion.position == position_of(*start) {
            cells.pop();
        }
        (!cells.is_empty()).then_some(Self { cells, arrives: true })
    }

    /// The cell that the agent walks to now.
    #[must_use]
    pub fn next(&self) -> Cell {
        *self.cells.last().expect("an empty stack is removed")
    }

    /// The last cell.
    #[must_use]
    pub fn goal(&self) -> Cell {
        *self.cells.first().expect("an empty stack is removed")
    }

    /// The cells ahead, the next one first.
    pub fn ahead(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().rev().copied()
    }

    /// How many cells are ahead.
    #[must_use]
    pub fn cells_to_go(&self) -> usize {
        self.cells.len()
    }

    /// Whether this leads to a goal, and does not only finish an interrupted step.
    #[must_use]
    pub const fn arrives(&self) -> bool {
        self.arrives
    }
}

/// Seconds until an agent with this speed has walked its stack, on this grid.
#[must_use]
pub fn time_to_go(grid: &Grid, stack: &PathStack, position: Vec2, speed: f32) -> f32 {
    let mut from = position;
    let mut seconds = 0.0;
    for cell in stack.ahead() {
        let to = position_of(cell);
        seconds += from.distance(to) * slowness(grid, cell) / speed;
        from = to;
    }
    seconds
}

/// How many times longer a step onto this cell takes than onto plain ground.
fn slowness(grid: &Grid, cell: Cell) -> f32 {
    grid.cost(cell).map_or(1.0, f32::from)
}

/// An agent has reached the end of its way.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// Who.
    pub agent: Entity,
    /// Where it stands now.
    pub cell: Cell,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Arrived>()
        .add_systems(FixedUpdate, follow_path.in_set(PathfindingSystems::Follow))
        .add_systems(RunFixedMainLoop, place_agents.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop));
}

/// Walks every agent for one fixed step. Time that is left at a cell is spent on the next one,
/// so speed does not depend on the length of a step.
fn follow_path(
    mut commands: Commands,
    time: Res<Time>,
    grid: Res<NavGrid>,
    mut agents: Query<(Entity, &GridAgent, &mut AgentCell, &mut AgentMotion, Option<&mut PathStack>)>,
    mut arrived: MessageWriter<Arrived>,
) {
    for (agent, GridAgent { speed }, mut cell, mut motion, stack) in &mut agents {
        if motion.previous != motion.position || motion.previous_facing.to_bits() != motion.facing.to_bits() {
            motion.previous = motion.position;
            motion.previous_facing = motion.facing;
        }
        let Some(mut stack) = stack else { continue };
        let wanted = walk(grid.grid(), &mut stack, &mut cell, &mut motion, *speed, time.delta_secs());
        turn(&mut motion, wanted, time.delta_secs());
        if !stack.cells.is_empty() {
            continue;
        }
        commands.entity(agent).remove::<PathStack>();
        if stack.arrives {
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
    while let Some(&next) = stack.cells.last() {
        let target = position_of(next);
        let ahead = target - motion.position;
        let distance = ahead.length();
        if distance > 0.0 {
            // Rows go down, angles turn upwards.
            angle = Some((-ahead.y).atan2(ahead.x));
        }
        let pace = speed / slowness(grid, next);
        let needed = distance / pace;
        if needed > seconds {
            motion.position += ahead * (seconds * pace / distance);
            motion.heading = Some(next);
            break;
        }
        seconds -= needed;
        motion.position = target;
        motion.heading = None;
        cell.0 = next;
        stack.cells.pop();
    }
    angle
}

/// Turns towards the angle, most of the way within a tenth of a second.
fn turn(motion: &mut AgentMotion, wanted: Option<f32>, seconds: f32) {
    let Some(wanted) = wanted else { return };
    let difference = (wanted - motion.facing + PI).rem_euclid(TAU) - PI;
    motion.facing += difference * (1.0 - (-16.0 * seconds).exp());
}

/// Draws agents where they are between the last two fixed steps.
fn place_agents(
    fixed: Res<Time<Fixed>>,
    layout: Res<GridLayout>,
    mut agents: Query<(&AgentMotion, &mut Transform), With<GridAgent>>,
) {
    let between = fixed.overstep_fraction();
    for (motion, mut transform) in &mut agents {
        let position = layout.world(motion.previous.lerp(motion.position, between));
        let turned = (motion.facing - motion.previous_facing + PI).rem_euclid(TAU) - PI;
        let rotation = Quat::from_rotation_z(motion.previous_facing + turned * between);
        let placed = position.extend(transform.translation.z);
        if transform.translation != placed || transform.rotation != rotation {
            transform.translation = placed;
            transform.rotation = rotation;
        }
    }
}
