//! The map: terrain and cost per cell. Holds no search state, so any number of searches share one.

mod apply;
mod build;
mod cell;
mod edit;
mod profile;
mod rules;
mod terrain;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub use build::GridError;
pub use cell::{
    Cell, CellIndex, DiagonalRule, Direction, DirectionSet, GridSize, Movement, NeighborOrder, Rect,
};
pub use edit::{CellChange, EditError, GridChange, GridEdit};
pub(super) use profile::NO_ENTRY;
pub use profile::{AgentProfile, KeepOffWalls};
pub use rules::AgentRules;
pub(super) use terrain::Portals;
use terrain::TerrainLayer;
pub use terrain::{Portal, Terrain, TerrainId};

/// The number of changes of a grid. Answers carry the revision that they were found on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Revision(pub u64);

impl Revision {
    /// Returns the revision after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Terrain per cell, with a legend that describes each terrain.
#[derive(Clone, Debug, Eq)]
pub struct Grid {
    size: GridSize,
    terrain_layer: TerrainLayer,
    legend: Arc<[Terrain]>,
    /// Number of terrains at the start of the legend that are never replaced.
    ///
    /// The others were added for costs.
    named: u8,
    /// Cost by terrain number; 0 is blocked. Small enough to stay in the cache.
    costs: Box<[u16; 256]>,
    /// Few: most maps have none.
    portals: Portals,
    one_way: bool,
    revision: Revision,
}

/// Compares cells, legends, portals and revisions.
///
/// The number of terrains that were added for costs is no part of the map. All other fields are
/// derived.
impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.revision == other.revision
            && self.legend == other.legend
            && self.portals == other.portals
            && self.terrain_layer == other.terrain_layer
    }
}

impl Grid {
    /// Maximum side of a map, in cells.
    pub const MAX_SIDE: u32 = 8192;
    /// Maximum number of terrains of one legend, and so of different costs on a map at one time.
    ///
    /// One number stays free for cells that an agent must not enter.
    pub const MAX_TERRAINS: usize = 255;
    /// Maximum number of portals of one map, each direction counted.
    pub const MAX_PORTALS: usize = 64;

    /// Whether some terrain may be left in some directions only.
    #[must_use]
    pub const fn has_one_way_terrain(&self) -> bool {
        self.one_way
    }

    /// Whether some cell may be left in some directions only.
    ///
    /// # Complexity
    /// O(terrains of the legend).
    #[must_use]
    pub fn has_one_way_cells(&self) -> bool {
        self.one_way
            && self
                .used_terrains()
                .any(|terrain| self.legend[usize::from(terrain.0)].is_one_way())
    }

