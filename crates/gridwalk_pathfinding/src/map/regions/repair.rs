//! Repair of region labels after edits.
//!
//! A closed cell may split its patch. A walk along the walls around it finds the neighbours that
//! still lead to each other, and the cells that the walls enclose are not visited. Flood fills
//! number the parts of a patch that fell apart.

use std::hint::black_box;

use super::{ONE_WAY, PartFlood, Patch, RegionId, Regions, Shape, is_one_way, narrow};
use crate::map::bits::{BitLayout, Bits, STEPS};
use crate::{Cell, Grid, GridEdit};

impl Regions {
    /// Updates the labels after a cell may have become free, a wall, or one-way.
    ///
    /// `bits` are the cells that were labelled, with this change; `grid` is the map after the whole
    /// edit. Returns `None` if the update exceeds the budget; then the labels must no longer be
    /// used.
    ///
    /// Cells are in one region exactly where fresh labels say so, but the numbers can differ. Where
    /// regions merge, the largest keeps its number. Where a region splits, the part that was
    /// flooded last keeps it. Unused numbers are used again.
    ///
    /// # Complexity
    /// O(1) where the neighbours lead to each other beside the cell, or there is at most one.
    /// Otherwise, for a cell that opens, O(n) for the cells of all but the largest of the regions
    /// that merge. For a cell that closes, O(n) for the length of the region's edge along the walls
    /// around the cell, without the longest stretch from neighbour to neighbour (see [`apart`]);
    /// and if the region splits, for the cells of all but its largest part.
    pub(in crate::map) fn follow(
        &mut self,
        grid: &Grid,
        bits: &Bits,
        cell: Cell,
        budget: &mut Budget,
    ) -> Option<()> {
        let place = self.layout.place(cell).expect("changes lie inside");
        match (self.labels[place] != 0, bits.get(place)) {
            (false, true) => self.open(bits, place, budget)?,
            (true, false) => self.close(bits, place, budget)?,
            _ => {}
        }
        self.mark(place, is_one_way(grid, cell));
        Some(())
    }

    /// Reads the labels of the cells that an edit is about to change.
    ///
    /// On a large map these reads take longer than the rest of the repair; done early, they overlap
    /// with other work.
    #[inline]
    pub(in crate::map) fn fetch(&self, edit: &GridEdit) {
        for place in edit
            .cells
            .iter()
            .filter_map(|&(cell, _)| self.layout.place(cell))
        {
            black_box(self.labels[place]);
        }
    }

    fn new_patch(&mut self) -> RegionId {
        self.spare.pop().unwrap_or_else(|| {
            self.patches.push(Patch::default());
            RegionId::try_from(self.patches.len() - 1).expect("cells are counted in u32")
        })
    }

    /// Adds a cell to the patches of its neighbours, which become one patch.
    fn open(&mut self, bits: &Bits, opened: usize, budget: &mut Budget) -> Option<()> {
        let sides = sides(bits.ring(opened), self.shape().diagonal);
        let sides = places(sides).map(|side| beside(opened, side, bits.layout));
        let mut patch = 0;
        for there in sides.clone().map(|side| self.patch_at(side)) {
            if patch == 0 || self.patches[there as usize].size > self.patches[patch as usize].size {
                patch = there;
            }
        }
        if patch == 0 {
            patch = self.new_patch();
        }
        self.labels[opened] = patch;
        self.patches[patch as usize].size += 1;
        for side in sides {
            if self.patch_at(side) != patch {
                self.relabel(side, patch, budget)?;
            }
        }
        Some(())
    }

    /// Gives a whole patch the number of the patch that it has become part of.
    fn relabel(&mut self, first: usize, number: RegionId, budget: &mut Budget) -> Option<()> {
        let shape = self.shape();
        let old = self.patch_at(first);
        let gone = std::mem::take(&mut self.patches[old as usize]);
        budget.spend(gone.size as usize)?;
        let cells = &mut self.floods[0].cells;
        cells.clear();
        let labels = &mut self.labels;
        let mut take = |at: usize, cells: &mut Vec<u32>| {
            if labels[at] & !ONE_WAY == old {
                labels[at] = labels[at] & ONE_WAY | number;
                cells.push(narrow(at));
            }
        };
        take(first, cells);
        let mut done = 0;
        while let Some(&at) = cells.get(done) {
            done += 1;
            shape.for_neighbors(at, |next| take(next, cells));
        }
        self.spare.push(old);
        let patch = &mut self.patches[number as usize];
        patch.size += gone.size;
        patch.one_way += gone.one_way;
        Some(())
    }

