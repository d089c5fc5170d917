//! What a map has besides its cells, replaced as a whole: its legend and its portals.

use std::sync::Arc;

use super::{Grid, GridError, GridSize, Portal, Terrain};

impl Grid {
    /// The same map with these portals and no others. Those that lead both ways are listed once.
    ///
    /// # Errors
    /// If an end lies outside, or there are too many.
    pub fn with_portals(mut self, portals: &[Portal]) -> Result<Self, GridError> {
        self.portals = self.links(portals)?;
        Ok(self)
    }

    /// Every direction of every portal, those that lead both ways twice, sorted by entrance in reading order.
    #[must_use]
    pub fn portals(&self) -> &Arc<[Portal]> {
        &self.portals
    }

    /// The portals, those that lead both ways once: a list from which [`Grid::with_portals`] makes the same map.
    #[must_use]
    pub fn portal_list(&self) -> Vec<Portal> {
        let mut left = self.portals.to_vec();
        let mut list = Vec::new();
        while !left.is_empty() {
            // A portal that leads both ways stands at two cells; it is listed once it is the next one at both.
            let is_next = |link: &Portal| left.iter().find(|other| other.from == link.from) == Some(link);
            let is_ready = |link: &Portal| is_next(link) && (!link.two_way || is_next(&link.back()));
            let portal = left[left.iter().position(is_ready).unwrap_or(0)];
            list.push(portal);
            let sides = if portal.two_way { vec![portal, portal.back()] } else { vec![portal] };
            for side in sides {
                if let Some(at) = left.iter().position(|link| *link == side) {
                    left.remove(at);
                }
            }
        }
        list
    }

    /// The first terrains of the legend, which were not added for costs and so stay.
    #[cfg(feature = "serde")]
    pub(crate) const fn named(&self) -> u8 {
        self.named
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn with_named(mut self, named: u8) -> Self {
        self.named = named;
        self
    }

    pub(super) fn links(&self, portals: &[Portal]) -> Result<Arc<[Portal]>, GridError> {
        let mut links = Vec::new();
        for &portal in portals {
            if !self.contains(portal.from) || !self.contains(portal.to) {
                return Err(GridError::Portal(portal.from, portal.to));
            }
            links.push(portal);
            if portal.two_way {
                links.push(portal.back());
            }
        }
        if links.len() > Self::MAX_PORTALS {
            return Err(GridError::Portals(links.len()));
        }
        // Stable: of several portals on one cell the first in the list is looked at first.
        links.sort_by_key(|link| (link.from.y, link.from.x));
        Ok(links.into())
    }

    /// Whether a map can have this size.
    ///
    /// # Errors
    /// If a side is 0 or longer than [`Grid::MAX_SIDE`].
    pub fn check_size(size: GridSize) -> Result<(), GridError> {
        let fits = |side: u32| (1..=Self::MAX_SIDE).contains(&side);
        if fits(size.width) && fits(size.height) { Ok(()) } else { Err(GridError::Size(size)) }
    }

    pub(super) fn check_legend(legend: &[Terrain]) -> Result<(), GridError> {
        if !(1..=Self::MAX_TERRAINS).contains(&legend.len()) {
            return Err(GridError::Legend(legend.len()));
        }
        let mut costs = legend.iter().filter_map(|terrain| Some((&terrain.name, terrain.cost?)));
        let wrong = costs.find(|(_, cost)| !(1..=Terrain::MAX_COST).contains(cost));
        wrong.map_or(Ok(()), |(name, cost)| Err(GridError::Cost { terrain: name.clone(), cost }))
    }

    /// The cells are known to fit.
    pub(crate) fn put_legend(&mut self, legend: Arc<[Terrain]>) {
        self.costs.fill(0);
        for (cost, terrain) in self.costs.iter_mut().zip(&*legend) {
            *cost = terrain.cost.unwrap_or(0);
        }
        self.one_way = legend.iter().any(Terrain::is_one_way);
        self.legend = legend;
    }
}
