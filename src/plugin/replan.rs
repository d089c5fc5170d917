//! Agents never walk a stale map: edits send those whose path they cross back to planning at once, and those that may
//! find a cheaper path a few at a time.

use std::collections::{HashMap, HashSet, VecDeque};

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

use super::path_stack::Obstacles;
use super::{
    AgentCell, AgentKind, AgentMotion, FailReason, GridAgent, GridChanged, GridReplaced, LastSearch, NavGrid,
    PathFailed, PathRequest, PathStack, PathfindingSystems, PlaceAgent, PlanCause, Planning, goal_of,
};
use crate::pathfinding::{Cell, CellChange, Revision, nearest_cell};

/// What an edit meant for the agents.
#[derive(Message, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct Replanned {
    /// Agents whose path the edit crossed: they plan again in the same tick.
    pub crossed: usize,
    /// Agents that look for a cheaper path because some cell became cheaper: a few in each tick, while the others
    /// walk on.
    pub may_improve: usize,
    /// Walking agents whose path stays as it is.
    pub kept: usize,
}

/// An agent stood in a new wall and was moved.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct Relocated {
    /// The agent.
    pub agent: Entity,
    /// Where it had stood.
    pub from: Cell,
    /// Where it stands now.
    pub to: Cell,
}

/// Agents that may find a cheaper path since some cell became cheaper: first come, first served.
#[derive(Resource, Default)]
struct MayImprove {
    agents: VecDeque<Entity>,
    /// What was searched on this revision or a later one is as cheap as can be.
    since: Revision,
}

/// How many of those are planned again in one tick.
const MOST_IMPROVED: usize = 16;

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<MayImprove>().add_message::<PlaceAgent>().add_message::<Replanned>().add_message::<Relocated>();
    app.add_systems(
        schedule,
        (put_agents, free_walled_in_agents, turn_back_from_walls, replan_crossed_paths, improve_paths)
            .chain()
            .after(super::nav_grid::see_as_agents_do)
            .in_set(PathfindingSystems::ApplyEdits),
    );
}

/// Puts agents where they are to be, and lets them look for a path from there.
fn put_agents(
    mut commands: Commands,
    mut placed: MessageReader<PlaceAgent>,
    grid: Res<NavGrid>,
    mut agents: Query<
        (
            (&mut AgentCell, &mut AgentMotion, Option<&AgentKind>),
            (Option<&PathStack>, Option<&Planning>, Option<&PathFailed>),
        ),
        With<GridAgent>,
    >,
    mut requests: MessageWriter<PathRequest>,
) {
    for &PlaceAgent { agent, cell: to } in placed.read() {
        let Ok(((mut cell, mut motion, kind), (stack, planning, failed))) = agents.get_mut(agent) else { continue };
        if !grid.seen_by(kind).is_walkable(to) {
            continue;
        }
        stand(&mut cell, &mut motion, to);
        let failed = failed.filter(|failed| may_end(failed.reason)).map(|failed| failed.goal);
        if let Some(goal) = goal_of(stack, planning).or(failed) {
            requests.write(PathRequest { agent, goal, cause: PlanCause::Placed });
        } else {
            commands.entity(agent).remove::<PathStack>();
        }
    }
}

/// Still, and looking where it looked.
fn stand(cell: &mut AgentCell, motion: &mut AgentMotion, to: Cell) {
    cell.0 = to;
    let facing = motion.facing;
    *motion = AgentMotion { facing, previous_facing: facing, ..AgentMotion::standing(to) };
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
        let goal = goal_of(stack, planning);
        let from = cell.0;
        // Half way to a free cell is as good as there.
        let ahead = motion.heading.filter(|&heading| map.is_walkable(heading));
        let Some(to) = ahead.or_else(|| nearest_cell(map, from, |cell| map.is_walkable(cell))) else {
            let failed = PathFailed { agent, goal: goal.unwrap_or(from), reason: FailReason::Stuck };
            commands.entity(agent).remove::<(PathStack, Planning)>().try_insert(failed);
            continue;
        };
        stand(&mut cell, &mut motion, to);
        relocated.write(Relocated { agent, from, to });
        if let Some(goal) = goal {
            // Its old path stays on it until the request is read, or it would count as idle.
            requests.write(PathRequest { agent, goal, cause: PlanCause::Edit });
        } else {
            commands.entity(agent).remove::<PathStack>();
        }
    }
}

