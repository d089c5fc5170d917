//! Members of crowds: agents join the crowd of their map, leave it, and go on in that of a saved
//! game.

use std::collections::BTreeMap;

use crate::engine::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::system::EntityCommands;
use gridwalk_crowd::{AgentId, CannotJoin, CrowdRules, NewAgent};
use gridwalk_pathfinding::Cell;

use super::tick::{Pace, pace_of};
use crate::in_crowd::{CrowdNews, CrowdReport, JoinOrder};
use crate::layout::MapKey;
use crate::map::maps::{Layouts, Maps};
use crate::walking::place::stand;
use crate::{
    AgentCell, AgentKind, AgentMotion, AgentOptions, CannotStand, CrowdMember, CrowdMisfit,
    CrowdOptions, CrowdState, CrowdWalk, Crowds, FailReason, GridAgent, Hold, InCrowd, LastSearch,
    OnMap, PathFailed, PathOnly, PathRequest, PathStack, PathfindingOptions, PlanCause, Planning,
    Relocated, RequestQueue, WorldSpeed, goal_of,
};

/// An agent that is not in its crowd.
type Newcomer<'a> = (
    (
        Entity,
        &'a JoinOrder,
        &'a GridAgent,
        Has<WorldSpeed>,
        Has<PathOnly>,
        Has<Hold>,
    ),
    (&'a mut AgentCell, &'a mut AgentMotion),
    (
        Option<&'a AgentKind>,
        Option<&'a AgentOptions>,
        Option<&'a OnMap>,
    ),
    (
        Option<&'a PathStack>,
        Option<&'a Planning>,
        Option<&'a CrowdWalk>,
        Option<&'a PathFailed>,
    ),
);

/// An agent that found no free cell tries again after this number of ticks.
const TRY_AGAIN: u64 = 16;

/// Lets agents join their crowds, in the order in which they became agents of a crowd.
pub(super) fn join_crowds(
    mut commands: Commands,
    mut crowds: ResMut<Crowds>,
    (maps, layouts, fixed): (Maps, Layouts, Res<Time<Fixed>>),
    (options, settings): (Res<PathfindingOptions>, Res<CrowdOptions>),
    mut queue: ResMut<RequestQueue>,
    mut newcomers: Query<Newcomer<'static>, (With<InCrowd>, Without<CrowdMember>)>,
    (mut requests, mut relocated): (MessageWriter<PathRequest>, MessageWriter<Relocated>),
) {
    let mut order: Vec<(u64, Entity)> = newcomers.iter().map(|it| (it.0.1.0, it.0.0)).collect();
    order.sort_unstable();
    for (_, agent) in order {
        let Ok(newcomer) = newcomers.get_mut(agent) else {
            continue;
        };
        let (
            (_, _, &walker, in_world, is_driven, is_held),
            (mut cell, mut motion),
            (kind, own, on),
            wish,
        ) = newcomer;
        let (stack, planning, walk, failed) = wish;
        let goal = walk.map(|walk| walk.goal).or(goal_of(stack, planning));
        let mut entity = commands.entity(agent);
        let map = OnMap::key(on);
        if let Some(goal) = goal.filter(|_| walk.is_none()) {
            entity.try_insert(CrowdWalk::to(goal));
        }
        if planning.is_some() || queue.goal(agent).is_some() {
            queue.forget(agent);
            entity.try_remove::<Planning>();
        }
        let pace = pace_of(walker, in_world.then(|| layouts.of(on)), &fixed);
        if let Some(heading) = motion
            .heading
            .filter(|_| !is_driven && !matches!(pace, Pace::Stands))
        {
            if stack.is_none_or(PathStack::arrives) {
                entity.try_insert(PathStack::step_to(heading, map));
            }
            continue;
        }
        let fail = |entity: &mut EntityCommands, reason: FailReason| {
            if failed.is_none_or(|failed| failed.reason != reason) {
                let failed = PathFailed {
                    agent,
                    goal: goal.unwrap_or(cell.0),
                    reason,
                };
                entity.try_remove::<PathStack>().try_insert(failed);
            }
        };
        let grid = maps.at(map);
        if !grid.is_given() {
            fail(&mut entity, FailReason::NoMap);
            continue;
        }
        if !AgentKind::has_valid_size(kind) {
            fail(&mut entity, FailReason::NoSize);
            continue;
        }
        let rules = CrowdRules::from_options(&options.options).map_err(CrowdMisfit::from);
        let rules = rules.and_then(|rules| own_rules(rules, own));
        let shared = grid.grid();
        let joined = rules.and_then(|rules| {
            let rules = CrowdRules {
                seed: settings.seed,
                ..rules
            };
            let own = crowds.ensure(map, shared, rules)?;
            let kind = own.kind_of(kind, shared)?;
            Ok((own, kind))
        });
        let (crowd, kind) = match joined {
            Ok(joined) => joined,
            Err(misfit) => {
                fail(&mut entity, FailReason::Crowd(misfit));
                continue;
            }
        };
        let is_stuck = failed.is_some_and(|failed| matches!(failed.reason, FailReason::Stuck(_)));
        if is_stuck && crowd.crowd.now() % TRY_AGAIN != 0 {
            continue;
        }
        let from = cell.0;
        let new = NewAgent {
            kind,
            ticks_per_cell: pace.ticks(),
            is_driven,
            ..NewAgent::at(from)
        };
        let joined = crowd.add(agent, new).map(|id| (id, from)).or_else(|error| {
            let free = crowd
                .crowd
                .nearest_free(from, kind)
                .filter(|_| !is_driven)
                .ok_or(error)?;
            Ok::<_, CannotJoin>((crowd.add(agent, NewAgent { at: free, ..new })?, free))
        });
        let (id, at) = match joined {
            Ok(joined) => joined,
            Err(error) => {
                fail(&mut entity, FailReason::Stuck(CannotStand::from(&error)));
                continue;
            }
        };
        crowd.set_pace(id, pace.ticks(), is_held);
        entity.try_insert(CrowdMember {
            crowd: crowd.number,
            number: id.0,
            map,
        });
        entity
            .try_insert(CrowdState::Resting)
            .try_remove::<(PathStack, LastSearch)>();
        if failed.is_some_and(|failed| is_finished(failed.reason)) {
            entity.try_remove::<PathFailed>();
        }
        settle(&mut cell, &mut motion, at);
        if at != from {
            relocated.write(Relocated {
                agent,
                from,
                to: at,
            });
        }
        if let Some(goal) = goal {
            requests.write(PathRequest::because(PlanCause::Placed, agent, goal));
        }
    }
    crowds.drop_empty();
}

