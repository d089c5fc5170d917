//! Flood fill: the connected component of equal terrain.

use gridwalk_pathfinding::{Cell, Grid};

/// Returns the connected cells of this cell's terrain, by straight steps, in reading order.
///
/// Outside the map there are none.
///
/// # Complexity
/// Memory: O(cells of the map), one byte each. Time: only for the cells that are found, plus sorting them.
pub(super) fn area(grid: &Grid, at: Cell) -> Vec<Cell> {
    let (Some(start), Some(terrain)) = (grid.index(at), grid.terrain_id(at)) else { return Vec::new() };
    let (cells, width) = (grid.cells(), grid.width() as usize);
    let mut seen = vec![false; cells.len()];
    let mut open = vec![start.get()];
    seen[start.get()] = true;
    let mut found = Vec::new();
    while let Some(index) = open.pop() {
        found.push(index);
        let x = index % width;
        let around = [
            (x > 0).then(|| index - 1),
            (x + 1 < width).then_some(index + 1),
            index.checked_sub(width),
            Some(index + width).filter(|below| *below < cells.len()),
        ];
        for to in around.into_iter().flatten() {
            if cells[to] == terrain && !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        }
    }
    found.sort_unstable();
    let cell = |index: usize| Cell::new(at_most(index % width), at_most(index / width));
    found.into_iter().map(cell).collect()
}

fn at_most(side: usize) -> i32 {
    i32::try_from(side).expect("a side of a map is short")
}
