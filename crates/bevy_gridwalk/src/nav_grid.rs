//! The map as a resource: one writer, a view for each kind of agent, snapshots for work in the background.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use gridwalk_pathfinding::{Cell, EditError, Grid, GridChange, GridEdit, Map, Movement, Regions, Revision, View};

use super::{AgentKind, PathfindingOptions, PathfindingSystems, PlanningOptions, TickBudget};

/// The map that agents walk on. Read it freely; change it with [`EditGrid`] and [`ReplaceGrid`].
#[derive(Resource, Debug)]
pub struct NavGrid {
    map: Map,
    /// Labels of a large map, that are being made of a snapshot.
    labelling: Option<(Task<Regions>, Arc<Grid>)>,
    /// The map as each kind of agent sees it.
    views: HashMap<AgentKind, View>,
}

/// A wish to change cells, legend or portals.
#[derive(Message, Reflect, Clone, Debug)]
#[reflect(Message, Clone, Debug)]
pub struct EditGrid(pub GridEdit);

/// A wish to walk on another map. Its size and legend may differ.
#[derive(Message, Reflect, Clone, Debug)]
#[reflect(Message, Clone, Debug)]
pub struct ReplaceGrid(pub Grid);

/// Something on the map is different now; its size is the same.
#[derive(Message, Reflect, Clone, Debug)]
#[reflect(Message, Clone, Debug)]
pub struct GridChanged(pub GridChange);

/// The whole map is another one now.
#[derive(Message, Reflect, Clone, Copy, Debug)]
#[reflect(Message, Clone, Debug)]
pub struct GridReplaced {
    /// The revision of the new map.
    pub revision: Revision,
}

impl Default for NavGrid {
    fn default() -> Self {
        Self::new(Grid::from_rows(&["."]))
    }
}

impl NavGrid {
    /// A resource with this map.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        Self { map: Map::new(grid), labelling: None, views: HashMap::new() }
    }

    /// The cells as they are now.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        self.map.grid()
    }

    /// The cells as they are now, with everything that is derived from them.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// The map as this kind of agent sees it now, with everything that is derived from it; `None` for a kind that was
    /// spawned since the last fixed step.
    #[must_use]
    pub fn map_seen_by(&self, kind: Option<&AgentKind>) -> Option<&Map> {
        kind.map_or(Some(&self.map), |kind| self.views.get(kind).map(View::map))
    }

    /// The cells as this kind of agent sees them now.
    ///
    /// # Complexity
    /// O(1); O(cells) for a kind that was spawned since the last fixed step.
    #[must_use]
    pub fn seen_by(&self, kind: Option<&AgentKind>) -> Cow<'_, Grid> {
        let Some(kind) = kind else { return Cow::Borrowed(self.grid()) };
        let view = self.views.get(kind);
        view.map_or_else(|| Cow::Owned(self.grid().seen_by(&kind.0)), |view| Cow::Borrowed(view.map().grid()))
    }

    /// The same, kept for as long as the snapshot is held. No edit has to copy the map for it, see [`Map::snapshot`].
    #[must_use]
    pub fn snapshot(&self, kind: Option<&AgentKind>) -> Arc<Grid> {
        let Some(kind) = kind else { return self.map.snapshot() };
        let view = self.views.get(kind);
        view.map_or_else(|| Arc::new(self.grid().seen_by(&kind.0)), |view| view.map().snapshot())
    }

    /// The region labels; `None` while those of a large map are being made: at first, and after an edit that made
    /// too many of them doubtful.
    #[must_use]
    pub fn regions(&self, movement: Movement) -> Option<&Regions> {
        self.map.regions(movement)
    }

    /// Those of the map as this kind of agent sees it, made now where that takes no longer than half a millisecond.
    pub(super) fn regions_seen_by(&self, kind: Option<&AgentKind>, movement: Movement) -> Option<&Regions> {
        let map = self.map_seen_by(kind)?;
        let makes = kind.is_some() && map.grid().cell_count() <= LABELLED_FOR_A_KIND;
        if makes { Some(map.label(movement)) } else { map.regions(movement) }
    }

    /// Whether a path leads from one cell to the other; `None` while that is not known at once.
    #[must_use]
    pub fn connected(&self, movement: Movement, a: Cell, b: Cell) -> Option<bool> {
        if !self.grid().contains(a) || !self.grid().contains(b) {
            return Some(false);
        }
        Some(self.regions(movement)?.connected(a, b))
    }

    fn replace(&mut self, grid: Grid) -> GridReplaced {
        let revision = self.grid().revision().next();
        *self = Self::new(grid.with_revision(revision));
        GridReplaced { revision }
    }

    fn edit(&mut self, edit: &GridEdit) -> Result<Option<GridChange>, EditError> {
        let change = self.map.apply(edit)?;
        if let Some(change) = &change {
            for view in self.views.values_mut() {
                view.update(self.map.grid(), change);
            }
        }
        Ok(change)
    }
}