/// Stands in the middle of a cell, unless it does.
fn settle(cell: &mut Mut<AgentCell>, motion: &mut Mut<AgentMotion>, at: Cell) {
    let is_there = cell.0 == at
        && motion.heading.is_none()
        && motion.position == AgentMotion::standing(at).position;
    if !is_there {
        stand(cell, motion, at);
    }
}

/// The rules of the crowd, if the agent's own options say nothing else.
fn own_rules(rules: CrowdRules, own: Option<&AgentOptions>) -> Result<CrowdRules, CrowdMisfit> {
    let Some(AgentOptions(own)) = own else {
        return Ok(rules);
    };
    let own = CrowdRules::from_options(&own.options)?;
    if (own.movement, own.cost_rule) == (rules.movement, rules.cost_rule) {
        Ok(rules)
    } else {
        Err(CrowdMisfit::OwnRules)
    }
}

/// Whether an agent that has joined has no reason any more to stand.
const fn is_finished(reason: FailReason) -> bool {
    matches!(
        reason,
        FailReason::Stuck(_) | FailReason::NoMap | FailReason::NoSize | FailReason::Crowd(_)
    )
}

/// Takes agents out of their crowds that have left since the last tick, in the order of their
/// numbers. Agents of another kind join again.
pub(super) fn leave_crowds(
    (mut news, mut crowds): (ResMut<CrowdNews>, ResMut<Crowds>),
    kinds: Query<(Entity, &CrowdMember, &AgentKind), Changed<AgentKind>>,
    mut report: ResMut<CrowdReport>,
    mut commands: Commands,
) {
    for (agent, &member, kind) in &kinds {
        if let Some(own) = crowds.of_member(agent, member)
            && !own.is_of_kind(member.id(), kind)
        {
            news.left.push((member, agent));
            commands.entity(agent).try_remove::<CrowdMember>();
        }
    }
    if news.left.is_empty() {
        return;
    }
    let mut left = std::mem::take(&mut news.left);
    left.sort_unstable_by_key(|(member, _)| (member.crowd, member.number));
    for (member, entity) in left {
        if let Some(own) = crowds.of_member(entity, member) {
            own.remove(member.id());
        }
    }
    crowds.drop_empty();
    if crowds.is_empty() {
        *report = CrowdReport::default();
    }
}

