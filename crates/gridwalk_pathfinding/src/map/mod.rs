//! A grid and everything that is derived from it, kept true by every edit.

mod bits;
mod jump_ends;
mod jump_ground;
mod kept;
mod regions;
mod tiles;
mod view;
mod view_making;
mod walkable_terrains;
mod what_if;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bits::Bits;
pub(super) use bits::{BitLayout, STEPS};
pub(super) use jump_ground::{CellPlaces, Heading, JumpGround};
use jump_ground::{JumpBits, JumpMaking};
pub(super) use kept::{Kept, Learnt, MapId, Ticket};
pub(super) use regions::Labelling;
use regions::{Budget, LabelMemory};
pub use regions::{Reachability, RegionId, Regions};
use tiles::Snapshots;
pub use tiles::TileVersions;
pub use view::View;
pub use view_making::ViewMaking;
pub use what_if::WhatIf;

use crate::{Cell, CellChange, EditError, Grid, GridChange, GridEdit, Movement, Revision, Terrain};

/// A grid and its derived data.
///
/// The derived data are the walkable cells as bits, the ends of straight jumps, the version of each
/// tile, region labels, and snapshots. [`apply`](Self::apply) is the only way to change any of
/// them; afterwards all are equivalent to data made from scratch.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, Grid, GridEdit, Map, Movement, TerrainId};
/// let mut map = Map::new(Grid::from_rows(&["....", "####"]));
/// assert_eq!(map.label(Movement::Four).count(), 1);
/// let before = map.snapshot();
/// let change = map.apply(&GridEdit::set(Cell::new(1, 0), TerrainId(1))).unwrap().unwrap();
/// assert_eq!(map.regions(Movement::Four).unwrap().count(), 2);
/// assert_eq!(map.tiles().version(Cell::new(1, 0)), Some(change.revision));
/// assert!(before.is_walkable(Cell::new(1, 0)) && !map.grid().is_walkable(Cell::new(1, 0)));
/// ```
#[derive(Debug)]
pub struct Map {
    grid: Grid,
    bits: Bits,
    tiles: TileVersions,
    /// Region labels under each movement rule for which they were requested.
    regions: ByMovement<Regions>,
    jumps: ByMovement<JumpBits>,
    /// Jump bits under construction, locked while a planner makes a piece.
    jumps_making: Mutex<Vec<JumpMaking>>,
    /// Memory of labels that were dropped; to free it would take milliseconds on a large map.
    label_memory: Mutex<LabelMemory>,
    /// Search data left by planners; its address identifies the map.
    kept: Arc<Kept>,
    /// Snapshots, locked while one is taken, so that readers of the map can take them.
    snapshots: Mutex<Snapshots>,
}

/// Derived data of each movement rule, made when first requested.
type ByMovement<T> = [OnceLock<Box<T>>; Movement::ALL.len()];

fn place_of(movement: Movement) -> usize {
    Movement::ALL
        .iter()
        .position(|known| *known == movement)
        .expect("all are listed")
}

/// The maximum number of cells that one edit may visit for labels: less than half a millisecond.
const MAX_REPAIRED: usize = 1 << 15;

/// The maximum number for an edit of more than [`PATCH`] cells: about a millisecond.
const MAX_PATCH_REPAIRED: usize = 1 << 17;

/// The maximum number of cells of a map whose labels are adopted by all means.
const MAX_ADOPTED: usize = 1 << 18;

/// The number of cells beyond which an edit updates derived data for all of its cells together.
const PATCH: usize = 64;

/// The divisor of the map's cells beyond which an edit makes all derived data from scratch.
///
/// It must change the moves of more cells than this share and than [`PATCH`].
const BULK: usize = 16;

/// Copies the cells, their bits, and the ends of jumps. Labels, snapshots and the search data that
/// planners have left are made anew where they are requested.
impl Clone for Map {
    fn clone(&self) -> Self {
        Self {
            tiles: self.tiles.clone(),
            jumps: self.jumps.clone(),
            ..Self::of_bits(self.grid.clone(), self.bits.clone())
        }
    }
}