/// An agent that only finishes a step, because its path was cancelled or is being searched, turns
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

/// Asks again for every agent whose path the edit crosses, and notes who may find a cheaper one. Agents that are
/// planning now are not asked for: their answer is checked against the map when it comes.
fn replan_crossed_paths(
    mut changed: MessageReader<GridChanged>,
    mut replaced: MessageReader<GridReplaced>,
    grid: Res<NavGrid>,
    walking: Query<(Entity, &AgentCell, Option<&AgentKind>, &PathStack), With<GridAgent>>,
    failed: Query<(Entity, &PathFailed), With<GridAgent>>,
    mut may_improve: ResMut<MayImprove>,
    mut requests: MessageWriter<PathRequest>,
    mut replanned: MessageWriter<Replanned>,
) {
    let changes: Vec<_> = changed.read().flat_map(|change| change.0.cells.iter().copied()).collect();
    let new_map = replaced.read().count() > 0;
    if changes.is_empty() && !new_map {
        return;
    }
    let cheaper = new_map || changes.iter().any(CellChange::is_cheaper);
    let mut obstacles: HashMap<u8, Obstacles> = HashMap::new();
    let (mut sum, mut candidates) = (Replanned::default(), Vec::new());
    for (agent, cell, kind, stack) in walking.iter().filter(|(.., stack)| stack.arrives()) {
        let size = AgentKind::size_of(kind);
        let obstacles = obstacles.entry(size).or_insert_with(|| Obstacles::new(&changes, size));
        // Of the cell that it stands on only the exits matter.
        let turned = || changes.iter().any(|change| change.cell == cell.0 && change.changes_exits());
        if new_map || stack.crosses(cell.0, obstacles) || turned() {
            sum.crossed += 1;
            requests.write(PathRequest { agent, goal: stack.goal(), cause: PlanCause::Edit });
        } else if cheaper {
            candidates.push(agent);
        } else {
            sum.kept += 1;
        }
    }
    if cheaper {
        candidates.extend(failed.iter().filter(|(_, failure)| may_end(failure.reason)).map(|(agent, _)| agent));
        may_improve.since = grid.grid().revision();
    }
    sum.may_improve = candidates.len();
    replanned.write(sum);
    if !candidates.is_empty() {
        let waiting: HashSet<Entity> = may_improve.agents.iter().copied().collect();
        candidates.retain(|agent| !waiting.contains(agent));
        // Whatever the order in which they are stored.
        candidates.sort_unstable();
        may_improve.agents.extend(candidates);
    }
}

/// Whether a cheaper cell can make a path where there was none.
const fn may_end(reason: FailReason) -> bool {
    matches!(
        reason,
        FailReason::Blocked
            | FailReason::Unreachable
            | FailReason::Stuck
            | FailReason::OverCostLimit
            | FailReason::NotInRegion
    )
}

/// Asks again for the next few of those that may find a cheaper path and have not searched since.
fn improve_paths(
    mut may_improve: ResMut<MayImprove>,
    agents: Query<(Option<&PathStack>, Option<&PathFailed>, Option<&LastSearch>), (With<GridAgent>, Without<Planning>)>,
    mut requests: MessageWriter<PathRequest>,
) {
    let mut asked = 0;
    while asked < MOST_IMPROVED
        && let Some(agent) = may_improve.agents.pop_front()
    {
        let Ok((stack, failed, last)) = agents.get(agent) else { continue };
        let goal = stack.and_then(PathStack::destination);
        let failed = failed.filter(|failed| may_end(failed.reason)).map(|failed| failed.goal);
        let is_new = last.is_some_and(|last| last.revision >= may_improve.since);
        if let Some(goal) = goal.or(failed).filter(|_| !is_new) {
            requests.write(PathRequest { agent, goal, cause: PlanCause::Edit });
            asked += 1;
        }
    }
}
