//! The map as a resource: one writer, a view for each kind of agent, snapshots for work in the
//! background.

pub(super) mod kinds;
pub(super) mod maps;

use std::borrow::Cow;
use std::sync::Arc;

use crate::engine::prelude::*;
use bevy_tasks::futures::check_ready;
use bevy_tasks::{AsyncComputeTaskPool, Task};
use gridwalk_pathfinding::{
    Cell, EditError, Grid, GridChange, GridEdit, Map, Movement, Regions, Revision, Terrain, View,
    can_see,
};

use kinds::{Kinds, ViewLease};

use crate::{AgentGrid, AgentKind, CannotStand};

/// The map of all agents without an [`OnMap`](super::OnMap). Read it freely; change it with
/// [`EditGrid`] and [`ReplaceGrid`]. Inserting the resource again has the effect of
/// [`ReplaceGrid`].
///
/// Serialised, it consists of the cells, the legend and the portals; derived data is computed
/// again.
#[derive(Resource, Reflect, Debug, serde::Deserialize, serde::Serialize)]
#[type_path = "bevy_gridwalk"]
#[reflect(opaque)]
#[reflect(Resource, Clone, Debug, Default, Deserialize, Serialize)]
#[serde(from = "Grid", into = "Grid")]
pub struct NavGrid {
    map: Map,
    /// Whether the game supplied the map; `false` for the placeholder.
    pub(crate) is_given: bool,
    /// Whether the plugin has processed the insertion of the map.
    pub(crate) is_registered: bool,
    /// Region labels of a large map in the making, and the snapshot that they are made of.
    labelling: Option<(Task<Regions>, Arc<Grid>)>,
    /// The kinds of agents on the map, with their views.
    kinds: Kinds,
    /// Whether the kinds of all agents on the map must be registered, as after an insertion.
    needs_all_kinds: bool,
}

/// Request to change cells, legend or portals: trigger it, or write it as a message.
///
/// It is kept until the plugin reads it, also while the plugin's sets do not run.
#[derive(Message, Event, Reflect, Clone, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug)]
pub struct EditGrid(pub GridEdit);

impl EditGrid {
    /// Creates an edit that makes cells walls.
    #[must_use]
    pub fn block(cells: impl IntoIterator<Item = Cell>) -> Self {
        Self(GridEdit::block(cells))
    }

    /// Creates an edit that makes cells plain floor.
    #[must_use]
    pub fn free(cells: impl IntoIterator<Item = Cell>) -> Self {
        Self(GridEdit::free(cells))
    }

    /// Creates an edit that sets the cost of cells, in steps onto plain floor.
    #[must_use]
    pub fn set_cost(cells: impl IntoIterator<Item = Cell>, cost: u16) -> Self {
        Self(GridEdit::set_cost(cells, cost))
    }

    /// Creates an edit that gives each cell a cost of its own.
    ///
    /// Costs are in steps onto plain floor; 0 is a wall, as in [`Grid::from_costs`]. Of two costs
    /// for one cell the later wins.
    ///
    /// # Examples
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_gridwalk::prelude::*;
    ///
    /// fn traffic(mut edits: MessageWriter<EditGrid>, cars: Query<&AgentCell>) {
    ///     edits.write(EditGrid::set_costs(cars.iter().map(|at| (at.0, 5))));
    /// }
    /// ```
    #[must_use]
    pub fn set_costs(costs: impl IntoIterator<Item = (Cell, u16)>) -> Self {
        let costs = costs
            .into_iter()
            .map(|(cell, cost)| (cell, Some(cost).filter(|cost| *cost > 0)));
        Self(GridEdit {
            costs: costs.collect(),
            ..GridEdit::default()
        })
    }
}

/// Message that an edit, or the part of it that concerns one cell, was refused.
///
/// With a cell, the rest of the edit was applied; without one, nothing was. It is sent for edits of
/// every map.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditRefused {
    /// The entity of the map; `None` for the resource.
    pub map: Option<Entity>,
    /// The cell that stays as it is; `None` if the whole edit is invalid, because of its legend or
    /// its portals.
    pub cell: Option<Cell>,
    /// The reason.
    pub error: EditError,
}

