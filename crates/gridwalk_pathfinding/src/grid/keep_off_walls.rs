//! The extra cost of cells near walls, which keeps agents away from them.

use std::fmt;

use super::Terrain;

/// An extra cost of cells near walls, so that agents keep away from them.
///
/// An agent walks close to a wall only where it saves more than that cost.
///
/// The distance of a cell is the number of steps, straight or diagonal, from the area that the agent covers there to
/// the nearest cell that it must not enter: 1 beside a wall or at its corner. Terrain that is blocked for the agent and
/// forbidden rectangles count, and so does everything outside the map.
///
/// At a distance d of at most `cells`, a cell costs ⌈`cost` × (`cells` + 1 − d) / `cells`⌉ more than its terrain:
/// `cost` beside a wall, and evenly less farther away. All are costs of terrain, in steps onto plain floor.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{AgentProfile, Cell, Grid, KeepOffWalls};
/// let grid = Grid::from_rows(&[".......", ".......", ".......", "......."]);
/// let keep_off_walls = Some(KeepOffWalls { cells: 2, cost: 3 });
/// let seen = grid.seen_by(&AgentProfile { keep_off_walls, ..AgentProfile::default() });
/// let costs = [0, 1, 2, 3].map(|x| seen.cost(Cell::new(x, 1)).unwrap());
/// assert_eq!(costs, [4, 3, 3, 3], "beside the edge, and one cell from it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct KeepOffWalls {
    /// The distance up to which cells cost more, at most [`MAX_CELLS`](Self::MAX_CELLS).
    pub cells: u8,
    /// The extra cost beside a wall. With that of its terrain a cell costs at most [`Terrain::MAX_COST`].
    pub cost: u16,
}

impl KeepOffWalls {
    /// The largest distance at which walls count.
    pub const MAX_CELLS: u8 = 16;

    /// No extra cost anywhere.
    pub const NONE: Self = Self { cells: 0, cost: 0 };

    /// Returns the extra cost up to this distance; `None` if one of them is 0 or too large.
    #[must_use]
    pub fn new(cells: u8, cost: u16) -> Option<Self> {
        let fits = (1..=Self::MAX_CELLS).contains(&cells) && (1..=Terrain::MAX_COST).contains(&cost);
        fits.then_some(Self { cells, cost })
    }

    /// Reads what [`Display`](fmt::Display) writes: `2,3` for two cells and a cost of 3, or `no`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.trim() == "no" {
            return Some(Self::NONE);
        }
        let (cells, cost) = text.split_once(',')?;
        Self::new(cells.trim().parse().ok()?, cost.trim().parse().ok()?)
    }

    /// Returns `true` if no cell costs more.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.cells == 0 || self.cost == 0
    }

    /// Returns the extra cost at this distance, in steps onto plain floor; 0 on a wall and beyond `cells`.
    #[must_use]
    pub fn extra(self, distance: u8) -> u16 {
        if distance == 0 || distance > self.cells {
            return 0;
        }
        let left = u32::from(self.cells - distance) + 1;
        let extra = (u32::from(self.cost) * left).div_ceil(self.cells.into());
        u16::try_from(extra).expect("it is at most the whole cost")
    }

    /// Returns the extra cost clamped to its bounds; `None` if no cell costs more.
    pub(super) fn clamped(self) -> Option<Self> {
        let within = Self { cells: self.cells.min(Self::MAX_CELLS), cost: self.cost.min(Terrain::MAX_COST) };
        (!self.is_none()).then_some(within)
    }
}

impl fmt::Display for KeepOffWalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { f.write_str("no") } else { write!(f, "{},{}", self.cells, self.cost) }
    }
}
