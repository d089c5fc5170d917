//! The walking cost to the nearest free slot of a group, around its slots.

use super::fields::FAR;
use super::ground::{Ground, Layout};

/// Costs inside of a rectangle of the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct HoleField {
    /// Column and row of the upper left corner, counted with the frame.
    corner: [i32; 2],
    size: [i32; 2],
    costs: Vec<u32>,
}

impl HoleField {
    /// No costs.
    pub const EMPTY: Self = Self { corner: [0; 2], size: [0; 2], costs: Vec::new() };

    /// The costs inside of a rectangle, row by row.
    pub const fn of(corner: [i32; 2], size: [i32; 2], costs: Vec<u32>) -> Self {
        Self { corner, size, costs }
    }

    /// The corner, the size and the costs of the rectangle.
    pub fn parts(&self) -> ([i32; 2], [i32; 2], &[u32]) {
        (self.corner, self.size, &self.costs)
    }

    pub fn clear(&mut self) {
        self.size = [0; 2];
        self.costs.clear();
    }

    /// The cost from a place; [`FAR`] where it is not known.
    #[inline]
    pub fn cost(&self, layout: &Layout, place: u32) -> u32 {
        let [column, row] = layout.column_and_row(place);
        let (x, y) = (column - self.corner[0], row - self.corner[1]);
        if x < 0 || y < 0 || x >= self.size[0] || y >= self.size[1] {
            return FAR;
        }
        self.costs[(y * self.size[0] + x).cast_unsigned() as usize]
    }
}

/// Memory of the search, shared by all groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct HoleSearch {
    costs: Vec<u32>,
    touched: Vec<u32>,
    /// Places by cost, in buckets as wide as the cheapest step, used in turn.
    buckets: Vec<Vec<u32>>,
    targets: Vec<bool>,
}

/// The search goes on so many straight steps after the last agent was reached.
const MARGIN: u32 = 8;

impl HoleSearch {
    /// Begins with no slots and no agents.
    pub fn begin(&mut self, ground: &Ground) {
        self.costs.resize(ground.layout.len(), FAR);
        self.targets.resize(ground.layout.len(), false);
        // A step costs at most this number of buckets.
        let count = usize::from(ground.max_cost()) * 28 / 5 + 2;
        if self.buckets.len() < count {
            self.buckets.resize(count.next_power_of_two(), Vec::new());
        }
    }

    /// Adds a free slot.
    pub fn add_hole(&mut self, place: u32) {
        self.costs[place as usize] = 0;
        self.touched.push(place);
        self.buckets[0].push(place);
    }

    /// Adds a place whose cost is needed.
    pub fn add_target(&mut self, place: u32) -> bool {
        !std::mem::replace(&mut self.targets[place as usize], true)
    }

    /// Searches until `count` targets are reached and a little further, writes the costs, and returns the number of
    /// expansions.
    pub fn finish(&mut self, ground: &Ground, mut count: usize, targets: &[u32], field: &mut HoleField) -> u64 {
        let (mask, width) = (self.buckets.len() - 1, ground.unit());
        let (mut bucket, mut idle, mut work) = (0_u32, 0, 0);
        let mut last = u32::MAX;
        // As many empty buckets in a row as there are: nothing is left.
        while idle <= mask && bucket <= last {
            let slot = bucket as usize & mask;
            let Some(place) = self.buckets[slot].pop() else {
                (bucket, idle) = (bucket + 1, idle + 1);
                continue;
            };
            idle = 0;
            let cost = self.costs[place as usize];
            if cost / width != bucket {
                continue;
            }
            work += 1;
            if std::mem::take(&mut self.targets[place as usize]) {
                count -= 1;
                if count == 0 {
                    last = bucket + MARGIN;
                }
            }
            for direction in 0..8_u8 {
                let from = place.wrapping_add_signed(-ground.layout.offsets[usize::from(direction)]);
                if !ground.allows(from, direction) {
                    continue;
                }
                let there = cost + ground.step_cost(from, direction);
                let known = &mut self.costs[from as usize];
                if there < *known {
                    if *known == FAR {
                        self.touched.push(from);
                    }
                    *known = there;
                    self.buckets[(there / width) as usize & mask].push(from);
                }
            }
        }
        self.write(&ground.layout, field);
        for place in targets {
            self.targets[*place as usize] = false;
        }
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        work
    }

    fn write(&mut self, layout: &Layout, field: &mut HoleField) {
        let at = |place: u32| layout.column_and_row(place);
        let Some(first) = self.touched.first() else { return field.clear() };
        let (mut low, mut high) = (at(*first), at(*first));
        for place in &self.touched {
            let place = at(*place);
            for axis in 0..2 {
                low[axis] = low[axis].min(place[axis]);
                high[axis] = high[axis].max(place[axis]);
            }
        }
        field.corner = low;
        field.size = [high[0] - low[0] + 1, high[1] - low[1] + 1];
        field.costs.clear();
        field.costs.resize((field.size[0] * field.size[1]).cast_unsigned() as usize, FAR);
        for place in self.touched.drain(..) {
            let [x, y] = at(place);
            let index = (y - low[1]) * field.size[0] + x - low[0];
            field.costs[index.cast_unsigned() as usize] = std::mem::replace(&mut self.costs[place as usize], FAR);
        }
    }
}