/// Request to replace the map in the resource: trigger it, or write it as a message. Size and
/// legend may differ.
///
/// Edits of the previous map that were written in an earlier frame and are not applied yet are
/// dropped.
#[derive(Message, Event, Reflect, Clone, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug)]
pub struct ReplaceGrid(pub Grid);

/// Message that the map in the resource was edited; its size is the same.
#[derive(Message, Reflect, Clone, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug)]
pub struct GridChanged(pub GridChange);

/// Message that the map in the resource was replaced.
#[derive(Message, Reflect, Clone, Copy, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug)]
#[non_exhaustive]
pub struct GridReplaced {
    /// The revision of the new map.
    pub revision: Revision,
}

impl Default for NavGrid {
    /// Returns a placeholder: agents stay where they are until the game supplies a map.
    fn default() -> Self {
        Self {
            is_given: false,
            ..Self::new(Grid::from_rows(&["."]))
        }
    }
}

/// Copies the cells; derived data is computed again.
impl Clone for NavGrid {
    fn clone(&self) -> Self {
        Self {
            is_given: self.is_given,
            ..Self::new(self.grid().clone())
        }
    }
}

impl From<Grid> for NavGrid {
    fn from(grid: Grid) -> Self {
        Self::new(grid)
    }
}

impl From<NavGrid> for Grid {
    fn from(grid: NavGrid) -> Self {
        grid.grid().clone()
    }
}

