//! A grid with all that is derived from it, and the one way in which both change.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use super::bits::Bits;
use super::jump_ground::{JumpBits, JumpGround, JumpMaking};
use super::regions::{Budget, Labelling};
use super::snapshots::Snapshots;
use super::{Regions, TileVersions};
use crate::{Cell, CellChange, EditError, Grid, GridChange, GridEdit, Movement, Rect, Revision, Terrain};

/// A grid and what is derived from it: its walkable cells as bits, where straight jumps end, the version of each tile,
/// region labels, and snapshots.
///
/// [`apply`](Self::apply) is the only way in which any of it changes; afterwards all of it equals what would be made
/// from scratch.
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
    /// By movement rule, those that were asked for.
    regions: ByMovement<Regions>,
    jumps: ByMovement<JumpBits>,
    /// Tells the map from others.
    identity: Arc<()>,
    /// Locked for as long as one is taken, so that readers of the map can.
    snapshots: Mutex<Snapshots>,
}

/// What is made for a movement rule when it is first asked for.
type ByMovement<T> = [OnceLock<Box<T>>; Movement::ALL.len()];

fn place_of(movement: Movement) -> usize {
    Movement::ALL.iter().position(|known| *known == movement).expect("all are listed")
}

/// Labels are kept up for as long as one edit makes no more than so many of them doubtful: about a millisecond of
/// work. Maps of no more cells are labelled from scratch then.
const MOST_REPAIRED: usize = 1 << 18;

/// An edit that changes where more cells lead, and those of more than one in so many, lets everything be derived from
/// scratch.
const BULK: usize = 64;

