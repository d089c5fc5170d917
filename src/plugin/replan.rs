//! Agents never walk a stale map: edits send those whose way they cross back to planning.

use std::collections::HashSet;

use bevy::prelude::*;

use super::{
    AgentCell, AgentKind, AgentMotion, FailReason, GridAgent, GridChanged, GridReplaced, NavGrid, PathFailed,
    PathRequest, PathStack, PathfindingSystems, PlanCause, Planning,
};
use crate::pathfinding::{Cell, CellChange, nearest_cell};

/// What an edit meant for the agents.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replanned {
    /// Agents whose way the edit crossed.
    pub crossed: usize,
    /// Agents that look for a shorter way because some cell became cheaper.
    pub hopeful: usize,
    /// Walking agents whose way stays as it is.
    pub kept: usize,
}

/// An agent stood in a new wall and was moved.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocated {
    /// Who.
    pub agent: Entity,
    /// Where it had stood.
    pub from: Cell,
    /// Where it stands now.
    pub to: Cell,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Replanned>().add_message::<Relocated>().add_systems(
        FixedUpdate,
        (free_walled_in_agents, turn_back_from_walls, replan_crossed_paths)
            .chain()
            .after(super::nav_grid::see_as_agents_do)
            .in_set(PathfindingSystems::ApplyEdits),
    );
}

/// Moves agents out of new walls, to the nearest free cell; without one they are stuck.
fn free_walled_in_agents(
    mut commands: Commands,
    mut changed: MessageReader<GridChanged>,
    mut replaced: MessageReader<GridReplaced>,
    grid: Res<NavGrid>,
    mut agents: Query<
        (Entity, &mut AgentCell, &mut AgentMotion, Option<&AgentKind>, Option<&PathStack>, Option<&Planning>),
        With<GridAgent>,
    >,
    mut requests: MessageWriter<PathRequest>,
    mut relocated: MessageWriter<Relocated>,
    mut failures: MessageWriter<PathFailed>,
) {
    let new_map = replaced.read().count() > 0;
    let new_walls = changed.read().any(|change| change.0.cells.iter().any(CellChange::changes_walls));
    if !new_map && !new_walls {
        return;
    }
    for (agent, mut cell, mut motion, kind, stack, planning) in &mut agents {
        let map = &grid.seen_by(kind);
        if map.is_walkable(cell.0) {
            continue;
        }
        let stack = stack.filter(|stack| stack.arrives());
        let goal = planning.map(|planning| planning.goal).or(stack.map(PathStack::goal));
        let from = cell.0;
        // Half way to a free cell is as good as there.
        let ahead = motion.heading.filter(|&heading| map.is_walkable(heading));
        let Some(to) = ahead.or_else(|| nearest_cell(map, from, |cell| map.is_walkable(cell))) else {
            let failed = PathFailed { agent, goal: goal.unwrap_or(from), reason: FailReason::Stuck };
            commands.entity(agent).remove::<(PathStack, Planning)>().try_insert(failed);
            failures.write(failed);
            continue;
        };
        cell.0 = to;
        let facing = motion.facing;
        *motion = AgentMotion { facing, previous_facing: facing, ..AgentMotion::standing(to) };
        relocated.write(Relocated { agent, from, to });
        if let Some(goal) = goal {
            // Its old way stays on it until the request is read, or it would count as idle.
            requests.write(PathRequest { agent, goal, cause: PlanCause::Edit });
        } else {
            commands.entity(agent).remove::<PathStack>();
        }
    }
}

/// Whoever only finishes a step, because its way was taken back or is being searched, turns
/// round if the step would now end in a wall.
fn turn_back_from_walls(
    grid: Res<NavGrid>,
    mut walking: Query<(&AgentCell, &mut PathStack, Option<&AgentKind>), With<GridAgent>>,
) {
    if !grid.is_changed() {
        return;
    }
    for (cell, mut stack, kind) in &mut walking {
        if !stack.arrives() && !grid.seen_by(kind).is_walkable(stack.next()) {
            *stack = PathStack::step_to(cell.0);
        }
    }
}

/// Asks anew for every agent that the edit concerns. Agents that are planning now are not
/// asked for: their answer is checked against the map when it comes.
fn replan_crossed_paths(
    mut changed: MessageReader<GridChanged>,
    mut replaced: MessageReader<GridReplaced>,
    walking: Query<(Entity, &AgentCell, Option<&AgentKind>, &PathStack), With<GridAgent>>,
    failed: Query<(Entity, &PathFailed), With<GridAgent>>,
    mut requests: MessageWriter<PathRequest>,
    mut replanned: MessageWriter<Replanned>,
) {
    let changes: Vec<_> = changed.read().flat_map(|change| change.0.cells.iter().copied()).collect();
    let new_map = replaced.read().count() > 0;
    if changes.is_empty() && !new_map {
        return;
    }
    let cells: HashSet<Cell> = changes.iter().map(|change| change.cell).collect();
    // An agent that covers several cells is said to be on the upper left one.
    let covering = |kind: &AgentKind| -> HashSet<Cell> {
        let size = i32::from(kind.0.size);
        let places = |cell: &Cell| (0..size * size).map(|i| (cell.x - i % size, cell.y - i / size)).collect::<Vec<_>>();
        cells.iter().flat_map(places).map(Cell::from).collect()
    };
    let cheaper = new_map || changes.iter().any(CellChange::is_cheaper);
    let mut sum = Replanned::default();
    for (agent, cell, kind, stack) in walking.iter().filter(|(.., stack)| stack.arrives()) {
        let crossed = match kind.filter(|kind| kind.0.size > 1) {
            Some(kind) => crosses(cell.0, stack, &covering(kind)),
            None => crosses(cell.0, stack, &cells),
        };
        if new_map || crossed {
            sum.crossed += 1;
        } else if cheaper {
            sum.hopeful += 1;
        } else {
            sum.kept += 1;
            continue;
        }
        requests.write(PathRequest { agent, goal: stack.goal(), cause: PlanCause::Edit });
    }
    if cheaper {
        for (agent, failure) in &failed {
            if matches!(failure.reason, FailReason::Blocked | FailReason::Unreachable | FailReason::Stuck) {
                sum.hopeful += 1;
                requests.write(PathRequest { agent, goal: failure.goal, cause: PlanCause::Edit });
            }
        }
    }
    replanned.write(sum);
}

/// Whether one of the cells lies on the way, or beside a diagonal step of it.
fn crosses(from: Cell, stack: &PathStack, cells: &HashSet<Cell>) -> bool {
    let mut before = from;
    stack.ahead().any(|cell| {
        let beside = [Cell::new(before.x, cell.y), Cell::new(cell.x, before.y)];
        before = cell;
        cells.contains(&cell) || beside.iter().any(|side| cells.contains(side))
    })
}
