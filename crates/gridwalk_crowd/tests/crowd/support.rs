//! Random maps for crowds, and the run that judges them.

use gridwalk_pathfinding::{Cell, Grid};
use gridwalk_testing::Rng;

pub use gridwalk_testing::crowd::Run;

/// A map with this share of walls in percent, and costs up to `costs`.
pub fn random_grid(rng: &mut Rng, width: u32, height: u32, walls: u64, costs: u16) -> Grid {
    let cell = |rng: &mut Rng| {
        if rng.below(100_u64) < walls {
            0
        } else {
            1 + rng.below(costs)
        }
    };
    let cells: Vec<u16> = (0..width * height).map(|_| cell(rng)).collect();
    Grid::from_costs(width, height, &cells).unwrap()
}

/// Different walkable cells in random order, at most `count`.
pub fn free_cells(rng: &mut Rng, grid: &Grid, count: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = grid
        .iter()
        .filter(|(_, terrain)| !terrain.is_blocked())
        .map(|(cell, _)| cell)
        .collect();
    for at in (1..cells.len()).rev() {
        cells.swap(at, rng.below(at + 1));
    }
    cells.truncate(count);
    cells
}
