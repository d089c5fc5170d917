//! Learns the kinds of agents from their components, and forgets a kind with its last agent.

use std::sync::Arc;

use crate::engine::prelude::*;
use bevy_platform::collections::HashSet;
use gridwalk_pathfinding::AgentProfile;

use super::maps::MapsMut;
use super::on_map::{MapKey, Moved};
use super::{AgentKind, OnMap};

/// Message that the [`AgentProfile`] of a kind names a terrain that the map's legend lacks.
///
/// The profile's values for that terrain are ignored.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct UnknownTerrain {
    /// The entity of the map; `None` for the resource.
    pub map: Option<Entity>,
    /// The kind of agent.
    pub kind: AgentKind,
    /// The unknown name in the profile.
    pub terrain: String,
}

/// Lets agents with equal profiles share one, and drops unused kinds and map views.
pub(super) fn learn_kinds(
    mut maps: MapsMut,
    moved: Res<Moved>,
    mut unknown: MessageWriter<UnknownTerrain>,
    mut agents: Query<(Entity, Option<&OnMap>, &mut AgentKind)>,
    mut gone: RemovedComponents<AgentKind>,
) {
    let mut are_fewer = gone.read().count() > 0;
    let mut new_maps: HashSet<MapKey> = HashSet::new();
    maps.for_each(|map, grid| {
        if grid.take_new_kinds() {
            new_maps.insert(map);
        }
    });
    for (agent, on, mut kind) in &mut agents {
        let is_on_new = !new_maps.is_empty() && new_maps.contains(&OnMap::key(on));
        if !is_on_new && !kind.is_changed() && !moved.0.contains_key(&agent) {
            continue;
        }
        are_fewer = true;
        // Sharing does not change the value, so the component must not be marked as changed.
        let kind = kind.bypass_change_detection();
        let key = OnMap::key(on);
        let is_new = maps.with(key, |grid| grid.kinds().is_new(kind)).unwrap_or(false);
        if is_new && maps.any(|grid| grid.kinds().shares(kind)) {
            // Each map counts the uses of its own profiles.
            kind.0 = Arc::new(AgentProfile::clone(&kind.0));
        }
        maps.with(key, |grid| {
            let (map, kinds) = grid.kinds_mut();
            if !kinds.learn(kind, map.grid()) {
                return;
            }
            let is_known = |name: &str| map.grid().legend().iter().any(|terrain| terrain.name == name);
            let names = kind.0.costs.iter().map(|(name, _)| name).filter(|name| !is_known(name));
            unknown.write_batch(names.map(|name| UnknownTerrain {
                map: key,
                kind: kind.clone(),
                terrain: name.clone(),
            }));
        });
    }
    maps.for_each(|_, grid| {
        let (_, kinds) = grid.kinds_mut();
        if are_fewer {
            kinds.forget_unused();
        }
        kinds.limit_memory();
    });
}

/// Runs [`learn_kinds`] before requests are served, because agents may have got a kind during the tick.
///
/// This is a second system, so that others can be ordered after the first one.
pub(super) fn learn_late_kinds(
    maps: MapsMut,
    moved: Res<Moved>,
    unknown: MessageWriter<UnknownTerrain>,
    agents: Query<(Entity, Option<&OnMap>, &mut AgentKind)>,
    gone: RemovedComponents<AgentKind>,
) {
    learn_kinds(maps, moved, unknown, agents, gone);
}