/// Takes an agent out of its crowd, in the middle of a step too: the step ends outside.
pub(super) fn send_out(agent: &mut EntityCommands, motion: &AgentMotion, on: Option<&OnMap>) {
    agent
        .try_remove::<(CrowdMember, PathStack)>()
        .try_insert(CrowdState::Outside);
    if let Some(heading) = motion.heading {
        agent.try_insert(PathStack::step_to(heading, OnMap::key(on)));
    }
}

/// Lets an agent without [`InCrowd`] go on by itself.
pub(super) fn leave_the_crowd(event: On<Remove, InCrowd>, mut commands: Commands) {
    // Not run for an agent that is despawned.
    commands
        .entity(event.entity)
        .queue_silenced(|mut agent: EntityWorldMut| {
            if agent.contains::<InCrowd>() {
                return;
            }
            let walk = agent.take::<CrowdWalk>();
            let is_member = agent.contains::<CrowdMember>();
            agent.remove::<(CrowdMember, CrowdState, JoinOrder)>();
            if is_member {
                agent.remove::<PathStack>();
                let heading = agent.get::<AgentMotion>().and_then(|motion| motion.heading);
                if let Some(heading) = heading.filter(|_| agent.contains::<GridAgent>()) {
                    let map = OnMap::key(agent.get::<OnMap>());
                    agent.insert(PathStack::step_to(heading, map));
                }
            }
            let id = agent.id();
            if let Some(walk) = walk.filter(|_| agent.contains::<GridAgent>()) {
                let request = PathRequest::because(PlanCause::Edit, id, walk.goal);
                agent.world_scope(|world| world.write_message(request));
            }
        });
}

/// Takes a disabled agent out of its crowd. Once it is enabled, it joins again.
pub(super) fn leave_while_disabled(
    event: On<Add, Disabled>,
    members: Query<(), (With<CrowdMember>, Allow<Disabled>)>,
    mut commands: Commands,
) {
    if members.contains(event.entity) {
        commands
            .entity(event.entity)
            .try_remove::<(CrowdMember, PathStack)>();
    }
}

/// An agent that loses its kind joins again as a plain one.
pub(super) fn lose_the_kind(
    event: On<Remove, AgentKind>,
    members: Query<(), With<CrowdMember>>,
    mut commands: Commands,
) {
    if members.contains(event.entity) {
        commands.entity(event.entity).try_remove::<CrowdMember>();
    }
}

/// Lets agents that say they are members go on in the crowd of their saved game. Where that does
/// not fit, because the map is another one, they join anew in the order of their numbers.
pub(super) fn resume_crowds(
    mut commands: Commands,
    mut crowds: ResMut<Crowds>,
    (maps, options): (Maps, Res<PathfindingOptions>),
    added: Query<(Entity, &CrowdMember, Option<&OnMap>), (With<InCrowd>, Added<CrowdMember>)>,
) {
    let mut loaded: BTreeMap<(u32, MapKey), Vec<(AgentId, Entity)>> = BTreeMap::new();
    for (agent, &member, on) in &added {
        if crowds.of_member(agent, member).is_none() {
            loaded
                .entry((member.crowd, OnMap::key(on)))
                .or_default()
                .push((member.id(), agent));
        }
    }
    let rules = CrowdRules::from_options(&options.options);
    for (key, mut agents) in loaded {
        agents.sort_unstable();
        let (number, map) = key;
        let grid = maps.at(map);
        let resumes = grid.is_given()
            && rules
                .as_ref()
                .is_ok_and(|rules| crowds.resume(key, &agents, grid.grid(), *rules));
        for (id, agent) in agents {
            let mut entity = commands.entity(agent);
            let member = CrowdMember {
                crowd: number,
                number: id.0,
                map,
            };
            if !resumes || crowds.of_member(agent, member).is_none() {
                entity
                    .try_remove::<CrowdMember>()
                    .try_insert(JoinOrder(u64::from(id.0)));
            } else if map.is_some() {
                entity.try_insert(member);
            }
        }
    }
}