    /// Removes a cell from its patch, which may split.
    fn close(&mut self, bits: &Bits, closed: usize, budget: &mut Budget) -> Option<()> {
        self.mark(closed, false);
        let patch = std::mem::take(&mut self.labels[closed]);
        self.patches[patch as usize].size -= 1;
        if self.patches[patch as usize].size == 0 {
            self.spare.push(patch);
            return Some(());
        }
        let diagonal = self.shape().diagonal;
        let mut sides = sides(bits.ring(closed), diagonal);
        if sides.count_ones() > 1 {
            sides = apart(bits, closed, sides, diagonal, budget)?;
        }
        if sides.count_ones() > 1 {
            self.split(patch, closed, sides, budget)
        } else {
            Some(())
        }
    }

    /// Floods the parts of a patch in turns, one on each of these sides of a closed cell.
    ///
    /// It ends when at most one flood has cells left to visit. That part keeps the number of the
    /// patch.
    fn split(
        &mut self,
        patch: RegionId,
        closed: usize,
        sides: u8,
        budget: &mut Budget,
    ) -> Option<()> {
        let shape = self.shape();
        let mut memory = std::mem::take(&mut self.floods);
        let floods = &mut memory[..sides.count_ones() as usize];
        for (flood, side) in floods.iter_mut().zip(places(sides)) {
            let first = beside(closed, side, self.layout);
            (flood.number, flood.done) = (self.new_patch(), 0);
            flood.cells.clear();
            flood.cells.push(narrow(first));
            self.labels[first] = self.labels[first] & ONE_WAY | flood.number;
        }
        while floods.iter().filter(|flood| !flood.is_finished()).count() > 1 {
            budget.spend(floods.len())?;
            for flood in &mut *floods {
                self.advance(shape, patch, flood);
            }
        }
        let kept = floods
            .iter()
            .position(|flood| !flood.is_finished())
            .unwrap_or(0);
        for (i, flood) in floods.iter().enumerate() {
            if i == kept {
                for &at in &flood.cells {
                    let label = &mut self.labels[at as usize];
                    *label = *label & ONE_WAY | patch;
                }
                self.spare.push(flood.number);
            } else {
                let one_way = flood
                    .cells
                    .iter()
                    .filter(|&&at| self.labels[at as usize] & ONE_WAY != 0)
                    .count();
                let part = Patch {
                    size: narrow(flood.cells.len()),
                    one_way: narrow(one_way),
                };
                self.patches[patch as usize].size -= part.size;
                self.patches[patch as usize].one_way -= part.one_way;
                self.patches[flood.number as usize] = part;
            }
        }
        self.floods = memory;
        Some(())
    }

    /// Visits the neighbours of the next cell of a flood.
    fn advance(&mut self, shape: Shape, patch: RegionId, flood: &mut PartFlood) {
        let Some(&at) = flood.cells.get(flood.done) else {
            return;
        };
        flood.done += 1;
        shape.for_neighbors(at, |next| {
            if self.patch_at(next) == patch {
                self.labels[next] = self.labels[next] & ONE_WAY | flood.number;
                flood.cells.push(narrow(next));
            }
        });
    }
}

/// Number of cells that may still be visited. Without enough of them, the labels become invalid.
pub(in crate::map) struct Budget(pub usize);

impl Budget {
    #[inline]
    fn spend(&mut self, cells: usize) -> Option<()> {
        self.0 = self.0.checked_sub(cells)?;
        Some(())
    }
}

/// A side of a free cell with a wall: the wall is on the right of an agent that walks in `heading`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct WallSide {
    cell: usize,
    /// The direction of the walk, in quarters of a turn clockwise from north.
    heading: usize,
}

impl WallSide {
    /// Moves on along the wall.
    ///
    /// There is no branch, since walls are unpredictable.
    #[inline]
    fn follow(&mut self, bits: &Bits, diagonal: bool) {
        let steps = [
            bits.layout.stride.wrapping_neg(),
            1,
            bits.layout.stride,
            usize::MAX,
        ];
        let right = (self.heading + 1) % 4;
        let ahead = self.cell.wrapping_add(steps[self.heading]);
        let around_the_corner = ahead.wrapping_add(steps[right]);
        let is_walkable = usize::from(bits.get(ahead));
        let turns =
            (is_walkable | usize::from(diagonal)) & usize::from(bits.get(around_the_corner));
        let moves = is_walkable | turns;
        let all_if = |one: usize| one.wrapping_neg();
        *self = Self {
            cell: self
                .cell
                .wrapping_add(steps[self.heading] & all_if(moves))
                .wrapping_add(steps[right] & all_if(turns)),
            // Right around a corner, left before a wall.
            heading: self.heading.wrapping_add(turns + moves).wrapping_sub(1) % 4,
        };
    }
}

