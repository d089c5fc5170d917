//! The tick of crowds: agents decide and step, at their pace and along a curve, and their
//! components follow.

use std::num::NonZeroU16;
use std::time::Duration;

use crate::engine::prelude::*;
use bevy_platform::time::Instant;
use gridwalk_crowd::{AgentId, Crowd, State, Step};
use gridwalk_pathfinding::{Cell, SearchOptions};

use crate::agent::DrawnTransform;
use crate::crowds::MapCrowd;
use crate::engine::PathfindingSchedule;
use crate::in_crowd::{CrowdNews, CrowdReport};
use crate::layout::position_of;
use crate::map::maps::{Layouts, Maps};
use crate::path::CROWD_CELLS;
use crate::walking::place::arrive_on;
use crate::walking::{can_walk, share_of_turn, turn};
use crate::{
    AgentCell, AgentKind, AgentMotion, Arrived, Counters, CrowdMember, CrowdOptions, CrowdState,
    CrowdStateChanged, CrowdWalk, Crowds, FailReason, GridAgent, GridLayout, Hold, MapLayout,
    NavGrid, NearestOf, OnMap, PathFailed, PathOnly, PathStack, Patrol, PlaceRefused, Waypoints,
    WorldSpeed,
};

/// Ticks that a crowd makes up for at most, in a schedule other than that of fixed steps.
const MAX_TICKS: f32 = 8.0;

/// Takes over the speeds of agents that have others than before.
pub(super) fn set_paces(
    mut crowds: ResMut<Crowds>,
    (fixed, layouts, mut timestep): (Res<Time<Fixed>>, Layouts, Local<Duration>),
    changed: Query<
        Entity,
        (
            With<CrowdMember>,
            Or<(Changed<GridAgent>, Changed<WorldSpeed>)>,
        ),
    >,
    (layout, map_layouts): (Res<GridLayout>, Query<(), Changed<MapLayout>>),
    (mut slower, mut news): (RemovedComponents<WorldSpeed>, ResMut<CrowdNews>),
    members: Query<(
        Entity,
        &CrowdMember,
        &GridAgent,
        (Has<WorldSpeed>, Has<Hold>),
        Option<&OnMap>,
    )>,
) {
    let are_all = *timestep != fixed.timestep() || layout.is_changed() || !map_layouts.is_empty();
    *timestep = fixed.timestep();
    let some = changed
        .iter()
        .chain(slower.read())
        .chain(news.held.drain(..));
    let agents: Vec<Entity> = if are_all {
        members.iter().map(|it| it.0).collect()
    } else {
        some.collect()
    };
    for agent in agents {
        let Ok((_, &member, &walker, (in_world, is_held), on)) = members.get(agent) else {
            continue;
        };
        if let Some(own) = crowds.of_member(agent, member) {
            let pace = pace_of(walker, in_world.then(|| layouts.of(on)), &fixed);
            own.set_pace(member.id(), pace.ticks(), is_held);
        }
    }
}

