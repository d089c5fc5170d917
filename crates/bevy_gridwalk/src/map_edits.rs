//! Edits and replacements of maps on entities, and the news of all maps in one form.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::prelude::*;
use bevy_ecs::system::SystemParam;
use gridwalk_pathfinding::{CellChange, Grid, GridChange, GridEdit, Revision};

use super::inbox::Since;
use super::on_map::MapKey;
use super::{EditRefused, GridChanged, GridReplaced};

/// Request to change cells, legend or portals of a [`GridMap`](super::GridMap): trigger it, or write it as a message.
///
/// It is to a map on an entity what [`EditGrid`](super::EditGrid) is to the resource, and waits like that one.
#[derive(Message, EntityEvent, Reflect, Clone, Debug)]
#[reflect(Message, Clone, Debug)]
pub struct EditMap {
    /// The entity with the map.
    #[event_target]
    pub map: Entity,
    /// The change.
    pub edit: GridEdit,
}

/// Request to put another map in the place of a [`GridMap`](super::GridMap): trigger it, or write it as a message.
///
/// It is to a map on an entity what [`ReplaceGrid`](super::ReplaceGrid) is to the resource.
#[derive(Message, EntityEvent, Reflect, Clone, Debug)]
#[reflect(Message, Clone, Debug)]
pub struct ReplaceMap {
    /// The entity with the map.
    #[event_target]
    pub map: Entity,
    /// The new map. Its size and legend may differ.
    pub grid: Grid,
}

/// A [`GridMap`](super::GridMap) was edited; its size is the same. For the resource it is a
/// [`GridChanged`].
#[derive(Message, Reflect, Clone, Debug)]
#[reflect(Message, Clone, Debug)]
#[non_exhaustive]
pub struct MapChanged {
    /// The entity with the map.
    pub map: Entity,
    /// The change.
    pub change: GridChange,
}

/// A [`GridMap`](super::GridMap) is another one, came to agents that waited for it, or is gone. For the resource it is a
/// [`GridReplaced`].
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapReplaced {
    /// The entity of the map.
    pub map: Entity,
    /// The revision of the new map; `None` if the entity has none any more.
    pub revision: Option<Revision>,
}

/// An edit or a replacement was meant for an entity without a [`GridMap`](super::GridMap), and was dropped.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapMissing {
    /// The entity.
    pub map: Entity,
}

/// The changes of one map since they were read last.
#[derive(Default)]
pub(super) struct News {
    /// The whole map is another one, or gone.
    pub is_new: bool,
    pub cells: Vec<CellChange>,
}

/// A report about the map with this key, for the systems of the plugin.
///
/// One message for all that happens to maps: each type of message takes time to fetch in every tick. For games,
/// [`publish_reports`] writes the public messages.
#[derive(Message, Clone, Debug)]
pub(super) enum MapReport {
    Changed(MapKey, GridChange),
    /// The whole map is another one, with this revision; gone without one.
    Replaced(MapKey, Option<Revision>),
    Refused(EditRefused),
    Missing(MapMissing),
}

/// Writes the public message of each report of the tick.
pub(super) fn publish_reports(
    mut reports: MessageReader<MapReport>,
    (mut changed, mut replaced): (MessageWriter<GridChanged>, MessageWriter<GridReplaced>),
    (mut others_changed, mut others_replaced): (MessageWriter<MapChanged>, MessageWriter<MapReplaced>),
    (mut refused, mut missing): (MessageWriter<EditRefused>, MessageWriter<MapMissing>),
) {
    for report in reports.read() {
        match report.clone() {
            MapReport::Changed(None, change) => drop(changed.write(GridChanged(change))),
            MapReport::Changed(Some(map), change) => drop(others_changed.write(MapChanged { map, change })),
            MapReport::Replaced(Some(map), revision) => drop(others_replaced.write(MapReplaced { map, revision })),
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
pub(super) struct MapNews<'w, 's> {
    reports: Since<'w, 's, MapReport>,
}

impl MapNews<'_, '_> {
    /// Returns `true` if changes are gone that this reader has not read. To be called before [`read`](Self::read).
    pub fn has_missed(&self) -> bool {
        self.reports.has_missed()
    }

    /// Reads the changes of each map that has some.
    pub fn read(&mut self) -> BTreeMap<MapKey, News> {
        let mut news: BTreeMap<MapKey, News> = BTreeMap::new();
        for report in self.reports.read() {
            match report {
                MapReport::Changed(map, change) => {
                    news.entry(*map).or_default().cells.extend_from_slice(&change.cells);
                }
                MapReport::Replaced(map, _) => news.entry(*map).or_default().is_new = true,
                MapReport::Refused(_) | MapReport::Missing(_) => {}
            }
        }
        news
    }

    /// Reads the maps that are other ones or gone, and the changes of all others.
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
