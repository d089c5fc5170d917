//! Connected regions, so that "no path" is known before any search: patches, regions and
//! reachability.
//!
//! A patch is a set of cells that lead to each other from neighbour to neighbour, with one-way
//! terrain regarded as plain. A region is one patch, or several that portals join. Portals are few,
//! so the joins are computed from scratch when portals lead elsewhere.
//!
//! The label of a cell is the number of a part. A patch has one part, and more of them where edits
//! have joined patches: to join them, no label is written.

mod edges;
mod floods;
mod labelling;
mod parts;
mod relabel;
mod repair;
mod split;

use std::ops::Range;

pub(super) use floods::Budget;
use floods::Floods;
pub(crate) use labelling::Labelling;
pub use parts::RegionId;
use parts::{ONE_WAY, Parts, narrow};

use crate::map::bits::BitLayout;
use crate::{Cell, DiagonalRule, Grid, Movement, Rect, Terrain};

/// The connected regions of a map under one movement rule.
///
/// Costs do not matter here: only edits that add or remove walls, or change one-way terrain or
/// portals, make labels outdated. A [`Map`](crate::Map) keeps its labels up to
/// date, or drops them until they are asked for.
#[derive(Clone, Debug)]
pub struct Regions {
    layout: BitLayout,
    movement: Movement,
    /// The part of the cell at each place, 0 if it is blocked, with [`ONE_WAY`] for one-way
    /// terrain.
    labels: Vec<u32>,
    parts: Parts,
    joins: Joins,
    /// Memory of the flood fills of an edit.
    floods: Floods,
}

/// Memory of labels that are of no more use.
#[derive(Debug, Default)]
pub(super) struct LabelMemory {
    labels: Vec<u32>,
    parts: Parts,
}

/// Number of labels that are written without a branch.
const FEW: usize = 8;

/// The reachability of one cell from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reachability {
    /// No path exists.
    No,
    /// A path exists.
    Yes,
    /// One-way terrain decides, and only a search can find out.
    Perhaps,
}

impl Regions {
    /// Creates labels without a place, in the memory of other labels.
    fn blank(layout: BitLayout, movement: Movement, memory: LabelMemory) -> Self {
        let LabelMemory {
            mut labels,
            mut parts,
        } = memory;
        labels.clear();
        labels.reserve_exact(layout.len());
        parts.clear();
        Self {
            layout,
            movement,
            labels,
            parts,
            joins: Joins::default(),
            floods: Floods::default(),
        }
    }

    /// Appends at most `most` places without a patch; returns `false` once all places are there.
    ///
    /// To clear all of them would take milliseconds on a large map.
    fn extend(&mut self, most: usize) -> bool {
        let all = self.layout.len();
        self.labels.resize(all.min(self.labels.len() + most), 0);
        self.labels.len() < all
    }

    /// Labels a run of cells, behind which no cell has a label yet.
    ///
    /// Patches must come in the order of their numbers.
    #[inline]
    fn add(&mut self, number: RegionId, cells: Range<usize>) {
        self.parts.add(number, narrow(cells.len()));
        // Most runs are short: to write a fixed number of labels takes no branch.
        match self.labels[cells.start..].first_chunk_mut() {
            Some(labels) if cells.len() <= FEW => {
                let count = narrow(cells.len());
                *labels = [0, 1, 2, 3, 4, 5, 6, 7].map(|at| if at < count { number } else { 0 });
            }
            _ => self.labels[cells].fill(number),
        }
    }

    /// Marks the cells of one-way terrain.
    fn mark_one_ways(&mut self, grid: &Grid) {
        if grid.has_one_way_terrain() {
            let all = Rect {
                at: Cell::new(0, 0),
                width: grid.width(),
                height: grid.height(),
            };
            for cell in all.cells() {
                let place = self.layout.place(cell).expect("inside");
                self.mark(place, is_one_way(grid, cell));
            }
        }
    }

    fn shape(&self) -> Shape {
        // Under the two stricter corner rules a legal diagonal has a straight detour, so only the
        // free rule connects more than four directions do.
        let diagonal = self.movement == Movement::Eight(DiagonalRule::Always);
        Shape {
            layout: self.layout,
            diagonal,
        }
    }

    #[inline]
    fn part_at(&self, place: usize) -> RegionId {
        self.labels[place] & !ONE_WAY
    }

