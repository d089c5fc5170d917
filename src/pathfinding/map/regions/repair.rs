//! Labels kept up under edits.

use super::flood::Flood;
use super::joins::RegionId;
use super::labels::{ONE_WAY, Patch, Regions, Shape, dense, is_one_way};
use super::sides::{RING, places, sides};
use super::window::Window;
use crate::pathfinding::{Cell, CellIndex, Grid, GridChange};

/// Cells that may still be looked at. `None` where one would be too many: then the labels are worth nothing.
struct Budget(usize);

impl Budget {
    #[inline]
    fn spend(&mut self, cells: usize) -> Option<()> {
        self.0 = self.0.checked_sub(cells)?;
        Some(())
    }
}

impl Regions {
    /// Brings the labels up to date with an edit. `grid` is the map after it.
    ///
    /// Cells are in one region exactly where fresh labels say so, but the numbers can be others: where regions
    /// merge the larger one keeps its number, where one splits the part that was flooded last does, and numbers
    /// that came free are given out again.
    ///
    /// # Complexity
    /// O(1) a cell that opens beside one region or none, or that closes while the cells around it still lead
    /// to each other. Where regions merge, O(n) for all but the largest of them. Where a region may have split,
    /// O(n) for the smaller part; if it has not, until its floods meet, which is the whole region at worst. If
    /// one edit takes more work than a few times the map, everything is labelled from scratch: O(cells) at most.
    ///
    /// # Panics
    /// If the grid is of another size than the labelled one.
    pub fn update(&mut self, grid: &Grid, change: &GridChange) {
        self.keep_up(grid, change.cells.iter().map(|change| change.cell), usize::MAX);
    }

    /// The same for cells that may have changed, by one edit or several. False if it takes the work of more than
    /// `most` cells, to label everything from scratch included: then the labels must not be used any more.
    pub(in crate::pathfinding::map) fn keep_up(
        &mut self,
        grid: &Grid,
        cells: impl Iterator<Item = Cell>,
        most: usize,
    ) -> bool {
        assert_eq!(grid.size(), self.size, "the labels are of this map");
        let mut budget = Budget(most.min(2 * self.labels.len()));
        for cell in cells {
            if self.follow(grid, cell, &mut budget).is_none() {
                let is_affordable = self.labels.len() <= most;
                if is_affordable {
                    *self = Self::new(grid, self.movement());
                }
                return is_affordable;
            }
        }
        // The numbers of patches mean others after an edit, if they mean any.
        if !self.joins.are_of(self.links(grid)) {
            self.join(grid);
        }
        true
    }

    fn follow(&mut self, grid: &Grid, cell: Cell, budget: &mut Budget) -> Option<()> {
        let index = self.index(cell).expect("changes lie inside");
        match (self.patch_at(index) != 0, grid.is_walkable_at(index)) {
            (false, true) => self.open(index, cell, budget)?,
            (true, false) => self.close(index, cell, budget)?,
            _ => {}
        }
        self.mark(index, grid.has_one_way_terrain() && is_one_way(grid, index));
        Some(())
    }

    fn new_patch(&mut self) -> RegionId {
        self.spare.pop().unwrap_or_else(|| {
            self.patches.push(Patch::default());
            RegionId::try_from(self.patches.len() - 1).expect("cells are counted in u32")
        })
    }

    fn mark(&mut self, index: usize, one_way: bool) {
        let label = &mut self.labels[index];
        if *label != 0 && one_way != (*label & ONE_WAY != 0) {
            let patch = &mut self.patches[(*label & !ONE_WAY) as usize];
            *label ^= ONE_WAY;
            patch.one_way = if one_way { patch.one_way + 1 } else { patch.one_way - 1 };
        }
    }

    /// From each group of neighbours that lead to each other around the cell one place of its ring.
    fn sides(&self, index: usize, cell: Cell) -> u8 {
        let mut free = 0;
        for (place, (dx, dy)) in RING.into_iter().enumerate() {
            let is_free =
                self.size.contains(Cell::new(cell.x + dx, cell.y + dy)) && self.labels[self.beside(index, place)] != 0;
            free |= u8::from(is_free) << place;
        }
        sides(free, self.shape().diagonal)
    }

    /// The cell at a place of the ring, which lies on the map.
    fn beside(&self, index: usize, place: usize) -> usize {
        let (dx, dy) = RING[place];
        let stride = self.size.width.cast_signed() as isize;
        index.wrapping_add_signed(dy as isize * stride + dx as isize)
    }

    /// The free cells of a window around this one.
    fn window(&self, cell: Cell) -> Window {
        let (left, top) = Window::corner(cell);
        let (width, height) = (self.size.width.cast_signed(), self.size.height.cast_signed());
        let columns = left.max(0)..(left + Window::SIDE).min(width);
        let mut window = Window::default();
        for y in top.max(0)..(top + Window::SIDE).min(height) {
            let first = self.index(Cell::new(columns.start, y)).expect("it was cut off at the edge");
            let row = &self.labels[first..first + columns.len()];
            window.add_row(columns.start - left, y - top, row.iter().map(|label| *label != 0));
        }
        window
    }

