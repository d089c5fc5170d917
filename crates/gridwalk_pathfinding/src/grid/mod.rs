//! The map: terrain and cost per cell. Holds no search state, so any number of searches share one.

mod apply;
mod build;
mod cell;
mod costs;
mod edit;
mod keep_off_walls;
mod movement;
mod nearest;
mod parts;
mod portal;
mod profile;
mod raised;
mod revision;
mod rules;
mod seen;
mod size;
mod terrain;
mod terrain_layer;

use std::sync::Arc;

pub use cell::{Cell, CellIndex, Direction, DirectionSet};
pub use edit::{CellChange, EditError, GridChange, GridEdit};
pub use keep_off_walls::KeepOffWalls;
pub use movement::{DiagonalRule, Movement, NeighborOrder};
pub use nearest::nearest_cell;
pub(super) use nearest::nearest_cells;
pub use portal::Portal;
pub(super) use portal::Portals;
pub use profile::AgentProfile;
pub(super) use raised::NO_ENTRY;
pub use revision::Revision;
pub use rules::AgentRules;
pub use size::{GridSize, Rect};
pub use terrain::{Terrain, TerrainId};
use terrain_layer::TerrainLayer;

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
/// The number of terrains that were added for costs is no part of the map. All other fields are derived.
impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.revision == other.revision
            && self.legend == other.legend
            && self.portals == other.portals
            && self.terrain_layer == other.terrain_layer
    }
}

