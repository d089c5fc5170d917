//! The steps between neighbours on a map, laid out beforehand: a search over the whole of it then asks nothing of the
//! terrain.

use std::ops::Range;

use super::step_patterns::{Around, Rules, StepPattern};
use crate::map::BitLayout;
use crate::{Cell, CostRule, Direction, Grid, SearchOptions, Terrain};

/// The steps between neighbours on a map without one-way cells and portals: what leads there leads back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StepLayers {
    layout: BitLayout,
    /// What each place costs; 0 is a wall.
    costs: Vec<u16>,
    /// The walkable neighbours of each place, a bit for each [`Direction`].
    open: Vec<u8>,
    /// Whether all of them cost the same as the place.
    is_plain: Vec<bool>,
    /// By the walkable neighbours, what counts where all cost the same.
    plain: Box<[StepPattern; 256]>,
    /// What a straight step and a diagonal one cost for each unit of what they touch.
    units: [u32; 2],
    is_mean: bool,
    /// So many rows of costs are there, and so many places are laid out.
    made: [usize; 2],
}

/// So many cells are laid out in the time of an expansion, once their costs are there.
const CELLS: usize = 64;

const INSIDE: &str = "walls lie around all cells";

/// As much as no path costs, and what a step costs that is not legal.
pub(crate) const FAR: u32 = 1 << 31;

/// Whether the steps from a place are meant, or those to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepEnd {
    From,
    To,
}

impl StepLayers {
    /// # Complexity
    /// O(cells) time, 4 bytes a cell.
    pub fn new(grid: &Grid, options: &SearchOptions) -> Self {
        let mut layers = Self::blank(grid, options);
        layers.advance(grid, u64::MAX);
        layers
    }

    /// Nothing is laid out yet: that is done by [`advance`](Self::advance).
    pub fn blank(grid: &Grid, options: &SearchOptions) -> Self {
        let layout = BitLayout::new(grid.size());
        let costs = vec![0_u16; layout.len()];
        let rules = Rules::of(options);
        let plain = |open: usize| {
            let [n, e, s, w, ne, se, sw, nw] = std::array::from_fn(|at| u16::from(open >> at & 1 == 1));
            rules.pattern(&Around::of_costs([nw, n, ne, w, 1, e, sw, s, se]))
        };
        let is_mean = options.cost_rule == CostRule::MeanTouched;
        let (straight, diagonal) = (options.units().straight().0, options.units().diagonal().0);
        let units = if is_mean { [straight / 2, diagonal / 4] } else { [straight, diagonal] };
        Self {
            layout,
            costs,
            open: vec![0; layout.len()],
            is_plain: vec![false; layout.len()],
            plain: Box::new(std::array::from_fn(plain)),
            units: units.map(|unit| u32::try_from(unit).expect("a step costs some thousands")),
            is_mean,
            made: [0; 2],
        }
    }

    /// Goes on for the time of so many expansions: how many it took, and whether all is there. Edits in between have to be
    /// [followed](Self::follow).
    pub fn advance(&mut self, grid: &Grid, most: u64) -> (u64, bool) {
        let (width, height, cost) = (grid.width() as usize, grid.height() as usize, grid.cost_table());
        let mut taken = 0;
        while self.made[1] < self.layout.len() {
            if taken >= most {
                return (taken, false);
            }
            let [row, place] = self.made;
            if row < height {
                let cells = &grid.cells()[row * width..][..width];
                for (place, terrain) in self.costs[(row + 1) * self.layout.stride + 1..].iter_mut().zip(cells) {
                    *place = cost[usize::from(terrain.0)];
                }
                self.made[0] += 1;
            } else {
                let end = (place + self.layout.stride).min(self.layout.len());
                self.lay_out(place..end);
                self.made[1] = end;
            }
            taken += width.div_ceil(CELLS) as u64;
        }
        (taken, true)
    }

    /// Whether an edit of this cell has not been followed.
    #[inline]
    pub fn differs(&self, grid: &Grid, cell: Cell) -> bool {
        self.costs[self.place(cell)] != grid.cost(cell).unwrap_or(0)
    }

    /// Follows an edit of this cell, and says which place that is.
    ///
    /// # Complexity
    /// O(1).
    pub fn follow(&mut self, grid: &Grid, cell: Cell) -> u32 {
        let (place, stride) = (self.place(cell), self.layout.stride);
        self.costs[place] = grid.cost(cell).unwrap_or(0);
        for middle in [place - stride, place, place + stride] {
            self.lay_out(middle - 1..middle + 2);
        }
        u32::try_from(place).expect("places are counted in u32")
    }

