//! The least cost from every cell to one, and the best step: Dijkstra's search over a whole map, as fast as it goes.
//!
//! Steps are laid out beforehand, so that the search itself asks nothing of the terrain. The open list holds a stack
//! for each bucket of costs. A bucket is no wider than the cheapest step unless some cost very much more, and then
//! whatever lies in it is final, in any order.

use crate::pathfinding::{Cell, CostRule, DiagonalRule, Direction, Grid, Movement, NeighborOrder, SearchOptions};

/// The steps between neighbours on a map.
///
/// Cells lie in rows with a wall between each two, and a row of walls above and below.
#[derive(Clone, Debug)]
pub(super) struct StepLayers {
    /// From a place to the one below.
    pub stride: usize,
    /// For the steps east, south, south-east and south-west of each place what the cells cost that it touches, as a sum;
    /// [`NO_STEP`] where it is not legal. What leads there leads back.
    touched: Vec<Touched>,
    /// What each cell costs.
    costs: Vec<u16>,
    straight: u64,
    diagonal: u64,
    is_mean: bool,
    least_step: u64,
    most_step: u64,
}

/// Those of one place.
type Touched = [u16; 4];

const NO_STEP: u16 = u16::MAX;

const INSIDE: &str = "walls lie around all cells";

/// Cost to the goal, and below it the place of the best step in an order of directions.
pub(super) type Key = u64;

/// The bits of a key below the cost.
pub(super) const STEP_BITS: u32 = 4;

/// The bits of the step. All of them at the goal and where no path leads: there is no such direction.
pub(super) const RANK: Key = (1 << STEP_BITS) - 1;

/// The key where no path leads.
pub(super) const UNREACHED: Key = Key::MAX;

impl StepLayers {
    pub fn new(grid: &Grid, options: &SearchOptions) -> Self {
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let stride = width + 1;
        let places = stride * (height + 2) + 1;
        let mut costs = vec![0_u16; places];
        let cost = grid.cost_table();
        for (row, cells) in grid.cells().chunks(width).enumerate() {
            let first = (row + 1) * stride + 1;
            for (place, terrain) in costs[first..].iter_mut().zip(cells) {
                *place = cost[usize::from(terrain.0)];
            }
        }
        let is_mean = options.cost_rule == CostRule::MeanTouched;
        let mut touched = vec![[NO_STEP; 4]; places];
        match options.movement {
            Movement::Four => lay_out(&mut touched, &costs, stride, is_mean, |_, _| false),
            Movement::Eight(DiagonalRule::Always) => lay_out(&mut touched, &costs, stride, is_mean, |_, _| true),
            Movement::Eight(DiagonalRule::AtLeastOneWalkable) => {
                lay_out(&mut touched, &costs, stride, is_mean, |p, q| p | q);
            }
            Movement::Eight(DiagonalRule::OnlyIfNoObstacles) => {
                lay_out(&mut touched, &costs, stride, is_mean, |p, q| p & q);
            }
        }
        let terrain_costs =
            grid.used_terrains().filter_map(|terrain| Some(cost[usize::from(terrain.0)]).filter(|cost| *cost != 0));
        let (least, most) = terrain_costs.fold((u16::MAX, 1), |(least, most), cost| (least.min(cost), most.max(cost)));
        let units = options.units();
        let (straight, diagonal) = (units.straight().0, units.diagonal().0);
        Self {
            stride,
            touched,
            costs,
            straight,
            diagonal,
            is_mean,
            least_step: straight * u64::from(least),
            most_step: diagonal * u64::from(most),
        }
    }

    /// The place of a cell inside.
    #[inline]
    pub fn place(&self, cell: Cell) -> usize {
        place(cell, self.stride)
    }

    #[inline]
    fn offset(&self, direction: Direction) -> isize {
        let (dx, dy) = direction.offset();
        dx as isize + dy as isize * self.stride.cast_signed()
    }

    /// By [`Direction`].
    #[inline]
    fn touched_around(&self, place: usize) -> [u16; 8] {
        let [nw, n, ne]: [Touched; 3] = *self.touched[place - self.stride - 1..].first_chunk().expect(INSIDE);
        let [w, here]: [Touched; 2] = *self.touched[place - 1..].first_chunk().expect(INSIDE);
        [n[1], here[0], here[1], w[0], ne[3], here[2], here[3], nw[2]]
    }

