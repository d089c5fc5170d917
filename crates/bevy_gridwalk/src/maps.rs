//! Several maps: the resource, the maps on entities, and the map of each agent.

use std::ops::Deref;
use std::sync::LazyLock;

use crate::engine::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::query::Allow;
use bevy_ecs::system::SystemParam;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::Grid;

use super::on_map::MapKey;
use super::{GridLayout, MapLayout, NavGrid, OnMap};

/// A map on an entity, beside the resource [`NavGrid`]: a floor, an instance, a room of a server.
///
/// Agents with [`OnMap`] walk on it. The component derefs to a [`NavGrid`] and is read like the resource. Change it
/// with [`EditMap`](super::EditMap) and [`ReplaceMap`](super::ReplaceMap). Inserting the component again has the effect
/// of [`ReplaceMap`](super::ReplaceMap). If the component is removed, its agents stand still and fail with
/// [`FailReason::NoMap`](super::FailReason::NoMap) until there is a map again. A disabled entity keeps its map.
///
/// Serialised, it consists of the cells, the legend and the portals, like [`NavGrid`].
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::prelude::*;
///
/// fn open_cellar(mut commands: Commands) {
///     let cellar = commands.spawn(GridMap::new(Grid::from_rows(&["....", ".##."]))).id();
///     let rat = commands.spawn((GridAgent::at(Cell::new(0, 1), 6.0), OnMap(cellar))).id();
///     commands.trigger(PathRequest::new(rat, Cell::new(3, 1)));
/// }
/// ```
#[derive(Component, Reflect, Clone, Debug, serde::Deserialize, serde::Serialize)]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug, Deserialize, Serialize)]
#[serde(from = "Grid", into = "Grid")]
#[component(on_insert = note_insertion, on_discard = note_lost_map)]
pub struct GridMap(pub(super) NavGrid);

impl GridMap {
    /// Creates a map of these cells.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        Self(NavGrid::new(grid))
    }
}

impl From<Grid> for GridMap {
    fn from(grid: Grid) -> Self {
        Self::new(grid)
    }
}

impl From<GridMap> for Grid {
    fn from(GridMap(grid): GridMap) -> Self {
        grid.into()
    }
}

impl Deref for GridMap {
    type Target = NavGrid;

    fn deref(&self) -> &NavGrid {
        &self.0
    }
}

/// Entities whose map was removed or replaced since the last tick.
#[derive(Resource, Default)]
pub(super) struct LostMaps(pub Vec<Entity>);

fn note_insertion(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut map) = world.get_mut::<GridMap>(context.entity) {
        map.0.note_insertion();
    }
}

fn note_lost_map(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut lost) = world.get_resource_mut::<LostMaps>() {
        lost.0.push(context.entity);
    }
}

/// An absent map, for agents whose map does not exist. No resource, because each takes time to fetch in every tick.
static NOWHERE: LazyLock<NavGrid> = LazyLock::new(NavGrid::default);

/// Access to the maps of all agents.
#[derive(SystemParam, Debug)]
pub(super) struct Maps<'w, 's> {
    main: Res<'w, NavGrid>,
    others: Query<'w, 's, &'static GridMap, Allow<Disabled>>,
}

impl Maps<'_, '_> {
    /// Returns the map of an agent; a map that is not [given](NavGrid::is_given) if the agent has none.
    #[inline]
    pub fn of(&self, on: Option<&OnMap>) -> &NavGrid {
        self.at(OnMap::key(on))
    }

    /// Returns the map with this key; a map that is not [given](NavGrid::is_given) if there is none.
    #[inline]
    pub fn at(&self, map: MapKey) -> &NavGrid {
        map.map_or(&*self.main, |map| self.others.get(map).map_or(&NOWHERE, |map| &map.0))
    }
}

/// Mutable access to the maps of all agents, for derived data only.
///
/// Derived data is no change for the game, so this does not trigger change detection.
#[derive(SystemParam)]
pub(super) struct MapsMut<'w, 's> {
    main: ResMut<'w, NavGrid>,
    others: Query<'w, 's, (Entity, &'static mut GridMap), Allow<Disabled>>,
}

impl MapsMut<'_, '_> {
    /// Calls the function for the map with this key; returns `None` if there is none.
    pub fn with<R>(&mut self, map: MapKey, change: impl FnOnce(&mut NavGrid) -> R) -> Option<R> {
        let Some(map) = map else { return Some(change(self.main.bypass_change_detection())) };
        let (_, mut map) = self.others.get_mut(map).ok()?;
        Some(change(&mut map.bypass_change_detection().0))
    }

    /// Calls the function for each map.
    pub fn for_each(&mut self, mut change: impl FnMut(MapKey, &mut NavGrid)) {
        change(None, self.main.bypass_change_detection());
        for (map, mut grid) in &mut self.others {
            change(Some(map), &mut grid.bypass_change_detection().0);
        }
    }

    /// Returns `true` if the predicate holds for any map.
    pub fn any(&self, is_so: impl Fn(&NavGrid) -> bool) -> bool {
        is_so(&self.main) || self.others.iter().any(|(_, map)| is_so(&map.0))
    }
}

/// Access to the layouts of all maps.
#[derive(SystemParam)]
pub(super) struct Layouts<'w, 's> {
    main: Res<'w, GridLayout>,
    others: Query<'w, 's, &'static MapLayout, Allow<Disabled>>,
}

impl Layouts<'_, '_> {
    /// Returns the layout by which an agent is drawn.
    #[inline]
    pub fn of(&self, on: Option<&OnMap>) -> &GridLayout {
        let Some(on) = on else { return &self.main };
        self.others.get(on.0).map(|own| &own.0).ok().filter(|own| own.is_valid()).unwrap_or(&self.main)
    }
}