/// The reason why a grid cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// A side is 0 or too long.
    #[error("a map has 1 to {max} columns and rows, not {} × {}", .0.width, .0.height, max = Grid::MAX_SIDE)]
    Size(GridSize),
    /// The cells do not fill the rectangle.
    #[error("{found} cells do not fill the map, which has {expected}")]
    CellCount {
        /// Width × height.
        expected: usize,
        /// The number of cells that were given.
        found: usize,
    },
    /// A row of text has more or fewer cells than the first one.
    #[error("row {row} has {found} cells; expected {expected}, as the first row has")]
    RowLength {
        /// The row, counted from 1.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// A character in a row of text is no terrain.
    #[error("row {row}, column {column}: '{character}' is no terrain; expected '.', '#' or a digit 1 to 9")]
    Character {
        /// The character.
        character: char,
        /// Its row, counted from 1.
        row: usize,
        /// Its column, counted from 1.
        column: usize,
    },
    /// A legend holds 1 to 255 terrains.
    #[error("a legend has 1 to {max} terrains, not {0}", max = Grid::MAX_TERRAINS)]
    Legend(usize),
    /// The cost of a terrain is out of bounds.
    #[error("terrain \"{terrain}\" would cost {cost}; expected 1 to {max}, or blocked", max = Terrain::MAX_COST)]
    Cost {
        /// The name of the terrain.
        terrain: String,
        /// The cost that was given.
        cost: u16,
    },
    /// A portal begins or ends outside the map.
    #[error("the portal from {0} to {1} leaves the map")]
    Portal(Cell, Cell),
    /// The map has too many portals: each is checked for each estimate.
    #[error("a map has at most {max} portals, not {0}", max = Grid::MAX_PORTALS)]
    Portals(usize),
    /// A cell needs another terrain for its cost, and all are in use.
    #[error("cell {cell} cannot get {}: the map has {max} different terrains and costs, the most that it can have at one time", Terrain::of_cost(Some(*.cost).filter(|cost| *cost != 0)).name, max = Grid::MAX_TERRAINS)]
    TooManyCosts {
        /// The first such cell.
        cell: Cell,
        /// Its new cost; 0 is a wall.
        cost: u16,
    },
    /// A cell names a terrain that the legend does not hold.
    #[error("terrain number {0} is not in the legend")]
    UnknownTerrain(u8),
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

    /// Creates a grid from its cells in reading order.
    ///
    /// # Errors
    /// If the size is out of bounds, the cells do not fill it, one is not in the legend, or a cost is out of bounds.
    pub fn new(width: u32, height: u32, cells: Vec<TerrainId>, legend: Vec<Terrain>) -> Result<Self, GridError> {
        let size = GridSize { width, height };
        Self::check_size(size)?;
        let (expected, found) = (size.cell_count(), cells.len());
        if found != expected {
            return Err(GridError::CellCount { expected, found });
        }
        Self::check_legend(&legend)?;
        if let Some(cell) = cells.iter().find(|terrain| usize::from(terrain.0) >= legend.len()) {
            return Err(GridError::UnknownTerrain(cell.0));
        }
        Ok(Self::assemble(size, cells, legend, Portals::default(), Revision::default()))
    }

    /// Creates a grid from parts that are known to fit.
    fn assemble(
        size: GridSize,
        cells: Vec<TerrainId>,
        legend: Vec<Terrain>,
        portals: Portals,
        revision: Revision,
    ) -> Self {
        Self::of_layer(size, TerrainLayer::new(cells), legend, portals, revision)
    }

    /// Creates a grid from cells that are already counted by terrain number.
    pub(super) fn of_counted(
        size: GridSize,
        (cells, counts): (Vec<TerrainId>, Box<[u32; 256]>),
        legend: Vec<Terrain>,
        portals: Portals,
        revision: Revision,
    ) -> Self {
        Self::of_layer(size, TerrainLayer::of_counted(cells, counts), legend, portals, revision)
    }

    fn of_layer(
        size: GridSize,
        terrain_layer: TerrainLayer,
        legend: Vec<Terrain>,
        portals: Portals,
        revision: Revision,
    ) -> Self {
        let costs = Box::new([0; 256]);
        let named = u8::try_from(legend.len()).unwrap_or(u8::MAX);
        let none = Arc::new([]);
        let mut grid = Self { size, terrain_layer, legend: none, named, costs, portals, one_way: false, revision };
        grid.put_legend(legend.into());
        grid
    }

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
        self.one_way && self.used_terrains().any(|terrain| self.legend[usize::from(terrain.0)].is_one_way())
    }

    /// Whether every path can be walked back.
    ///
    /// Every walkable cell can be left towards every neighbour, and all portals lead both ways.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        !self.one_way && self.portals.list.iter().all(|portal| portal.two_way)
    }

    /// Returns the cost of all walkable cells; `None` if their costs differ. A map of walls costs 1.
    ///
    /// # Complexity
    /// O(terrains of the legend).
    #[must_use]
    pub fn uniform_cost(&self) -> Option<u16> {
        let mut costs =
            self.used_terrains().map(|terrain| self.costs[usize::from(terrain.0)]).filter(|cost| *cost != 0);
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
        let numbers = (0..self.legend.len()).filter_map(|number| u8::try_from(number).ok().map(TerrainId));
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
        self.size.rect().cells().zip(self.cells()).map(|(cell, terrain)| (cell, &self.legend[usize::from(terrain.0)]))
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
        let known = if self.one_way { self.legend.get(usize::from(terrain.0)) } else { None };
        known.map_or(DirectionSet::ALL, |terrain| terrain.exits)
    }

    /// Whether an agent can stand on the cell; false outside.
    #[inline]
    #[must_use]
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.is_walkable_at(index.get()))
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
                let three = self.cells()[middle - 1..].first_chunk().expect("neighbours of an inner cell are inside");
                let [one, two, three]: [TerrainId; 3] = *three;
                let cost = |terrain: TerrainId| self.costs[usize::from(terrain.0)];
                [cost(one), cost(two), cost(three)]
            };
            let (at, row) = (index.get(), self.size.width as usize);
            let ([nw, n, ne], [w, _, e], [sw, s, se]) = (three(at - row), three(at), three(at + row));
            [n, e, s, w, ne, se, sw, nw]
        } else {
            Direction::ALL.map(|direction| self.cost(cell.step(direction)).unwrap_or(0))
        }
    }

    /// Whether the terrain of the cell lets a step leave in this direction.
    #[inline]
    pub(crate) fn exit_allowed(&self, index: CellIndex, direction: Direction) -> bool {
        !self.one_way || self.legend[usize::from(self.terrain_layer.cells()[index.get()].0)].exits.contains(direction)
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
        let size = self.size;
        let rows = changed.flat_map(|rect| {
            let first = size.index(rect.at).expect("the rectangle lies on the map").get();
            (0..rect.height as usize)
                .map(move |row| first + row * size.width as usize)
                .map(move |row| row..row + rect.width as usize)
        });
        self.terrain_layer.catch_up(&with.terrain_layer, rows);
        self.revision = with.revision;
    }
}
