//! The legend and the portals of a map, each replaced as a whole.

use std::sync::Arc;

use super::{Grid, GridError, GridSize, Portal, Portals, Terrain};

impl Grid {
    /// Returns the map with these portals and no others; two-way portals are listed once.
    ///
    /// # Errors
    /// If an end lies outside, or there are too many.
    pub fn with_portals(mut self, portals: &[Portal]) -> Result<Self, GridError> {
        self.portals = self.check_portals(portals)?;
        Ok(self)
    }

    /// Returns every direction of every portal, sorted by entrance in reading order.
    ///
    /// Two-way portals occur twice.
    #[must_use]
    pub const fn portals(&self) -> &Arc<[Portal]> {
        &self.portals.links
    }

    /// Returns the portals as they were given, with two-way portals once.
    ///
    /// [`Grid::with_portals`] makes the same map from this list.
    #[must_use]
    pub fn portal_list(&self) -> Vec<Portal> {
        self.portals.list.to_vec()
    }

    /// Returns the list of portals and its directions.
    pub(crate) const fn all_portals(&self) -> &Portals {
        &self.portals
    }

    /// Returns the number of terrains at the start of the legend that are never replaced.
    ///
    /// The others were added for costs.
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

    /// Checks that a map can have this size.
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

    /// Replaces the legend, which is known to fit the cells.
    pub(crate) fn put_legend(&mut self, legend: Arc<[Terrain]>) {
        self.costs.fill(0);
        for (cost, terrain) in self.costs.iter_mut().zip(&*legend) {
            *cost = terrain.cost.unwrap_or(0);
        }
        self.one_way = legend.iter().any(Terrain::is_one_way);
        self.legend = legend;
    }
}
