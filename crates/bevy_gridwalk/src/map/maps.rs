//! Maps on entities: the map of each agent and the kinds on it, edits and replacements, and the
//! changes of all maps.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use crate::engine::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::query::Allow;
use bevy_ecs::system::SystemParam;
use bevy_ecs::world::DeferredWorld;
use bevy_platform::collections::HashSet;
use gridwalk_pathfinding::{AgentProfile, CellChange, Grid, GridChange, GridEdit, Revision};

use crate::inbox::Since;
use crate::layout::{MapKey, Moved};
use crate::{
    AgentKind, EditRefused, GridChanged, GridLayout, GridReplaced, MapLayout, NavGrid, OnMap,
};

/// A map on an entity, beside the resource [`NavGrid`]: a floor, an instance, a room of a server.
///
/// Agents with [`OnMap`] walk on it. The component derefs to a [`NavGrid`] and is read like the
/// resource. Change it with [`EditMap`] and [`ReplaceMap`]. Inserting the component again has the
/// effect of [`ReplaceMap`]. If the component is removed, its agents stand still and fail with
/// [`FailReason::NoMap`](crate::FailReason::NoMap) until there is a map again. A disabled entity
/// keeps its map.
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
#[type_path = "bevy_gridwalk"]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug, Deserialize, Serialize)]
#[serde(from = "Grid", into = "Grid")]
#[component(on_insert = note_insertion, on_discard = note_lost_map)]
pub struct GridMap(pub(crate) NavGrid);

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
pub(crate) struct LostMaps(pub Vec<Entity>);

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

/// An absent map, for agents whose map does not exist. No resource, because each takes time to
/// fetch in every tick.
static ABSENT_MAP: LazyLock<NavGrid> = LazyLock::new(NavGrid::default);

/// Access to the maps of all agents.
#[derive(SystemParam, Debug)]
pub(crate) struct Maps<'w, 's> {
    main: Res<'w, NavGrid>,
    others: Query<'w, 's, &'static GridMap, Allow<Disabled>>,
}

impl Maps<'_, '_> {
    /// Returns the map of an agent; a map that is not [given](NavGrid::is_given) if the agent has
    /// none.
    #[inline]
    pub fn of(&self, on: Option<&OnMap>) -> &NavGrid {
        self.at(OnMap::key(on))
    }

    /// Returns the map with this key; a map that is not [given](NavGrid::is_given) if there is
    /// none.
    #[inline]
    pub fn at(&self, map: MapKey) -> &NavGrid {
        map.map_or(&*self.main, |map| {
            self.others.get(map).map_or(&ABSENT_MAP, |map| &map.0)
        })
    }
}

/// Mutable access to the maps of all agents, for derived data only.
///
/// Derived data is no change for the game, so this does not trigger change detection.
#[derive(SystemParam)]
pub(crate) struct MapsMut<'w, 's> {
    main: ResMut<'w, NavGrid>,
    others: Query<'w, 's, (Entity, &'static mut GridMap), Allow<Disabled>>,
}

impl MapsMut<'_, '_> {
    /// Calls the function for the map with this key; returns `None` if there is none.
    pub fn with<R>(&mut self, map: MapKey, change: impl FnOnce(&mut NavGrid) -> R) -> Option<R> {
        let Some(map) = map else {
            return Some(change(self.main.bypass_change_detection()));
        };
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
pub(crate) struct Layouts<'w, 's> {
    main: Res<'w, GridLayout>,
    others: Query<'w, 's, &'static MapLayout, Allow<Disabled>>,
}

impl Layouts<'_, '_> {
    /// Returns the layout by which an agent is drawn.
    #[inline]
    pub fn of(&self, on: Option<&OnMap>) -> &GridLayout {
        let Some(on) = on else { return &self.main };
        self.others
            .get(on.0)
            .map(|own| &own.0)
            .ok()
            .filter(|own| own.is_valid())
            .unwrap_or(&self.main)
    }
}

/// Request to change cells, legend or portals of a [`GridMap`]: trigger it, or write it as a
/// message.
///
/// It is to a map on an entity what [`EditGrid`](crate::EditGrid) is to the resource, and waits
/// like that one.
#[derive(Message, EntityEvent, Reflect, Clone, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug)]
pub struct EditMap {
    /// The entity with the map.
    #[event_target]
    pub map: Entity,
    /// The change.
    pub edit: GridEdit,
}

/// Request to put another map in the place of a [`GridMap`]: trigger it, or write it as a message.
///
/// It is to a map on an entity what [`ReplaceGrid`](crate::ReplaceGrid) is to the resource.
#[derive(Message, EntityEvent, Reflect, Clone, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug)]
pub struct ReplaceMap {
    /// The entity with the map.
    #[event_target]
    pub map: Entity,
    /// The new map. Its size and legend may differ.
    pub grid: Grid,
}

/// A [`GridMap`] was edited; its size is the same. For the resource it is a [`GridChanged`].
#[derive(Message, Reflect, Clone, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug)]
#[non_exhaustive]
pub struct MapChanged {
    /// The entity with the map.
    pub map: Entity,
    /// The change.
    pub change: GridChange,
}

/// A [`GridMap`] is another one, came to agents that waited for it, or is gone. For the resource it
/// is a [`GridReplaced`].
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapReplaced {
    /// The entity of the map.
    pub map: Entity,
    /// The revision of the new map; `None` if the entity has none any more.
    pub revision: Option<Revision>,
}

/// An edit or a replacement was meant for an entity without a [`GridMap`], and was dropped.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapMissing {
    /// The entity.
    pub map: Entity,
}

/// The changes of one map since the last read.
#[derive(Default)]
pub(crate) struct MapChanges {
    /// Whether the map was replaced or removed.
    pub is_replaced: bool,
    pub cells: Vec<CellChange>,
}

/// A report about the map with this key, for the systems of the plugin.
///
/// One message for all that happens to maps: each type of message takes time to fetch in every
/// tick. For games, [`publish_reports`] writes the public messages.
#[derive(Message, Clone, Debug)]
pub(crate) enum MapReport {
    Changed(MapKey, GridChange),
    /// The whole map is another one, with this revision; gone without one.
    Replaced(MapKey, Option<Revision>),
    Refused(EditRefused),
    Missing(MapMissing),
}

/// Writes the public message of each report of the tick.
pub(crate) fn publish_reports(
    mut reports: MessageReader<MapReport>,
    (mut changed, mut replaced): (MessageWriter<GridChanged>, MessageWriter<GridReplaced>),
    (mut others_changed, mut others_replaced): (
        MessageWriter<MapChanged>,
        MessageWriter<MapReplaced>,
    ),
    (mut refused, mut missing): (MessageWriter<EditRefused>, MessageWriter<MapMissing>),
) {
    for report in reports.read() {
        match report.clone() {
            MapReport::Changed(None, change) => drop(changed.write(GridChanged(change))),
            MapReport::Changed(Some(map), change) => {
                others_changed.write(MapChanged { map, change });
            }
            MapReport::Replaced(Some(map), revision) => {
                others_replaced.write(MapReplaced { map, revision });
            }
            MapReport::Replaced(None, revision) => {
                // The resource is never without a map.
                let revision = revision.unwrap_or_default();
                replaced.write(GridReplaced { revision });
            }
            MapReport::Refused(report) => drop(refused.write(report)),
            MapReport::Missing(report) => drop(missing.write(report)),
        }
    }
}

/// Reads the changes of all maps.
#[derive(SystemParam)]
pub(crate) struct MapReports<'w, 's> {
    reports: Since<'w, 's, MapReport>,
}

impl MapReports<'_, '_> {
    /// Returns `true` if changes are gone that this reader has not read. To be called before
    /// [`read`](Self::read).
    pub fn has_missed(&self) -> bool {
        self.reports.has_missed()
    }

