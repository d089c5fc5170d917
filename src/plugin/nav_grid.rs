//! The grid as a resource: one writer, cheap snapshots for searches, region labels.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::{AgentKind, PathfindingOptions, PathfindingSystems};
use crate::pathfinding::{Cell, CellChange, Grid, GridChange, GridEdit, Movement, Regions, Revision};

/// The map that agents walk on. Read it freely; change it with [`EditGrid`] and [`ReplaceGrid`].
#[derive(Resource, Debug)]
pub struct NavGrid {
    grid: Arc<Grid>,
    /// Grows with every change of walls or exits, by which labels are known to be outdated.
    walls: u64,
    labels: Option<Labels>,
    labelling: Option<Task<Labels>>,
    /// The map as each kind of agent sees it.
    views: HashMap<AgentKind, Arc<Grid>>,
}

#[derive(Debug)]
struct Labels {
    regions: Arc<Regions>,
    walls: u64,
}

/// A wish to change cells.
#[derive(Message, Reflect, Clone, Debug)]
#[reflect(Message, Clone, Debug)]
pub struct EditGrid(pub GridEdit);

/// A wish to walk on another map. Its size and legend may differ.
#[derive(Message, Reflect, Clone, Debug)]
#[reflect(Message, Clone, Debug)]
pub struct ReplaceGrid(pub Grid);

/// Some cells are different now.
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
        Self { grid: Arc::new(grid), walls: 0, labels: None, labelling: None, views: HashMap::new() }
    }

    /// The map as it is now.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The map as it is now, kept for as long as the snapshot lives.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Grid> {
        Arc::clone(&self.grid)
    }

    /// The map as this kind of agent sees it, kept for as long as the snapshot lives.
    ///
    /// # Complexity
    /// O(1); O(cells) for a kind that was spawned since the last fixed step.
    #[must_use]
    pub fn seen_by(&self, kind: Option<&AgentKind>) -> Arc<Grid> {
        let Some(kind) = kind else { return self.snapshot() };
        let known = self.views.get(kind).filter(|view| view.revision() == self.grid.revision());
        known.map_or_else(|| Arc::new(self.grid.seen_by(&kind.0)), Arc::clone)
    }

    /// The region labels; `None` while those of a large map are being made, at first and after an edit.
    #[must_use]
    pub fn regions(&self, movement: Movement) -> Option<&Arc<Regions>> {
        let labels = self.labels.as_ref()?;
        (labels.walls == self.walls && labels.regions.movement() == movement).then_some(&labels.regions)
    }

    /// Whether a path leads from one cell to the other; `None` while that is not known at once.
    #[must_use]
    pub fn connected(&self, movement: Movement, a: Cell, b: Cell) -> Option<bool> {
        if !self.grid.contains(a) || !self.grid.contains(b) {
            return Some(false);
        }
        Some(self.regions(movement)?.connected(a, b))
    }

    fn replace(&mut self, grid: Grid) -> GridReplaced {
        let revision = self.grid.revision().next();
        self.grid = Arc::new(grid.with_revision(revision));
        self.walls += 1;
        GridReplaced { revision }
    }

    fn edit(&mut self, edit: &GridEdit) -> Result<Option<GridChange>, crate::pathfinding::EditError> {
        // Copies the cells only if a search still holds a snapshot.
        let change = Arc::make_mut(&mut self.grid).apply(edit)?;
        if let Some(change) = &change
            && change.cells.iter().any(CellChange::changes_moves)
        {
            self.keep_labels_up(change);
        }
        Ok(change)
    }

    /// Brings the labels up to date with a change of walls; those of a large map are left outdated.
    fn keep_labels_up(&mut self, change: &GridChange) {
        let known = self.labels.as_mut().filter(|labels| labels.walls == self.walls);
        self.walls += 1;
        if let Some(labels) = known.filter(|_| self.grid.cell_count() <= UPDATED_AT_ONCE) {
            Arc::make_mut(&mut labels.regions).update(&self.grid, change);
            labels.walls = self.walls;
        }
    }
}

/// Maps up to this many cells are labelled at once, which takes well under a millisecond;
/// larger ones in a task.
const LABELLED_AT_ONCE: usize = 128 * 128;
/// On maps up to this many cells labels are kept up with each edit, which costs a few cells of work, and a few
/// milliseconds where a region falls apart in the worst place.
const UPDATED_AT_ONCE: usize = 512 * 512;

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

/// Makes the map from scratch for each kind of agent that there is, once per change.
pub(super) fn see_as_agents_do(
    mut grid: ResMut<NavGrid>,
    kinds: Query<&AgentKind>,
    new: Query<(), Changed<AgentKind>>,
    mut gone: RemovedComponents<AgentKind>,
    mut seen: Local<Revision>,
) {
    let revision = grid.grid.revision();
    let fewer = gone.read().count() > 0;
    // Another resource may have taken this one's place, with the same revision.
    let has_views = grid.views.is_empty() == kinds.is_empty();
    if has_views && *seen == revision && !fewer && new.is_empty() {
        return;
    }
    *seen = revision;
    let wanted: HashSet<&AgentKind> = kinds.iter().collect();
    let views = wanted.into_iter().map(|kind| (kind.clone(), grid.seen_by(Some(kind)))).collect();
    grid.bypass_change_detection().views = views;
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
                Some(all) => {
                    all.revision = change.revision;
                    all.cells.extend(change.cells);
                }
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

pub(super) fn label_regions(mut grid: ResMut<NavGrid>, options: Res<PathfindingOptions>) {
    let movement = options.options.movement;
    if let Some(task) = &mut grid.bypass_change_detection().labelling
        && let Some(labels) = check_ready(task)
    {
        let grid = grid.bypass_change_detection();
        grid.labelling = None;
        grid.labels = Some(labels);
    }
    if grid.regions(movement).is_some() || grid.labelling.is_some() {
        return;
    }
    let (snapshot, walls) = (grid.snapshot(), grid.walls);
    let label = move || Labels { regions: Arc::new(Regions::new(&snapshot, movement)), walls };
    let small = grid.grid.cell_count() <= LABELLED_AT_ONCE;
    let grid = grid.bypass_change_detection();
    if small {
        grid.labels = Some(label());
    } else {
        grid.labelling = Some(AsyncComputeTaskPool::get().spawn(async move { label() }));
    }
}