    /// Whether every path can be walked back.
    ///
    /// Every walkable cell can be left towards every neighbour, and all portals lead both ways.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        !self.one_way && self.portals.list.iter().all(|portal| portal.two_way)
    }

    /// Returns the cost of all walkable cells; `None` if their costs differ. A map of walls costs
    /// 1.
    ///
    /// # Complexity
    /// O(terrains of the legend).
    #[must_use]
    pub fn uniform_cost(&self) -> Option<u16> {
        let mut costs = self
            .used_terrains()
            .map(|terrain| self.costs[usize::from(terrain.0)])
            .filter(|cost| *cost != 0);
        let first = costs.next().unwrap_or(1);
        costs.all(|cost| cost == first).then_some(first)
    }

    /// Returns the number of cells that have this terrain.
    #[inline]
    pub(crate) fn count(&self, terrain: TerrainId) -> u32 {
        self.terrain_layer.count(terrain)
    }

    /// Returns the number of cells of each terrain, by terrain number.
    pub(super) const fn terrain_counts(&self) -> &[u32; 256] {
        self.terrain_layer.counts()
    }

    /// Returns the terrains that some cell has, in the order of the legend.
    ///
    /// # Complexity
    /// O(terrains of the legend).
    pub fn used_terrains(&self) -> impl Iterator<Item = TerrainId> + '_ {
        let numbers =
            (0..self.legend.len()).filter_map(|number| u8::try_from(number).ok().map(TerrainId));
        numbers.filter(|terrain| self.terrain_layer.count(*terrain) > 0)
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.size.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.size.height
    }

    /// Returns the numbers of columns and rows.
    #[must_use]
    pub const fn size(&self) -> GridSize {
        self.size
    }

    /// Returns the number of cells: width × height.
    #[must_use]
    pub const fn cell_count(&self) -> usize {
        self.terrain_layer.cells().len()
    }

    /// Returns the terrains that cells of this grid can have.
    #[must_use]
    pub fn legend(&self) -> &Arc<[Terrain]> {
        &self.legend
    }

    /// Returns the number of changes of the grid.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns the terrain of all cells, in reading order.
    #[must_use]
    pub fn cells(&self) -> &[TerrainId] {
        self.terrain_layer.cells()
    }

    /// Returns all cells with their terrain, in reading order.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Grid};
    /// let grid = Grid::from_rows(&[".#", "#."]);
    /// let walls: Vec<Cell> = grid.iter().filter(|(_, terrain)| terrain.is_blocked()).map(|(cell, _)| cell).collect();
    /// assert_eq!(walls, [Cell::new(1, 0), Cell::new(0, 1)]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &Terrain)> {
        self.size
            .rect()
            .cells()
            .zip(self.cells())
            .map(|(cell, terrain)| (cell, &self.legend[usize::from(terrain.0)]))
    }

    /// Whether the cell lies on the map.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.size.contains(cell)
    }

    /// Returns the index of a cell, if it lies on the map.
    #[inline]
    #[must_use]
    pub const fn index(&self, cell: Cell) -> Option<CellIndex> {
        self.size.index(cell)
    }

    /// Returns the cell of an index.
    #[inline]
    #[must_use]
    pub const fn cell(&self, index: CellIndex) -> Cell {
        self.size.cell(index)
    }

    /// Returns the terrain of a cell; `None` outside.
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> Option<&Terrain> {
        let id = self.terrain_id(cell)?;
        Some(&self.legend[usize::from(id.0)])
    }

    /// Returns the number of a cell's terrain; `None` outside.
    #[inline]
    #[must_use]
    pub fn terrain_id(&self, cell: Cell) -> Option<TerrainId> {
        self.index(cell).map(|index| self.cells()[index.get()])
    }

    /// Returns the cost of a step onto the cell, as a multiple of a step onto plain terrain.
    ///
    /// `None` if the cell is blocked or outside.
    #[inline]
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<u16> {
        self.cost_of(self.terrain_id(cell)?)
    }

    /// Returns the cost of a terrain of the legend; `None` is blocked.
    #[inline]
    const fn cost_of(&self, terrain: TerrainId) -> Option<u16> {
        match self.costs[terrain.0 as usize] {
            0 => None,
            cost => Some(cost),
        }
    }

    /// Returns the directions in which cells of a terrain can be left.
    ///
    /// All directions if the terrain comes with the legend of the edit in progress.
    #[inline]
    pub(crate) fn exits_of(&self, terrain: TerrainId) -> DirectionSet {
        let known = if self.one_way {
            self.legend.get(usize::from(terrain.0))
        } else {
            None
        };
        known.map_or(DirectionSet::ALL, |terrain| terrain.exits)
    }

    /// Whether an agent can stand on the cell; false outside.
    #[inline]
    #[must_use]
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.index(cell)
            .is_some_and(|index| self.is_walkable_at(index.get()))
    }

    /// Returns the costs by terrain number; 0 is blocked, or not in the legend.
    pub(crate) const fn cost_table(&self) -> &[u16; 256] {
        &self.costs
    }

    /// Returns the cost of the cell with this index; 0 is blocked.
    #[inline]
    pub(crate) fn cost_at(&self, index: usize) -> u16 {
        self.costs[usize::from(self.terrain_layer.cells()[index].0)]
    }

    /// Returns the costs of the neighbours, by [`Direction`]; 0 is blocked or outside.
    #[inline]
    pub(crate) fn costs_around(&self, index: CellIndex, cell: Cell) -> [u16; 8] {
        let inner = |at: i32, side: u32| at > 0 && at.cast_unsigned() + 1 < side;
        if inner(cell.x, self.size.width) && inner(cell.y, self.size.height) {
            // Three adjacent neighbours are read together, so that bounds are checked once.
            let three = |middle: usize| {
                let three = self.cells()[middle - 1..]
                    .first_chunk()
                    .expect("neighbours of an inner cell are inside");
                let [one, two, three]: [TerrainId; 3] = *three;
                let cost = |terrain: TerrainId| self.costs[usize::from(terrain.0)];
                [cost(one), cost(two), cost(three)]
            };
            let (at, row) = (index.get(), self.size.width as usize);
            let ([nw, n, ne], [w, _, e], [sw, s, se]) =
                (three(at - row), three(at), three(at + row));
            [n, e, s, w, ne, se, sw, nw]
        } else {
            Direction::ALL.map(|direction| self.cost(cell.step(direction)).unwrap_or(0))
        }
    }

    /// Whether the terrain of the cell lets a step leave in this direction.
    #[inline]
    pub(crate) fn exit_allowed(&self, index: CellIndex, direction: Direction) -> bool {
        !self.one_way
            || self.legend[usize::from(self.terrain_layer.cells()[index.get()].0)]
                .exits
                .contains(direction)
    }

    /// Whether an agent can stand on the cell with this index.
    ///
    /// # Panics
    /// If there is no such cell.
    #[inline]
    #[must_use]
    pub fn is_walkable_at(&self, index: usize) -> bool {
        self.cost_at(index) != 0
    }

    /// Whether both grids have the same cells, terrains and portals, whatever their revisions.
    ///
    /// # Complexity
    /// O(cells).
    #[must_use]
    pub fn is_same_map(&self, other: &Self) -> bool {
        (self.size, self.cells()) == (other.size, other.cells())
            && self.legend == other.legend
            && self.portals == other.portals
    }

    /// Returns every direction of every portal, sorted by entrance in reading order.
    ///
    /// Two-way portals occur twice.
    #[must_use]
    pub const fn portals(&self) -> &Arc<[Portal]> {
        &self.portals.links
    }

    /// Returns the portals as they were given, with two-way portals once.
    ///
    /// [`Grid::with_portals`] makes the same map from this list.
    #[must_use]
    pub fn portal_list(&self) -> Vec<Portal> {
        self.portals.list.to_vec()
    }

    /// Returns the list of portals and its directions.
    pub(crate) const fn all_portals(&self) -> &Portals {
        &self.portals
    }

    /// Returns the number of terrains at the start of the legend that are never replaced.
    ///
    /// The others were added for costs.
    #[cfg(feature = "serde")]
    pub(crate) const fn named(&self) -> u8 {
        self.named
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn with_named(mut self, named: u8) -> Self {
        self.named = named;
        self
    }

    /// Returns the grid with this revision, for a map that takes another's place.
    #[must_use]
    pub fn with_revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    pub(crate) const fn set_revision(&mut self, revision: Revision) {
        self.revision = revision;
    }

    /// Makes an old copy of a grid equal to `with` again.
    ///
    /// It differs only inside these rectangles, which lie on the map; the rest is not read.
    pub(crate) fn catch_up(&mut self, with: &Self, changed: impl Iterator<Item = Rect>) {
        if !Arc::ptr_eq(&self.legend, &with.legend) {
            self.put_legend(Arc::clone(&with.legend));
        }
        self.portals = with.portals.clone();
        self.named = with.named;
        let rows = changed.flat_map(|rect| with.rows_of(rect).map(|(_, indices)| indices));
        self.terrain_layer.catch_up(&with.terrain_layer, rows);
        self.revision = with.revision;
    }

    /// Returns the cells of a rectangle on the map that are walls, or have exits, unlike before.
    ///
    /// `before` is a grid of the same size.
    pub(crate) fn cells_with_other_moves<'a>(
        &'a self,
        before: &'a Self,
        rect: Rect,
    ) -> impl Iterator<Item = Cell> + 'a {
        let has_same_legend =
            Arc::ptr_eq(&self.legend, &before.legend) || self.legend == before.legend;
        let rows = self.rows_of(rect).filter(move |(_, indices)| {
            let [then, now] =
                [before, self].map(|grid| &grid.terrain_layer.cells()[indices.clone()]);
            !has_same_legend || then != now
        });
        let cells = rows.flat_map(|(row, _)| row.cells());
        cells.filter(move |cell| {
            let [then, now] = [before, self]
                .map(|grid| grid.terrain(*cell).map(|it| (it.is_blocked(), it.exits)));
            then != now
        })
    }

    /// Returns each row of a rectangle on the map, and the indices of its cells.
    fn rows_of(&self, rect: Rect) -> impl Iterator<Item = (Rect, Range<usize>)> + use<> {
        let size = self.size;
        (rect.at.y..).take(rect.height as usize).map(move |y| {
            let at = Cell::new(rect.at.x, y);
            let first = size.index(at).expect("the rectangle lies on the map").get();
            let row = Rect {
                at,
                height: 1,
                ..rect
            };
            (row, first..first + rect.width as usize)
        })
    }

    /// Replaces the legend, which is known to fit the cells.
    pub(crate) fn put_legend(&mut self, legend: Arc<[Terrain]>) {
        self.costs.fill(0);
        for (cost, terrain) in self.costs.iter_mut().zip(&*legend) {
            *cost = terrain.cost.unwrap_or(0);
        }
        self.one_way = legend.iter().any(Terrain::is_one_way);
        self.legend = legend;
    }
}

impl Movement {
    /// Returns `true` if a step from a walkable cell in this direction is legal on this grid.
    #[inline]
    #[must_use]
    pub fn allows(self, grid: &Grid, from: Cell, direction: Direction) -> bool {
        self.allows_if(|cell| grid.is_walkable(cell), from, direction)
    }
}
