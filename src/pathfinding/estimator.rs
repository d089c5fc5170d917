//! A heuristic made ready for one search: its goal, its units, and the portals that shorten ways.

use super::{Cell, Cost, Grid, Heuristic, StepCosts};

/// Estimates what is left to one goal, or to any cell within some range of it.
///
/// Through a portal a way can be shorter than any straight line. So the estimate is the least of the
/// heuristic itself and, for each portal, the heuristic to its entrance plus what is left behind it.
/// An admissible heuristic stays admissible, a consistent one consistent.
#[derive(Clone, Debug)]
pub struct Estimator<'a> {
    heuristic: &'a Heuristic,
    steps: StepCosts,
    goal: Cell,
    /// Entrances that can pay off, and what is left once one stands there.
    entrances: Vec<(Cell, Cost)>,
    /// How much nearer than the goal itself a cell within range can be.
    slack: Cost,
}

impl<'a> Estimator<'a> {
    /// Estimates on this map to `goal`, or to cells within `range` cells of it in a straight line.
    ///
    /// # Complexity
    /// O(p²) for p portals, O(range).
    #[must_use]
    pub fn new(heuristic: &'a Heuristic, steps: StepCosts, grid: &Grid, goal: Cell, range: u32) -> Self {
        let ways = || grid.portals().iter().map(|portal| (portal.from, portal.to, portal.cost));
        Self::with_ways(heuristic, steps, ways().collect(), goal, range)
    }

    /// The same against the direction of the moves: from the goal to a cell.
    #[must_use]
    pub fn backwards(heuristic: &'a Heuristic, steps: StepCosts, grid: &Grid, start: Cell) -> Self {
        let ways = || grid.portals().iter().map(|portal| (portal.to, portal.from, portal.cost));
        Self::with_ways(heuristic, steps, ways().collect(), start, 0)
    }

    fn with_ways(
        heuristic: &'a Heuristic,
        steps: StepCosts,
        mut ways: Vec<(Cell, Cell, u16)>,
        goal: Cell,
        range: u32,
    ) -> Self {
        let mut estimator = Self { heuristic, steps, goal, entrances: Vec::new(), slack: Cost::ZERO };
        // Like Dijkstra's search over the few entrances: the one with the least left is final.
        while !ways.is_empty() {
            let left = |&(_, to, cost): &(Cell, Cell, u16)| {
                estimator.estimate(to, Cost::ZERO).saturating_add(steps.straight().saturating_mul(cost.into()))
            };
            let (best, left) = ways.iter().map(left).enumerate().min_by_key(|&(_, left)| left).expect("not empty");
            let (from, ..) = ways.swap_remove(best);
            if left < estimator.estimate(from, Cost::ZERO) {
                estimator.entrances.push((from, left));
            }
        }
        if range > 0 {
            let side = |dx: u32| (u64::from(range).pow(2) - u64::from(dx).pow(2)).isqrt();
            let cell = |dx: u32| Some(Cell::new(dx.cast_signed(), i32::try_from(side(dx)).ok()?));
            let rim = (0..=range).filter_map(cell);
            estimator.slack =
                rim.map(|cell| heuristic.estimate(cell, Cell::default(), steps)).max().unwrap_or(Cost::ZERO);
        }
        estimator
    }

    /// What is left from a cell that was reached at cost `g`.
    #[inline]
    #[must_use]
    pub fn estimate(&self, cell: Cell, g: Cost) -> Cost {
        let mut least = self.heuristic.estimate_at(cell, self.goal, g, self.steps);
        for &(entrance, left) in &self.entrances {
            let through = self.heuristic.estimate_at(cell, entrance, g, self.steps).saturating_add(left);
            least = least.min(through);
        }
        Cost(least.0.saturating_sub(self.slack.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathfinding::Portal;

    #[test]
    fn a_portal_near_the_cell_shortens_the_estimate() {
        let grid = Grid::from_rows(&["....................", "...................."]);
        let portals = [
            Portal { from: Cell::new(1, 0), to: Cell::new(10, 0), cost: 2, two_way: false },
            Portal { from: Cell::new(11, 0), to: Cell::new(18, 0), cost: 1, two_way: true },
        ];
        let grid = grid.with_portals(&portals).unwrap();
        let heuristic = Heuristic::Manhattan;
        let estimator = Estimator::new(&heuristic, StepCosts::UNIFORM, &grid, Cell::new(19, 0), 0);
        let h = |x| estimator.estimate(Cell::new(x, 0), Cost::ZERO).0;
        assert_eq!(h(19), 0);
        assert_eq!(h(11), 2, "through the second portal");
        assert_eq!(h(1), 2 + 1 + 1 + 1, "through both");
        assert_eq!(h(0), 6);
        let back = Estimator::backwards(&heuristic, StepCosts::UNIFORM, &grid, Cell::new(0, 0));
        assert_eq!(back.estimate(Cell::new(10, 0), Cost::ZERO).0, 3);
    }

    #[test]
    fn within_range_less_is_left() {
        let grid = Grid::from_rows(&["..........."]);
        let estimator = Estimator::new(&Heuristic::Octile, StepCosts::TEN_FOURTEEN, &grid, Cell::new(10, 0), 3);
        assert_eq!(estimator.estimate(Cell::new(0, 0), Cost::ZERO), Cost(100 - 30));
        assert_eq!(estimator.estimate(Cell::new(9, 0), Cost::ZERO), Cost::ZERO);
    }
}
