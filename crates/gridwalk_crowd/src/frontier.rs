//! Cells in the order of their walking cost to a goal, found as far as they are needed.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::ground::Ground;

/// Dijkstra's search against the steps that can be resumed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    open: BinaryHeap<Reverse<(u32, u32)>>,
    costs: HashMap<u32, u32>,
}

impl Frontier {
    /// A search that has found nothing yet.
    pub fn new(goal: u32) -> Self {
        Self { open: BinaryHeap::from([Reverse((0, goal))]), costs: HashMap::from([(goal, 0)]) }
    }

    /// The search with these open places and these costs of places.
    pub fn of(open: Vec<(u32, u32)>, costs: Vec<(u32, u32)>) -> Self {
        Self { open: open.into_iter().map(Reverse).collect(), costs: costs.into_iter().collect() }
    }

    /// The open places by cost, and all places with their costs.
    pub fn parts(&self) -> [Vec<(u32, u32)>; 2] {
        let mut open: Vec<(u32, u32)> = self.open.iter().map(|open| open.0).collect();
        let mut costs: Vec<(u32, u32)> = self.costs.iter().map(|(place, cost)| (*place, *cost)).collect();
        open.sort_unstable();
        costs.sort_unstable();
        [open, costs]
    }

    /// Finds the cheapest place that it has not returned before, with its cost. Of equal ones the lower place.
    ///
    /// # Complexity
    /// O(log n) for n places found so far.
    pub fn next(&mut self, ground: &Ground) -> Option<(u32, u32)> {
        while let Some(Reverse((cost, place))) = self.open.pop() {
            if self.costs.get(&place) != Some(&cost) {
                continue;
            }
            for direction in 0..8_u8 {
                let from = place.wrapping_add_signed(-ground.layout.offsets[usize::from(direction)]);
                if ground.is_walkable(from) && ground.allows(from, direction) {
                    let there = cost.saturating_add(ground.step_cost(from, direction));
                    let known = self.costs.entry(from).or_insert(u32::MAX);
                    if there < *known {
                        *known = there;
                        self.open.push(Reverse((there, from)));
                    }
                }
            }
            if ground.is_walkable(place) {
                return Some((place, cost));
            }
        }
        None
    }
}
