//! Labels kept up under edits.

use super::joins::RegionId;
use super::labels::{ONE_WAY, Patch, Regions, Shape, is_one_way};
use crate::pathfinding::{Cell, Grid, GridChange};

/// One of the floods that find out whether a closed cell has split its patch.
struct Flood {
    /// What it labels its cells with.
    number: RegionId,
    cells: Vec<usize>,
    /// How many of its cells have been looked at.
    done: usize,
    /// Floods that met have one group.
    group: usize,
}

impl Flood {
    const fn is_over(&self) -> bool {
        self.done == self.cells.len()
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
        assert_eq!((grid.width(), grid.height()), (self.width, self.height), "the labels are of this map");
        let mut work = 0;
        for change in &change.cells {
            let index = self.index(change.cell).expect("changes lie inside");
            match (self.patch_at(index) != 0, grid.is_walkable_at(index)) {
                (false, true) => work += self.open(index),
                (true, false) => work += self.close(index, change.cell),
                _ => {}
            }
            self.mark(index, grid.has_one_way_terrain() && is_one_way(grid, index));
            if work > 2 * self.labels.len() {
                *self = Self::new(grid, self.movement());
                return;
            }
        }
        self.join(grid);
    }

    fn new_patch(&mut self) -> RegionId {
        self.spare.pop().unwrap_or_else(|| {
            self.patches.push(Patch::default());
            RegionId::try_from(self.patches.len() - 1).expect("cells are counted in u32")
        })
    }

    fn mark(&mut self, index: usize, one_way: bool) {
        let label = &mut self.labels[index];
        let patch = &mut self.patches[(*label & !ONE_WAY) as usize];
        if *label != 0 && one_way != (*label & ONE_WAY != 0) {
            *label ^= ONE_WAY;
            patch.one_way = if one_way { patch.one_way + 1 } else { patch.one_way - 1 };
        }
    }

    /// Adds a cell to the patch of its neighbours; all their patches become one.
    fn open(&mut self, index: usize) -> usize {
        let shape = self.shape();
        let mut around: Vec<RegionId> = Vec::with_capacity(8);
        shape.for_neighbors(index, |next| around.push(self.patch_at(next)));
        around.retain(|&patch| patch != 0);
        around.sort_unstable();
        around.dedup();
        let largest = around.iter().copied().max_by_key(|&patch| self.patches[patch as usize].size);
        let patch = largest.unwrap_or_else(|| self.new_patch());
        self.labels[index] = patch;
        self.patches[patch as usize].size += 1;
        let mut work = 0;
        for smaller in around.into_iter().filter(|&smaller| smaller != patch) {
            let mut first = None;
            shape.for_neighbors(index, |next| first = first.or((self.patch_at(next) == smaller).then_some(next)));
            work += self.relabel(first.expect("a neighbour has this label"), patch);
        }
        work
    }

    /// Gives a whole patch the number of another that it has become part of.
    fn relabel(&mut self, first: usize, number: RegionId) -> usize {
        let shape = self.shape();
        let old = self.patch_at(first);
        let mut cells = vec![first];
        self.labels[first] = self.labels[first] & ONE_WAY | number;
        let mut done = 0;
        while let Some(&at) = cells.get(done) {
            done += 1;
            shape.for_neighbors(at, |next| {
                if self.patch_at(next) == old {
                    self.labels[next] = self.labels[next] & ONE_WAY | number;
                    cells.push(next);
                }
            });
        }
        let gone = std::mem::take(&mut self.patches[old as usize]);
        self.spare.push(old);
        let patch = &mut self.patches[number as usize];
        patch.size += gone.size;
        patch.one_way += gone.one_way;
        done
    }

    /// Takes a cell out of its patch, which may fall apart.
    fn close(&mut self, index: usize, cell: Cell) -> usize {
        self.mark(index, false);
        let patch = self.labels[index];
        self.labels[index] = 0;
        self.patches[patch as usize].size -= 1;
        if self.patches[patch as usize].size == 0 {
            self.spare.push(patch);
            return 0;
        }
        let sides = self.sides(cell);
        if sides.len() > 1 { self.split(patch, &sides) } else { 0 }
    }

    /// A neighbour from each group of neighbours that lead to each other around the cell.
    fn sides(&self, cell: Cell) -> Vec<usize> {
        const RING: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let diagonal = self.shape().diagonal;
        let free = RING.map(|(dx, dy)| {
            let index = self.index(Cell::new(cell.x + dx, cell.y + dy))?;
            (self.labels[index] != 0).then_some(index)
        });
        // Only neighbours that lead to the cell count; corners of the ring join them, or not.
        let step = if diagonal { 1 } else { 2 };
        let joined = |i: usize| {
            let (next, after) = (free[(i + 1) % 8].is_some(), free[(i + 2) % 8].is_some());
            if diagonal {
                // Two straight neighbours touch at the corner between them, be it free or not.
                next || (i.is_multiple_of(2) && after)
            } else {
                next && after
            }
        };
        let neighbors = (0..8).step_by(step).filter(|&i| free[i].is_some());
        let last_of_group: Vec<usize> = neighbors.clone().filter(|&i| !joined(i)).collect();
        if last_of_group.is_empty() {
            neighbors.take(1).filter_map(|i| free[i]).collect()
        } else {
            last_of_group.into_iter().filter_map(|i| free[i]).collect()
        }
    }

    /// Floods a patch from several cells at once, until at most one group of floods has cells left to look
    /// at. Every other group is a patch of its own now.
    fn split(&mut self, patch: RegionId, sides: &[usize]) -> usize {
        let shape = self.shape();
        let mut floods: Vec<Flood> = Vec::with_capacity(sides.len());
        for (group, &first) in sides.iter().enumerate() {
            let number = self.new_patch();
            self.labels[first] = self.labels[first] & ONE_WAY | number;
            floods.push(Flood { number, cells: vec![first], done: 0, group });
        }
        let mut kept = 0;
        loop {
            let mut running: Vec<usize> = floods.iter().filter(|f| !f.is_over()).map(|f| f.group).collect();
            running.sort_unstable();
            running.dedup();
            kept = running.first().copied().unwrap_or(kept);
            if running.len() <= 1 {
                break;
            }
            for i in 0..floods.len() {
                self.spread(shape, patch, &mut floods, i);
            }
        }
        // The last group to run keeps the number, and what it has not looked at.
        let work = floods.iter().map(|flood| flood.cells.len()).sum();
        for flood in &floods {
            let number = if flood.group == kept { patch } else { floods[flood.group].number };
            for &index in &flood.cells {
                let one_way = self.labels[index] & ONE_WAY;
                self.labels[index] = one_way | number;
                if number != patch {
                    let one_way = u32::from(one_way != 0);
                    self.patches[patch as usize].size -= 1;
                    self.patches[patch as usize].one_way -= one_way;
                    self.patches[number as usize].size += 1;
                    self.patches[number as usize].one_way += one_way;
                }
            }
        }
        for (i, flood) in floods.iter().enumerate() {
            if flood.group == kept || flood.group != i {
                self.spare.push(flood.number);
            }
        }
        work
    }

    /// One flood looks at one of its cells.
    fn spread(&mut self, shape: Shape, patch: RegionId, floods: &mut [Flood], i: usize) {
        let Some(&at) = floods[i].cells.get(floods[i].done) else { return };
        floods[i].done += 1;
        shape.for_neighbors(at, |next| {
            let label = self.patch_at(next);
            if label == patch {
                self.labels[next] = self.labels[next] & ONE_WAY | floods[i].number;
                floods[i].cells.push(next);
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