/// Maps up to this many cells are labelled at once, which takes well under a millisecond;
/// larger ones in a task.
const LABELLED_AT_ONCE: usize = 128 * 128;

/// And maps up to this many as each kind of agent sees them, once one of that kind asks.
const LABELLED_FOR_A_KIND: usize = 1024 * 1024;

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<NavGrid>()
        .add_message::<EditGrid>()
        .add_message::<ReplaceGrid>()
        .add_message::<GridChanged>()
        .add_message::<GridReplaced>()
        .add_systems(
            schedule,
            (apply_edits, label_regions, see_as_agents_do).chain().in_set(PathfindingSystems::ApplyEdits),
        );
}

/// Makes a view for each new kind of agent, and forgets those of kinds that are gone.
pub(super) fn see_as_agents_do(
    mut grid: ResMut<NavGrid>,
    kinds: Query<&AgentKind>,
    new: Query<(), Changed<AgentKind>>,
    mut gone: RemovedComponents<AgentKind>,
) {
    let fewer = gone.read().count() > 0;
    // Another map has no views at first.
    let has_views = grid.views.is_empty() == kinds.is_empty();
    if has_views && !fewer && new.is_empty() {
        return;
    }
    let wanted: HashSet<&AgentKind> = kinds.iter().collect();
    let NavGrid { map, views, .. } = grid.bypass_change_detection();
    views.retain(|kind, _| wanted.contains(kind));
    for kind in wanted {
        if !views.contains_key(kind) {
            views.insert(kind.clone(), View::new(map.grid(), (*kind.0).clone()));
        }
    }
}

pub(super) fn apply_edits(
    mut grid: ResMut<NavGrid>,
    mut replacements: MessageReader<ReplaceGrid>,
    mut edits: MessageReader<EditGrid>,
    mut changed: MessageWriter<GridChanged>,
    mut replaced: MessageWriter<GridReplaced>,
) {
    if let Some(ReplaceGrid(new)) = replacements.read().last() {
        replaced.write(grid.replace(new.clone()));
    }
    // One by one: an invalid edit must not take the others with it.
    let mut all: Option<GridChange> = None;
    for EditGrid(edit) in edits.read() {
        match grid.edit(edit) {
            Ok(Some(change)) => match &mut all {
                Some(all) => all.extend(change),
                None => all = Some(change),
            },
            Ok(None) => {}
            Err(error) => warn!("an edit is invalid: {error}"),
        }
    }
    if let Some(change) = all {
        changed.write(GridChanged(change));
    }
}

pub(super) fn label_regions(
    mut grid: ResMut<NavGrid>,
    options: Res<PathfindingOptions>,
    planning: Res<PlanningOptions>,
) {
    let movement = options.options.movement;
    let NavGrid { map, labelling, .. } = grid.bypass_change_detection();
    if let Some((task, snapshot)) = labelling
        && let Some(regions) = check_ready(task)
    {
        // If they are of no use, they are made again below.
        map.adopt(regions, snapshot);
        *labelling = None;
    }
    if map.regions(movement).is_some() || labelling.is_some() {
        return;
    }
    // When a task ends depends on the machine.
    let is_deterministic = matches!(planning.budget, TickBudget::Expansions(_));
    if is_deterministic || map.grid().cell_count() <= LABELLED_AT_ONCE {
        map.label(movement);
        return;
    }
    let snapshot = map.snapshot();
    let of = Arc::clone(&snapshot);
    let task = AsyncComputeTaskPool::get().spawn(async move { Regions::new(&of, movement) });
    *labelling = Some((task, snapshot));
}