    #[inline]
    fn patch_at(&self, place: usize) -> RegionId {
        self.parts.patch_of(self.part_at(place))
    }

    /// Sets or removes the one-way mark of a cell.
    fn mark(&mut self, place: usize, one_way: bool) {
        let label = self.labels[place];
        if label != 0 && one_way != (label & ONE_WAY != 0) {
            self.labels[place] ^= ONE_WAY;
            let patch = self.patch_at(place);
            self.parts.mark(patch, one_way);
        }
    }

    fn patch_of(&self, cell: Cell) -> RegionId {
        self.layout
            .place(cell)
            .map_or(0, |place| self.patch_at(place))
    }

    /// Computes the joins of the patches by portals.
    fn join(&mut self, grid: &Grid) {
        self.joins = Joins::new(self.links(grid).collect());
    }

    /// Recomputes the joins if portals lead to other patches than before the edit.
    pub(in crate::map) fn follow_portals(&mut self, grid: &Grid) {
        if !self.joins.are_of(self.links(grid)) {
            self.join(grid);
        }
    }

    /// Returns the portals between walkable cells, as pairs of patches.
    fn links(&self, grid: &Grid) -> impl Iterator<Item = (RegionId, RegionId)> {
        let links = grid
            .portals()
            .iter()
            .map(|portal| (self.patch_of(portal.from), self.patch_of(portal.to)));
        links.filter(|&(from, to)| from != 0 && to != 0)
    }

    /// Returns the reachability of one patch from another, or of two cells if the patches are the
    /// same.
    ///
    /// Portals must lead from patch to patch in their direction. If no patch on that path has
    /// one-way terrain, nothing else is needed.
    fn reach_patch(&self, grid: &Grid, from: RegionId, to: RegionId) -> Reachability {
        let is_plain = |patch: RegionId| self.parts.is_plain(patch);
        if grid.portals().is_empty() {
            return match from == to {
                true if is_plain(from) => Reachability::Yes,
                true => Reachability::Perhaps,
                false => Reachability::No,
            };
        }
        // Portals are few, so a fixed array holds them: a query allocates nothing.
        let (mut links, mut count) = ([(0, 0); Grid::MAX_PORTALS], 0);
        for link in self.links(grid) {
            links[count] = link;
            count += 1;
        }
        let links = &links[..count];
        if is_plain(from) && is_plain(to) && leads(links, from, to, is_plain) {
            Reachability::Yes
        } else if leads(links, from, to, |_| true) {
            Reachability::Perhaps
        } else {
            Reachability::No
        }
    }

    /// Returns the memory of the labels in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.labels.len() * size_of::<u32>()
    }

    /// Returns the movement rule of the labels.
    #[must_use]
    pub const fn movement(&self) -> Movement {
        self.movement
    }

    /// Returns the region of a cell inside the grid; 0 if the cell is blocked.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    #[must_use]
    pub fn of(&self, cell: Cell) -> RegionId {
        let place = self.layout.place(cell).expect("the cell is inside");
        self.joins.first_of(self.patch_at(place))
    }

    /// Returns `true` if both cells, which lie inside the grid, are in one region.
    ///
    /// A path then leads from one to the other if terrain and portals lead both ways. Otherwise
    /// [`reach`](Self::reach) is more precise.
    #[must_use]
    pub fn connected(&self, a: Cell, b: Cell) -> bool {
        let region = self.of(a);
        region != 0 && region == self.of(b)
    }

    /// Returns the reachability of one cell from another, as far as labels can tell.
    ///
    /// No path leads outside the grid. `grid` is the map that was labelled.
    ///
    /// # Complexity
    /// O(1) between cells that plain terrain joins; else O(p²) for p portals.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Grid, Movement, Reachability, Regions};
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

    /// Returns `true` if no path leads from a cell to any of these others.
    ///
    /// # Complexity
    /// O(1) for each cell whose region is that of the cell before it, or plain; else that of
    /// [`reach`](Self::reach).
    #[must_use]
    pub fn rule_out(&self, grid: &Grid, from: Cell, to: impl IntoIterator<Item = Cell>) -> bool {
        let (from, mut known) = (self.patch_of(from), 0);
        let mut patches = to.into_iter().map(|cell| self.patch_of(cell));
        patches.all(|patch| {
            let is_known = patch == 0 || patch == known;
            known = if is_known { known } else { patch };
            is_known || from == 0 || self.reach_patch(grid, from, patch) == Reachability::No
        })
    }

    /// Returns the number of regions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.parts.patches() - self.joins.merged()
    }

    /// Returns the number of cells of the region; 0 if no region has that number.
    #[must_use]
    pub fn size(&self, region: RegionId) -> u32 {
        let size = |patch: RegionId| self.parts.size(patch);
        if self.joins.first_of(region) == region {
            size(region) + self.joins.others_of(region).map(size).sum::<u32>()
        } else {
            0
        }
    }
}