/// A member of a crowd and the components that follow its steps.
type Stepping<'a> = (
    (
        Entity,
        &'a CrowdMember,
        Has<PathOnly>,
        Option<&'a AgentKind>,
    ),
    (&'a mut AgentCell, &'a mut AgentMotion, &'a mut CrowdState),
    (
        Option<&'a CrowdWalk>,
        Option<&'a mut PathStack>,
        Option<&'a PathFailed>,
    ),
    (&'a Waypoints, Has<Patrol>),
);

/// Makes the ticks of all crowds that are due, and writes what agents do into their components.
pub(super) fn tick_crowds(
    mut commands: Commands,
    mut crowds: ResMut<Crowds>,
    (maps, settings): (Maps, Res<CrowdOptions>),
    (schedule, time, fixed): (Res<PathfindingSchedule>, Res<Time>, Res<Time<Fixed>>),
    mut members: Query<Stepping<'static>>,
    (mut arrived, mut changed): (MessageWriter<Arrived>, MessageWriter<CrowdStateChanged>),
    mut report: ResMut<CrowdReport>,
) {
    let begun = Instant::now();
    for (map, own) in crowds.iter_mut() {
        let grid = maps.at(map);
        let due = if schedule.is_fixed() {
            1
        } else {
            own.take_due(time.delta(), fixed.timestep())
        };
        own.arrived.clear();
        for _ in 0..due {
            own.tick(grid.grid(), settings.field_work);
            for id in own.crowd.moves().arrived.clone() {
                let Some((agent, walk)) = walk_of(own, id, &members) else {
                    continue;
                };
                let mut entity = commands.entity(agent);
                entity.try_remove::<(CrowdWalk, PathStack, NearestOf, PathFailed)>();
                if !walk.is_pursuit {
                    own.arrived.push(agent);
                    arrived.write(Arrived {
                        agent,
                        cell: own.crowd.cell(id),
                    });
                }
            }
        }
    }
    let mut writer = ComponentWriter {
        commands,
        changes: Vec::new(),
        buffer: Vec::new(),
        report: CrowdReport::default(),
    };
    let turned = share_of_turn(time.delta_secs());
    for member in &mut members {
        let (agent, number) = (member.0.0, *member.0.1);
        if let Some(own) = crowds.of_member(agent, number) {
            writer.write(own, maps.at(number.map), member, turned);
        }
    }
    let ComponentWriter {
        mut changes,
        report: counted,
        ..
    } = writer;
    changes.sort_unstable_by_key(|(member, _)| (member.crowd, member.number));
    changed.write_batch(changes.into_iter().map(|(_, change)| change));
    *report = CrowdReport {
        time: begun.elapsed(),
        ..counted
    };
}

/// The order of an agent that has arrived, if it is not over already.
fn walk_of(
    own: &MapCrowd,
    id: AgentId,
    members: &Query<Stepping<'static>>,
) -> Option<(Entity, CrowdWalk)> {
    let agent = own.entity(id)?;
    Some((agent, *members.get(agent).ok()?.2.0?))
}

impl MapCrowd {
    /// Takes the number of ticks that are due after some time. The part of a tick that is left
    /// counts later.
    fn take_due(&mut self, passed: Duration, tick: Duration) -> u32 {
        self.part += passed.as_secs_f32() / tick.as_secs_f32();
        let due = self.part.floor().min(MAX_TICKS);
        self.part = (self.part - due).min(1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is between 0 and 8"
        )]
        let due = due as u32;
        due
    }
}

/// Writes what agents do into their components.
struct ComponentWriter<'w, 's> {
    commands: Commands<'w, 's>,
    changes: Vec<(CrowdMember, CrowdStateChanged)>,
    buffer: Vec<Cell>,
    report: CrowdReport,
}

