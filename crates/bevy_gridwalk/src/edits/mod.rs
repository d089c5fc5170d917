//! Keeps edits and replacements of maps until they are read, applies them in order, and reports
//! them.

pub(super) mod replan;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::engine::prelude::*;
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::InternedScheduleLabel;
use gridwalk_pathfinding::{Grid, GridChange, GridEdit, Revision};

use crate::inbox::{Inbox, accept};
use crate::layout::{MapKey, Moved};
use crate::map::maps::{LostMaps, MapReport, MapsMut, publish_reports, register_kinds};
use crate::walking::place::read_transforms;
use crate::{
    EditGrid, EditMap, EditRefused, GridAgent, GridChanged, GridMap, GridReplaced, MapChanged,
    MapMissing, MapReplaced, NavGrid, OnMap, PathfindingOptions, PathfindingSystems,
    PlanningOptions, ReplaceGrid, ReplaceMap, TickBudget, UnknownTerrain,
};

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    accept::<EditGrid>(app);
    accept::<ReplaceGrid>(app);
    accept::<EditMap>(app);
    accept::<ReplaceMap>(app);
    app.init_resource::<NavGrid>()
        .init_resource::<LostMaps>()
        .init_resource::<Moved>()
        .add_message::<MapReport>()
        .add_message::<EditRefused>()
        .add_message::<UnknownTerrain>()
        .add_message::<GridChanged>()
        .add_message::<GridReplaced>()
        .add_message::<MapChanged>()
        .add_message::<MapReplaced>()
        .add_message::<MapMissing>()
        .add_systems(Last, keep_edits)
        .add_systems(schedule, keep_a_map.before(PathfindingSystems::ApplyEdits))
        .add_systems(
            schedule,
            (
                (apply_edits, apply_map_edits, label_regions, register_kinds).chain(),
                publish_reports
                    .run_if(on_message::<MapReport>)
                    .after(read_transforms),
            )
                .in_set(PathfindingSystems::ApplyEdits),
        );
}

/// Inserts an empty map if the game removed the resource.
fn keep_a_map(grid: Option<Res<NavGrid>>, mut commands: Commands) {
    if grid.is_none() {
        commands.init_resource::<NavGrid>();
    }
}

/// Keeps edits and replacements until they are read.
///
/// Edits of earlier frames for a map that is replaced are dropped.
pub(crate) fn keep_edits(
    grid: Option<Res<NavGrid>>,
    others: Query<(Entity, &GridMap), (Changed<GridMap>, Allow<Disabled>)>,
    (mut replacements, mut edits): (Inbox<ReplaceGrid>, Inbox<EditGrid>),
    (mut others_replaced, mut other_edits): (Inbox<ReplaceMap>, Inbox<EditMap>),
) {
    let is_inserted = grid.is_some_and(|grid| grid.is_changed() && !grid.is_registered);
    if is_inserted {
        replacements.drop_kept(|_| true);
    }
    if is_inserted || replacements.has_new() {
        edits.drop_kept(|_| true);
    }
    replacements.peek();
    edits.peek();
    let inserted = others
        .iter()
        .filter(|(_, map)| !map.0.is_registered)
        .map(|(map, _)| map);
    let mut replaced: EntityHashSet = inserted.collect();
    if !replaced.is_empty() {
        others_replaced.drop_kept(|it| replaced.contains(&it.map));
    }
    replaced.extend(others_replaced.peek_new().iter().map(|replace| replace.map));
    if !replaced.is_empty() {
        other_edits.drop_kept(|it| replaced.contains(&it.map));
    }
    other_edits.peek();
}

/// Replacements and edits of one map that are not applied yet.
#[derive(Default)]
struct Incoming<'a> {
    /// Whether the previous map was removed, or another one was inserted in its place.
    is_lost: bool,
    replacement: Option<Grid>,
    edits: Vec<&'a GridEdit>,
}

/// Returns `true` if the edit only sets costs.
fn sets_costs_only(edit: &GridEdit) -> bool {
    edit.cells.is_empty() && edit.legend.is_none() && edit.portals.is_none()
}

