//! Agents that leave a crowd: for good, for a while, or because the crowd ends.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::system::EntityCommands;

use crate::engine::prelude::*;
use crate::in_crowd::{CrowdNews, CrowdReport, JoinOrder};
use crate::{
    AgentKind, AgentMotion, CrowdMember, CrowdState, CrowdWalk, Crowds, GridAgent, InCrowd, OnMap, PathRequest,
    PathStack, PlanCause,
};

/// Takes agents out of their crowds that have left since the last tick, in the order of their numbers. Agents of another
/// kind join again.
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
    agent.try_remove::<(CrowdMember, PathStack)>().try_insert(CrowdState::Outside);
    if let Some(heading) = motion.heading {
        agent.try_insert(PathStack::step_to(heading, OnMap::key(on)));
    }
}

/// Lets an agent without [`InCrowd`] go on by itself.
pub(super) fn leave_the_crowd(event: On<Remove, InCrowd>, mut commands: Commands) {
    // Not run for an agent that is despawned.
    commands.entity(event.entity).queue_silenced(|mut agent: EntityWorldMut| {
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
        commands.entity(event.entity).try_remove::<(CrowdMember, PathStack)>();
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
