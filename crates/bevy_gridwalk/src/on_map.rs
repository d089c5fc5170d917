//! The map that an agent walks on, by its entity.

use std::collections::BTreeMap;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;

/// The name of a map: `None` for the resource, else its entity.
pub(super) type MapKey = Option<Entity>;

/// The [`GridMap`](super::GridMap) that an agent walks on; without this component it walks on the resource
/// [`NavGrid`](super::NavGrid).
///
/// To take an agent to another map, insert it again or remove it. From the next
/// [`PathfindingSystems::ApplyEdits`](super::PathfindingSystems::ApplyEdits) on the agent stands on its cell of the other
/// map. Its path and its request end; if it had one, it has a [`PathFailed`](super::PathFailed) with
/// [`FailReason::MapLeft`](super::FailReason::MapLeft). Orders given after that count on the other map, also those of the
/// same frame, and so do [`Waypoints`](super::Waypoints), [`Patrol`](super::Patrol) and [`Follow`](super::Follow), which
/// stay. An agent that cannot stand there is moved as after [`ReplaceMap`](super::ReplaceMap); to choose the cell, trigger
/// a [`PlaceAgent`](super::PlaceAgent) as well.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::prelude::*;
///
/// /// The upper end of a staircase.
/// #[derive(Resource)]
/// struct Upstairs(Entity, Cell);
///
/// fn climb(arrived: On<Arrived>, up: Res<Upstairs>, mut commands: Commands) {
///     commands.entity(arrived.agent).insert(OnMap(up.0));
///     commands.trigger(PlaceAgent { agent: arrived.agent, cell: up.1 });
/// }
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(immutable, on_insert = note_arrival, on_discard = note_departure)]
pub struct OnMap(
    /// The entity with the [`GridMap`](super::GridMap).
    #[entities]
    pub Entity,
);

impl OnMap {
    pub(super) fn key(on: Option<&Self>) -> MapKey {
        on.map(|on| on.0)
    }
}

/// Agents whose [`OnMap`] has changed since the last tick, each with its map before.
#[derive(Resource, Default)]
pub(super) struct Moved(pub BTreeMap<Entity, MapKey>);

fn note_arrival(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut moved) = world.get_resource_mut::<Moved>() {
        moved.0.entry(context.entity).or_insert(None);
    }
}

fn note_departure(mut world: DeferredWorld, context: HookContext) {
    let before = OnMap::key(world.get::<OnMap>(context.entity));
    if let Some(mut moved) = world.get_resource_mut::<Moved>() {
        moved.0.entry(context.entity).or_insert(before);
    }
}