    /// What is left to the goal from each place, with the best step.
    ///
    /// # Complexity
    /// O(cells) where no step costs more than some dozen times the cheapest one.
    #[expect(clippy::needless_bitwise_bool, reason = "a branch less for each step")]
    pub fn keys(&self, goal: Cell, order: &NeighborOrder) -> Vec<Key> {
        let mut keys = vec![UNREACHED; self.costs.len()];
        let mut buckets = Buckets::new(self.least_step, self.most_step);
        let stride = self.stride;
        let rank = |direction| order.all().iter().position(|known| *known == direction).expect("all are listed") as Key;
        // By the direction from the cell that is expanded; the step leads back.
        let ranks = Direction::ALL.map(|direction| rank(direction.opposite()));
        let offsets = Direction::ALL.map(|direction| self.offset(direction));
        let units = if self.is_mean { [self.straight / 2, self.diagonal / 4] } else { [0, 0] };
        let first = self.place(goal);
        keys[first] = RANK;
        buckets.push(0, first);
        while let Some((bucket, place)) = buckets.pop() {
            let so_far = keys[place] >> STEP_BITS;
            if so_far >> buckets.shift != bucket {
                continue;
            }
            let entered = if self.is_mean { 0 } else { u64::from(self.costs[place]) };
            let plain = [so_far + self.straight * entered, so_far + self.diagonal * entered];
            let three = |middle: usize| -> [Key; 3] { *keys[middle - 1..].first_chunk().expect(INSIDE) };
            let ([nw, n, ne], [w, _, e], [sw, s, se]) = (three(place - stride), three(place), three(place + stride));
            let old = [n, e, s, w, ne, se, sw, nw];
            let touched = self.touched_around(place);
            let mut costs = [0; 8];
            let mut better = 0_u32;
            for at in 0..8 {
                let kind = usize::from(at >= 4);
                let cost = plain[kind] + units[kind] * u64::from(touched[at]);
                costs[at] = cost;
                better |= u32::from((cost << STEP_BITS | ranks[at] < old[at]) & (touched[at] != NO_STEP)) << at;
            }
            while better != 0 {
                let at = better.trailing_zeros() as usize;
                better &= better - 1;
                let next = place.wrapping_add_signed(offsets[at]);
                keys[next] = costs[at] << STEP_BITS | ranks[at];
                if costs[at] < old[at] >> STEP_BITS {
                    buckets.push(costs[at], next);
                }
            }
        }
        keys
    }
}

/// Whether a diagonal step may pass between two cells, of which it is known whether they are walkable, is asked of
/// `passes`: a function for each movement rule, so that nothing is decided cell by cell.
#[expect(clippy::needless_bitwise_bool, reason = "without branches, several cells are laid out at once")]
#[inline]
fn lay_out(touched: &mut [Touched], costs: &[u16], stride: usize, is_mean: bool, passes: impl Fn(bool, bool) -> bool) {
    let sum = |a: u16, b: u16, rest: u16| if is_mean { a + b + rest } else { 0 };
    let pair = |a: u16, b: u16| if (a != 0) & (b != 0) { sum(a, b, 0) } else { NO_STEP };
    let square = |a: u16, b: u16, p: u16, q: u16| {
        let wall = a.max(b);
        let beside = if p == 0 { wall } else { p } + if q == 0 { wall } else { q };
        if (a != 0) & (b != 0) & passes(p != 0, q != 0) { sum(a, b, beside) } else { NO_STEP }
    };
    let end = costs.len() - stride - 1;
    let (left, here, right) = (&costs[..end - 1], &costs[1..end], &costs[2..=end]);
    let (below_left, below, below_right) =
        (&costs[stride..][..end - 1], &costs[stride + 1..][..end - 1], &costs[stride + 2..][..end - 1]);
    for (at, to) in touched[1..end].iter_mut().enumerate() {
        let (w, c, e, sw, s, se) = (left[at], here[at], right[at], below_left[at], below[at], below_right[at]);
        *to = [pair(c, e), pair(c, s), square(c, se, e, s), square(c, sw, w, s)];
    }
}

/// The place of a cell in rows of this length, the wall between two rows included.
#[inline]
pub(super) fn place(cell: Cell, stride: usize) -> usize {
    (cell.y.cast_unsigned() as usize + 1) * stride + cell.x.cast_unsigned() as usize + 1
}

/// An open list of places by cost.
#[derive(Debug)]
pub(super) struct Buckets {
    /// Each bucket has the slot of its number modulo 64.
    stacks: Vec<Vec<u32>>,
    /// Which of them hold something, a bit for each, and some that hold nothing any more.
    occupied: u64,
    bucket: u64,
    /// A bucket holds 2 to this power different costs.
    shift: u32,
}

impl Buckets {
    fn new(least_step: u64, most_step: u64) -> Self {
        let shift = least_step.max(most_step / 16).ilog2();
        Self { stacks: vec![Vec::new(); 64], occupied: 0, bucket: 0, shift }
    }

    #[inline]
    fn push(&mut self, cost: u64, place: usize) {
        let slot = cost >> self.shift & 63;
        self.occupied |= 1 << slot;
        self.stacks[slot as usize].push(u32::try_from(place).expect("places are counted in u32"));
    }

    #[inline]
    fn pop(&mut self) -> Option<(u64, usize)> {
        loop {
            if let Some(place) = self.stacks[(self.bucket & 63) as usize].pop() {
                return Some((self.bucket, place as usize));
            }
            self.occupied &= !(1 << (self.bucket & 63));
            if self.occupied == 0 {
                return None;
            }
            self.bucket += u64::from(self.occupied.rotate_right((self.bucket & 63) as u32).trailing_zeros());
        }
    }
}
