//! The labels of the cells, and what they answer.
//!
//! A patch is a set of cells that lead to each other from neighbour to neighbour, one-way terrain regarded
//! as plain. A region is one patch, or several that portals join.

use super::flood::Flood;
use super::joins::{Joins, RegionId, leads};
use crate::pathfinding::{Cell, CellIndex, DiagonalRule, Grid, GridSize, Movement};

/// Which cells can reach each other under one movement rule.
///
/// Costs do not matter here, so only edits that add or remove walls, or change one-way terrain, make labels
/// outdated. [`update`](Self::update) keeps them up.
#[derive(Clone, Debug)]
pub struct Regions {
    pub(super) size: GridSize,
    movement: Movement,
    /// Per cell its patch, 0 if it is blocked, and whether its terrain is one-way.
    pub(super) labels: Vec<u32>,
    /// By number; those that are not in use have size 0.
    pub(super) patches: Vec<Patch>,
    /// Numbers not in use.
    pub(super) spare: Vec<RegionId>,
    pub(super) joins: Joins,
    /// Memory of the floods of an edit: around a cell there are at most four groups of neighbours.
    pub(super) floods: [Flood; 4],
}

/// Set in the label of a cell that not every step may leave.
pub(super) const ONE_WAY: u32 = 1 << 31;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patch {
    pub size: u32,
    pub one_way: u32,
}

/// Whether a path leads from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reachability {
    /// None.
    No,
    /// There is one.
    Yes,
    /// One-way terrain decides, and only a search can say.
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
            size: grid.size(),
            movement,
            labels: vec![0; grid.cell_count()],
            patches: vec![Patch::default()],
            spare: Vec::new(),
            joins: Joins::default(),
            floods: Default::default(),
        };
        let mut stack = Vec::new();
        for first in 0..regions.labels.len() {
            if regions.labels[first] != 0 || !grid.is_walkable_at(first) {
                continue;
            }
            let number = RegionId::try_from(regions.patches.len()).expect("cells are counted in u32");
            let mut patch = Patch::default();
            regions.labels[first] = number;
            stack.push(dense(first));
            while let Some(at) = stack.pop() {
                patch.size += 1;
                if grid.has_one_way_terrain() && is_one_way(grid, at.get()) {
                    patch.one_way += 1;
                    regions.labels[at.get()] |= ONE_WAY;
                }
                let shape = regions.shape();
                shape.for_neighbors(at, |next| {
                    if regions.labels[next] == 0 && grid.is_walkable_at(next) {
                        regions.labels[next] = number;
                        stack.push(dense(next));
                    }
                });
            }
            regions.patches.push(patch);
        }
        regions.join(grid);
        regions
    }

    pub(super) fn shape(&self) -> Shape {
        // Under the two stricter corner rules a legal diagonal has a straight detour,
        // so only the free rule connects more than four ways do.
        let diagonal = self.movement == Movement::Eight(DiagonalRule::Always);
        Shape { size: self.size, diagonal }
    }

    pub(super) fn index(&self, cell: Cell) -> Option<usize> {
        self.size.index(cell).map(CellIndex::get)
    }

    pub(super) fn patch_at(&self, index: usize) -> RegionId {
        self.labels[index] & !ONE_WAY
    }

    fn patch_of(&self, cell: Cell) -> RegionId {
        self.index(cell).map_or(0, |index| self.patch_at(index))
    }

    /// Works out what the portals join.
    pub(super) fn join(&mut self, grid: &Grid) {
        self.joins = Joins::new(self.links(grid).collect());
    }

    /// The portals that can be walked, as patches.
    pub(super) fn links(&self, grid: &Grid) -> impl Iterator<Item = (RegionId, RegionId)> {
        let links = grid.portals().iter().map(|portal| (self.patch_of(portal.from), self.patch_of(portal.to)));
        links.filter(|&(from, to)| from != 0 && to != 0)
    }

    /// Whether a path leads from one patch to another, or from cell to cell if they are the same.
    ///
    /// Over the portals in their direction it must be possible to walk from patch to patch; if no patch on
    /// that path has one-way terrain, nothing else is needed.
    fn reach_patch(&self, grid: &Grid, from: RegionId, to: RegionId) -> Reachability {
        let is_plain = |patch: RegionId| self.patches[patch as usize].one_way == 0;
        let links: Vec<_> = self.links(grid).collect();
        if is_plain(from) && is_plain(to) && leads(&links, from, to, is_plain) {
            Reachability::Yes
        } else if leads(&links, from, to, |_| true) {
            Reachability::Perhaps
        } else {
            Reachability::No
        }
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

    /// Whether a path can lead from one cell to the other. Both lie inside the grid.
    ///
    /// Where terrain and portals lead both ways, there is one. Else [`reach`](Self::reach) knows more.
    #[must_use]
    pub fn connected(&self, a: Cell, b: Cell) -> bool {
        let region = self.of(a);
        region != 0 && region == self.of(b)
    }

    /// Whether a path leads from one cell to the other, as far as labels can tell; outside the grid there is
    /// none. `grid` is the map that the labels are of.
    ///
    /// # Complexity
    /// O(1) between cells that plain terrain joins; else O(p²) for p portals.
    ///
    /// # Examples
    /// ```
    /// use gridwalk::pathfinding::{Cell, Grid, Movement, Reachability, Regions};
    /// let grid = Grid::from_rows(&["..#."]);
    /// let regions = Regions::new(&grid, Movement::Four);
    /// let reach = |a, b| regions.reach(&grid, Cell::new(a, 0), Cell::new(b, 0));
    /// assert_eq!(reach(0, 1), Reachability::Yes);
    /// assert_eq!(reach(0, 3), Reachability::No);
    /// ```
    #[must_use]
    pub fn reach(&self, grid: &Grid, a: Cell, b: Cell) -> Reachability {
        let (from, to) = (self.patch_of(a), self.patch_of(b));
        if from == 0 || to == 0 {
            Reachability::No
        } else if a == b {
            Reachability::Yes
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

pub(super) fn is_one_way(grid: &Grid, index: usize) -> bool {
    grid.legend()[usize::from(grid.cells()[index].0)].is_one_way()
}

pub(super) fn dense(index: usize) -> CellIndex {
    CellIndex(u32::try_from(index).expect("cells are counted in u32"))
}

/// Which cells are neighbours.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    size: GridSize,
    pub diagonal: bool,
}

impl Shape {
    #[inline]
    pub fn for_neighbors(self, at: CellIndex, mut visit: impl FnMut(usize)) {
        let Cell { x, y } = self.size.cell(at);
        let (at, stride) = (at.get(), self.size.width as usize);
        let (left, right) = (x > 0, x + 1 < self.size.width.cast_signed());
        if left {
            visit(at - 1);
        }
        if right {
            visit(at + 1);
        }
        let below = y + 1 < self.size.height.cast_signed();
        for (inside, row) in [(y > 0, at.wrapping_sub(stride)), (below, at + stride)] {
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
