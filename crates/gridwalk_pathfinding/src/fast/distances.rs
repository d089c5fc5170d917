//! The least cost from every cell to one: Dijkstra's search against the steps, as far as it is asked for, kept true
//! under edits.

use super::bucket_queue::BucketQueue;
use super::step_layers::{FAR, StepEnd, StepLayers};
use crate::{Direction, Grid, NeighborOrder};

/// What is left to a goal from each place of a map, as far as the search has come.
///
/// # Edits
/// A cost is supported by a neighbour if it is that one's cost and a step more. Where an edit took away the last
/// support, the cost is lost, and with it those that it alone supported; steps cost something, so that no two
/// support each other. A search from what is left around finds the lost ones again, and those that became cheaper
/// (Ramalingam and Reps 1996).
///
/// # Which steps are taken
/// Where the nine cells around one cost the same, only the steps that a search over
/// [patterns](super::StepPatterns) keeps, else all.
#[derive(Clone, Debug)]
pub(crate) struct Distances {
    goal: usize,
    /// What the cheapest step may cost and the most expensive one.
    range: [u32; 2],
    known: CostField,
    open: Ring,
}

#[derive(Clone, Debug)]
struct CostField {
    /// [`FAR`] where no path leads, and where the search has not come.
    costs: Vec<u32>,
    /// The directions of the steps by which a place was reached at its cost, a bit for each.
    arrivals: Vec<u8>,
}

/// So many costs are made in the time of an expansion.
const COSTS: usize = 256;

/// Of a place where a search begins: as if it had been reached by steps in all directions.
const ALL: u8 = u8::MAX;

/// Memory for [`Distances::follow`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Repair {
    /// Costs that may have lost their support.
    doubtful: BucketQueue,
    /// Those that have.
    lost: Vec<u32>,
    open: BucketQueue,
    /// How many costs were lost, and how many expansions found them again.
    pub expanded: u64,
}

impl Repair {
    pub fn bytes(&self) -> usize {
        self.doubtful.bytes() + self.open.bytes() + self.lost.capacity() * size_of::<u32>()
    }
}

/// What is left costs more than a field can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooFar;

impl Distances {
    /// A search that has not begun.
    ///
    /// # Complexity
    /// O(cells) time, 5 bytes a cell.
    pub fn new(grid: &Grid, layers: &StepLayers, goal: usize) -> Self {
        let mut distances = Self::blank(grid, layers, goal);
        distances.make(u64::MAX);
        distances
    }

    /// The same without any costs yet: those are made by [`make`](Self::make).
    pub fn blank(grid: &Grid, layers: &StepLayers, goal: usize) -> Self {
        let known = CostField { costs: Vec::with_capacity(layers.len()), arrivals: vec![0; layers.len()] };
        let range = layers.range(grid);
        let mut open = Ring::new(range);
        open.push(0, narrow(goal));
        Self { goal, range, known, open }
    }

    /// Goes on with the costs for the time of so many expansions: how many it took, and whether all are there.
    pub fn make(&mut self, most: u64) -> (u64, bool) {
        let CostField { costs, arrivals } = &mut self.known;
        let (begun, count) = (costs.len(), arrivals.len());
        if begun == count {
            return (0, true);
        }
        let end = usize::try_from(most).unwrap_or(usize::MAX).saturating_mul(COSTS).saturating_add(begun).min(count);
        costs.resize(end, FAR);
        if end == count {
            (costs[self.goal], arrivals[self.goal]) = (0, ALL);
        }
        ((end - begun).div_ceil(COSTS) as u64, end == count)
    }

    /// What is left from a place, or [`FAR`]. Right where the search [has come](Self::reach) to the place, and
    /// everywhere once it is over.
    pub fn cost(&self, place: usize) -> u32 {
        self.known.costs[place]
    }

    /// The first direction in this order in which a cheapest path goes on; `None` at the goal and where no path leads
    /// there. Right where [`cost`](Self::cost) is.
    pub fn best(&self, layers: &StepLayers, place: usize, order: &NeighborOrder) -> Option<Direction> {
        let (here, around) = (self.cost(place), layers.values_around(&self.known.costs, place));
        let steps = layers.around(place, StepEnd::From);
        let is_best = |at: usize| around[at] < FAR && around[at] + steps[at] == here;
        order.all().iter().copied().find(|direction| is_best(*direction as usize)).filter(|_| here < FAR)
    }

