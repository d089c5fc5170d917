//! Replanning of paths that edits have cut off, so that agents never step onto a wall.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::prelude::*;
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::schedule::InternedScheduleLabel;
use gridwalk_pathfinding::{Cell, CellChange, nearest_cell};

use crate::agent::Plain;
use crate::layout::{MapKey, Moved};
use crate::map::maps::{MapChanges, MapReports, Maps};
use crate::messages::may_end;
use crate::path::index::{Obstacles, PathIndex};
use crate::planning::drafts::{DraftNeed, Drafts};
use crate::planning::improve::MayImprove;
use crate::planning::queued::Alone;
use crate::walking::place::{put_agents, stand};
use crate::{
    AgentCell, AgentGrid, AgentKind, AgentMotion, AgentOptions, Counters, CrowdMember, FailReason,
    GridAgent, OnMap, PathFailed, PathOnly, PathRequest, PathStack, PathfindingOptions,
    PathfindingSystems, PlanCause, Planning, PlanningOptions, Relocated, goal_of,
};

/// The effect of the edits of a tick on the agents of one map.
#[derive(Message, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Replanned {
    /// The entity of the map; `None` for the resource.
    pub map: Option<Entity>,
    /// Number of agents whose path has a step that is not legal any more.
    ///
    /// They request a path in the same tick, and walk up to that step.
    pub crossed: usize,
    /// Number of agents that may find a cheaper path because the cost of some cell changed.
    ///
    /// They look for one as soon as the budget leaves time for it, and walk on until it is found.
    pub may_improve: usize,
    /// Number of walking agents whose path stays as it is.
    pub kept: usize,
}

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<MayImprove>()
        .init_resource::<PathIndex>()
        .init_resource::<Plain>()
        .add_message::<Replanned>()
        .add_message::<Relocated>();
    app.add_systems(
        schedule,
        (free_walled_in_agents, replan_crossed_paths)
            .chain()
            .after(put_agents)
            .in_set(PathfindingSystems::ApplyEdits),
    );
}

