//! Repair of region labels after edits.

use std::hint::black_box;

use super::budget::Budget;
use super::flood::Flood;
use super::joins::RegionId;
use super::labels::{ONE_WAY, Patch, Regions, Shape, is_one_way, narrow};
use super::sides::{beside, places, sides};
use super::walls::apart;
use crate::map::bits::Bits;
use crate::{Cell, Grid, GridEdit};

impl Regions {
    /// Updates the labels after a cell may have become free, a wall, or one-way.
    ///
    /// `bits` are the cells that were labelled, with this change; `grid` is the map after the whole edit. Returns
    /// `None` if the update exceeds the budget; then the labels must no longer be used.
    ///
    /// Cells are in one region exactly where fresh labels say so, but the numbers can differ. Where regions merge, the
    /// largest keeps its number. Where a region splits, the part that was flooded last keeps it. Unused numbers are
    /// used again.
    ///
    /// # Complexity
    /// O(1) where the neighbours lead to each other beside the cell, or there is at most one. Otherwise, for a cell
    /// that opens, O(n) for the cells of all but the largest of the regions that merge. For a cell that closes, O(n)
    /// for the length of the region's edge along the walls around the cell, without the longest stretch from neighbour
    /// to neighbour (see [`apart`]); and if the region splits, for the cells of all but its largest part.
    pub(in crate::map) fn follow(&mut self, grid: &Grid, bits: &Bits, cell: Cell, budget: &mut Budget) -> Option<()> {
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
    /// On a large map these reads take longer than the rest of the repair; done early, they overlap with other work.
    #[inline]
    pub(in crate::map) fn fetch(&self, edit: &GridEdit) {
        for place in edit.cells.iter().filter_map(|&(cell, _)| self.layout.place(cell)) {
            black_box(self.labels[place]);
        }
    }

    /// Recomputes the joins if portals lead to other patches than before the edit.
    pub(in crate::map) fn follow_portals(&mut self, grid: &Grid) {
        if !self.joins.are_of(self.links(grid)) {
            self.join(grid);
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
        if sides.count_ones() > 1 { self.split(patch, closed, sides, budget) } else { Some(()) }
    }

    /// Floods the parts of a patch in turns, one on each of these sides of a closed cell.
    ///
    /// It ends when at most one flood has cells left to visit. That part keeps the number of the patch.
    fn split(&mut self, patch: RegionId, closed: usize, sides: u8, budget: &mut Budget) -> Option<()> {
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
        while floods.iter().filter(|flood| !flood.is_over()).count() > 1 {
            budget.spend(floods.len())?;
            for flood in &mut *floods {
                self.advance(shape, patch, flood);
            }
        }
        let kept = floods.iter().position(|flood| !flood.is_over()).unwrap_or(0);
        for (i, flood) in floods.iter().enumerate() {
            if i == kept {
                for &at in &flood.cells {
                    let label = &mut self.labels[at as usize];
                    *label = *label & ONE_WAY | patch;
                }
                self.spare.push(flood.number);
            } else {
                let one_way = flood.cells.iter().filter(|&&at| self.labels[at as usize] & ONE_WAY != 0).count();
                let part = Patch { size: narrow(flood.cells.len()), one_way: narrow(one_way) };
                self.patches[patch as usize].size -= part.size;
                self.patches[patch as usize].one_way -= part.one_way;
                self.patches[flood.number as usize] = part;
            }
        }
        self.floods = memory;
        Some(())
    }

    /// Visits the neighbours of the next cell of a flood.
    fn advance(&mut self, shape: Shape, patch: RegionId, flood: &mut Flood) {
        let Some(&at) = flood.cells.get(flood.done) else { return };
        flood.done += 1;
        shape.for_neighbors(at, |next| {
            if self.patch_at(next) == patch {
                self.labels[next] = self.labels[next] & ONE_WAY | flood.number;
                flood.cells.push(narrow(next));
            }
        });
    }
}
