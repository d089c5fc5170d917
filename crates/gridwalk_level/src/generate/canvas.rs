//! The canvas of the generators, and their random numbers.

use gridwalk_pathfinding::TerrainId;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::LegendEntry;

/// The only source of random numbers of a map.
pub(super) struct Rng(Pcg64Mcg);

impl Rng {
    /// Returns the generator for a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Returns a number from 0 to `n` - 1; always drawn as 32 bits, so that every platform draws the same.
    pub(super) fn below(&mut self, n: u32) -> u32 {
        self.0.random_range(0..n)
    }

    /// Returns `true` with this probability in percent.
    pub(super) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

/// The cells of an unfinished map.
pub(super) struct Canvas {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) cells: Vec<TerrainId>,
}

/// The first terrain of every legend of the generators.
pub(super) const FLOOR: TerrainId = TerrainId(0);
/// The second terrain of every legend of the generators.
pub(super) const WALL: TerrainId = TerrainId(1);

/// Returns the legend of floor and wall.
pub(super) fn plain() -> Vec<LegendEntry> {
    vec![LegendEntry::floor(), LegendEntry::wall()]
}

impl Canvas {
    /// Creates a canvas of one terrain.
    pub(super) fn new(width: u32, height: u32, terrain: TerrainId) -> Self {
        Self { width, height, cells: vec![terrain; width as usize * height as usize] }
    }

    const fn index(&self, x: u32, y: u32) -> usize {
        y as usize * self.width as usize + x as usize
    }

    pub(super) fn get(&self, x: u32, y: u32) -> TerrainId {
        self.cells[self.index(x, y)]
    }

    pub(super) fn set(&mut self, x: u32, y: u32, terrain: TerrainId) {
        let index = self.index(x, y);
        self.cells[index] = terrain;
    }

    /// Fills a rectangle, both corners included.
    pub(super) fn fill(&mut self, from: [u32; 2], to: [u32; 2], terrain: TerrainId) {
        for y in from[1]..=to[1] {
            let (first, last) = (self.index(from[0], y), self.index(to[0], y));
            self.cells[first..=last].fill(terrain);
        }
    }
}