/// Merges consecutive edits that only set costs, because each edit visits the whole legend.
fn joined<'a>(
    edits: &'a [&'a GridEdit],
) -> impl Iterator<Item = (Cow<'a, GridEdit>, &'a [&'a GridEdit])> {
    edits
        .chunk_by(|a, b| sets_costs_only(a) && sets_costs_only(b))
        .map(|parts| {
            let edit = if let [edit] = *parts {
                Cow::Borrowed(edit)
            } else {
                let costs = parts.iter().flat_map(|part| &part.costs).copied().collect();
                Cow::Owned(GridEdit {
                    costs,
                    ..GridEdit::default()
                })
            };
            (edit, parts)
        })
}

/// Writer of the reports about maps.
type ReportWriter<'w> = MessageWriter<'w, MapReport>;

impl NavGrid {
    /// Applies the changes of this map; an inserted map gets a later revision than `before`.
    fn update(
        &mut self,
        map: MapKey,
        before: Option<Revision>,
        incoming: Incoming,
        reports: &mut ReportWriter,
    ) {
        let is_inserted = !self.is_registered;
        self.is_registered = true;
        if let Some(revision) = before.filter(|_| is_inserted) {
            let own = self.grid().clone().with_revision(revision);
            let is_given = self.is_given;
            reports.write(MapReport::Replaced(map, Some(self.replace(own))));
            self.is_given = is_given;
        }
        if let Some(new) = incoming.replacement {
            reports.write(MapReport::Replaced(map, Some(self.replace(new))));
        }
        let mut all: Option<GridChange> = None;
        let mut add = |change: GridChange| match &mut all {
            Some(all) => all.extend(change),
            None => all = Some(change),
        };
        for (edit, parts) in joined(&incoming.edits) {
            if let Ok(change) = self.edit(&edit) {
                change.into_iter().for_each(&mut add);
                continue;
            }
            // Edits are applied one by one, so that an invalid edit or cell does not discard the
            // others.
            for edit in parts {
                let change = self.edit(edit).or_else(|_| {
                    let (possible, cells) = self.grid().possible_part(edit);
                    let refused = cells.into_iter().map(|(cell, error)| EditRefused {
                        map,
                        cell: Some(cell),
                        error,
                    });
                    reports.write_batch(refused.map(MapReport::Refused));
                    self.edit(&possible)
                });
                match change {
                    Ok(change) => change.into_iter().for_each(&mut add),
                    Err(error) => drop(reports.write(MapReport::Refused(EditRefused {
                        map,
                        cell: None,
                        error,
                    }))),
                }
            }
        }
        if let Some(change) = all {
            reports.write(MapReport::Changed(map, change));
        }
    }
}

/// Applies replacements and edits of the resource.
pub(crate) fn apply_edits(
    mut grid: ResMut<NavGrid>,
    mut last: Local<Option<Revision>>,
    (mut replacements, mut edits): (Inbox<ReplaceGrid>, Inbox<EditGrid>),
    mut reports: ReportWriter,
) {
    let replacement = replacements.take().pop().map(|ReplaceGrid(grid)| grid);
    edits.read(|edits| {
        // Without changes, the resource must not be marked as changed.
        if !grid.is_registered || replacement.is_some() || !edits.is_empty() {
            let edits = edits.iter().map(|EditGrid(edit)| edit).collect();
            grid.update(
                None,
                *last,
                Incoming {
                    is_lost: false,
                    replacement,
                    edits,
                },
                &mut reports,
            );
        }
    });
    *last = Some(grid.grid().revision());
}

/// Applies replacements and edits of maps on entities.
fn apply_map_edits(
    mut maps: Query<(Entity, &mut GridMap), Allow<Disabled>>,
    mut latest: Local<Revision>,
    (mut replacements, mut edits, mut lost): (Inbox<ReplaceMap>, Inbox<EditMap>, ResMut<LostMaps>),
    agents: Query<(&OnMap, Ref<GridAgent>)>,
    mut reports: ReportWriter,
) {
    edits.read(|edits| {
        let mut all: BTreeMap<Entity, Incoming> = BTreeMap::new();
        for ReplaceMap { map, grid } in replacements.take() {
            all.entry(map).or_default().replacement = Some(grid);
        }
        for EditMap { map, edit } in edits {
            all.entry(*map).or_default().edits.push(edit);
        }
        if !lost.0.is_empty() {
            for map in lost.0.drain(..) {
                all.entry(map).or_default().is_lost = true;
            }
        }
        let inserted: Vec<Entity> = maps
            .iter()
            .filter(|(_, map)| !map.0.is_registered)
            .map(|(map, _)| map)
            .collect();
        // Agents that were spawned before the map wait for it.
        let awaited: EntityHashSet = if inserted.is_empty() {
            EntityHashSet::default()
        } else {
            agents
                .iter()
                .filter(|(_, agent)| !agent.is_added())
                .map(|(on, _)| on.0)
                .collect()
        };
        for map in inserted {
            all.entry(map).or_default();
        }
        for (map, incoming) in all {
            if let Ok((_, mut grid)) = maps.get_mut(map) {
                let is_other = incoming.is_lost || awaited.contains(&map);
                grid.0.update(
                    Some(map),
                    is_other.then_some(*latest),
                    incoming,
                    &mut reports,
                );
                *latest = latest.max(grid.0.grid().revision());
                continue;
            }
            if incoming.is_lost {
                reports.write(MapReport::Replaced(Some(map), None));
            }
            if incoming.replacement.is_some() || !incoming.edits.is_empty() {
                reports.write(MapReport::Missing(MapMissing { map }));
            }
        }
    });
}

pub(crate) fn label_regions(
    mut maps: MapsMut,
    options: Res<PathfindingOptions>,
    planning: Res<PlanningOptions>,
) {
    // The time at which a background task ends depends on the machine.
    let is_deterministic = matches!(planning.budget, TickBudget::Expansions(_));
    maps.for_each(|_, grid| grid.label_regions(options.options.movement, is_deterministic));
}