impl Map {
    /// Creates the map of a grid. Labels and snapshots are made when they are first requested.
    ///
    /// # Complexity
    /// O(cells) time and 1 bit a cell.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let bits = Bits::new(&grid);
        Self::of_bits(grid, bits)
    }

    /// Creates the map of a grid whose walkable cells are `bits`.
    fn of_bits(grid: Grid, bits: Bits) -> Self {
        let tiles = TileVersions::new(grid.size(), grid.revision());
        Self {
            grid,
            bits,
            tiles,
            regions: Default::default(),
            jumps: Default::default(),
            jumps_making: Mutex::default(),
            label_memory: Mutex::default(),
            kept: Arc::default(),
            snapshots: Mutex::default(),
        }
    }

    /// Returns the grid as it is now.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the versions of the tiles: the revision at which each last changed.
    #[must_use]
    pub const fn tiles(&self) -> &TileVersions {
        &self.tiles
    }

    /// Returns the labels under a movement rule; `None` if there are none.
    ///
    /// There are none until they are made with [`label`](Self::label) or [`adopt`](Self::adopt),
    /// and after an edit that made too many of them doubtful.
    #[must_use]
    pub fn regions(&self, movement: Movement) -> Option<&Regions> {
        self.regions[place_of(movement)]
            .get()
            .map(|regions| &**regions)
    }

    /// Returns the data of straight jumps under a movement rule, made now if missing, then kept up
    /// to date.
    ///
    /// # Complexity
    /// O(1) if the data exist, else O(cells / 64) time and 5 bits a cell.
    pub(crate) fn jump_ground(&self, movement: Movement) -> JumpGround<'_> {
        let make = || {
            let (others, begun) = self.jumps_making(movement);
            drop(others);
            Box::new(begun.finish(&self.grid, &self.bits))
        };
        let jumps = self.jumps[place_of(movement)].get_or_init(make);
        JumpGround {
            rows: &self.bits,
            jumps,
        }
    }

    /// Makes the data of [`jump_ground`](Self::jump_ground) in pieces.
    ///
    /// Continues for about `most` units of work, each the time of an expansion; returns the units
    /// used and whether the data exist. All planners make pieces of the same data.
    pub(crate) fn make_jump_ground(&self, movement: Movement, most: u64) -> (u64, bool) {
        let place = &self.jumps[place_of(movement)];
        if place.get().is_some() {
            return (0, true);
        }
        let (mut others, mut making) = self.jumps_making(movement);
        let (taken, is_finished) = making.advance(&self.grid, &self.bits, most);
        if !is_finished {
            others.push(making);
            return (taken, false);
        }
        drop(others);
        // Another thread may have made them in one call.
        _ = place.set(Box::new(making.finish(&self.grid, &self.bits)));
        (taken, true)
    }

    /// Takes the unfinished jump bits for a movement rule, or begins them.
    ///
    /// Returns those for other rules, locked.
    fn jumps_making(&self, movement: Movement) -> (MutexGuard<'_, Vec<JumpMaking>>, JumpMaking) {
        // After a panic, the ones that another thread was making are gone.
        let lock = self.jumps_making.lock();
        let mut all = lock.unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|making| making.movement() == movement);
        let making = at.map(|at| all.swap_remove(at));
        (
            all,
            making.unwrap_or_else(|| JumpMaking::new(&self.bits, movement)),
        )
    }

    /// Returns the identity of the map, unique for as long as it is held.
    pub(crate) fn identity(&self) -> MapId {
        Arc::downgrade(&self.kept)
    }

    /// Returns the search data that planners have left.
    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Returns `true` if this is the map with that identity.
    pub(crate) fn is(&self, identity: &MapId) -> bool {
        std::ptr::eq(identity.as_ptr(), Arc::as_ptr(&self.kept))
    }

    /// Returns the labels under a movement rule, made now if missing, then kept up to date.
    ///
    /// # Complexity
    /// O(1) if they exist, else O(cells) time and 4 bytes a cell.
    pub fn label(&self, movement: Movement) -> &Regions {
        let make = || {
            let memory = self.take_label_memory();
            Box::new(Regions::of_bits(&self.grid, &self.bits, movement, memory))
        };
        self.regions[place_of(movement)].get_or_init(make)
    }

    fn take_label_memory(&self) -> LabelMemory {
        let memory = self.label_memory.lock();
        std::mem::take(&mut *memory.unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes the labels under a movement rule in pieces.
    ///
    /// Continues for `most` units of work, each the time of an expansion; returns the units used
    /// and whether the labels exist. `labelling` is the unfinished work of the last piece, or
    /// `None`; after an edit it begins again.
    pub(crate) fn label_within(
        &self,
        movement: Movement,
        labelling: &mut Option<Box<Labelling>>,
        most: u64,
    ) -> (u64, bool) {
        let place = &self.regions[place_of(movement)];
        if place.get().is_some() {
            *labelling = None;
            return (0, true);
        }
        labelling.take_if(|labelling| !labelling.is_of(&self.grid, movement));
        let make = || {
            let memory = self.take_label_memory();
            Box::new(Labelling::within(&self.grid, &self.bits, movement, memory))
        };
        let (taken, is_finished) = labelling
            .get_or_insert_with(make)
            .advance(&self.grid, &self.bits, most);
        if is_finished {
            let made = labelling.take().expect("it was there just now");
            // Another thread may have been faster.
            _ = place.set(Box::new(made.into_regions()));
        }
        (taken, is_finished)
    }

    /// Adopts labels that were made from a snapshot of this map, and brings them up to date.
    ///
    /// They may have been made in the background. Returns `false` if too much has changed since for
    /// them to be of use.
    ///
    /// # Complexity
    /// O(tiles + cells of the tiles that changed since), and the time of [`apply`](Self::apply) for
    /// the changed cells; 1 bit is copied for each cell.
    pub fn adopt(&mut self, mut regions: Regions, of: &Grid) -> bool {
        let changed = self
            .tiles
            .changed_since(of.revision())
            .flat_map(|tile| self.grid.cells_with_other_moves(of, tile));
        let changed: Vec<Cell> = changed.collect();
        let mut bits = self.bits.clone();
        for &cell in &changed {
            bits.set_cell(cell, of);
        }
        let is_small = self.grid.cell_count() <= MAX_ADOPTED;
        let mut budget = Budget(MAX_ADOPTED.min(2 * self.grid.cell_count()));
        let mut is_kept = changed.into_iter().all(|cell| {
            bits.set_cell(cell, &self.grid);
            regions
                .follow(&self.grid, &bits, cell, &mut budget)
                .is_some()
        });
        if !is_kept && is_small {
            regions.renew(&self.grid, &self.bits);
            is_kept = true;
        }
        if is_kept {
            regions.follow_portals(&self.grid);
            let place = place_of(regions.movement());
            self.regions[place] = Box::new(regions).into();
        }
        is_kept
    }

    /// Applies an edit and brings all derived data up to date; `None` if nothing changed.
    ///
    /// The edit changes cells, legend and portals, and raises the revision. Snapshots in use stay
    /// as they are, and only the cells of the edit are copied or read for them.
    ///
    /// # Complexity
    /// The time of [`Grid::apply`], and nearly O(1) for each changed cell, except where regions may
    /// split. Where a wall may split a region, the region's edge along that wall is followed until
    /// the ends meet; if the region does split, the cells of all but the largest part are visited.
    /// An edit of more than 64 cells visits those around all of its cells until they meet. An edit
    /// takes at most the work of 2¹⁵ cells, and an edit of more than 64 cells that of 2¹⁷. Labels
    /// that need more are dropped until they are requested again. If more than one cell in 16
    /// changes, all is derived from scratch: O(cells).
    ///
    /// # Errors
    /// The errors of [`Grid::apply`]; then nothing is changed.
    pub fn apply(&mut self, edit: &GridEdit) -> Result<Option<GridChange>, EditError> {
        for regions in self.regions.iter().filter_map(OnceLock::get) {
            regions.fetch(edit);
        }
        // `?` would move the change to and fro.
        let change = self.grid.apply(edit);
        if let Ok(Some(change)) = &change {
            self.keep_up(&change.cells, change.revision);
        }
        change
    }

    /// Applies an edit to a map that follows another one, and takes over that map's revision.
    ///
    /// The revision is set whether or not anything changed.
    fn follow(&mut self, edit: &GridEdit, revision: Revision) {
        let change = self.grid.apply_to_view(edit);
        let change =
            change.expect("the maps have one size, and the legend holds all terrains of both");
        self.grid.set_revision(revision);
        if let Some(change) = change {
            self.keep_up(&change.cells, revision);
        }
    }

    /// Replaces the legend by one under which no cell changes its meaning.
    fn put_legend(&mut self, legend: Arc<[Terrain]>) {
        self.grid.put_legend(legend);
    }

    /// Drops the labels until they are requested again.
    fn forget_labels(&mut self) {
        self.regions = Default::default();
    }

    const fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Returns the memory of the cells and of all derived data, in bytes.
    ///
    /// Snapshots and the jump graphs that planners have left are not counted.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let jumps = self
            .jumps
            .iter()
            .filter_map(OnceLock::get)
            .map(|jumps| jumps.bytes());
        let regions = self
            .regions
            .iter()
            .filter_map(OnceLock::get)
            .map(|regions| regions.bytes());
        let unfinished = self.jumps_making.lock();
        let unfinished = unfinished.unwrap_or_else(PoisonError::into_inner);
        self.grid.cell_count()
            + self.bits.bytes()
            + self.tiles.bytes()
            + jumps.sum::<usize>()
            + unfinished.iter().map(JumpMaking::bytes).sum::<usize>()
            + regions.sum::<usize>()
    }

    fn keep_up(&mut self, changes: &[CellChange], revision: Revision) {
        for changed in changes {
            self.tiles.touch(changed.cell, revision);
        }
        if changes
            .iter()
            .filter(|changed| changed.changes_moves())
            .count()
            > PATCH.max(self.grid.cell_count() / BULK)
        {
            self.derive();
        } else {
            self.follow_cells(changes);
            self.follow_unfinished(changes);
        }
        for regions in self.regions.iter_mut().filter_map(OnceLock::get_mut) {
            regions.follow_portals(&self.grid);
        }
    }

    /// Makes the existing derived data from scratch.
    fn derive(&mut self) {
        self.bits = Bits::new(&self.grid);
        self.jumps_making = Mutex::default();
        for (at, movement) in Movement::ALL.into_iter().enumerate() {
            if let Some(jumps) = self.jumps[at].get_mut() {
                **jumps = JumpBits::new(&self.grid, &self.bits, movement);
            }
            if let Some(regions) = self.regions[at].get_mut() {
                regions.renew(&self.grid, &self.bits);
            }
        }
    }

    fn follow_cells(&mut self, changes: &[CellChange]) {
        let changes = changes.iter().filter(|changed| changed.changes_moves());
        let cells = changes.map(|changed| changed.cell);
        if cells.clone().nth(PATCH).is_some() {
            self.follow_patch(cells);
            return;
        }
        let mut budget = Budget(MAX_REPAIRED);
        for cell in cells {
            self.bits.set_cell(cell, &self.grid);
            let (grid, bits) = (&self.grid, &self.bits);
            for jumps in self.jumps.iter_mut().filter_map(OnceLock::get_mut) {
                jumps.follow(bits, grid, cell);
            }
            for kept in &mut self.regions {
                if kept
                    .get_mut()
                    .is_some_and(|regions| regions.follow(grid, bits, cell, &mut budget).is_none())
                {
                    drop_labels(kept, &mut self.label_memory);
                }
            }
        }
    }

    /// Brings unfinished jump bits up to date.
    fn follow_unfinished(&mut self, changes: &[CellChange]) {
        let unfinished = self.jumps_making.get_mut();
        for making in unfinished.unwrap_or_else(PoisonError::into_inner) {
            for changed in changes.iter().filter(|changed| changed.changes_moves()) {
                making.follow(&self.bits, &self.grid, changed.cell);
            }
        }
    }

    fn follow_patch(&mut self, cells: impl Iterator<Item = Cell> + Clone) {
        for cell in cells.clone() {
            self.bits.set_cell(cell, &self.grid);
        }
        let mut budget = Budget(MAX_PATCH_REPAIRED);
        let (grid, bits) = (&self.grid, &self.bits);
        for jumps in self.jumps.iter_mut().filter_map(OnceLock::get_mut) {
            jumps.follow_all(bits, grid, cells.clone());
        }
        for kept in &mut self.regions {
            if kept.get_mut().is_some_and(|regions| {
                let followed = regions.follow_all(grid, bits, cells.clone(), &mut budget);
                followed.is_none()
            }) {
                drop_labels(kept, &mut self.label_memory);
            }
        }
    }

    /// Returns the grid as it is now, which stays the same for as long as it is held.
    ///
    /// All callers between two edits share one snapshot.
    ///
    /// # Complexity
    /// O(1) after the first snapshot between two edits. The first takes O(tiles + cells of the
    /// tiles that changed) since the newest copy that is no longer held; without such a copy the
    /// whole grid is copied.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Grid> {
        self.snapshots().take(&self.grid, &self.tiles)
    }

    /// Returns the number of times that the whole grid was copied for snapshots.
    #[must_use]
    pub fn copies_made(&self) -> u64 {
        self.snapshots().made()
    }

    fn snapshots(&self) -> MutexGuard<'_, Snapshots> {
        // Even after a panic, each copy is a complete grid with its revision.
        self.snapshots
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Drops labels that were too much work for an edit.
#[cold]
fn drop_labels(kept: &mut OnceLock<Box<Regions>>, memory: &mut Mutex<LabelMemory>) {
    if let Some(regions) = kept.take() {
        let memory = memory.get_mut().unwrap_or_else(PoisonError::into_inner);
        *memory = regions.into_memory();
    }
}