    /// Reads the changes of each map that has some.
    pub fn read(&mut self) -> BTreeMap<MapKey, MapChanges> {
        let mut changes: BTreeMap<MapKey, MapChanges> = BTreeMap::new();
        for report in self.reports.read() {
            match report {
                MapReport::Changed(map, change) => {
                    changes
                        .entry(*map)
                        .or_default()
                        .cells
                        .extend_from_slice(&change.cells);
                }
                MapReport::Replaced(map, _) => changes.entry(*map).or_default().is_replaced = true,
                MapReport::Refused(_) | MapReport::Missing(_) => {}
            }
        }
        changes
    }

    /// Reads the maps that were replaced or removed, and the changes of all others.
    pub fn read_changes(&mut self) -> (BTreeSet<MapKey>, BTreeMap<MapKey, GridChange>) {
        let mut replaced: BTreeSet<MapKey> = BTreeSet::new();
        let mut changes: BTreeMap<MapKey, GridChange> = BTreeMap::new();
        for report in self.reports.read() {
            match report {
                MapReport::Changed(map, change) => match changes.get_mut(map) {
                    Some(all) => all.extend(change.clone()),
                    None => drop(changes.insert(*map, change.clone())),
                },
                MapReport::Replaced(map, _) => drop(replaced.insert(*map)),
                MapReport::Refused(_) | MapReport::Missing(_) => {}
            }
        }
        changes.retain(|map, _| !replaced.contains(map));
        (replaced, changes)
    }
}

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

/// Registers the kinds of agents on each map, with one shared profile for equal ones; reports
/// unknown terrains, and drops unused kinds and views.
pub(crate) fn register_kinds(
    mut maps: MapsMut,
    moved: Res<Moved>,
    mut unknown: MessageWriter<UnknownTerrain>,
    mut agents: Query<(Entity, Option<&OnMap>, &mut AgentKind)>,
    mut gone: RemovedComponents<AgentKind>,
) {
    let mut are_fewer = gone.read().count() > 0;
    let mut new_maps: HashSet<MapKey> = HashSet::new();
    maps.for_each(|map, grid| {
        if grid.take_needs_all_kinds() {
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
        let is_new = maps
            .with(key, |grid| grid.kinds().is_new(kind))
            .unwrap_or(false);
        if is_new && maps.any(|grid| grid.kinds().shares(kind)) {
            // Each map counts the uses of its own profiles.
            kind.0 = Arc::new(AgentProfile::clone(&kind.0));
        }
        maps.with(key, |grid| {
            let (map, kinds) = grid.kinds_mut();
            if !kinds.learn(kind, map.grid()) {
                return;
            }
            let is_known = |name: &str| {
                map.grid()
                    .legend()
                    .iter()
                    .any(|terrain| terrain.name == name)
            };
            let names = kind
                .0
                .costs
                .iter()
                .map(|(name, _)| name)
                .filter(|name| !is_known(name));
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

/// Runs [`register_kinds`] before requests are served, because agents may have got a kind during
/// the tick.
///
/// This is a second system, so that others can be ordered after the first one.
pub(crate) fn register_late_kinds(
    maps: MapsMut,
    moved: Res<Moved>,
    unknown: MessageWriter<UnknownTerrain>,
    agents: Query<(Entity, Option<&OnMap>, &mut AgentKind)>,
    gone: RemovedComponents<AgentKind>,
) {
    register_kinds(maps, moved, unknown, agents, gone);
}
