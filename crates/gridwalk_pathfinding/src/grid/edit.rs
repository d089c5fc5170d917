//! How a grid changes: by edits only, each with a revision and a record of what became different.

use std::fmt;

use super::{Cell, DirectionSet, TerrainId};

/// How often a grid has changed. Answers carry the revision that they were found on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u64);

impl Revision {
    /// The revision after this one.
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

/// A wish to change cells of a grid; the only way a grid changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridEdit {
    /// Cells and their new terrain. Of two entries for one cell the later wins.
    pub cells: Vec<(Cell, TerrainId)>,
}

impl GridEdit {
    /// One cell gets a new terrain.
    #[must_use]
    pub fn set(cell: Cell, terrain: TerrainId) -> Self {
        Self { cells: vec![(cell, terrain)] }
    }
}

/// What one edit changed. Cells that already had the wanted terrain are not listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridChange {
    /// The revision that the grid has since.
    pub revision: Revision,
    /// The changes in the order in which they were made; of a cell that the edit names twice there can be two.
    pub cells: Vec<CellChange>,
}

impl GridChange {
    /// The edit that takes the change back.
    #[must_use]
    pub fn inverse(&self) -> GridEdit {
        GridEdit { cells: self.cells.iter().rev().map(|change| (change.cell, change.before)).collect() }
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
}

impl CellChange {
    /// Whether the cell became a wall, or stopped being one.
    #[must_use]
    pub const fn changes_walls(&self) -> bool {
        self.cost_before.is_none() != self.cost_after.is_none()
    }

    /// Whether the cell was and is walkable, and is left in other directions now.
    #[must_use]
    pub fn changes_exits(&self) -> bool {
        self.exits_before != self.exits_after && self.cost_before.is_some() && self.cost_after.is_some()
    }

    /// Whether other steps are legal now; what changes nothing but costs leaves them as they are.
    #[must_use]
    pub fn changes_moves(&self) -> bool {
        self.changes_walls() || self.changes_exits()
    }

    /// Whether a path through the cell can have become shorter: it costs less, or is left in a direction in which
    /// it was not left before.
    #[must_use]
    pub const fn is_cheaper(&self) -> bool {
        match (self.cost_before, self.cost_after) {
            (None, Some(_)) => true,
            (Some(before), Some(after)) => after < before || !self.exits_before.contains_all(self.exits_after),
            (_, None) => false,
        }
    }
}

/// Why an edit was refused. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
}
