//! Portals: one step from a cell to a far one.

use std::sync::Arc;

use super::Cell;

/// A jump from one cell to another that need not be neighbours. It is one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Portal {
    /// Where it is entered.
    pub from: Cell,
    /// Where it is left.
    pub to: Cell,
    /// How many straight steps on plain terrain it costs; at least 1. The terrain of neither end counts.
    pub cost: u16,
    /// Whether it leads back for the same cost.
    pub two_way: bool,
}

impl Portal {
    /// A portal that leads both ways and costs one step.
    #[must_use]
    pub const fn between(from: Cell, to: Cell) -> Self {
        Self { from, to, cost: 1, two_way: true }
    }

    /// The same portal from its other end.
    #[must_use]
    pub const fn back(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
    }
}

/// The portals of a map: the list as it was given, and every direction of each, by which searches look them up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Portals {
    /// In the order and with the ends of the list: each keeps its number whatever joins or changes.
    pub list: Arc<[Portal]>,
    /// Sorted by entrance in reading order; of several on one cell the first of the list is first.
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