/// Moves agents from cells where they can no longer stand to the nearest free cell.
///
/// The cause is a new wall, another kind or another map. Without a free cell they are stuck; so are
/// agents that only the game moves. Where there is no map they stand.
fn free_walled_in_agents(
    mut commands: Commands,
    mut changes: MapReports,
    maps: Maps,
    kinds: Query<Entity, (Changed<AgentKind>, With<GridAgent>)>,
    (mut plain, mut moved): (ResMut<Plain>, ResMut<Moved>),
    mut agents: Query<
        (
            (Entity, Ref<GridAgent>, Has<PathOnly>),
            (
                &mut AgentCell,
                &mut AgentMotion,
                Option<&AgentKind>,
                Option<&OnMap>,
            ),
            (
                Option<&mut PathStack>,
                Option<&Planning>,
                Option<&PathFailed>,
                Option<&AgentOptions>,
            ),
        ),
        Without<CrowdMember>,
    >,
    options: Res<PathfindingOptions>,
    (mut requests, mut relocated): (MessageWriter<PathRequest>, MessageWriter<Relocated>),
) {
    let other_kind: EntityHashSet = kinds.iter().chain(plain.0.drain(..)).collect();
    let changes = changes.read();
    // Fewer maps than agents, as a rule.
    let new_maps: BTreeSet<MapKey> = changes
        .iter()
        .filter(|(_, changes)| changes.is_replaced)
        .map(|(map, _)| *map)
        .collect();
    let walls = |(map, changes): (MapKey, MapChanges)| {
        Some((
            map,
            BySize::new(changes.cells.into_iter().filter(CellChange::changes_walls)),
        ))
        .filter(|it| !it.1.changes.is_empty())
    };
    let mut walls: BTreeMap<MapKey, BySize> = changes.into_iter().filter_map(walls).collect();
    if new_maps.is_empty() && walls.is_empty() && other_kind.is_empty() && moved.0.is_empty() {
        return;
    }
    let moved = std::mem::take(&mut moved.0);
    for (
        (agent, it, game_walks),
        (mut cell, mut motion, kind, on),
        (stack, planning, failed, own),
    ) in &mut agents
    {
        let key = OnMap::key(on);
        let grid = maps.at(key);
        let new_map = new_maps.contains(&key);
        // A stuck agent may have a free cell anywhere now.
        let is_stuck = failed.is_some_and(|failed| matches!(failed.reason, FailReason::Stuck(_)));
        let is_other = other_kind.contains(&agent) && !it.is_added();
        let is_moved = moved.get(&agent).is_some_and(|before| *before != key) && !it.is_added();
        let mut is_in_wall = || {
            walls
                .get_mut(&key)
                .is_some_and(|walls| walls.of(AgentKind::size_of(kind)).contains(cell.0))
        };
        if !(new_map || is_stuck || is_other || is_moved || is_in_wall()) {
            continue;
        }
        let goal = goal_of(stack.as_deref(), planning);
        if !grid.is_given() {
            // The agent's cell does not count until there is a map.
            let goal = goal.or(failed.map(|failed| failed.goal));
            if goal.is_some() || new_map || is_moved {
                let (at, heading) = (cell.0, motion.heading);
                if heading.is_some() {
                    stand(&mut cell, &mut motion, at);
                }
                let failed = PathFailed {
                    agent,
                    goal: goal.unwrap_or(at),
                    reason: FailReason::NoMap,
                };
                commands
                    .entity(agent)
                    .try_remove::<(PathStack, Planning)>()
                    .try_insert(failed);
            }
            continue;
        }
        if failed.is_some_and(|failed| failed.reason == FailReason::NoMap && failed.goal == cell.0)
        {
            // This failure was set while the agent had no goal.
            commands.entity(agent).try_remove::<PathFailed>();
        }
        let map = grid.for_agent(kind);
        if is_other && let Some(mut stack) = stack {
            let movement = own.map_or(&*options, |own| &own.0).options.movement;
            stack.find_cut(cell.0, map, movement, None);
            if stack.is_at_cut() && motion.heading.is_some() {
                let to = start_of_step(cell.0, motion.heading, map);
                commands
                    .entity(agent)
                    .try_insert(PathStack::step_to(to, key));
            }
        }
        let Err(reason) = grid.can_stand(kind, cell.0) else {
            // A larger agent may not fit on its path, and a smaller one may find a cheaper path.
            let failed = failed
                .filter(|failed| may_end(failed.reason))
                .map(|failed| failed.goal);
            if is_other && let Some(goal) = goal.or(failed) {
                requests.write(PathRequest::because(PlanCause::Edit, agent, goal));
            }
            continue;
        };
        let from = cell.0;
        // An agent on its way to a free cell is moved there.
        let ahead = motion.heading.filter(|&heading| map.is_walkable(heading));
        let free =
            || ahead.or_else(|| nearest_cell(map.shared(), from, |cell| map.is_walkable(cell)));
        let Some(to) = (!game_walks).then(free).flatten() else {
            let goal = goal.or(failed.map(|failed| failed.goal)).unwrap_or(from);
            let failed = PathFailed {
                agent,
                goal,
                reason: FailReason::Stuck(reason),
            };
            commands
                .entity(agent)
                .try_remove::<(PathStack, Planning)>()
                .try_insert(failed);
            continue;
        };
        stand(&mut cell, &mut motion, to);
        relocated.write(Relocated { agent, from, to });
        if let Some(goal) = goal {
            // Its old path stays until the request is read; otherwise the agent would count as
            // idle.
            requests.write(PathRequest::because(PlanCause::Edit, agent, goal));
        } else {
            commands.entity(agent).try_remove::<PathStack>();
        }
    }
}

/// Changed cells, enlarged for agents of each size and reach.
struct BySize {
    changes: Vec<CellChange>,
    known: BTreeMap<(u8, u8), Obstacles>,
}

impl BySize {
    fn new(changes: impl Iterator<Item = CellChange>) -> Self {
        Self {
            changes: changes.collect(),
            known: BTreeMap::new(),
        }
    }

    fn of(&mut self, size: u8) -> &Obstacles {
        self.around(size, 0)
    }

    /// Returns the obstacles for agents of this size and reach.
    fn around(&mut self, size: u8, reach: u8) -> &Obstacles {
        self.known
            .entry((size, reach))
            .or_insert_with(|| Obstacles::new(&self.changes, size, reach))
    }
}