    pub fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<u16>() + self.open.capacity() + self.is_plain.capacity()
    }

    /// How many places there are.
    pub const fn len(&self) -> usize {
        self.layout.len()
    }

    /// The place of a cell inside.
    #[inline]
    pub fn place(&self, cell: Cell) -> usize {
        self.layout.place(cell).expect("the cell lies inside")
    }

    /// From a place to its neighbours, by [`Direction`].
    #[inline]
    pub fn offsets(&self) -> [isize; 8] {
        Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            dx as isize + dy as isize * self.layout.stride.cast_signed()
        })
    }

    /// What the cheapest step costs and the most expensive one, if there were one between any two terrains of the map.
    pub fn range(&self, grid: &Grid) -> [u32; 2] {
        let costs = grid.used_terrains().map(|terrain| grid.cost_table()[usize::from(terrain.0)]);
        let costs = costs.filter(|cost| *cost != 0);
        let (least, most) = costs.fold((Terrain::MAX_COST, 1), |(least, most), cost| (least.min(cost), most.max(cost)));
        [self.plain_costs(least)[0], self.plain_costs(most)[1]]
    }

    /// What a straight step and a diagonal one cost where all terrain costs the same.
    #[inline]
    fn plain_costs(&self, terrain: u16) -> [u32; 2] {
        let [straight, diagonal] = self.units.map(|unit| unit * u32::from(terrain));
        if self.is_mean { [2 * straight, 4 * diagonal] } else { [straight, diagonal] }
    }

    /// If a place and all its walkable neighbours cost the same: the steps that are worth it if it was reached by steps
    /// in these directions, a bit for each, and what a straight one and a diagonal one cost. If it was reached in all
    /// directions, it is where the search begins: all legal steps are worth it.
    #[inline]
    pub fn plain_steps(&self, place: usize, arrivals: u8) -> Option<(u8, [u32; 2])> {
        let pattern = &self.plain[usize::from(self.open[place])];
        let steps = || if arrivals == u8::MAX { pattern.legal } else { pattern.kept_behind(arrivals) };
        self.is_plain[place].then(|| (steps(), self.plain_costs(self.costs[place])))
    }

    /// The legal steps from a place, a bit for each [`Direction`]; they lead back as well.
    #[inline]
    pub fn legal(&self, place: usize) -> u8 {
        if self.costs[place] == 0 { 0 } else { self.plain[usize::from(self.open[place])].legal }
    }

    /// What legal steps between a place and its neighbours cost, by [`Direction`]; others have some cost as well.
    #[inline]
    pub fn steps(&self, place: usize, end: StepEnd) -> [u32; 8] {
        let here = u32::from(self.costs[place]);
        let [straight, diagonal] = self.units;
        if !self.is_mean && end == StepEnd::To {
            let (straight, diagonal) = (straight * here, diagonal * here);
            return [straight, straight, straight, straight, diagonal, diagonal, diagonal, diagonal];
        }
        let around = self.values_around(&self.costs, place).map(u32::from);
        let mut costs = [0; 8];
        for at in 0..8 {
            costs[at] = self.units[at / 4] * around[at];
        }
        if self.is_mean {
            // A wall beside a step counts as the more expensive end.
            let beside = |side: usize, wall: u32| if around[side] == 0 { wall } else { around[side] };
            for at in 0..4 {
                let (there, wall) = (around[at + 4], here.max(around[at + 4]));
                costs[at] = straight * (here + around[at]);
                costs[at + 4] = diagonal * (here + there + beside(at, wall) + beside((at + 1) % 4, wall));
            }
        }
        costs
    }

    /// What steps between a place and its neighbours cost, by [`Direction`]; [`FAR`] where they are not legal.
    #[inline]
    pub fn around(&self, place: usize, end: StepEnd) -> [u32; 8] {
        let (mut costs, legal) = (self.steps(place, end), self.legal(place));
        for (at, cost) in costs.iter_mut().enumerate() {
            *cost = if legal >> at & 1 == 1 { *cost } else { FAR };
        }
        costs
    }

    /// What is known of the neighbours of a place, by [`Direction`].
    #[inline]
    pub fn values_around<T: Copy>(&self, values: &[T], place: usize) -> [T; 8] {
        let three = |middle: usize| -> [T; 3] { *values[middle - 1..].first_chunk().expect(INSIDE) };
        let stride = self.layout.stride;
        let ([nw, n, ne], [w, _, e], [sw, s, se]) = (three(place - stride), three(place), three(place + stride));
        [n, e, s, w, ne, se, sw, nw]
    }

    #[expect(clippy::needless_bitwise_bool, reason = "without branches, several cells are laid out at once")]
    fn lay_out(&mut self, places: Range<usize>) {
        // The walls around the map stay as they are.
        let stride = self.layout.stride;
        let places = places.start.max(stride + 1)..places.end.min(self.layout.len() - stride - 1);
        if places.is_empty() {
            return;
        }
        let row = |first: usize| &self.costs[first..][..places.len() + 2];
        let [above, here, below] = [places.start - stride, places.start, places.start + stride].map(|at| row(at - 1));
        let (open, is_plain) = (&mut self.open[places.clone()], &mut self.is_plain[places.clone()]);
        for (at, (open, is_plain)) in open.iter_mut().zip(is_plain).enumerate() {
            let cost = here[at + 1];
            let straight = [above[at + 1], here[at + 2], below[at + 1], here[at]];
            let diagonal = [above[at + 2], below[at + 2], below[at], above[at]];
            (*open, *is_plain) = (0, cost != 0);
            for side in 0..4 {
                let (one, other) = (straight[side], diagonal[side]);
                *open |= u8::from(one != 0) << side | u8::from(other != 0) << (side + 4);
                *is_plain &= (one == cost) | (one == 0);
                *is_plain &= (other == cost) | (other == 0);
            }
        }
    }
}