impl Map {
    /// The map of this grid. Labels and snapshots are made when they are first asked for.
    ///
    /// # Complexity
    /// O(cells) time and 1 bit a cell.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let bits = Bits::new(&grid);
        Self::of_bits(grid, bits)
    }

    /// The same with its walkable cells as bits.
    pub(super) fn of_bits(grid: Grid, bits: Bits) -> Self {
        let tiles = TileVersions::new(grid.size(), grid.revision());
        Self {
            grid,
            bits,
            tiles,
            regions: Default::default(),
            jumps: Default::default(),
            identity: Arc::default(),
            snapshots: Mutex::default(),
        }
    }

    /// The grid as it is now.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Which tiles changed since when.
    #[must_use]
    pub const fn tiles(&self) -> &TileVersions {
        &self.tiles
    }

    /// The labels for this movement rule; `None` until they were made with [`label`](Self::label) or
    /// [`adopt`](Self::adopt), and after an edit that made too many of them doubtful.
    #[must_use]
    pub fn regions(&self, movement: Movement) -> Option<&Regions> {
        self.regions[place_of(movement)].get().map(|regions| &**regions)
    }

    /// What straight jumps under this movement rule see, made now unless it is there. From here on it is kept up.
    ///
    /// # Complexity
    /// O(1) if it is there, else O(cells / 64) time and 5 bits a cell.
    pub(crate) fn jump_ground(&self, movement: Movement) -> JumpGround<'_> {
        let make = || Box::new(JumpBits::new(&self.grid, &self.bits, movement, &self.tiles));
        let jumps = self.jumps[place_of(movement)].get_or_init(make);
        JumpGround { rows: &self.bits, jumps }
    }

    /// The same in pieces: goes on for the time of so many expansions, how many it took, and whether it is there. `making`
    /// is what the last piece has left, or nothing; edits in between are taken in.
    pub(crate) fn make_jump_ground(
        &self,
        movement: Movement,
        making: &mut Option<Box<JumpMaking>>,
        most: u64,
    ) -> (u64, bool) {
        let place = &self.jumps[place_of(movement)];
        if place.get().is_some() {
            *making = None;
            return (0, true);
        }
        making.take_if(|making| making.movement() != movement);
        let begin = || Box::new(JumpMaking::new(&self.grid, &self.bits, movement));
        let (taken, is_over) = making.get_or_insert_with(begin).advance(&self.grid, &self.bits, &self.tiles, most);
        if is_over && let Some(made) = making.take() {
            // Another thread may have been faster.
            _ = place.set(Box::new(made.into_bits()));
        }
        (taken, is_over)
    }

    /// What tells this map from all others, as long as it is held.
    pub(crate) fn identity(&self) -> Weak<()> {
        Arc::downgrade(&self.identity)
    }

    /// Whether this is the map with that identity.
    pub(crate) fn is(&self, identity: &Weak<()>) -> bool {
        std::ptr::eq(identity.as_ptr(), Arc::as_ptr(&self.identity))
    }

    /// The labels for this movement rule, made now unless they are there. From here on they are kept up.
    ///
    /// # Complexity
    /// O(1) if they are there, else O(cells) time and 4 bytes a cell.
    pub fn label(&self, movement: Movement) -> &Regions {
        let make = || Box::new(Regions::of_bits(&self.grid, &self.bits, movement));
        self.regions[place_of(movement)].get_or_init(make)
    }

    /// The same in pieces: goes on for the time of so many expansions, how many it took, and whether the labels are there.
    /// `labelling` is what the last piece has left, or nothing; labels of another revision are begun again.
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
        let make = || Box::new(Labelling::new(&self.grid, &self.bits, movement));
        let (taken, is_over) = labelling.get_or_insert_with(make).advance(&self.grid, &self.bits, most);
        if is_over {
            let made = labelling.take().expect("it was there just now");
            // Another thread may have been faster.
            _ = place.set(Box::new(made.into_regions()));
        }
        (taken, is_over)
    }

    /// Takes over labels that were made of a snapshot of this map, in the background, and brings them up to date.
    /// False if so much changed since that they are of no use.
    ///
    /// # Complexity
    /// O(tiles + cells of the tiles that changed since), what [`apply`](Self::apply) takes for the changed cells, and
    /// 1 bit is copied for each cell.
    pub fn adopt(&mut self, mut regions: Regions, of: &Grid) -> bool {
        let changed = self.tiles.changed_since(of.revision()).flat_map(Rect::cells);
        let is_other = |cell: &Cell| {
            let [then, now] = [of, &self.grid].map(|grid| grid.terrain(*cell).map(|it| (it.is_blocked(), it.exits)));
            then != now
        };
        let changed: Vec<Cell> = changed.filter(is_other).collect();
        let mut bits = self.bits.clone();
        for &cell in &changed {
            bits.set_cell(cell, of);
        }
        let mut budget = self.budget();
        let is_kept = changed.into_iter().all(|cell| {
            bits.set_cell(cell, &self.grid);
            keep_up(&mut regions, &self.grid, &bits, cell, &mut budget)
        });
        if is_kept {
            regions.follow_portals(&self.grid);
            let place = place_of(regions.movement());
            self.regions[place] = Box::new(regions).into();
        }
        is_kept
    }

    /// Changes cells, legend and portals, raises the revision, and brings everything derived up to date; `None` if
    /// nothing became different.
    ///
    /// Snapshots that are held stay as they are, and no cell but those of the edit is copied or looked at for them.
    ///
    /// # Complexity
    /// That of [`Grid::apply`], and O(1) for a changed cell, except where regions merge or may fall apart. Where they merge, all but the largest
    /// are looked at cell by cell. Where a wall may split one, its edge along that wall is walked until the ends meet,
    /// and if it does split, all but the largest part is looked at. At worst an edit takes the work of 2¹⁸ cells;
    /// labels that need more are forgotten until they are asked for again, or made from scratch on maps that are no
    /// larger. If more than one cell in 64 changes, all is derived from scratch: O(cells).
    ///
    /// # Errors
    /// Those of [`Grid::apply`]; then nothing is changed.
    pub fn apply(&mut self, edit: &GridEdit) -> Result<Option<GridChange>, EditError> {
        for regions in self.regions.iter().filter_map(OnceLock::get) {
            regions.fetch(edit);
        }
        // No `?`, which moves the change to and fro.
        let change = self.grid.apply(edit);
        if let Ok(Some(change)) = &change {
            self.keep_up(&change.cells, change.revision);
        }
        change
    }

    /// The same for a map that follows another one: it has that one's revision afterwards, whether or not anything
    /// changed in it.
    pub(super) fn follow(&mut self, edit: &GridEdit, revision: Revision) {
        let change = self.grid.apply_to_view(edit);
        let change = change.expect("the maps have one size, and the legend holds all terrains of both");
        self.grid.set_revision(revision);
        if let Some(change) = change {
            self.keep_up(&change.cells, revision);
        }
    }

    /// Takes a legend by which no cell means anything else.
    pub(super) fn put_legend(&mut self, legend: Arc<[Terrain]>) {
        self.grid.put_legend(legend);
    }

    /// Forgets the labels, until they are asked for again.
    pub(super) fn forget_labels(&mut self) {
        self.regions = Default::default();
    }

    pub(super) const fn bits(&self) -> &Bits {
        &self.bits
    }

    /// How many bytes the cells and everything that is derived from them take, snapshots apart.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let jumps = self.jumps.iter().filter_map(OnceLock::get).map(|jumps| jumps.bytes());
        let regions = self.regions.iter().filter_map(OnceLock::get).map(|regions| regions.bytes());
        self.grid.cell_count() + self.bits.bytes() + self.tiles.bytes() + jumps.sum::<usize>() + regions.sum::<usize>()
    }

    fn keep_up(&mut self, changes: &[CellChange], revision: Revision) {
        for changed in changes {
            self.tiles.touch(changed.cell, revision);
        }
        if changes.iter().filter(|changed| changed.changes_moves()).count() > BULK.max(self.grid.cell_count() / BULK) {
            self.derive();
        } else {
            self.follow_cells(changes);
        }
        for regions in self.regions.iter_mut().filter_map(OnceLock::get_mut) {
            regions.follow_portals(&self.grid);
        }
    }

    /// Makes from scratch what is there.
    fn derive(&mut self) {
        self.bits = Bits::new(&self.grid);
        for (at, movement) in Movement::ALL.into_iter().enumerate() {
            if let Some(jumps) = self.jumps[at].get_mut() {
                **jumps = JumpBits::new(&self.grid, &self.bits, movement, &self.tiles);
            }
            if let Some(regions) = self.regions[at].get_mut() {
                **regions = Regions::of_bits(&self.grid, &self.bits, movement);
            }
        }
    }

    fn follow_cells(&mut self, changes: &[CellChange]) {
        let mut budget = self.budget();
        for changed in changes {
            if changed.changes_moves() {
                self.bits.set_cell(changed.cell, &self.grid);
                let (grid, bits) = (&self.grid, &self.bits);
                for jumps in self.jumps.iter_mut().filter_map(OnceLock::get_mut) {
                    jumps.follow(bits, grid, changed.cell);
                }
                for kept in &mut self.regions {
                    let regions = kept.get_mut();
                    if regions.is_some_and(|regions| !keep_up(regions, grid, bits, changed.cell, &mut budget)) {
                        kept.take();
                    }
                }
            }
        }
    }

    /// What one edit may take; more than making labels of a small map from scratch is never worth it.
    fn budget(&self) -> Budget {
        Budget(MOST_REPAIRED.min(2 * self.grid.cell_count()))
    }

    /// The grid as it is now, kept for as long as the snapshot is held. All who ask between two edits share one.
    ///
    /// # Complexity
    /// O(1) after the first one between two edits. That takes O(tiles + cells of the tiles that changed since a copy
    /// was made that is not held any more); without one the whole grid is copied.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Grid> {
        self.snapshots().take(&self.grid, &self.tiles)
    }

    /// How often the whole grid was copied for snapshots.
    #[must_use]
    pub fn copies_made(&self) -> u64 {
        self.snapshots().made()
    }

    fn snapshots(&self) -> MutexGuard<'_, Snapshots> {
        // Whatever happened, each copy is a grid, and says of which revision.
        self.snapshots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// False if the labels are worth nothing any more. Those of small maps are made from scratch first.
fn keep_up(regions: &mut Regions, grid: &Grid, bits: &Bits, cell: Cell, budget: &mut Budget) -> bool {
    if regions.follow(grid, bits, cell, budget).is_some() {
        return true;
    }
    let is_small = grid.cell_count() <= MOST_REPAIRED;
    if is_small {
        // Of the map after the whole edit: its further cells change nothing then.
        *regions = Regions::new(grid, regions.movement());
    }
    is_small
}