impl ComponentWriter<'_, '_> {
    fn write(
        &mut self,
        own: &mut MapCrowd,
        grid: &NavGrid,
        member: <Stepping<'static> as bevy_ecs::query::QueryData>::Item<'_, '_>,
        turned: f32,
    ) {
        let (
            (agent, &member, game_walks, kind),
            (mut cell, mut motion, mut shown),
            (walk, stack, failed),
            goals,
        ) = member;
        let id = member.id();
        let step = own.crowd.last_step(id);
        let trail = &mut own.trails[id.0 as usize];
        let (is_new, before) = (trail.follow(step), trail.before);
        #[expect(
            clippy::cast_precision_loss,
            reason = "a game does not run for so long"
        )]
        let moment = own.crowd.now() as f64 - f64::from(1.0 - own.part);
        let place = if game_walks {
            None
        } else {
            Some(place_on(&step, before, moment))
        };
        let is_moving = place.map_or(own.crowd.is_moving(id), |place| place.is_moving);
        let has_moved =
            place.is_some_and(|place| move_to(&mut cell, &mut motion, &step, place, turned));
        let now = shown_state(own, id);
        self.count(now);
        if *shown != now {
            let before = std::mem::replace(&mut *shown, now);
            self.changes
                .push((member, CrowdStateChanged { agent, before, now }));
            self.report_reach(agent, (before, now), (walk, failed), goals);
        }
        let is_on_its_way = !matches!(
            now,
            CrowdState::Unreachable | CrowdState::Settled | CrowdState::Resting
        );
        if !(walk.is_some() && is_on_its_way || game_walks && is_moving) {
            if stack.is_some() {
                self.commands.entity(agent).try_remove::<PathStack>();
            }
            return;
        }
        let aim = walk.map(|walk| walk.goal);
        let is_same = stack
            .as_ref()
            .is_some_and(|stack| stack.destination() == aim);
        let mut stack = stack;
        let mut follow = || {
            stack
                .as_mut()
                .is_some_and(|stack| stack.follow_crowd(step.to, is_moving))
        };
        let follows = is_same && (!is_new && !has_moved || follow());
        if follows {
            if game_walks && let Some(stack) = &mut stack {
                stack.grant(is_moving);
            }
            return;
        }
        let map_seen = own.map_seen_by(kind, grid.map()).grid();
        let next = self.next_cells(&own.crowd, (id, &step), is_moving);
        let options = options_of(&own.crowd);
        let new = PathStack::in_crowd((next, aim), member.map, map_seen, &options);
        match (stack, new) {
            (Some(mut stack), Some(mut new)) => {
                new.grant(is_moving);
                *stack = new;
            }
            (None, Some(mut new)) => {
                new.grant(is_moving);
                self.commands.entity(agent).try_insert(new);
            }
            (Some(_), None) => drop(self.commands.entity(agent).try_remove::<PathStack>()),
            (None, None) => {}
        }
    }

    /// The cell that an agent stands on or leaves, and those that it enters next if nobody is in
    /// its way.
    fn next_cells(
        &mut self,
        crowd: &Crowd,
        (id, step): (AgentId, &Step),
        is_moving: bool,
    ) -> Vec<Cell> {
        let here = if is_moving {
            [Some(step.from), Some(step.to)]
        } else {
            [Some(step.to), None]
        };
        crowd.path_ahead(id, CROWD_CELLS, &mut self.buffer);
        here.into_iter()
            .flatten()
            .chain(self.buffer.iter().copied())
            .collect()
    }

    /// Says so when no path leads to the goal of an agent any more, or one leads there again.
    fn report_reach(
        &mut self,
        agent: Entity,
        (before, now): (CrowdState, CrowdState),
        (walk, failed): (Option<&CrowdWalk>, Option<&PathFailed>),
        (waypoints, patrols): (&Waypoints, bool),
    ) {
        let is_known = failed.is_some_and(|failed| {
            matches!(failed.reason, FailReason::Goal(_) | FailReason::Unreachable)
        });
        let mut entity = self.commands.entity(agent);
        if now == CrowdState::Unreachable
            && let Some(walk) = walk
        {
            if !is_known {
                entity.try_insert(PathFailed {
                    agent,
                    goal: walk.goal,
                    reason: FailReason::Unreachable,
                });
            }
            if patrols || !waypoints.0.is_empty() {
                entity.try_remove::<CrowdWalk>();
            }
        } else if before == CrowdState::Unreachable && walk.is_some() && is_known {
            entity.try_remove::<PathFailed>();
        }
    }

    fn count(&mut self, state: CrowdState) {
        self.report.agents += 1;
        match state {
            CrowdState::Walking => self.report.walking += 1,
            CrowdState::Waiting { .. } => self.report.waiting += 1,
            CrowdState::Blocked { .. } => self.report.blocked += 1,
            _ => {}
        }
    }
}

