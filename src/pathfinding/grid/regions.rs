//! Connected regions: "no way" is known before any search.

use super::{Cell, DiagonalRule, Grid, Movement};

/// The number of a region; 0 is for blocked cells.
pub type RegionId = u32;

/// Which cells can reach each other under one movement rule.
///
/// Costs do not matter here, so only edits that add or remove walls make labels outdated.
#[derive(Clone, Debug)]
pub struct Regions {
    width: u32,
    labels: Vec<RegionId>,
    sizes: Vec<u32>,
}

impl Regions {
    /// Labels every cell.
    ///
    /// Regions are numbered from 1 in reading order of their first cells.
    ///
    /// # Complexity
    /// O(cells) time and 4 bytes a cell.
    #[must_use]
    pub fn new(grid: &Grid, movement: Movement) -> Self {
        // Under the two stricter corner rules a legal diagonal has a straight detour,
        // so only the free rule connects more than four ways do.
        let diagonal = movement == Movement::Eight(DiagonalRule::Always);
        let width = grid.width() as usize;
        let height = grid.height() as usize;
        let mut labels = vec![0; width * height];
        let mut sizes = vec![0];
        let mut stack = Vec::new();
        for first in 0..width * height {
            if labels[first] != 0 || !grid.is_walkable_at(first) {
                continue;
            }
            let label = RegionId::try_from(sizes.len()).expect("there are at most 2^32 cells");
            let mut size = 0;
            labels[first] = label;
            stack.push(first);
            while let Some(at) = stack.pop() {
                size += 1;
                let (x, y) = (at % width, at / width);
                let mut visit = |next: usize| {
                    if labels[next] == 0 && grid.is_walkable_at(next) {
                        labels[next] = label;
                        stack.push(next);
                    }
                };
                let (left, right) = (x > 0, x + 1 < width);
                if left {
                    visit(at - 1);
                }
                if right {
                    visit(at + 1);
                }
                for (inside, row) in [(y > 0, at.wrapping_sub(width)), (y + 1 < height, at + width)] {
                    if !inside {
                        continue;
                    }
                    visit(row);
                    if diagonal && left {
                        visit(row - 1);
                    }
                    if diagonal && right {
                        visit(row + 1);
                    }
                }
            }
            sizes.push(size);
        }
        Self { width: grid.width(), labels, sizes }
    }

    /// The region of a cell inside the grid; 0 if the cell is blocked.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[must_use]
    pub fn of(&self, cell: Cell) -> RegionId {
        let (x, y) = (u32::try_from(cell.x), u32::try_from(cell.y));
        let (x, y) = (x.expect("x is inside"), y.expect("y is inside"));
        assert!(x < self.width, "x is inside");
        self.labels[y as usize * self.width as usize + x as usize]
    }

    /// Whether a way leads from one cell to the other. Both lie inside the grid.
    #[must_use]
    pub fn connected(&self, a: Cell, b: Cell) -> bool {
        let region = self.of(a);
        region != 0 && region == self.of(b)
    }

    /// How many regions there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sizes.len() - 1
    }

    /// How many cells the region holds.
    #[must_use]
    pub fn size(&self, region: RegionId) -> u32 {
        self.sizes.get(region as usize).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_makes_two_regions() {
        let grid = Grid::from_rows(&["..#.", "..#.", "..#."]);
        let regions = Regions::new(&grid, Movement::Four);
        assert_eq!(regions.count(), 2);
        assert_eq!((regions.size(1), regions.size(2)), (6, 3));
        assert!(regions.connected(Cell::new(0, 0), Cell::new(1, 2)));
        assert!(!regions.connected(Cell::new(0, 0), Cell::new(3, 0)));
        assert!(!regions.connected(Cell::new(2, 0), Cell::new(2, 1)), "walls belong to no region");
    }

    #[test]
    fn only_free_corner_cutting_connects_diagonally() {
        let grid = Grid::from_rows(&[".#", "#."]);
        let counts = Movement::ALL.map(|movement| Regions::new(&grid, movement).count());
        assert_eq!(counts, [2, 1, 2, 2]);
    }
}
