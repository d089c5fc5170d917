//! The least cost from each place of a map to a goal, and the steps that support it.

use super::step_layers::{FAR, Link, StepEnd, StepLayers, narrow};

/// Costs of places, and the directions in which a search from the goals reached them.
#[derive(Clone, Debug, Default)]
pub(super) struct CostField {
    /// The cost of each place; [`FAR`] where no path leads, and where the search has not arrived.
    pub costs: Vec<u32>,
    /// Directions of the steps by which the search reached each place at its cost, a bit for each.
    ///
    /// 0 where the cost is [`FAR`], and where only a portal leads on.
    pub arrivals: Vec<u8>,
    /// Whether some cost does not fit, so that the field ends there.
    pub is_cut: bool,
}

/// The arrivals of a goal: all directions, as if steps in all of them had reached it.
pub(super) const ALL: u8 = u8::MAX;

/// The cost from which on places are not expanded: no step costs more than the rest to [`FAR`].
pub(super) const LIMIT: u32 = FAR - (1 << 28);

impl CostField {
    pub fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<u32>() + self.arrivals.capacity()
    }

    /// Relaxes the steps that lead to a place, and calls `push` for each cost that falls.
    ///
    /// If all neighbours cost the same, only the steps that a search over
    /// [patterns](crate::fast::StepPatterns) keeps are relaxed.
    #[inline]
    pub fn expand(
        &mut self,
        layers: &StepLayers,
        offsets: &[isize; 8],
        place: usize,
        mut push: impl FnMut(u32, u32),
    ) {
        let so_far = self.costs[place];
        if let Some((mut steps, costs)) = layers.plain_steps(place, self.arrivals[place]) {
            while steps != 0 {
                let at = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                self.relax(
                    place.wrapping_add_signed(offsets[at]),
                    at,
                    so_far + costs[at / 4],
                    &mut push,
                );
            }
            return;
        }
        self.expand_all(layers, offsets, place, push);
    }

    /// Relaxes all steps and portals that lead to a place.
    #[inline]
    pub fn expand_all(
        &mut self,
        layers: &StepLayers,
        offsets: &[isize; 8],
        place: usize,
        mut push: impl FnMut(u32, u32),
    ) {
        let so_far = self.costs[place];
        if let Some(costs) = layers.entry_costs(place) {
            let costs = costs.map(|cost| so_far + cost);
            self.relax_all(layers, offsets, place, |at| costs[at / 4], &mut push);
        } else {
            let costs = layers.steps(place, StepEnd::To).map(|step| so_far + step);
            self.relax_all(layers, offsets, place, |at| costs[at], &mut push);
        }
        if layers.has_links() {
            self.expand_links(layers, place, push);
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "the loop over directions has to be unrolled around the costs"
    )]
    #[inline(always)]
    fn relax_all(
        &mut self,
        layers: &StepLayers,
        offsets: &[isize; 8],
        place: usize,
        cost: impl Fn(usize) -> u32,
        push: &mut impl FnMut(u32, u32),
    ) {
        let (old, legal) = (
            layers.values_around(&self.costs, place),
            layers.legal(place, StepEnd::To),
        );
        let (mut better, mut equal) = (0, 0);
        for (at, old) in old.into_iter().enumerate() {
            better |= u8::from(cost(at) < old) << at;
            equal |= u8::from(cost(at) == old) << at;
        }
        (better, equal) = (better & legal, equal & legal);
        while better != 0 {
            let at = better.trailing_zeros() as usize;
            better &= better - 1;
            let next = place.wrapping_add_signed(offsets[at]);
            (self.costs[next], self.arrivals[next]) = (cost(at), 1 << at);
            push(cost(at), narrow(next));
        }
        while equal != 0 {
            let at = equal.trailing_zeros() as usize;
            equal &= equal - 1;
            self.arrivals[place.wrapping_add_signed(offsets[at])] |= 1 << at;
        }
    }

    #[cold]
    fn expand_links(&mut self, layers: &StepLayers, place: usize, mut push: impl FnMut(u32, u32)) {
        for &Link { from, cost, .. } in layers.links_to(place) {
            let cost = self.costs[place].saturating_add(cost);
            self.is_cut |= cost >= FAR;
            let known = &mut self.costs[from as usize];
            if cost < *known {
                *known = cost;
                self.arrivals[from as usize] = 0;
                push(cost, from);
            }
        }
    }

    /// Relaxes a place that the search reaches by a step in this direction.
    #[inline]
    fn relax(
        &mut self,
        place: usize,
        direction: usize,
        cost: u32,
        push: &mut impl FnMut(u32, u32),
    ) {
        let known = &mut self.costs[place];
        if cost < *known {
            *known = cost;
            self.arrivals[place] = 1 << direction;
            push(cost, narrow(place));
        } else if cost == *known {
            self.arrivals[place] |= 1 << direction;
        }
    }

    /// Returns `false` if no neighbour has a cost and the map has no portals.
    pub fn has_neighbor_with_cost(&self, layers: &StepLayers, place: usize) -> bool {
        // All places with a cost have arrivals, except those from which only a portal leads on.
        layers.has_links() || u64::from_le_bytes(layers.values_around(&self.arrivals, place)) != 0
    }

    /// Returns the cost of the best move from a place and its arrivals; [`FAR`] without a move.
    pub fn best(&self, layers: &StepLayers, place: usize) -> (u32, u8) {
        let (steps, around) = (
            layers.steps(place, StepEnd::From),
            layers.values_around(&self.costs, place),
        );
        let legal = layers.legal(place, StepEnd::From);
        let (mut best, mut set) = (FAR, 0);
        for at in 0..8 {
            // A cost beyond the limit supports no other cost.
            if around[at] < LIMIT && legal >> at & 1 == 1 {
                let through = around[at] + steps[at];
                if through <= best {
                    set = if through < best { 0 } else { set } | 1 << at;
                    best = through;
                }
            }
        }
        for link in layers.links_from(place) {
            let there = self.costs[link.to as usize];
            let through = if there < LIMIT {
                there.saturating_add(link.cost)
            } else {
                FAR
            };
            if through < best {
                (best, set) = (through, 0);
            }
        }
        if best < FAR {
            (best, opposite(set))
        } else {
            (FAR, 0)
        }
    }

    /// Removes the support of a place for its neighbours, and calls `lone` for each that may have
    /// lost its last one.
    pub fn forget_support(
        &mut self,
        layers: &StepLayers,
        offsets: &[isize; 8],
        place: usize,
        mut lone: impl FnMut(&mut Self, usize),
    ) {
        let arrivals = layers.values_around(&self.arrivals, place);
        // For each neighbour, the bit of the step from here.
        let mut supported = u64::from_le_bytes(arrivals) & 0x8040_2010_0804_0201;
        while supported != 0 {
            let at = supported.trailing_zeros() as usize / 8;
            supported &= supported - 1;
            let next = place.wrapping_add_signed(offsets[at]);
            self.arrivals[next] &= !(1 << at);
            if self.arrivals[next] == 0 {
                lone(self, next);
            }
        }
        if layers.has_links() {
            for link in layers.links_to(place) {
                let from = link.from as usize;
                if self.arrivals[from] == 0 && self.costs[from] < FAR {
                    lone(self, from);
                }
            }
        }
    }
}

/// Returns the opposite directions of a set, a bit for each.
///
/// Directions come in two groups of four; the opposite is two places further in its group.
const fn opposite(set: u8) -> u8 {
    (set & 0x33) << 2 | set >> 2 & 0x33
}