/// The neighbourhood of cells: four neighbours or eight.
#[derive(Clone, Copy)]
struct Shape {
    layout: BitLayout,
    pub diagonal: bool,
}

impl Shape {
    /// Returns the places of all neighbours of a cell, including walls around the map.
    #[inline]
    pub fn neighbors(self, at: usize) -> impl Iterator<Item = usize> {
        let (above, below) = (at - self.layout.stride, at + self.layout.stride);
        let straight = [at - 1, at + 1, above, below];
        let diagonal = [above - 1, above + 1, below - 1, below + 1];
        let count = if self.diagonal { 4 } else { 0 };
        straight.into_iter().chain(diagonal.into_iter().take(count))
    }
}

/// The joins of patches by portals.
#[derive(Clone, Debug, Default)]
struct Joins {
    /// Portals between walkable cells, as pairs of patches: from and to.
    links: Vec<(RegionId, RegionId)>,
    /// Patches with an end of a portal, each with the first patch of its region.
    firsts: Vec<(RegionId, RegionId)>,
}

impl Joins {
    /// Joins the patches of these links, each of which leads from patch to patch.
    fn new(links: Vec<(RegionId, RegionId)>) -> Self {
        let mut ends: Vec<RegionId> = links.iter().flat_map(|&(from, to)| [from, to]).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut joins: Vec<_> = ends.into_iter().map(|patch| (patch, patch)).collect();
        for (from, to) in &links {
            let first = |patch| {
                joins
                    .iter()
                    .find(|entry| entry.0 == patch)
                    .expect("an end of a link")
                    .1
            };
            let (a, b) = (first(*from), first(*to));
            for entry in &mut joins {
                if entry.1 == a || entry.1 == b {
                    entry.1 = a.min(b);
                }
            }
        }
        Self {
            links,
            firsts: joins,
        }
    }

    /// Returns `true` if these are the links that were joined.
    fn are_of(&self, links: impl Iterator<Item = (RegionId, RegionId)>) -> bool {
        self.links.iter().copied().eq(links)
    }

    /// Returns the first patch of the patch's region.
    fn first_of(&self, patch: RegionId) -> RegionId {
        self.firsts
            .iter()
            .find(|entry| entry.0 == patch)
            .map_or(patch, |entry| entry.1)
    }

    /// Returns the patches of a region other than its first.
    fn others_of(&self, first: RegionId) -> impl Iterator<Item = RegionId> {
        self.firsts
            .iter()
            .filter(move |entry| entry.1 == first && entry.0 != first)
            .map(|entry| entry.0)
    }

    /// Returns the number of patches that are not the first of their region.
    fn merged(&self) -> usize {
        self.firsts
            .iter()
            .filter(|entry| entry.0 != entry.1)
            .count()
    }
}

/// Returns `true` if not every step may leave the cell.
fn is_one_way(grid: &Grid, cell: Cell) -> bool {
    grid.has_one_way_terrain() && grid.terrain(cell).is_some_and(Terrain::is_one_way)
}

/// Returns `true` if links lead from one patch to another over patches that are `wanted`.
fn leads(
    links: &[(RegionId, RegionId)],
    from: RegionId,
    to: RegionId,
    wanted: impl Fn(RegionId) -> bool,
) -> bool {
    // Each link leads to at most one more patch.
    let mut reached = [from; Grid::MAX_PORTALS + 1];
    let (mut at, mut count) = (0, 1);
    while at < count {
        let patch = reached[at];
        if patch == to {
            return true;
        }
        at += 1;
        for &(entrance, exit) in links {
            if entrance == patch && wanted(exit) && !reached[..count].contains(&exit) {
                reached[count] = exit;
                count += 1;
            }
        }
    }
    false
}
