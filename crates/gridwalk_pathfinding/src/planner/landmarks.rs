//! Landmarks: costs from a few cells to all others bound the cost between any two (Goldberg and Harrelson 2005).
//!
//! They need no preparation and survive edits, since nothing asks for the costs themselves. All that counts is that
//! those of two neighbours differ by no more than a step between them costs. Steps that become more expensive leave
//! that true; behind those that become cheaper costs are lowered until it is true again.

use crate::search::{BucketQueue, StepPatterns};
use crate::{Cell, CellIndex, CostRule, Direction, Grid, SearchOptions};

/// So many landmarks at most: they share half a cache line for each cell.
const MOST: usize = 8;

/// Larger maps have none, for the memory.
const MOST_CELLS: usize = 1 << 21;

/// More than any cost that counts. Two cells where no path leads are equally far.
const UNREACHED: u32 = u32::MAX / 2;

#[derive(Debug, Default)]
pub(super) struct Landmarks {
    /// For each cell what it costs to come there from each landmark; all 0 where there is none.
    costs: Vec<[u32; MOST]>,
    count: usize,
    /// The cell that lies farthest from all of them.
    farthest: u32,
    growing: Vec<u32>,
    is_growing: bool,
    /// Changed since it grows.
    changed: Vec<u32>,
    open: BucketQueue,
    repairs: BucketQueue,
}

impl Landmarks {
    pub fn forget(&mut self) {
        self.costs.clear();
        self.changed.clear();
        (self.count, self.is_growing) = (0, false);
    }

    pub fn bytes(&self) -> usize {
        let costs = self.costs.capacity() * size_of::<[u32; MOST]>();
        let numbers = (self.growing.capacity() + self.changed.capacity()) * size_of::<u32>();
        costs + numbers + self.open.bytes() + self.repairs.bytes()
    }

    /// Works on the next landmark until so many cells are looked at. The first one is `goal`.
    ///
    /// # Complexity
    /// O(cells) once for each landmark, when it is done.
    pub fn grow(&mut self, grid: &Grid, steps: &mut SymmetricSteps, goal: u32, cells: u64) {
        if self.count == MOST || grid.cell_count() > MOST_CELLS {
            return;
        }
        if !self.is_growing {
            let from = if self.count == 0 { goal } else { self.farthest };
            self.growing.clear();
            self.growing.resize(grid.cell_count(), UNREACHED);
            self.growing[from as usize] = 0;
            self.changed.clear();
            self.open.begin(0, steps.shift);
            self.open.push(0, from);
            self.is_growing = true;
        }
        let mut lane = Lane { costs: &mut self.growing, step: 1, at: 0 };
        if !lane.dijkstra(grid, steps, &mut self.open, cells) {
            return;
        }
        lane.repair(grid, steps, &mut self.repairs, &self.changed, u64::MAX);
        self.costs.resize(grid.cell_count(), [0; MOST]);
        let mut most = 0;
        self.farthest = goal;
        for (index, (costs, &cost)) in (0..).zip(self.costs.iter_mut().zip(&self.growing)) {
            costs[self.count] = cost;
            let least = costs[..=self.count].iter().copied().min().unwrap_or(0);
            if least > most && cost != UNREACHED {
                (most, self.farthest) = (least, index);
            }
        }
        self.is_growing = false;
        self.count += 1;
    }

    /// Makes bounds true again after an edit of these cells. They are forgotten if that takes too long.
    pub fn follow(&mut self, grid: &Grid, steps: &mut SymmetricSteps, changed: &[u32]) {
        self.changed.extend_from_slice(changed);
        let most = (grid.cell_count() as u64 / 8).max(1 << 12);
        let mut is_kept = self.changed.len() as u64 <= most;
        for at in 0..self.count {
            let mut lane = Lane { costs: self.costs.as_flattened_mut(), step: MOST, at };
            is_kept = is_kept && lane.repair(grid, steps, &mut self.repairs, changed, most);
        }
        if !is_kept {
            self.forget();
        }
    }

    /// The bounds for paths to one goal.
    pub fn to(&self, grid: &Grid, options: &SearchOptions, goal: u32) -> Bounds<'_> {
        let straight = options.units().straight().0.cast_signed();
        let entered = (options.cost_rule == CostRule::Entered)
            .then(|| (straight, straight * i64::from(grid.cost_at(goal as usize))));
        Bounds { costs: &self.costs, goal: self.costs.get(goal as usize).copied().unwrap_or_default(), entered }
    }
}

/// What is left to one goal at least.
pub(super) struct Bounds<'a> {
    costs: &'a [[u32; MOST]],
    goal: [u32; MOST],
    /// If a step costs the terrain of the cell that it enters: a straight step on plain terrain, and to the goal.
    entered: Option<(i64, i64)>,
}

