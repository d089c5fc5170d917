//! Labels made in pieces, so that no call takes long.

use super::labels::Regions;
use super::runs::Runs;
use crate::map::bits::Bits;
use crate::slices::repeat;
use crate::{Grid, Movement, Revision};

/// Labels under construction, of the map at one revision.
#[derive(Clone, Debug)]
pub(crate) struct Labelling {
    revision: Revision,
    runs: Runs,
    are_found: bool,
    regions: Regions,
}

/// Number of runs of walkable cells that get their labels in the time of an expansion.
const RUNS: usize = 16;

impl Labelling {
    pub(in crate::map) fn new(grid: &Grid, bits: &Bits, movement: Movement) -> Self {
        let regions = Regions::blank(bits.layout, movement);
        Self { revision: grid.revision(), runs: Runs::new(bits), are_found: false, regions }
    }

    /// Continues for `most` units of work; returns the units used and whether the labels are complete.
    pub(in crate::map) fn advance(&mut self, grid: &Grid, bits: &Bits, most: u64) -> (u64, bool) {
        for taken in 1..=most {
            if !self.are_found {
                self.are_found = !self.runs.find(bits, self.regions.shape().diagonal);
                continue;
            }
            let Self { runs, regions, .. } = self;
            if !runs.number(RUNS, |number, cells| regions.add(number, cells)) {
                self.regions.mark_one_ways(grid);
                self.regions.join(grid);
                return (taken, true);
            }
        }
        (most, false)
    }

    /// Returns `true` if the labels will be those of this map under this rule.
    pub(in crate::map) fn is_of(&self, grid: &Grid, movement: Movement) -> bool {
        (self.revision, self.regions.movement()) == (grid.revision(), movement)
    }

    pub(in crate::map) fn into_regions(self) -> Regions {
        self.regions
    }
}

impl Regions {
    /// Labels every cell.
    ///
    /// Patches are numbered from 1 in reading order of their first cells; a region has the number of its first
    /// patch.
    ///
    /// # Complexity
    /// O(cells) time and 4 bytes a cell.
    #[must_use]
    pub fn new(grid: &Grid, movement: Movement) -> Self {
        Self::of_bits(grid, &Bits::new(grid), movement)
    }

    /// Labels every cell, in [slices](crate::slices).
    pub async fn in_slices(grid: &Grid, movement: Movement) -> Self {
        let bits = Bits::new(grid);
        let mut labelling = Labelling::new(grid, &bits, movement);
        repeat(RUNS, || !labelling.advance(grid, &bits, 1).1).await;
        labelling.into_regions()
    }

    /// Labels every cell of a grid whose walkable cells are `bits`.
    pub(in crate::map) fn of_bits(grid: &Grid, bits: &Bits, movement: Movement) -> Self {
        let mut labelling = Labelling::new(grid, bits, movement);
        labelling.advance(grid, bits, u64::MAX);
        labelling.into_regions()
    }
}
