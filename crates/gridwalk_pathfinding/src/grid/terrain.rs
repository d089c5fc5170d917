//! Terrain of a legend, the terrain of each cell, and portals: the parts of a grid.

use std::ops::Range;
use std::sync::Arc;

use super::{Cell, DirectionSet};

/// An entry of a grid's legend: the cost of a step onto it.
///
/// The kernel does not know the appearance of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Terrain {
    /// The name for people, by which an [`AgentProfile`](super::AgentProfile) refers to the
    /// terrain.
    pub name: String,
    /// Cost of a step onto the terrain, as a multiple of a step onto plain terrain; `None` is
    /// blocked.
    pub cost: Option<u16>,
    /// The directions in which a step may leave; all directions unless the terrain is one-way.
    pub exits: DirectionSet,
}

impl Terrain {
    /// The highest cost in a legend.
    pub const MAX_COST: u16 = 1000;

    /// Creates a terrain that can be left in all directions; a cost of `None` is blocked.
    #[must_use]
    pub fn new(name: impl Into<String>, cost: Option<u16>) -> Self {
        Self {
            name: name.into(),
            cost,
            exits: DirectionSet::ALL,
        }
    }

    /// Creates plain terrain of cost 1.
    #[must_use]
    pub fn floor() -> Self {
        Self::new("floor", Some(1))
    }

    /// Creates a wall.
    #[must_use]
    pub fn wall() -> Self {
        Self::new("wall", None)
    }

    /// Creates the terrain of this cost, named as in maps made of costs: floor, wall, or by its
    /// cost.
    #[must_use]
    pub fn of_cost(cost: Option<u16>) -> Self {
        match cost {
            None => Self::wall(),
            Some(1) => Self::floor(),
            Some(more) => Self::new(format!("cost {more}"), cost),
        }
    }

    /// Returns `true` if some direction is not an exit.
    #[must_use]
    pub fn is_one_way(&self) -> bool {
        self.exits != DirectionSet::ALL
    }

    /// Returns `true` if no agent can enter it.
    #[must_use]
    pub const fn is_blocked(&self) -> bool {
        self.cost.is_none()
    }

    /// Returns `true` if steps onto both terrains cost the same, and steps leave both in the same
    /// directions.
    pub(crate) fn steps_as(&self, other: &Self) -> bool {
        (self.cost, self.exits) == (other.cost, other.exits)
    }
}

/// The index of a terrain in its grid's legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerrainId(pub u8);

/// A step from one cell to another that need not be a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Portal {
    /// The entrance.
    pub from: Cell,
    /// The exit.
    pub to: Cell,
    /// Cost in straight steps on plain terrain; at least 1.
    ///
    /// The terrain of neither end counts.
    pub cost: u16,
    /// Whether the portal leads back for the same cost.
    pub two_way: bool,
}

impl Portal {
    /// Creates a portal that leads both ways and costs one step.
    #[must_use]
    pub const fn between(from: Cell, to: Cell) -> Self {
        Self {
            from,
            to,
            cost: 1,
            two_way: true,
        }
    }

    /// Returns the portal with its ends exchanged.
    #[must_use]
    pub const fn back(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
            ..self
        }
    }
}

/// The portals of a map: the list as it was given, and every direction of each.
///
/// Searches look portals up by direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Portals {
    /// The portals in the given order and direction.
    ///
    /// Each keeps its number when others are added or changed.
    pub list: Arc<[Portal]>,
    /// Every direction of every portal, sorted by entrance in reading order.
    ///
    /// Portals on one cell are in the order of the list.
    pub links: Arc<[Portal]>,
}

impl Portals {
    pub fn new(list: &[Portal]) -> Self {
        let both = list
            .iter()
            .flat_map(|portal| [Some(*portal), portal.two_way.then(|| portal.back())]);
        let mut links: Vec<_> = both.flatten().collect();
        links.sort_by_key(|link| (link.from.y, link.from.x));
        Self {
            list: list.into(),
            links: links.into(),
        }
    }
}

/// The terrain of all cells, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TerrainLayer {
    cells: Vec<TerrainId>,
    /// Number of cells by terrain index.
    counts: Box<[u32; 256]>,
}

impl TerrainLayer {
    /// # Complexity
    /// O(cells), and about as fast as memory can be read.
    pub fn new(cells: Vec<TerrainId>) -> Self {
        let mut counts = Box::new([0; 256]);
        for cell in &cells {
            counts[usize::from(cell.0)] += 1;
        }
        Self { cells, counts }
    }

    /// Creates a layer of cells that are counted already.
    pub const fn of_counted(cells: Vec<TerrainId>, counts: Box<[u32; 256]>) -> Self {
        Self { cells, counts }
    }

    pub const fn counts(&self) -> &[u32; 256] {
        &self.counts
    }

    #[inline]
    pub const fn cells(&self) -> &[TerrainId] {
        self.cells.as_slice()
    }

    /// Sets the terrain of a cell.
    #[inline]
    pub fn set(&mut self, index: usize, terrain: TerrainId) {
        let before = std::mem::replace(&mut self.cells[index], terrain);
        self.counts[usize::from(before.0)] -= 1;
        self.counts[usize::from(terrain.0)] += 1;
    }

    /// Copies all cells that differ in the other layer. They lie in these ranges.
    pub fn catch_up(&mut self, with: &Self, changed: impl Iterator<Item = Range<usize>>) {
        for range in changed {
            self.cells[range.clone()].copy_from_slice(&with.cells[range]);
        }
        self.counts.clone_from(&with.counts);
    }

    /// Returns the number of cells of this terrain.
    #[inline]
    pub fn count(&self, terrain: TerrainId) -> u32 {
        self.counts[usize::from(terrain.0)]
    }
}
