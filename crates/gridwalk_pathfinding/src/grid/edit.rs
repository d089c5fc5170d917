//! How a grid changes: by edits only, each with a revision and a record of what became different.

use std::sync::Arc;

use super::{Cell, DirectionSet, GridError, Portal, Revision, Terrain, TerrainId};

/// A wish to change a grid of the same size; the only way a grid changes. All of it happens at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridEdit {
    /// Cells and their new terrain, by its number in the legend after the edit. Of two entries for one cell the later
    /// wins.
    pub cells: Vec<(Cell, TerrainId)>,
    /// Another legend, if it changes. Cells keep the numbers of their terrains.
    pub legend: Option<Arc<[Terrain]>>,
    /// Other portals, if they change: all that there are afterwards.
    pub portals: Option<Vec<Portal>>,
    /// Cells that get what costs so much, after those above; `None` is a wall. The legend gets a terrain for it where it
    /// has none. Once it is full, a terrain that was added for another cost and that no cell has any more is replaced;
    /// terrains that the map was made with stay.
    pub costs: Vec<(Cell, Option<u16>)>,
}

impl GridEdit {
    /// These cells become walls, whatever the legend holds.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Grid, GridEdit, Terrain};
    /// // A map of floor alone: its legend has no wall.
    /// let mut grid = Grid::from_fn(4, 4, |_| Terrain::floor()).unwrap();
    /// grid.apply(&GridEdit::block([Cell::new(1, 1)])).unwrap();
    /// assert!(!grid.is_walkable(Cell::new(1, 1)));
    /// ```
    #[must_use]
    pub fn block(cells: impl IntoIterator<Item = Cell>) -> Self {
        Self::of_cost(cells, None)
    }

    /// These cells become plain floor of cost 1.
    #[must_use]
    pub fn free(cells: impl IntoIterator<Item = Cell>) -> Self {
        Self::of_cost(cells, Some(1))
    }

    /// A step onto these cells costs so many steps onto plain floor, from 1 to [`Terrain::MAX_COST`].
    #[must_use]
    pub fn set_cost(cells: impl IntoIterator<Item = Cell>, cost: u16) -> Self {
        Self::of_cost(cells, Some(cost))
    }

    fn of_cost(cells: impl IntoIterator<Item = Cell>, cost: Option<u16>) -> Self {
        Self { costs: cells.into_iter().map(|cell| (cell, cost)).collect(), ..Self::default() }
    }

    /// One cell gets a new terrain.
    #[must_use]
    pub fn set(cell: Cell, terrain: TerrainId) -> Self {
        Self::of_cells(vec![(cell, terrain)])
    }

    /// These cells get new terrain.
    #[must_use]
    pub fn of_cells(cells: Vec<(Cell, TerrainId)>) -> Self {
        Self { cells, ..Self::default() }
    }

    /// Another legend.
    #[must_use]
    pub fn of_legend(legend: Arc<[Terrain]>) -> Self {
        Self { legend: Some(legend), ..Self::default() }
    }

    /// Other portals.
    #[must_use]
    pub fn of_portals(portals: Vec<Portal>) -> Self {
        Self { portals: Some(portals), ..Self::default() }
    }

    /// Whether nothing is wished for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What one edit changed. What already was as wanted is not listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridChange {
    /// The revision that the grid has since.
    pub revision: Revision,
    /// The cells at which something is different: terrain, its cost or exits, or the portals there. First those that the
    /// edit names, in its order (without another legend, a cell that it names twice can be listed twice), then those whose terrain means
    /// something else by the new legend, in reading order, then the ends of portals.
    pub cells: Vec<CellChange>,
    /// The legends before and after, if they differ.
    pub legend: Option<[Arc<[Terrain]>; 2]>,
    /// The portals before and after, if they differ.
    pub portals: Option<[Vec<Portal>; 2]>,
}

impl GridChange {
    /// The edit that takes the change back.
    #[must_use]
    pub fn inverse(&self) -> GridEdit {
        let cells = self.cells.iter().rev().filter(|change| change.changes_terrain());
        GridEdit {
            cells: cells.map(|change| (change.cell, change.before)).collect(),
            legend: self.legend.as_ref().map(|[before, _]| Arc::clone(before)),
            portals: self.portals.as_ref().map(|[before, _]| before.clone()),
            ..GridEdit::default()
        }
    }

