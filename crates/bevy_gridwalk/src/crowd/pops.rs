//! Agents of a crowd that the game walks: the crowd keeps a cell for them, and they pop it when they are there.

use crate::agent::Drawn;
use crate::engine::prelude::*;
use crate::place::arrive_on;
use crate::{AgentCell, AgentMotion, Counters, CrowdMember, Crowds, PathOnly, PathStack, PlaceRefused};

/// Ends the steps of agents that have popped the cell that was kept for them. One that has popped any other cell is put
/// there, if no other agent of the crowd is.
pub(super) fn take_pops(
    mut commands: Commands,
    mut crowds: ResMut<Crowds>,
    mut agents: Query<
        (Entity, &CrowdMember, &mut PathStack, (&mut AgentCell, &mut AgentMotion, &Drawn)),
        (With<PathOnly>, Changed<PathStack>),
    >,
    (mut refused, mut counters): (MessageWriter<PlaceRefused>, ResMut<Counters>),
) {
    let mut popped: Vec<(CrowdMember, Entity)> = agents.iter().map(|(agent, member, ..)| (*member, agent)).collect();
    popped.sort_unstable_by_key(|(member, _)| (member.crowd, member.number));
    for (member, agent) in popped {
        let Ok((_, _, mut stack, (mut cell, mut motion, drawn))) = agents.get_mut(agent) else { continue };
        let Some((to, has_leave)) = stack.bypass_change_detection().take_crowd_pops() else { continue };
        let Some(own) = crowds.of_member(agent, member) else { continue };
        let is_kept = has_leave && own.crowd.is_moving(member.id()) && own.crowd.cell(member.id()) == to;
        if is_kept {
            own.crowd.finish_step(member.id());
        } else {
            counters.pops_without_leave += 1;
            commands.entity(agent).try_remove::<PathStack>();
            if let Err(reason) = crowds.place(agent, member, to) {
                refused.write(PlaceRefused { agent, cell: to, reason });
                continue;
            }
        }
        // Its `Transform` says better where it is, once the game moves that.
        if !drawn.is_followed() {
            arrive_on(&mut cell, &mut motion, to);
        }
    }
}
