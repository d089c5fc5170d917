//! Connected regions: "no way" is known before any search.
//!
//! A patch is a set of cells that lead to each other from neighbour to neighbour, one-way terrain regarded
//! as plain. A region is one patch, or several that portals join.

mod joins;
mod repair;

use super::{Cell, DiagonalRule, Grid, Movement};
use joins::Joins;

/// The number of a region; 0 is for blocked cells.
pub type RegionId = u32;

/// Which cells can reach each other under one movement rule.
///
/// Costs do not matter here, so only edits that add or remove walls, or change one-way terrain, make labels
/// outdated. [`update`](Self::update) keeps them up.
#[derive(Clone, Debug)]
pub struct Regions {
    width: u32,
    height: u32,
    movement: Movement,
    /// Per cell its patch, 0 if it is blocked, and whether its terrain is one-way.
    labels: Vec<u32>,
    /// By number; those that are not in use have size 0.
    patches: Vec<Patch>,
    /// Numbers not in use.
    spare: Vec<RegionId>,
    joins: Joins,
}

/// Set in the label of a cell that not every step may leave.
const ONE_WAY: u32 = 1 << 31;

#[derive(Clone, Copy, Debug, Default)]
struct Patch {
    size: u32,
    one_way: u32,
}

/// Whether a way leads from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// None.
    No,
    /// There is one.
    Yes,
    /// One-way terrain decides, and only a search can tell.
    Perhaps,
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
        let mut regions = Self {
            width: grid.width(),
            height: grid.height(),
            movement,
            labels: vec![0; grid.cell_count()],
            patches: vec![Patch::default()],
            spare: Vec::new(),
            joins: Joins::default(),
        };
        let mut stack = Vec::new();
        for first in 0..regions.labels.len() {
            if regions.labels[first] != 0 || !grid.is_walkable_at(first) {
                continue;
            }
            let number = RegionId::try_from(regions.patches.len()).expect("cells are counted in u32");
            let mut patch = Patch::default();
            regions.labels[first] = number;
            stack.push(first);
            while let Some(at) = stack.pop() {
                patch.size += 1;
                if grid.has_one_way_terrain() && is_one_way(grid, at) {
                    patch.one_way += 1;
                    regions.labels[at] |= ONE_WAY;
                }
                let shape = regions.shape();
                shape.for_neighbors(at, |next| {
                    if regions.labels[next] == 0 && grid.is_walkable_at(next) {
                        regions.labels[next] = number;
                        stack.push(next);
                    }
                });
            }
            regions.patches.push(patch);
        }
        regions.join(grid);
        regions
    }

    fn shape(&self) -> Shape {
        // Under the two stricter corner rules a legal diagonal has a straight detour,
        // so only the free rule connects more than four ways do.
        let diagonal = self.movement == Movement::Eight(DiagonalRule::Always);
        Shape { width: self.width as usize, height: self.height as usize, diagonal }
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (u32::try_from(cell.x).ok()?, u32::try_from(cell.y).ok()?);
        (x < self.width && y < self.height).then(|| y as usize * self.width as usize + x as usize)
    }

    fn patch_at(&self, index: usize) -> RegionId {
        self.labels[index] & !ONE_WAY
    }

    fn patch_of(&self, cell: Cell) -> RegionId {
        self.index(cell).map_or(0, |index| self.patch_at(index))
    }

    /// The movement rule that the labels are made for.
    #[must_use]
    pub const fn movement(&self) -> Movement {
        self.movement
    }

    /// The region of a cell inside the grid; 0 if the cell is blocked.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[must_use]
    pub fn of(&self, cell: Cell) -> RegionId {
        let index = self.index(cell).expect("the cell is inside");
        self.joins.first_of(self.patch_at(index))
    }

    /// Whether a way can lead from one cell to the other. Both lie inside the grid.
    ///
    /// Where terrain and portals lead both ways, there is one. Else [`reach`](Self::reach) knows more.
    #[must_use]
    pub fn connected(&self, a: Cell, b: Cell) -> bool {
        let region = self.of(a);
        region != 0 && region == self.of(b)
    }

    /// Whether a way leads from one cell to the other, as far as labels can tell; outside the grid there is
    /// none. `grid` is the map that the labels are of.
    ///
    /// # Complexity
    /// O(1) between cells that plain terrain joins; else O(p²) for p portals.
    ///
    /// # Examples
    /// ```
    /// use gridwalk::pathfinding::{Cell, Grid, Movement, Reach, Regions};
    /// let grid = Grid::from_rows(&["..#."]);
    /// let regions = Regions::new(&grid, Movement::Four);
    /// let reach = |a, b| regions.reach(&grid, Cell::new(a, 0), Cell::new(b, 0));
    /// assert_eq!(reach(0, 1), Reach::Yes);
    /// assert_eq!(reach(0, 3), Reach::No);
    /// ```
    #[must_use]
    pub fn reach(&self, grid: &Grid, a: Cell, b: Cell) -> Reach {
        let (from, to) = (self.patch_of(a), self.patch_of(b));
        if from == 0 || to == 0 {
            Reach::No
        } else if a == b {
            Reach::Yes
        } else {
            self.reach_patch(grid, from, to)
        }
    }

    /// How many regions there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.patches.len() - 1 - self.spare.len() - self.joins.merged()
    }

    /// How many cells the region holds; 0 if there is none of that number.
    #[must_use]
    pub fn size(&self, region: RegionId) -> u32 {
        let size = |patch: RegionId| self.patches.get(patch as usize).map_or(0, |patch| patch.size);
        if self.joins.first_of(region) == region {
            size(region) + self.joins.others_of(region).map(size).sum::<u32>()
        } else {
            0
        }
    }
}

fn is_one_way(grid: &Grid, index: usize) -> bool {
    grid.legend()[usize::from(grid.cells()[index].0)].is_one_way()
}

/// Which cells are neighbours.
#[derive(Clone, Copy)]
struct Shape {
    width: usize,
    height: usize,
    diagonal: bool,
}

impl Shape {
    #[inline]
    fn for_neighbors(self, at: usize, mut visit: impl FnMut(usize)) {
        let (x, y) = (at % self.width, at / self.width);
        let (left, right) = (x > 0, x + 1 < self.width);
        if left {
            visit(at - 1);
        }
        if right {
            visit(at + 1);
        }
        for (inside, row) in [(y > 0, at.wrapping_sub(self.width)), (y + 1 < self.height, at + self.width)] {
            if !inside {
                continue;
            }
            visit(row);
            if self.diagonal && left {
                visit(row - 1);
            }
            if self.diagonal && right {
                visit(row + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathfinding::Portal;

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

    #[test]
    fn a_portal_joins_two_regions_and_leads_one_way() {
        let cell = |x| Cell::new(x, 0);
        let portal = Portal { two_way: false, ..Portal::between(cell(1), cell(3)) };
        let grid = Grid::from_rows(&["..#..#."]).with_portals(&[portal]).unwrap();
        let regions = Regions::new(&grid, Movement::Four);
        assert_eq!(regions.count(), 2);
        assert_eq!((regions.size(1), regions.size(2), regions.size(3)), (4, 0, 1));
        assert!(regions.connected(cell(4), cell(0)), "labels cannot tell forth from back");
        assert_eq!(regions.reach(&grid, cell(0), cell(4)), Reach::Yes);
        assert_eq!(regions.reach(&grid, cell(4), cell(0)), Reach::No);
        assert_eq!(regions.reach(&grid, cell(0), cell(6)), Reach::No);
    }
}