    /// Whether an edit of the cells at these places leaves a search true that is not over: it has not come near them, and
    /// steps cost what they may.
    pub fn is_far_from(&self, grid: &Grid, layers: &StepLayers, changed: &[u32]) -> bool {
        let is_far =
            |place: usize| self.cost(place) == FAR && layers.values_around(&self.known.costs, place) == [FAR; 8];
        let ([least, most], [new_least, new_most]) = (self.range, layers.range(grid));
        let has_begun = self.known.costs.len() == self.known.arrivals.len();
        least <= new_least && new_most <= most && (!has_begun || changed.iter().all(|place| is_far(*place as usize)))
    }

    /// Whether nothing is left to search.
    pub const fn is_over(&self) -> bool {
        self.open.occupied == 0
    }

    pub fn bytes(&self) -> usize {
        self.known.costs.capacity() * size_of::<u32>() + self.known.arrivals.capacity() + self.open.bytes()
    }

    /// Goes on until what is left from this place is known, or over all cells if that is `None`, with so many
    /// expansions at most. Says how many there were, and whether it has come there.
    ///
    /// # Complexity
    /// O(1) for each expansion.
    ///
    /// # Errors
    /// If a cost does not fit; nothing of the field counts then.
    pub fn reach(&mut self, layers: &StepLayers, place: Option<usize>, most: u64) -> Result<(u64, bool), TooFar> {
        let Self { known, open, .. } = self;
        let (offsets, mut expanded) = (layers.offsets(), 0);
        // No cost in a bucket follows from another one there: it is no wider than a step.
        while open.seek() {
            if place.is_some_and(|place| open.is_behind(known.costs[place])) {
                return Ok((expanded, true));
            }
            while let Some(next) = open.pop() {
                let so_far = known.costs[next as usize];
                if !open.is_here(so_far) {
                    continue;
                }
                if so_far >= FAR - MOST_STEP {
                    return Err(TooFar);
                }
                if expanded == most {
                    open.push(so_far, next);
                    return Ok((expanded, false));
                }
                expanded += 1;
                known.expand(layers, &offsets, next as usize, |cost, place| open.push(cost, place));
            }
        }
        Ok((expanded, true))
    }

    /// Follows edits of the cells at these places, after the layers have; what that takes is added to the repair's count.
    /// The search is over. False if a new one is due: to lose costs and to find others takes more than so many steps, or
    /// there are steps cheaper than any before.
    ///
    /// # Complexity
    /// O(costs that are lost, and that become cheaper).
    pub fn follow(
        &mut self,
        grid: &Grid,
        layers: &StepLayers,
        changed: &[u32],
        repair: &mut Repair,
        most: u64,
    ) -> bool {
        let Self { goal, range, known, open: Ring { shift, .. } } = self;
        let Repair { doubtful, lost, open, expanded: all } = repair;
        let (offsets, last) = (layers.offsets(), all.saturating_add(most));
        let around = |place: u32| {
            let place = place as usize;
            std::iter::once(place).chain(offsets.map(|offset| place.wrapping_add_signed(offset)))
        };
        let around = || changed.iter().copied().flat_map(around).filter(|place| place != goal);
        if layers.range(grid)[0] < range[0] {
            return false;
        }
        doubtful.begin(0, *shift);
        for place in around().filter(|place| known.costs[*place] < FAR) {
            doubtful.push(known.costs[place].into(), narrow(place));
        }
        lost.clear();
        while let Some((_, next)) = doubtful.pop() {
            let place = next as usize;
            let here = known.costs[place];
            let costs = layers.values_around(&known.costs, place);
            let steps = layers.around(place, StepEnd::From);
            if here == FAR || (0..8).any(|at| costs[at] < FAR && costs[at] + steps[at] == here) {
                continue;
            }
            known.costs[place] = FAR;
            lost.push(next);
            *all += 1;
            if *all == last {
                return false;
            }
            // What it supported by steps as they are now. Those that were different are around a changed cell.
            let steps = layers.around(place, StepEnd::To);
            for at in (0..8).filter(|at| costs[*at] < FAR && costs[*at] == here + steps[*at]) {
                doubtful.push(costs[at].into(), narrow(place.wrapping_add_signed(offsets[at])));
            }
        }
        open.begin(0, *shift);
        let places = lost.iter().map(|place| *place as usize).chain(around());
        for place in places.filter(|place| layers.legal(*place) != 0) {
            let steps = layers.around(place, StepEnd::From);
            let costs = layers.values_around(&known.costs, place);
            let best = (0..8).map(|at| costs[at].saturating_add(steps[at])).min().unwrap_or(FAR);
            if best < known.costs[place] {
                (known.costs[place], known.arrivals[place]) = (best, ALL);
                open.push(best.into(), narrow(place));
            }
        }
        while let Some((floor, next)) = open.pop() {
            let so_far = known.costs[next as usize];
            if u64::from(so_far) >> *shift << *shift != floor {
                continue;
            }
            if so_far >= FAR - MOST_STEP || *all == last {
                return false;
            }
            *all += 1;
            known.expand(layers, &offsets, next as usize, |cost, place| open.push(cost.into(), place));
        }
        true
    }
}

