//! Terrain: the entries of a legend, and the index of an entry.

use super::DirectionSet;

/// An entry of a grid's legend: the cost of a step onto it.
///
/// The kernel does not know the appearance of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Terrain {
    /// The name for people, by which an [`AgentProfile`](super::AgentProfile) refers to the terrain.
    pub name: String,
    /// Cost of a step onto the terrain, as a multiple of a step onto plain terrain; `None` is blocked.
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
        Self { name: name.into(), cost, exits: DirectionSet::ALL }
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

    /// Creates the terrain of this cost, named as in maps made of costs: floor, wall, or by its cost.
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

    /// Returns `true` if steps onto both terrains cost the same, and steps leave both in the same directions.
    pub(crate) fn steps_as(&self, other: &Self) -> bool {
        (self.cost, self.exits) == (other.cost, other.exits)
    }
}

/// The index of a terrain in its grid's legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerrainId(pub u8);
