//! Edits and replacements of maps on entities, and the news of all maps in one form.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::prelude::*;
use bevy_ecs::system::SystemParam;
use gridwalk_pathfinding::{CellChange, Grid, GridChange, GridEdit, Revision};

use super::inbox::Since;
use super::on_map::MapKey;
use super::{GridChanged, GridReplaced};

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

/// Reads the changes of all maps.
#[derive(SystemParam)]
pub(super) struct MapNews<'w, 's> {
    changed: Since<'w, 's, GridChanged>,
    replaced: Since<'w, 's, GridReplaced>,
    others_changed: Since<'w, 's, MapChanged>,
    others_replaced: Since<'w, 's, MapReplaced>,
}

impl MapNews<'_, '_> {
    /// Returns `true` if changes are gone that this reader has not read. To be called before [`read`](Self::read).
    pub fn has_missed(&self) -> bool {
        self.changed.has_missed()
            || self.replaced.has_missed()
            || self.others_changed.has_missed()
            || self.others_replaced.has_missed()
    }

    /// Reads the changes of each map that has some.
    pub fn read(&mut self) -> BTreeMap<MapKey, News> {
        let mut news: BTreeMap<MapKey, News> = BTreeMap::new();
        let changed = self.changed.read().map(|GridChanged(change)| (None, change));
        let others = self.others_changed.read().map(|changed| (Some(changed.map), &changed.change));
        for (map, change) in changed.chain(others) {
            news.entry(map).or_default().cells.extend_from_slice(&change.cells);
        }
        let replaced = self.replaced.read().map(|_| None);
        for map in replaced.chain(self.others_replaced.read().map(|replaced| Some(replaced.map))) {
            news.entry(map).or_default().is_new = true;
        }
        news
    }
}

/// Reads the changes of all maps as they were reported. For systems that run in the set of the edits.
#[derive(SystemParam)]
pub(super) struct Changes<'w, 's>(MapNews<'w, 's>);

impl Changes<'_, '_> {
    /// Returns `true` if changes are gone that this reader has not read. To be called before [`read`](Self::read).
    pub fn has_missed(&self) -> bool {
        self.0.has_missed()
    }

    /// Reads the maps that are other ones or gone, and the changes of all others.
    pub fn read(&mut self) -> (BTreeSet<MapKey>, BTreeMap<MapKey, GridChange>) {
        let MapNews { changed, replaced, others_changed, others_replaced } = &mut self.0;
        let replaced = replaced.read().map(|_| None);
        let replaced: BTreeSet<MapKey> =
            replaced.chain(others_replaced.read().map(|replaced| Some(replaced.map))).collect();
        let changed = changed.read().map(|GridChanged(change)| (None, change));
        let others = others_changed.read().map(|changed| (Some(changed.map), &changed.change));
        let mut changes: BTreeMap<MapKey, GridChange> = BTreeMap::new();
        for (map, change) in changed.chain(others).filter(|(map, _)| !replaced.contains(map)) {
            match changes.get_mut(&map) {
                Some(all) => all.extend(change.clone()),
                None => drop(changes.insert(map, change.clone())),
            }
        }
        (replaced, changes)
    }
}
