//! The map that an agent walks on, by its entity.

use std::collections::BTreeMap;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;

/// The key of a map: its entity, or `None` for the resource.
pub(super) type MapKey = Option<Entity>;

/// The [`GridMap`](super::GridMap) on which an agent walks.
///
/// Without this component, the agent walks on the resource [`NavGrid`](super::NavGrid).
///
/// To move an agent to another map, insert the component again, or remove it. From the next
/// [`PathfindingSystems::ApplyEdits`](super::PathfindingSystems::ApplyEdits) on, the agent stands on the same cell of
/// the other map. Its path and its request end. If it had either, it gets a [`PathFailed`](super::PathFailed) with
/// [`FailReason::MapLeft`](super::FailReason::MapLeft). Later orders apply to the other map, even those of the same
/// frame. [`Waypoints`](super::Waypoints), [`Patrol`](super::Patrol) and [`Follow`](super::Follow) are kept and apply
/// to it too. An agent that cannot stand on its cell is moved as after [`ReplaceMap`](super::ReplaceMap). To choose the
/// cell, also trigger a [`PlaceAgent`](super::PlaceAgent).
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

/// Agents whose [`OnMap`] has changed since the last tick, each with its previous map.
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