    /// The edit that makes the change on an equal grid.
    #[must_use]
    pub fn edit(&self) -> GridEdit {
        let cells = self.cells.iter().filter(|change| change.changes_terrain());
        GridEdit {
            cells: cells.map(|change| (change.cell, change.after)).collect(),
            legend: self.legend.as_ref().map(|[_, after]| Arc::clone(after)),
            portals: self.portals.as_ref().map(|[_, after]| after.clone()),
            ..GridEdit::default()
        }
    }

    /// Adds what changed afterwards.
    pub fn extend(&mut self, later: Self) {
        self.revision = later.revision;
        self.cells.extend(later.cells);
        if let Some([before, after]) = later.legend {
            let before = self.legend.take().map_or(before, |[first, _]| first);
            self.legend = Some([before, after]);
        }
        if let Some([before, after]) = later.portals {
            let before = self.portals.take().map_or(before, |[first, _]| first);
            self.portals = Some([before, after]);
        }
    }
}

/// One cell before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The cell.
    pub cell: Cell,
    /// Its terrain before.
    pub before: TerrainId,
    /// Its terrain now.
    pub after: TerrainId,
    /// Its cost before; `None` is blocked.
    pub cost_before: Option<u16>,
    /// Its cost now; `None` is blocked.
    pub cost_after: Option<u16>,
    /// The directions in which it could be left before.
    pub exits_before: DirectionSet,
    /// The directions in which it can be left now.
    pub exits_after: DirectionSet,
    /// Whether other portals begin or end there now.
    pub portals: bool,
}

impl CellChange {
    /// Whether the cell has another terrain, by its number or by its meaning.
    pub(crate) fn changes_terrain(&self) -> bool {
        self.before != self.after || self.cost_before != self.cost_after || self.exits_before != self.exits_after
    }

    /// Whether the cell became a wall, or stopped being one.
    #[must_use]
    pub const fn changes_walls(&self) -> bool {
        self.cost_before.is_none() != self.cost_after.is_none()
    }

    /// Whether the cell was and is walkable, and is left in other directions or by other portals now.
    #[must_use]
    pub fn changes_exits(&self) -> bool {
        let differs = self.portals || self.exits_before != self.exits_after;
        differs && self.cost_before.is_some() && self.cost_after.is_some()
    }

    /// Whether other steps are legal now; what changes nothing but costs leaves them as they are.
    #[must_use]
    pub fn changes_moves(&self) -> bool {
        self.changes_walls() || self.changes_exits()
    }

    /// Returns `true` if the cell was and is walkable, and costs more than before.
    #[must_use]
    pub const fn is_more_expensive(&self) -> bool {
        matches!((self.cost_before, self.cost_after), (Some(before), Some(after)) if before < after)
    }

    /// Whether a path through the cell can have become shorter: it costs less, or is left in a direction in which
    /// it was not left before, or there are other portals.
    #[must_use]
    pub const fn is_cheaper(&self) -> bool {
        match (self.cost_before, self.cost_after) {
            (None, Some(_)) => true,
            (Some(before), Some(after)) => {
                self.portals || after < before || !self.exits_before.contains_all(self.exits_after)
            }
            (_, None) => false,
        }
    }
}

/// Why an edit was refused. Nothing was changed; [`Grid::possible_part`](super::Grid::possible_part) says what could be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The cell is not on the map.
    #[error("cell {cell} lies outside the {width} × {height} map")]
    Outside {
        /// The cell asked for.
        cell: Cell,
        /// Columns of the map.
        width: u32,
        /// Rows of the map.
        height: u32,
    },
    /// The legend has no terrain of that number.
    #[error("terrain number {0} is not in the legend")]
    UnknownTerrain(u8),
    /// The new legend or the new portals are invalid on this grid.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// An agent stands on the cell. Grids know no agents: callers refuse by this that do.
    #[error("an agent stands on cell {0}")]
    Occupied(Cell),
}
