//! Repair of region labels after edits.
//!
//! A cell that opens joins the patches beside it. A cell that closes may split its patch: then
//! flood fills label all but the largest of the parts.

use std::hint::black_box;

use super::edges::{Apart, apart, beside, places, sides};
use super::relabel::rectangle;
use super::{Budget, ONE_WAY, Regions, is_one_way};
use crate::map::bits::Bits;
use crate::{Cell, Grid, GridEdit};

impl Regions {
    /// Updates the labels after a cell may have become free, a wall, or one-way.
    ///
    /// `bits` are the cells that were labelled, with this change; `grid` is the map after the whole
    /// edit. Returns `None` if the update exceeds the budget; then the labels must no longer be
    /// used.
    ///
    /// Cells are in one region exactly where fresh labels say so, but the numbers can differ.
    ///
    /// # Complexity
    /// Nearly O(1) for a cell that opens, and where the neighbours of a cell that closes lead to
    /// each other beside it. Otherwise O(n) for the length of the region's edge along the walls
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
            (false, true) => {
                let sides = places(sides(bits.ring(place), self.shape().diagonal));
                self.open(place, sides.map(|side| beside(place, side, bits.layout)));
            }
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

    /// Updates the labels after many cells may have become free, walls, or one-way.
    ///
    /// Like [`follow`](Self::follow), but `bits` have all of these changes.
    ///
    /// # Complexity
    /// Nearly O(n) for n changed cells, or for the n cells of a rectangle around them if many of
    /// those have changed; and the time of floods from around the rectangle, or around all closed
    /// cells, until they have met, or one is left in each patch.
    pub(in crate::map) fn follow_all(
        &mut self,
        grid: &Grid,
        bits: &Bits,
        changed: impl Iterator<Item = Cell> + Clone,
        budget: &mut Budget,
    ) -> Option<()> {
        if let Some(rect) = rectangle(changed.clone()) {
            self.relabel(grid, bits, rect);
            let around = self.places_around(rect);
            return self.split(bits, around.filter(|place| bits.get(*place)), false, budget);
        }
        let (layout, shape) = (self.layout, self.shape());
        let place_of = |cell| layout.place(cell).expect("changes lie inside");
        let mut closed = Vec::new();
        for place in changed.clone().map(place_of) {
            if self.labels[place] != 0 && !bits.get(place) {
                self.remove(place);
                closed.push(place);
            }
        }
        for cell in changed {
            let place = place_of(cell);
            if !bits.get(place) {
                continue;
            }
            if self.labels[place] == 0 {
                // A group of neighbours may be joined later only, so all of them count.
                self.open(place, shape.neighbors(place));
            }
            self.mark(place, is_one_way(grid, cell));
        }
        let around = closed.into_iter().flat_map(|at| shape.neighbors(at));
        self.split(bits, around.filter(|place| bits.get(*place)), false, budget)
    }

    /// Adds a cell to the patches of neighbours, which become one patch.
    ///
    /// Walls, and neighbours that are about to be opened as well, have no labels.
    #[inline]
    fn open(&mut self, opened: usize, neighbors: impl Iterator<Item = usize>) {
        let mut patch = 0;
        for neighbor in neighbors {
            let part = self.part_at(neighbor);
            if part == 0 {
                continue;
            }
            let there = self.parts.patch_of(part);
            if patch == 0 {
                patch = there;
                self.labels[opened] = part;
            } else if patch != there {
                patch = self.parts.join(patch, there);
            }
        }
        if patch == 0 {
            patch = self.parts.create();
            self.labels[opened] = patch;
        }
        self.parts.gain(self.labels[opened], patch, 1);
    }

    /// Removes a cell from its patch.
    fn remove(&mut self, closed: usize) {
        let label = std::mem::take(&mut self.labels[closed]);
        self.parts
            .remove_cells(label & !ONE_WAY, 1, label & ONE_WAY != 0);
    }

    /// Removes a cell from its patch, which may split.
    fn close(&mut self, bits: &Bits, closed: usize, budget: &mut Budget) -> Option<()> {
        self.remove(closed);
        let (layout, diagonal) = (self.layout, self.shape().diagonal);
        let sides = sides(bits.ring(closed), diagonal);
        if sides.count_ones() <= 1 {
            return Some(());
        }
        let Apart { sides, enclosed } = apart(bits, closed, sides, diagonal, budget)?;
        if sides.count_ones() <= 1 {
            return Some(());
        }
        let first = enclosed.map_or(0, |place| 1 << place);
        let all = places(first).chain(places(sides & !first));
        let all = all.map(|side| beside(closed, side, layout));
        self.split(bits, all, enclosed.is_some(), budget)
    }
}