/// Finds the paths that edits have cut off, and requests new ones.
///
/// The agents walk on as far as they can.
///
/// A changed cost cuts no path off. Agents whose path became more expensive, or may be cheaper
/// elsewhere, look for a better one when no other request waits.
///
/// # Complexity
/// O(changed cells), and O(steps) of the paths in the tiles around them.
fn replan_crossed_paths(
    mut commands: Commands,
    mut changes: MapReports,
    (maps, index, planning): (Maps, Res<PathIndex>, Res<PlanningOptions>),
    options: Res<PathfindingOptions>,
    mut walking: Query<ReplanParts, (With<GridAgent>, Without<CrowdMember>)>,
    failed: Query<(&PathFailed, Option<&OnMap>), Alone>,
    mut may_improve: ResMut<MayImprove>,
    mut requests: MessageWriter<PathRequest>,
    (mut replanned, mut counters): (MessageWriter<Replanned>, ResMut<Counters>),
    mut drafts: ResMut<Drafts>,
) {
    for (
        map,
        MapChanges {
            is_replaced: new_map,
            cells: changes,
        },
    ) in changes.read()
    {
        let grid = maps.at(map);
        if !grid.is_given() && map.is_some() {
            may_improve.forget(map);
            continue;
        }
        if changes.is_empty() && !new_map {
            continue;
        }
        let revision = grid.grid().revision();
        let mut cutting = BySize::new(changes.iter().copied().filter(CellChange::changes_moves));
        let mut raised = BySize::new(
            changes
                .iter()
                .copied()
                .filter(CellChange::is_more_expensive),
        );
        // For agents that keep off walls. Any terrain may be a wall for those with costs of their
        // own.
        let mut walls = BySize::new(changes.iter().copied().filter(CellChange::changes_walls));
        let mut own_walls = BySize::new(changes.iter().copied());
        let near = if new_map {
            let on_map = walking.iter().filter(|walker| walker.3.map() == map);
            on_map.map(|walker| walker.0).collect()
        } else {
            let mut near = index.near(map, cutting.of(index.largest));
            if planning.seek_cheaper {
                near.extend(index.near(map, raised.of(index.largest)));
                if index.farthest > 0 {
                    near.extend(index.near(map, own_walls.around(index.largest, index.farthest)));
                }
                near.sort_unstable();
                near.dedup();
            }
            near
        };
        let mut sum = Replanned {
            map,
            ..Replanned::default()
        };
        for agent in near {
            let Ok((_, (cell, motion), (kind, own), mut stack, waits)) = walking.get_mut(agent)
            else {
                continue;
            };
            let grid = grid.for_agent(kind);
            if !stack.arrives() {
                if stack.next().is_some_and(|next| !grid.is_walkable(next)) {
                    commands
                        .entity(agent)
                        .try_insert(PathStack::step_to(cell.0, map));
                }
                continue;
            }
            let (size, reach) = (AgentKind::size_of(kind), AgentKind::reach_of(kind));
            let movement = own.map_or(&*options, |own| &own.0).options.movement;
            stack.find_cut(cell.0, grid, movement, (!new_map).then(|| cutting.of(size)));
            if stack.is_whole() {
                let has_own_costs = kind.is_some_and(|kind| !kind.0.costs.is_empty());
                let walls = if has_own_costs {
                    &mut own_walls
                } else {
                    &mut walls
                };
                let mut is_near_walls = || reach > 0 && stack.passes(walls.around(size, reach));
                if !new_map && (stack.passes(raised.of(size)) || is_near_walls()) {
                    may_improve.list(map, agent, revision);
                    sum.may_improve += 1;
                }
                continue;
            }
            sum.crossed += 1;
            if stack.is_at_cut() && motion.heading.is_some() {
                // The agent is on its way into a new wall: it turns round.
                let to = start_of_step(cell.0, motion.heading, grid);
                commands
                    .entity(agent)
                    .try_insert(PathStack::step_to(to, map));
            }
            if !waits {
                requests.write(PathRequest::because(PlanCause::Edit, agent, stack.goal()));
            } else if stack.is_at_cut() {
                drafts.enlist(agent, DraftNeed::AtOnce);
            }
        }
        sum.kept = index
            .walking(map)
            .saturating_sub(sum.crossed + sum.may_improve);
        let mut cheaper = changes
            .iter()
            .filter(|change| change.is_cheaper())
            .map(|change| change.cell)
            .peekable();
        if new_map || cheaper.peek().is_some() {
            if new_map {
                may_improve.note_all(map, revision);
            } else {
                may_improve.note(map, revision, cheaper);
            }
            let may_end = |(failed, on): &(&PathFailed, Option<&OnMap>)| {
                OnMap::key(*on) == map && may_end(failed.reason)
            };
            sum.may_improve += failed.iter().filter(may_end).count();
            if planning.seek_cheaper {
                sum.may_improve += std::mem::take(&mut sum.kept);
            }
        }
        counters.crossed += sum.crossed as u64;
        counters.kept += sum.kept as u64;
        replanned.write(sum);
    }
}

/// An agent that walks, and whether its request waits.
type ReplanParts = (
    Entity,
    (&'static AgentCell, &'static AgentMotion),
    (Option<&'static AgentKind>, Option<&'static AgentOptions>),
    &'static mut PathStack,
    Has<Planning>,
);

/// Returns the cell on which an interrupted step ends.
fn start_of_step(cell: Cell, heading: Option<Cell>, map: AgentGrid) -> Cell {
    heading
        .filter(|&heading| map.is_walkable(heading))
        .unwrap_or(cell)
}
