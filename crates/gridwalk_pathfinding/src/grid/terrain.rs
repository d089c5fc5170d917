//! What lies on a cell: a legend of terrains, and the number of one of them per cell.

use super::DirectionSet;

/// One entry of a grid's legend: what a step costs there. How it looks is nothing that a search sees.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Terrain {
    /// What people call it, and what an [`AgentProfile`](super::AgentProfile) means by it.
    pub name: String,
    /// How many times a step onto it costs a step onto plain terrain; `None` is blocked.
    pub cost: Option<u16>,
    /// The directions in which a step may leave it; all of them unless it is one-way.
    pub exits: DirectionSet,
}

impl Terrain {
    /// The most expensive terrain that a legend may hold.
    pub const MAX_COST: u16 = 1000;

    /// A terrain that is left in all directions; a cost of `None` is blocked.
    #[must_use]
    pub fn new(name: impl Into<String>, cost: Option<u16>) -> Self {
        Self { name: name.into(), cost, exits: DirectionSet::ALL }
    }

    /// Plain terrain of cost 1.
    #[must_use]
    pub fn floor() -> Self {
        Self::new("floor", Some(1))
    }

    /// A wall.
    #[must_use]
    pub fn wall() -> Self {
        Self::new("wall", None)
    }

    /// What maps made of costs call it: floor, a wall, or by its cost.
    #[must_use]
    pub fn of_cost(cost: Option<u16>) -> Self {
        match cost {
            None => Self::wall(),
            Some(1) => Self::floor(),
            Some(more) => Self::new(format!("cost {more}"), cost),
        }
    }

    /// Whether some steps may not leave it.
    #[must_use]
    pub fn is_one_way(&self) -> bool {
        self.exits != DirectionSet::ALL
    }

    /// Whether no agent can enter it.
    #[must_use]
    pub const fn is_blocked(&self) -> bool {
        self.cost.is_none()
    }

    /// Returns `true` if steps onto both cost the same, and both are left in the same directions.
    pub(crate) fn steps_as(&self, other: &Self) -> bool {
        (self.cost, self.exits) == (other.cost, other.exits)
    }
}

/// The number of a terrain in its grid's legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerrainId(pub u8);
