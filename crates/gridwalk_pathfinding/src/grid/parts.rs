//! What a map has besides its cells, replaced as a whole: its legend and its portals.

use std::sync::Arc;

use super::{Grid, GridError, GridSize, Portal, Portals, Terrain};

impl Grid {
    /// The same map with these portals and no others. Those that lead both ways are listed once.
    ///
    /// # Errors
    /// If an end lies outside, or there are too many.
    pub fn with_portals(mut self, portals: &[Portal]) -> Result<Self, GridError> {
        self.portals = self.check_portals(portals)?;
        Ok(self)
    }

    /// Every direction of every portal, those that lead both ways twice, sorted by entrance in reading order.
    #[must_use]
    pub const fn portals(&self) -> &Arc<[Portal]> {
        &self.portals.links
    }

    /// The portals as they were given, those that lead both ways once: the list from which [`Grid::with_portals`] makes
    /// the same map.
    #[must_use]
    pub fn portal_list(&self) -> Vec<Portal> {
        self.portals.list.to_vec()
    }

    /// The list and its directions.
    pub(crate) const fn all_portals(&self) -> &Portals {
        &self.portals
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

    pub(super) fn check_portals(&self, portals: &[Portal]) -> Result<Portals, GridError> {
        let is_outside = |portal: &&Portal| !self.contains(portal.from) || !self.contains(portal.to);
        if let Some(portal) = portals.iter().find(is_outside) {
            return Err(GridError::Portal(portal.from, portal.to));
        }
        let portals = Portals::new(portals);
        if portals.links.len() > Self::MAX_PORTALS {
            return Err(GridError::Portals(portals.links.len()));
        }
        Ok(portals)
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