impl Bounds<'_> {
    #[inline]
    pub fn of(&self, grid: &Grid, index: u32) -> u64 {
        let Some(costs) = self.costs.get(index as usize) else { return 0 };
        let mut most = 0;
        for (one, other) in costs.iter().zip(&self.goal) {
            most = most.max(one.abs_diff(*other));
        }
        match self.entered {
            None => most.into(),
            // The other half of the mean: see `SymmetricSteps`.
            Some((straight, goal)) => {
                let here = straight * i64::from(grid.cost_at(index as usize));
                ((i64::from(most) + goal - here).max(0) / 2).cast_unsigned()
            }
        }
    }
}

/// Steps that cost the same both ways, and never more than the real ones.
///
/// Where a step costs w times the cell b that it enters, as a diagonal one or a straight one, of cost s: twice that is
/// at least s × (b - a) + w × (a + b) - (w - s) × |a - b|. Along a path the first part adds up to what depends on its
/// ends alone. The rest is the same both ways, and what these steps cost.
pub(super) struct SymmetricSteps<'a> {
    pub patterns: &'a mut StepPatterns,
    straight: u32,
    diagonal: u32,
    is_entered: bool,
    offsets: [i32; 8],
    shift: u32,
}

impl<'a> SymmetricSteps<'a> {
    pub fn new(grid: &Grid, options: &SearchOptions, patterns: &'a mut StepPatterns) -> Self {
        let units = options.units();
        let narrow = |cost: u64| u32::try_from(cost).expect("a step costs at most some thousands");
        let offset = |direction: Direction| {
            let (dx, dy) = direction.offset();
            dx + dy * grid.width().cast_signed()
        };
        Self {
            patterns,
            straight: narrow(units.straight().0),
            diagonal: narrow(units.diagonal().0),
            is_entered: options.cost_rule == CostRule::Entered,
            offsets: Direction::ALL.map(offset),
            // Narrower than any step: then no cell is left twice.
            shift: (units.straight().0 / 2).max(1).ilog2(),
        }
    }

    /// Calls for each step from this cell with where it leads, and its cost.
    #[inline]
    fn each(&mut self, grid: &Grid, index: u32, mut visit: impl FnMut(u32, u32)) {
        let pattern = *self.patterns.of(grid, index);
        let here = u32::from(grid.cost_at(index as usize));
        let mut legal = pattern.legal;
        while legal != 0 {
            let direction = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            let next = index.wrapping_add_signed(self.offsets[direction]);
            let cost = if self.is_entered {
                let there = u32::from(grid.cost_at(next as usize));
                let step = if direction < 4 { self.straight } else { self.diagonal };
                2 * step * here.min(there) + self.straight * here.abs_diff(there)
            } else {
                pattern.costs[direction]
            };
            visit(next, cost);
        }
    }
}

/// A cell and its neighbours.
fn cells_around(grid: &Grid, index: u32) -> impl Iterator<Item = u32> {
    let Cell { x, y } = grid.cell(CellIndex(index));
    let cells = (y - 1..=y + 1).flat_map(move |y| (x - 1..=x + 1).map(move |x| Cell::new(x, y)));
    cells.filter_map(|cell| grid.index(cell)).map(|index| index.0)
}

/// The costs from one landmark.
struct Lane<'a> {
    costs: &'a mut [u32],
    step: usize,
    at: usize,
}

impl Lane<'_> {
    #[inline]
    fn cost(&mut self, index: u32) -> &mut u32 {
        &mut self.costs[index as usize * self.step + self.at]
    }

    /// Lowers costs behind the open cells, at most so many; whether all are done.
    fn dijkstra(&mut self, grid: &Grid, steps: &mut SymmetricSteps, open: &mut BucketQueue, mut cells: u64) -> bool {
        while cells > 0 {
            let Some((floor, index)) = open.pop() else { return true };
            let here = *self.cost(index);
            // It was open with a higher cost as well.
            if u64::from(here) < floor {
                continue;
            }
            cells -= 1;
            steps.each(grid, index, |next, cost| {
                let cost = here.saturating_add(cost).min(UNREACHED);
                let known = self.cost(next);
                if cost < *known {
                    *known = cost;
                    open.push(cost.into(), next);
                }
            });
        }
        false
    }

    /// Lowers costs until they are bounds again, where these cells changed; false if that takes more cells than these.
    fn repair(
        &mut self,
        grid: &Grid,
        steps: &mut SymmetricSteps,
        open: &mut BucketQueue,
        changed: &[u32],
        cells: u64,
    ) -> bool {
        for &index in changed {
            *self.cost(index) = UNREACHED;
        }
        let around = || changed.iter().flat_map(|&index| cells_around(grid, index));
        open.begin(around().map(|index| (*self.cost(index)).into()).min().unwrap_or(0), steps.shift);
        for index in around() {
            let cost = *self.cost(index);
            if cost != UNREACHED {
                open.push(cost.into(), index);
            }
        }
        self.dijkstra(grid, steps, open, cells)
    }
}
