//! Start and goal of a generated map: the largest region, and two cells of it that lie far apart.

use std::collections::VecDeque;

use gridwalk_pathfinding::slices::{find_map, repeat};
use gridwalk_pathfinding::{Cell, CellIndex, Direction, Grid, RegionId, Regions};

/// Returns the ids of all regions of a map that has not changed since it was labelled.
pub(super) fn numbers(regions: &Regions) -> impl DoubleEndedIterator<Item = RegionId> {
    (1..=regions.count()).filter_map(|region| RegionId::try_from(region).ok())
}

/// Returns the largest region, the first of equally large ones; `None` if all cells are walls.
pub(super) fn largest(regions: &Regions) -> Option<RegionId> {
    numbers(regions).rev().max_by_key(|region| regions.size(*region))
}

/// Returns the cell farthest from the region's first cell, and the cell farthest from that cell.
///
/// Distances count straight steps.
pub(super) async fn far_apart(grid: &Grid, regions: &Regions, region: RegionId) -> (Cell, Cell) {
    let all = grid.size().rect().cells();
    let first = find_map(all, |cell| (regions.of(cell) == region).then_some(cell)).await.expect("a region has a cell");
    let mut seen = vec![0_u8; grid.cell_count()];
    let start = farthest(grid, first, 1, &mut seen).await;
    (start, farthest(grid, start, 2, &mut seen).await)
}

/// Returns the last cell of a breadth-first search; `mark` distinguishes it from earlier searches.
async fn farthest(grid: &Grid, from: Cell, mark: u8, seen: &mut [u8]) -> Cell {
    let (mut last, mut open) = (from, VecDeque::from([from]));
    seen[grid.index(from).expect("inside").get()] = mark;
    repeat(1, || {
        let Some(cell) = open.pop_front() else { return false };
        last = cell;
        for direction in &Direction::ALL[..4] {
            let to = cell.step(*direction);
            let Some(index) = grid.index(to).map(CellIndex::get) else { continue };
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