/// Moves an agent to its place; returns `true` if that is in another cell than before.
fn move_to(
    cell: &mut Mut<AgentCell>,
    motion: &mut Mut<AgentMotion>,
    step: &Step,
    place: StepPlace,
    turned: f32,
) -> bool {
    let mut next = AgentMotion {
        position: place.position,
        previous: motion.position,
        heading: place.is_moving.then_some(step.to),
        previous_facing: motion.facing,
        ..**motion
    };
    if next.position != next.previous {
        turn(
            &mut next,
            place.ahead.map(|ahead| (-ahead.y).atan2(ahead.x)),
            turned,
        );
    }
    motion.set_if_neq(next);
    cell.set_if_neq(AgentCell(if place.is_moving { step.from } else { step.to }))
}

/// The state of an agent with entities for numbers.
fn shown_state(own: &MapCrowd, id: AgentId) -> CrowdState {
    let entity = |id: AgentId| own.entity(id);
    let shown = match own.crowd.state(id) {
        State::Resting => Some(CrowdState::Resting),
        State::Walking => Some(CrowdState::Walking),
        State::Waiting { for_agent, since } => {
            entity(for_agent).map(|for_agent| CrowdState::Waiting { for_agent, since })
        }
        State::Yielding { to, since } => entity(to).map(|to| CrowdState::Yielding { to, since }),
        State::Settled => Some(CrowdState::Settled),
        State::Blocked { by, since } => entity(by).map(|by| CrowdState::Blocked { by, since }),
        State::Unreachable => Some(CrowdState::Unreachable),
    };
    // The other agent has left.
    shown.unwrap_or(CrowdState::Walking)
}

/// The options under which the steps of a crowd are legal.
fn options_of(crowd: &Crowd) -> SearchOptions {
    let rules = crowd.rules();
    SearchOptions {
        movement: rules.movement,
        cost_rule: rules.cost_rule,
        ..SearchOptions::default()
    }
}

/// The pace of an agent in ticks of its crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Ticks that a straight step onto terrain of cost 1 takes.
    Ticks(NonZeroU16),
    /// It stands, and cannot be pushed.
    Stands,
}

impl Pace {
    pub const fn ticks(self) -> Option<NonZeroU16> {
        match self {
            Self::Ticks(ticks) => Some(ticks),
            Self::Stands => None,
        }
    }
}

/// The pace for a speed: the whole number of ticks nearest to what a cell takes.
///
/// A speed in world units counts along the longer side of a cell.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
pub(super) fn pace_of(
    GridAgent { speed }: GridAgent,
    in_world: Option<&GridLayout>,
    fixed: &Time<Fixed>,
) -> Pace {
    if !can_walk(speed) || speed == 0.0 {
        return Pace::Stands;
    }
    let cells = in_world.map_or(speed, |layout| speed / layout.cell_size().max_element());
    let ticks = (1.0 / (f64::from(cells) * fixed.timestep().as_secs_f64())).round() as u16;
    Pace::Ticks(NonZeroU16::new(ticks).unwrap_or(NonZeroU16::MIN))
}

/// The place of an agent on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StepPlace {
    /// Its position in cells.
    position: Vec2,
    /// The direction in which it moves; `None` at rest.
    ahead: Option<Vec2>,
    /// The step is not over.
    is_moving: bool,
}

/// The place on a step at a moment, in ticks of the crowd. `before` is the step that led there
/// without a pause.
///
/// The curve passes the middles of both cells. It begins in the mean direction of both steps and
/// ends in that of the new one, so an agent turns smoothly, and is in its cell when its step is
/// over.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a step takes few ticks"
)]
fn place_on(step: &Step, before: Option<(i32, i32)>, moment: f64) -> StepPlace {
    let to = position_of(step.to);
    if step.from == step.to {
        return StepPlace {
            position: to,
            ahead: None,
            is_moving: false,
        };
    }
    let length = step.end.saturating_sub(step.begin).max(1) as f64;
    let part = ((moment - step.begin as f64) / length).clamp(0.0, 1.0) as f32;
    let from = position_of(step.from);
    let way = to - from;
    let start = before.map_or(way, |(x, y)| {
        (Vec2::new(x as f32, y as f32).normalize() * way.length() + way) / 2.0
    });
    let (square, cube) = (part * part, part * part * part);
    let ahead = start * (3.0 * square - 4.0 * part + 1.0) + way * (4.0 * part - 3.0 * square);
    if part >= 1.0 {
        return StepPlace {
            position: to,
            ahead: Some(way),
            is_moving: false,
        };
    }
    let position = from + start * (cube - 2.0 * square + part) + way * (2.0 * square - cube);
    StepPlace {
        position,
        ahead: Some(ahead),
        is_moving: true,
    }
}