impl NavGrid {
    /// Creates the resource for a map.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        Self {
            map: Map::new(grid),
            is_given: true,
            is_registered: false,
            labelling: None,
            kinds: Kinds::default(),
            needs_all_kinds: true,
        }
    }

    /// Returns `true` if the game has supplied a map.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        self.is_given
    }

    /// Checks that an agent of this kind can stand on the cell.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn can_stand(&self, kind: Option<&AgentKind>, cell: Cell) -> Result<(), CannotStand> {
        let Some(terrain) = self.grid().terrain(cell) else {
            return Err(CannotStand::OffGrid);
        };
        if self.for_agent(kind).is_walkable(cell) {
            return Ok(());
        }
        let Some(AgentKind(profile)) = kind else {
            return Err(CannotStand::Blocked);
        };
        let own = profile
            .costs
            .iter()
            .find(|(name, _)| *name == terrain.name)
            .map(|(_, cost)| *cost);
        Err(
            if profile.forbidden.iter().any(|rect| rect.contains(cell))
                || (own == Some(None) && !terrain.is_blocked())
            {
                CannotStand::Forbidden
            } else if own.unwrap_or(terrain.cost).is_none() {
                CannotStand::Blocked
            } else {
                CannotStand::DoesNotFit
            },
        )
    }

    /// Returns the current cells.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        self.map.grid()
    }

    /// Returns the current cells with their derived data.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the grid as agents of this kind see it, for questions about single cells; nothing is
    /// copied.
    #[must_use]
    pub fn for_agent<'a>(&'a self, kind: Option<&'a AgentKind>) -> AgentGrid<'a> {
        let shared = self.grid();
        let Some(kind) = kind else {
            return shared.into();
        };
        match self.kinds.find(kind) {
            Some((Some(view), rules)) => AgentGrid::of_view(shared, view.map().grid(), rules),
            Some((None, rules)) => AgentGrid::of_rules(shared, rules),
            None => AgentGrid::of_kind(shared, kind),
        }
    }

    /// Returns the map as this kind of agent sees it, with its derived data; `None` if no search of
    /// such an agent has needed it since the last edit, or while it is being made.
    #[must_use]
    pub fn map_seen_by(&self, kind: Option<&AgentKind>) -> Option<&Map> {
        kind.map_or(Some(&self.map), |kind| {
            self.kinds.find(kind)?.0.map(View::map)
        })
    }

    /// Returns the cells as this kind of agent sees them. For single cells
    /// [`for_agent`](Self::for_agent) is faster.
    ///
    /// # Complexity
    /// O(1) where [`map_seen_by`](Self::map_seen_by) has it; else O(cells) for a copy.
    #[must_use]
    pub fn seen_by(&self, kind: Option<&AgentKind>) -> Cow<'_, Grid> {
        let seen = self.map_seen_by(kind).map(Map::grid);
        match (seen, kind) {
            (Some(seen), _) => Cow::Borrowed(seen),
            (None, Some(kind)) => Cow::Owned(self.grid().seen_by(&kind.0)),
            (None, None) => Cow::Borrowed(self.grid()),
        }
    }

    /// Returns the cells as this kind of agent sees them now; later edits do not change the
    /// snapshot. No edit has to copy the map for it, see [`Map::snapshot`].
    #[must_use]
    pub fn snapshot(&self, kind: Option<&AgentKind>) -> Arc<Grid> {
        match (self.map_seen_by(kind), kind) {
            (None, Some(kind)) => Arc::new(self.grid().seen_by(&kind.0)),
            (map, _) => map.unwrap_or(&self.map).snapshot(),
        }
    }

    /// Leases the view of this kind: it follows edits while the lease is held. `None` if the kind
    /// is not registered.
    pub(crate) fn lease_view(&self, kind: &AgentKind) -> Option<ViewLease> {
        self.kinds.lease(kind)
    }

    /// Continues making the view of this kind for about `work` expansions; returns the expansions
    /// used and whether [`map_seen_by`](Self::map_seen_by) has the view.
    pub(crate) fn make_view(&self, kind: &AgentKind, work: u64) -> (u64, bool) {
        self.kinds.make_view(kind, &self.map, work)
    }

    /// Returns the kinds of agents on this map.
    pub(crate) const fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Returns the map and its registered kinds.
    const fn kinds_mut(&mut self) -> (&Map, &mut Kinds) {
        (&self.map, &mut self.kinds)
    }

    /// Returns whether the kinds of all agents must be registered, and clears the flag.
    const fn take_needs_all_kinds(&mut self) -> bool {
        std::mem::replace(&mut self.needs_all_kinds, false)
    }

    /// Marks the map as inserted, which counts as a replacement.
    const fn note_insertion(&mut self) {
        self.is_registered = false;
        self.needs_all_kinds = true;
    }

    /// Returns the region labels; `None` while there are none.
    ///
    /// The plugin keeps those of the movement in [`PathfindingOptions`](crate::PathfindingOptions).
    /// Large maps are labelled in a background task: at first, and after an edit that made too many
    /// labels doubtful.
    #[must_use]
    pub fn regions(&self, movement: Movement) -> Option<&Regions> {
        self.map.regions(movement)
    }

    /// Returns `true` if region labels show that no path of this kind joins two cells on which it
    /// can stand; `false` for cells off the map.
    pub(crate) fn labels_rule_out_path(
        &self,
        kind: Option<&AgentKind>,
        movement: Movement,
        [a, b]: [Cell; 2],
    ) -> bool {
        let own = self.map_seen_by(kind).and_then(|map| map.regions(movement));
        // Where everybody is walled off, so is a kind, unless it walks through their walls.
        let is_like_others = || {
            kind.is_none_or(|kind| {
                self.kinds
                    .find(kind)
                    .is_some_and(|(_, rules)| !rules.opens_terrain())
            })
        };
        let regions = own.or_else(|| self.regions(movement).filter(|_| is_like_others()));
        let is_inside = self.grid().contains(a) && self.grid().contains(b);
        is_inside && regions.is_some_and(|regions| !regions.connected(a, b))
    }

    /// Returns whether two cells lie in one region; `None` while there are no labels.
    ///
    /// `Some(false)` rules out a path of an agent without a kind. `Some(true)` guarantees one only
    /// if terrain and portals lead both ways.
    #[must_use]
    pub fn connected(&self, movement: Movement, a: Cell, b: Cell) -> Option<bool> {
        if !self.grid().contains(a) || !self.grid().contains(b) {
            return Some(false);
        }
        Some(self.regions(movement)?.connected(a, b))
    }

    pub(crate) fn replace(&mut self, grid: Grid) -> Revision {
        // Later than all before it, and than those that the new map may count by itself.
        let revision = self.grid().revision().max(grid.revision()).next();
        *self = Self {
            is_registered: true,
            ..Self::new(grid.with_revision(revision))
        };
        revision
    }

    pub(crate) fn edit(&mut self, edit: &GridEdit) -> Result<Option<GridChange>, EditError> {
        let change = self.map.apply(edit)?;
        if let Some(change) = &change {
            self.kinds.follow(self.map.grid(), change);
        }
        Ok(change)
    }
}