/// No step costs more.
const MOST_STEP: u32 = 1 << 28;

impl CostField {
    /// Takes the steps that lead to a place, and calls for each that makes a cost lower.
    #[inline]
    fn expand(&mut self, layers: &StepLayers, offsets: &[isize; 8], place: usize, mut push: impl FnMut(u32, u32)) {
        let so_far = self.costs[place];
        if let Some((mut steps, costs)) = layers.plain_steps(place, self.arrivals[place]) {
            while steps != 0 {
                let at = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                self.relax(place.wrapping_add_signed(offsets[at]), at, so_far + costs[at / 4], &mut push);
            }
            return;
        }
        let (steps, old) = (layers.steps(place, StepEnd::To), layers.values_around(&self.costs, place));
        let (mut better, mut equal, mut costs) = (0, 0, [0; 8]);
        for at in 0..8 {
            costs[at] = so_far + steps[at];
            better |= u8::from(costs[at] < old[at]) << at;
            equal |= u8::from(costs[at] == old[at]) << at;
        }
        better &= layers.legal(place);
        equal &= layers.legal(place);
        while better != 0 {
            let at = better.trailing_zeros() as usize;
            better &= better - 1;
            let next = place.wrapping_add_signed(offsets[at]);
            (self.costs[next], self.arrivals[next]) = (costs[at], 1 << at);
            push(costs[at], narrow(next));
        }
        while equal != 0 {
            let at = equal.trailing_zeros() as usize;
            equal &= equal - 1;
            self.arrivals[place.wrapping_add_signed(offsets[at])] |= 1 << at;
        }
    }

    /// A step in this direction leads to a place.
    #[inline]
    fn relax(&mut self, place: usize, direction: usize, cost: u32, push: &mut impl FnMut(u32, u32)) {
        let known = &mut self.costs[place];
        if cost < *known {
            *known = cost;
            self.arrivals[place] = 1 << direction;
            push(cost, narrow(place));
        } else if cost == *known {
            self.arrivals[place] |= 1 << direction;
        }
    }
}

/// An open list of places in buckets by cost, for as far ahead as a step leads.
#[derive(Clone, Debug)]
struct Ring {
    /// Each bucket has the slot of its number modulo their count, a power of two.
    slots: Vec<Vec<u32>>,
    /// How many slots hold something.
    occupied: usize,
    bucket: u32,
    /// A bucket holds 2 to this power different costs.
    shift: u32,
}

impl Ring {
    fn new([least, most]: [u32; 2]) -> Self {
        let shift = least.ilog2();
        let slots = ((most >> shift) as usize + 2).next_power_of_two();
        Self { slots: vec![Vec::new(); slots], occupied: 0, bucket: 0, shift }
    }

    #[inline]
    fn push(&mut self, cost: u32, place: u32) {
        let slot = (cost >> self.shift) as usize & (self.slots.len() - 1);
        let slot = &mut self.slots[slot];
        self.occupied += usize::from(slot.is_empty());
        slot.push(place);
    }

    /// Goes on to the next bucket that holds something; false if none does.
    fn seek(&mut self) -> bool {
        if self.occupied == 0 {
            return false;
        }
        while self.slots[self.bucket as usize & (self.slots.len() - 1)].is_empty() {
            self.bucket += 1;
        }
        true
    }

    /// Takes a place out of this bucket.
    #[inline]
    fn pop(&mut self) -> Option<u32> {
        let slot = self.bucket as usize & (self.slots.len() - 1);
        let slot = &mut self.slots[slot];
        let place = slot.pop();
        self.occupied -= usize::from(place.is_some() && slot.is_empty());
        place
    }

    /// Whether a cost belongs into this bucket.
    #[inline]
    const fn is_here(&self, cost: u32) -> bool {
        cost >> self.shift == self.bucket
    }

    /// Whether a cost belongs into one before.
    const fn is_behind(&self, cost: u32) -> bool {
        cost >> self.shift < self.bucket
    }

    fn bytes(&self) -> usize {
        self.slots.iter().map(|slot| size_of_val(slot) + slot.capacity() * size_of::<u32>()).sum()
    }
}

fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("places are counted in u32")
}