    /// Adds a cell to the patch of its neighbours; all their patches become one.
    fn open(&mut self, index: usize, cell: Cell, budget: &mut Budget) -> Option<()> {
        let sides = self.sides(index, cell);
        let mut patch = 0;
        for there in places(sides).map(|place| self.patch_at(self.beside(index, place))) {
            if patch == 0 || self.patches[there as usize].size > self.patches[patch as usize].size {
                patch = there;
            }
        }
        if patch == 0 {
            patch = self.new_patch();
        }
        self.labels[index] = patch;
        self.patches[patch as usize].size += 1;
        for place in places(sides) {
            let side = self.beside(index, place);
            if self.patch_at(side) != patch {
                self.relabel(side, patch, budget)?;
            }
        }
        Some(())
    }

    /// Gives a whole patch the number of another that it has become part of.
    fn relabel(&mut self, first: usize, number: RegionId, budget: &mut Budget) -> Option<()> {
        let shape = self.shape();
        let old = self.patch_at(first);
        let gone = std::mem::take(&mut self.patches[old as usize]);
        budget.spend(gone.size as usize)?;
        let cells = &mut self.floods[0].cells;
        cells.clear();
        let labels = &mut self.labels;
        let mut take = |at: usize, cells: &mut Vec<CellIndex>| {
            if labels[at] & !ONE_WAY == old {
                labels[at] = labels[at] & ONE_WAY | number;
                cells.push(dense(at));
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

    /// Takes a cell out of its patch, which may fall apart.
    fn close(&mut self, index: usize, cell: Cell, budget: &mut Budget) -> Option<()> {
        self.mark(index, false);
        let patch = self.labels[index];
        self.labels[index] = 0;
        self.patches[patch as usize].size -= 1;
        if self.patches[patch as usize].size == 0 {
            self.spare.push(patch);
            return Some(());
        }
        let mut sides = self.sides(index, cell);
        if sides.count_ones() > 1 {
            sides = self.window(cell).sides(sides, self.shape().diagonal);
        }
        if sides.count_ones() > 1 { self.split(patch, index, sides, budget) } else { Some(()) }
    }

    /// Floods a patch from several neighbours of a closed cell at once, until at most one group of floods has cells left to look
    /// at. Every other group is a patch of its own now.
    fn split(&mut self, patch: RegionId, closed: usize, sides: u8, budget: &mut Budget) -> Option<()> {
        let shape = self.shape();
        let mut memory = std::mem::take(&mut self.floods);
        let mut count = 0;
        for place in places(sides) {
            let first = self.beside(closed, place);
            let number = self.new_patch();
            self.labels[first] = self.labels[first] & ONE_WAY | number;
            let flood = &mut memory[count];
            (flood.number, flood.group, flood.done) = (number, count, 0);
            flood.cells.clear();
            flood.cells.push(dense(first));
            count += 1;
        }
        let floods = &mut memory[..count];
        let mut kept = 0;
        loop {
            let running =
                floods.iter().filter(|flood| !flood.is_over()).fold(0_u8, |set, flood| set | 1 << flood.group);
            if running != 0 {
                kept = running.trailing_zeros() as usize;
            }
            if running.count_ones() <= 1 {
                break;
            }
            budget.spend(count)?;
            for i in 0..count {
                self.spread(shape, patch, floods, i);
            }
        }
        // The last group to run keeps the number, and what it has not looked at.
        for flood in &*floods {
            let number = if flood.group == kept { patch } else { floods[flood.group].number };
            let mut one_way = 0;
            for &at in &flood.cells {
                let label = &mut self.labels[at.get()];
                one_way += u32::from(*label & ONE_WAY != 0);
                *label = *label & ONE_WAY | number;
            }
            if number != patch {
                let size = dense(flood.cells.len()).0;
                self.patches[patch as usize].size -= size;
                self.patches[patch as usize].one_way -= one_way;
                self.patches[number as usize].size += size;
                self.patches[number as usize].one_way += one_way;
            }
        }
        for (i, flood) in floods.iter().enumerate() {
            if flood.group == kept || flood.group != i {
                self.spare.push(flood.number);
            }
        }
        self.floods = memory;
        Some(())
    }

    /// One flood looks at one of its cells.
    fn spread(&mut self, shape: Shape, patch: RegionId, floods: &mut [Flood], i: usize) {
        let Some(&at) = floods[i].cells.get(floods[i].done) else { return };
        floods[i].done += 1;
        shape.for_neighbors(at, |next| {
            let label = self.patch_at(next);
            if label == patch {
                self.labels[next] = self.labels[next] & ONE_WAY | floods[i].number;
                floods[i].cells.push(dense(next));
            } else if label != floods[i].number
                && let Some(met) = floods.iter().find(|flood| flood.number == label)
            {
                let (a, b) = (floods[i].group, met.group);
                for flood in floods.iter_mut().filter(|flood| flood.group == a || flood.group == b) {
                    flood.group = a.min(b);
                }
            }
        });
    }
}
