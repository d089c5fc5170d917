//! Portals: one step from a cell to a far one.

use std::sync::Arc;

use super::Cell;

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
        Self { from, to, cost: 1, two_way: true }
    }

    /// Returns the portal with its ends exchanged.
    #[must_use]
    pub const fn back(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
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
    /// Of several portals on one cell, the first of the list is first.
    pub links: Arc<[Portal]>,
}

impl Portals {
    pub fn new(list: &[Portal]) -> Self {
        let both = list.iter().flat_map(|portal| [Some(*portal), portal.two_way.then(|| portal.back())]);
        let mut links: Vec<_> = both.flatten().collect();
        links.sort_by_key(|link| (link.from.y, link.from.x));
        Self { list: list.into(), links: links.into() }
    }
}
