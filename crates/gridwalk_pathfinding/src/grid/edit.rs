//! Edits of a grid, each with a revision and a record of the changes.

use std::sync::Arc;

use super::{Cell, DirectionSet, GridError, Portal, Revision, Terrain, TerrainId};

/// A set of changes to a grid of the same size, applied as a whole.
///
/// A grid changes by edits only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridEdit {
    /// Cells and their new terrain, by its number in the legend after the edit.
    ///
    /// The later of two entries for one cell wins.
    pub cells: Vec<(Cell, TerrainId)>,
    /// The new legend, if it changes. Cells keep the numbers of their terrains.
    pub legend: Option<Arc<[Terrain]>>,
    /// The new portals, if they change: all portals after the edit.
    pub portals: Option<Vec<Portal>>,
    /// Cells with their new cost, applied after `cells`; `None` is a wall.
    ///
    /// The legend gets a terrain for a cost where it has none. Once it is full, a terrain that was
    /// added for another cost, and that no cell has any more, is replaced. Terrains that the map
    /// was made with stay.
    pub costs: Vec<(Cell, Option<u16>)>,
}

impl GridEdit {
    /// Creates an edit that makes cells walls, whatever the legend holds.
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

    /// Creates an edit that makes cells plain floor of cost 1.
    #[must_use]
    pub fn free(cells: impl IntoIterator<Item = Cell>) -> Self {
        Self::of_cost(cells, Some(1))
    }

    /// Creates an edit that sets the cost of a step onto cells, from 1 to [`Terrain::MAX_COST`].
    ///
    /// The unit is a step onto plain floor.
    #[must_use]
    pub fn set_cost(cells: impl IntoIterator<Item = Cell>, cost: u16) -> Self {
        Self::of_cost(cells, Some(cost))
    }

    fn of_cost(cells: impl IntoIterator<Item = Cell>, cost: Option<u16>) -> Self {
        Self {
            costs: cells.into_iter().map(|cell| (cell, cost)).collect(),
            ..Self::default()
        }
    }

    /// Creates an edit that gives one cell a new terrain.
    #[must_use]
    pub fn set(cell: Cell, terrain: TerrainId) -> Self {
        Self::of_cells(vec![(cell, terrain)])
    }

    /// Creates an edit that gives cells new terrain.
    #[must_use]
    pub fn of_cells(cells: Vec<(Cell, TerrainId)>) -> Self {
        Self {
            cells,
            ..Self::default()
        }
    }

    /// Creates an edit that replaces the legend.
    #[must_use]
    pub fn of_legend(legend: Arc<[Terrain]>) -> Self {
        Self {
            legend: Some(legend),
            ..Self::default()
        }
    }

    /// Creates an edit that replaces the portals.
    #[must_use]
    pub fn of_portals(portals: Vec<Portal>) -> Self {
        Self {
            portals: Some(portals),
            ..Self::default()
        }
    }

    /// Whether the edit is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The changes made by one edit.
///
/// Cells that already were as requested are not listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridChange {
    /// The revision of the grid after the edit.
    pub revision: Revision,
    /// The changed cells: their terrain, its cost or exits, or the portals there differ.
    ///
    /// First come the cells that the edit names, in its order. Without a new legend, a cell that
    /// the edit names twice can be listed twice. Then come those whose terrain means something else
    /// by the new legend, in reading order, then the ends of portals.
    pub cells: Vec<CellChange>,
    /// The legends before and after, if they differ.
    pub legend: Option<[Arc<[Terrain]>; 2]>,
    /// The portals before and after, if they differ.
    pub portals: Option<[Vec<Portal>; 2]>,
}

impl GridChange {
    /// Returns the edit that reverts the change.
    #[must_use]
    pub fn inverse(&self) -> GridEdit {
        let cells = self
            .cells
            .iter()
            .rev()
            .filter(|change| change.changes_terrain());
        GridEdit {
            cells: cells.map(|change| (change.cell, change.before)).collect(),
            legend: self.legend.as_ref().map(|[before, _]| Arc::clone(before)),
            portals: self.portals.as_ref().map(|[before, _]| before.clone()),
            ..GridEdit::default()
        }
    }

    /// Returns the edit that makes the change on an equal grid.
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

    /// Appends a later change.
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

/// The state of one cell before and after an edit.
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
    /// Whether the portals that begin or end there have changed.
    pub portals: bool,
}

impl CellChange {
    /// Whether the cell has another terrain, by its number or by its meaning.
    pub(crate) fn changes_terrain(&self) -> bool {
        self.before != self.after
            || self.cost_before != self.cost_after
            || self.exits_before != self.exits_after
    }

    /// Whether the cell became a wall, or stopped being one.
    #[must_use]
    pub const fn changes_walls(&self) -> bool {
        self.cost_before.is_none() != self.cost_after.is_none()
    }

    /// Whether the cell was and is walkable, and its exits or portals have changed.
    #[must_use]
    pub fn changes_exits(&self) -> bool {
        let differs = self.portals || self.exits_before != self.exits_after;
        differs && self.cost_before.is_some() && self.cost_after.is_some()
    }

    /// Whether the legal steps have changed; a change of costs alone does not change them.
    #[must_use]
    pub fn changes_moves(&self) -> bool {
        self.changes_walls() || self.changes_exits()
    }

    /// Returns `true` if the cell was and is walkable, and costs more than before.
    #[must_use]
    pub const fn is_more_expensive(&self) -> bool {
        matches!((self.cost_before, self.cost_after), (Some(before), Some(after)) if before < after)
    }

    /// Whether a path through the cell can have become cheaper.
    ///
    /// The cell costs less, can be left in a new direction, or has other portals.
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

/// The reason why an edit was refused; nothing was changed.
///
/// [`Grid::possible_part`](super::Grid::possible_part) returns the part that is possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The cell is not on the map.
    #[error("cell {cell} lies outside the {width} × {height} map")]
    Outside {
        /// The requested cell.
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
    /// An agent stands on the cell.
    ///
    /// Grids know no agents; callers that know them refuse edits with this error.
    #[error("an agent stands on cell {0}")]
    Occupied(Cell),
}
