//! Crowds of saved games go on with their agents.

use std::collections::BTreeMap;

use gridwalk_crowd::{AgentId, CrowdRules};

use crate::engine::prelude::*;
use crate::in_crowd::JoinOrder;
use crate::maps::Maps;
use crate::on_map::MapKey;
use crate::{CrowdMember, Crowds, InCrowd, OnMap, PathfindingOptions};

/// Lets agents that say they are members go on in the crowd of their saved game. Where that does not fit, because the map
/// is another one, they join anew in the order of their numbers.
pub(super) fn resume_crowds(
    mut commands: Commands,
    mut crowds: ResMut<Crowds>,
    (maps, options): (Maps, Res<PathfindingOptions>),
    added: Query<(Entity, &CrowdMember, Option<&OnMap>), (With<InCrowd>, Added<CrowdMember>)>,
) {
    let mut loaded: BTreeMap<(u32, MapKey), Vec<(AgentId, Entity)>> = BTreeMap::new();
    for (agent, &member, on) in &added {
        if crowds.of_member(agent, member).is_none() {
            loaded.entry((member.crowd, OnMap::key(on))).or_default().push((member.id(), agent));
        }
    }
    let rules = CrowdRules::from_options(&options.options);
    for (key, mut agents) in loaded {
        agents.sort_unstable();
        let (number, map) = key;
        let grid = maps.at(map);
        let resumes =
            grid.is_given() && rules.as_ref().is_ok_and(|rules| crowds.resume(key, &agents, grid.grid(), *rules));
        for (id, agent) in agents {
            let mut entity = commands.entity(agent);
            let member = CrowdMember { crowd: number, number: id.0, map };
            if !resumes || crowds.of_member(agent, member).is_none() {
                entity.try_remove::<CrowdMember>().try_insert(JoinOrder(u64::from(id.0)));
            } else if map.is_some() {
                entity.try_insert(member);
            }
        }
    }
}