/// Ends the steps of agents that have popped the cell that was kept for them. One that has popped
/// any other cell is put there, if no other agent of the crowd is.
pub(super) fn take_pops(
    mut commands: Commands,
    mut crowds: ResMut<Crowds>,
    mut agents: Query<
        (
            Entity,
            &CrowdMember,
            &mut PathStack,
            (&mut AgentCell, &mut AgentMotion, &DrawnTransform),
        ),
        (With<PathOnly>, Changed<PathStack>),
    >,
    (mut refused, mut counters): (MessageWriter<PlaceRefused>, ResMut<Counters>),
) {
    let mut popped: Vec<(CrowdMember, Entity)> = agents
        .iter()
        .map(|(agent, member, ..)| (*member, agent))
        .collect();
    popped.sort_unstable_by_key(|(member, _)| (member.crowd, member.number));
    for (member, agent) in popped {
        let Ok((_, _, mut stack, (mut cell, mut motion, drawn))) = agents.get_mut(agent) else {
            continue;
        };
        let Some((to, has_leave)) = stack.bypass_change_detection().take_crowd_pops() else {
            continue;
        };
        let Some(own) = crowds.of_member(agent, member) else {
            continue;
        };
        let is_kept =
            has_leave && own.crowd.is_moving(member.id()) && own.crowd.cell(member.id()) == to;
        if is_kept {
            own.crowd.finish_step(member.id());
        } else {
            counters.pops_without_leave += 1;
            commands.entity(agent).try_remove::<PathStack>();
            if let Err(reason) = crowds.place(agent, member, to) {
                refused.write(PlaceRefused {
                    agent,
                    cell: to,
                    reason,
                });
                continue;
            }
        }
        // Its `Transform` says better where it is, once the game moves that.
        if !drawn.is_followed() {
            arrive_on(&mut cell, &mut motion, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(from: (i32, i32), to: (i32, i32)) -> Step {
        let [from, to] = [from, to].map(Cell::from);
        Step {
            agent: AgentId(0),
            from,
            to,
            begin: 8,
            end: 16,
        }
    }

    #[test]
    fn a_straight_step_is_a_line_at_one_speed() {
        let step = step((2, 3), (3, 3));
        for tick in 0..=8_u8 {
            let place = place_on(&step, Some((1, 0)), 8.0 + f64::from(tick));
            let expected = Vec2::new(2.0 + f32::from(tick) / 8.0, 3.0);
            assert!(place.position.distance(expected) < 1e-6, "{place:?}");
        }
    }

    #[test]
    fn a_turn_stays_near_its_line_and_ends_in_the_middle() {
        for (before, to) in [
            ((1, 0), (2, 4)),
            ((0, -1), (3, 3)),
            ((1, 1), (2, 4)),
            ((-1, 0), (3, 3)),
        ] {
            let step = step((2, 3), to);
            let way = position_of(step.to) - position_of(step.from);
            for tick in 0..=8_u8 {
                let place = place_on(&step, Some(before), 8.0 + f64::from(tick));
                let aside = (place.position - position_of(step.from))
                    .perp_dot(way)
                    .abs()
                    / way.length();
                assert!(aside < 0.12, "{before:?} {to:?}: {aside}");
            }
            assert_eq!(
                place_on(&step, Some(before), 16.0).position,
                position_of(step.to)
            );
            assert!(!place_on(&step, Some(before), 16.0).is_moving);
        }
    }
}
