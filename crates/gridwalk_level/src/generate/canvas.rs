//! The canvas of the generators, their random numbers, and the start and goal of a finished map.
//!
//! Start and goal lie far apart in the largest region.

use std::collections::VecDeque;

use gridwalk_pathfinding::slices::{find_map, repeat};
use gridwalk_pathfinding::{Cell, CellIndex, Direction, Grid, RegionId, Regions, TerrainId};
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

    /// Returns a number from 0 to `n` - 1; always drawn as 32 bits, so that every platform draws
    /// the same.
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
        Self {
            width,
            height,
            cells: vec![terrain; width as usize * height as usize],
        }
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

/// Returns the ids of all regions of a map that has not changed since it was labelled.
pub(super) fn numbers(regions: &Regions) -> impl DoubleEndedIterator<Item = RegionId> {
    (1..=regions.count()).filter_map(|region| RegionId::try_from(region).ok())
}

/// Returns the largest region, the first of equally large ones; `None` if all cells are walls.
pub(super) fn largest(regions: &Regions) -> Option<RegionId> {
    numbers(regions)
        .rev()
        .max_by_key(|region| regions.size(*region))
}

/// Returns the cell farthest from the region's first cell, and the cell farthest from that cell.
///
/// Distances count straight steps.
pub(super) async fn far_apart(grid: &Grid, regions: &Regions, region: RegionId) -> (Cell, Cell) {
    let all = grid.size().rect().cells();
    let first = find_map(all, |cell| (regions.of(cell) == region).then_some(cell))
        .await
        .expect("a region has a cell");
    let mut seen = vec![0_u8; grid.cell_count()];
    let start = farthest(grid, first, 1, &mut seen).await;
    (start, farthest(grid, start, 2, &mut seen).await)
}

/// Returns the last cell of a breadth-first search; `mark` distinguishes it from earlier searches.
async fn farthest(grid: &Grid, from: Cell, mark: u8, seen: &mut [u8]) -> Cell {
    let (mut last, mut open) = (from, VecDeque::from([from]));
    seen[grid.index(from).expect("inside").get()] = mark;
    repeat(1, || {
        let Some(cell) = open.pop_front() else {
            return false;
        };
        last = cell;
        for direction in &Direction::ALL[..4] {
            let to = cell.step(*direction);
            let Some(index) = grid.index(to).map(CellIndex::get) else {
                continue;
            };
            if seen[index] != mark && grid.is_walkable(to) {
                seen[index] = mark;
                open.push_back(to);
            }
        }
        true
    })
    .await;
    last
}