/// Maximum number of cells of a map that is labelled within the tick, in less than a millisecond;
/// larger ones are labelled in a task.
const MAX_CELLS_LABELLED_IN_TICK: usize = 128 * 128;

impl NavGrid {
    pub(crate) fn label_regions(&mut self, movement: Movement, is_deterministic: bool) {
        let Self { map, labelling, .. } = self;
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
        let is_large = !is_deterministic && map.grid().cell_count() > MAX_CELLS_LABELLED_IN_TICK;
        // An app need not have threads for tasks.
        let Some(pool) = AsyncComputeTaskPool::try_get().filter(|_| is_large) else {
            map.label(movement);
            return;
        };
        let snapshot = map.snapshot();
        let of = Arc::clone(&snapshot);
        let task = pool.spawn(async move { Regions::new(&of, movement) });
        *labelling = Some((task, snapshot));
    }
}

impl NavGrid {
    /// Returns `true` if no cell blocks the straight line between the centres of two cells.
    ///
    /// Returns `false` for cells outside the map.
    ///
    /// The game decides what blocks sight, by cell and terrain. Walls and the movement rule do not
    /// count by themselves: blocked water need not hide an agent, and smoke can. The two ends never
    /// block. Through the corner of four cells, the line is clear unless both cells beside it block
    /// sight. The result is the same in both directions.
    ///
    /// # Complexity
    /// O(d) for cells d apart.
    ///
    /// # Examples
    /// ```
    /// use bevy_gridwalk::NavGrid;
    /// use gridwalk_pathfinding::{Cell, Grid, Terrain};
    /// let water = |cell: Cell| cell.x == 1;
    /// let terrain = |cell| if water(cell) { Terrain::new("water", None) } else { Terrain::floor() };
    /// let grid = NavGrid::new(Grid::from_fn(3, 1, terrain).unwrap());
    /// let [archer, target] = [Cell::new(0, 0), Cell::new(2, 0)];
    /// assert!(grid.can_see(archer, target, |_, terrain| terrain.name == "wall"));
    /// assert!(!grid.can_see(archer, target, |_, terrain| terrain.is_blocked()));
    /// ```
    #[must_use]
    pub fn can_see(
        &self,
        from: Cell,
        to: Cell,
        mut blocks_sight: impl FnMut(Cell, &Terrain) -> bool,
    ) -> bool {
        let grid = self.grid();
        let mut blocks = |cell| {
            grid.terrain(cell)
                .is_none_or(|terrain| blocks_sight(cell, terrain))
        };
        grid.contains(from) && grid.contains(to) && can_see(from, to, &mut blocks)
    }

    /// Returns `true` if one cell [sees](Self::can_see) another within the range of an attack.
    ///
    /// The range is the straight-line distance between the centres, in cells.
    #[must_use]
    pub fn can_hit(
        &self,
        from: Cell,
        to: Cell,
        range: u32,
        blocks_sight: impl FnMut(Cell, &Terrain) -> bool,
    ) -> bool {
        from.is_within(range, to) && self.can_see(from, to, blocks_sight)
    }
}