/// The results of [`sides`], by shape and free cells.
static SIDES: [[u8; 256]; 2] = [all_sides(false), all_sides(true)];

/// Returns one of each group of places that lead to each other without the closed cell.
///
/// `ring` has a bit for each place around the closed cell. `None` if the walk exceeds the budget.
///
/// All walls that touch the cell form one wall with it, and where one patch touches one wall its
/// edge is a single closed line (Rosenfeld, "Adjacency in digital pictures", 1974). So a walk along
/// the wall from one place leads to the next place of the same patch, or back if there is none. The
/// walks from all places advance in turns until one is left.
///
/// # Complexity
/// O(n) for the n steps along the edge from each place to the next, without the longest of these
/// stretches.
fn apart(bits: &Bits, closed: usize, ring: u8, diagonal: bool, budget: &mut Budget) -> Option<u8> {
    let mut starts = [WallSide::default(); 4];
    for (start, place) in starts.iter_mut().zip(places(ring)) {
        // Beside a straight neighbour the wall is the closed cell; past a corner it is the next
        // cell of the ring.
        *start = WallSide {
            cell: beside(closed, place, bits.layout),
            heading: (place / 2 + 1) % 4,
        };
    }
    let count = ring.count_ones() as usize;
    let (mut sides, mut groups) = (starts, [0, 1, 2, 3]);
    let mut walking = (1_u8 << count) - 1;
    while walking.count_ones() > 1 {
        budget.spend(count)?;
        for i in places(walking) {
            sides[i].follow(bits, diagonal);
            if let Some(there) = starts[..count].iter().position(|start| *start == sides[i]) {
                walking &= !(1 << i);
                let (a, b) = (groups[i], groups[there]);
                groups = groups.map(|group| if group == a.max(b) { a.min(b) } else { group });
            }
        }
    }
    let first_of_group = places(ring).enumerate().filter(|&(i, _)| groups[i] == i);
    Some(first_of_group.fold(0, |set, (_, place)| set | 1 << place))
}

/// Returns the cell at a place of the ring around another cell.
#[inline]
fn beside(at: usize, place: usize, layout: BitLayout) -> usize {
    let (dx, dy) = STEPS[place];
    at.wrapping_add_signed(dy * layout.stride.cast_signed() + dx)
}

/// Returns one of each group of free neighbours that lead to each other within the ring.
///
/// Like `free`, the result has a bit for each place of the ring; it has at most four. A neighbour
/// in the row of the cell is preferred, as its label is next to that of the cell; a corner is
/// chosen only if both cells beside the corner are walls.
#[inline]
const fn sides(free: u8, diagonal: bool) -> u8 {
    SIDES[diagonal as usize][free as usize]
}

/// Returns the places of the ring that are set.
fn places(mut set: u8) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (place < 8).then_some(place)
    })
}

const fn all_sides(diagonal: bool) -> [u8; 256] {
    let mut all = [0; 256];
    let mut free = 0;
    while free < 256 {
        all[free] = one_of_each_group(free, diagonal);
        free += 1;
    }
    all
}

const fn one_of_each_group(free: usize, diagonal: bool) -> u8 {
    // Only neighbours that lead to the cell count; corners of the ring join them, or not.
    let step = if diagonal { 1 } else { 2 };
    let (mut sides, mut group, mut i) = (0, 0, 0);
    // Twice around, as the first pass may begin in the middle of a group.
    while i < 16 {
        let (next, after) = (
            free >> ((i + 1) % 8) & 1 == 1,
            free >> ((i + 2) % 8) & 1 == 1,
        );
        let joined = if diagonal {
            // Two straight neighbours touch at the corner between them, whether that is free or
            // not.
            next || (i % 2 == 0 && after)
        } else {
            next && after
        };
        if free >> (i % 8) & 1 == 1 {
            group |= 1 << (i % 8);
            if !joined {
                sides = if i < 8 { sides } else { sides | one_of(group) };
                group = 0;
            }
        }
        i += step;
    }
    // A ring without a gap is one group without an end.
    if sides == 0 { one_of(group) } else { sides }
}

const fn one_of(group: u8) -> u8 {
    let (east_or_west, straight) = (group & 0b0100_0100, group & 0b0101_0101);
    let best = if east_or_west != 0 {
        east_or_west
    } else if straight != 0 {
        straight
    } else {
        group
    };
    best & best.wrapping_neg()
}
