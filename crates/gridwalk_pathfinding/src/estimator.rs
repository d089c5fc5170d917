//! A heuristic made ready for one search: its goal, its units, and the portals that shorten paths.

use super::{Cell, Cost, Grid, Heuristic, Portal, StepCosts};

/// Estimates what is left to one goal, or to any cell within some tolerance of it.
///
/// Through a portal a path can be shorter than any straight line. So the estimate is the least of the
/// heuristic itself and, for each portal, the heuristic to its entrance plus what is left behind it.
/// An admissible heuristic stays admissible, a consistent one consistent.
#[derive(Clone, Debug)]
pub struct Estimator {
    heuristic: Heuristic,
    steps: StepCosts,
    goal: Cell,
    /// Entrances that can pay off, and what is left once one stands there.
    entrances: Vec<(Cell, Cost)>,
    /// How much nearer than the goal itself a cell within the goal tolerance can be.
    slack: Cost,
}

impl Estimator {
    /// Estimates on this map to `goal`, or to cells within `tolerance` cells of it in a straight line.
    ///
    /// # Complexity
    /// O(p²) for p portals, O(tolerance).
    #[must_use]
    pub fn new(heuristic: &Heuristic, steps: StepCosts, grid: &Grid, goal: Cell, tolerance: u32) -> Self {
        Self::with_jumps(heuristic, steps, grid.portals().to_vec(), goal, tolerance)
    }

    /// The same against the direction of the moves: from the goal to a cell.
    #[must_use]
    pub fn backwards(heuristic: &Heuristic, steps: StepCosts, grid: &Grid, start: Cell) -> Self {
        Self::with_jumps(heuristic, steps, grid.portals().iter().map(|portal| portal.back()).collect(), start, 0)
    }

    fn with_jumps(heuristic: &Heuristic, steps: StepCosts, mut jumps: Vec<Portal>, goal: Cell, tolerance: u32) -> Self {
        let mut estimator =
            Self { heuristic: heuristic.clone(), steps, goal, entrances: Vec::new(), slack: Cost::ZERO };
        // Like Dijkstra's search over the few entrances: the one with the least left is final.
        while !jumps.is_empty() {
            let left = |&Portal { to, cost, .. }: &Portal| {
                estimator.estimate(to, Cost::ZERO).saturating_add(steps.straight().saturating_mul(cost.into()))
            };
            let (best, left) = jumps.iter().map(left).enumerate().min_by_key(|&(_, left)| left).expect("not empty");
            let Portal { from, .. } = jumps.swap_remove(best);
            if left < estimator.estimate(from, Cost::ZERO) {
                estimator.entrances.push((from, left));
            }
        }
        if tolerance > 0 {
            let side = |dx: u32| (u64::from(tolerance).pow(2) - u64::from(dx).pow(2)).isqrt();
            let cell = |dx: u32| Some(Cell::new(dx.cast_signed(), i32::try_from(side(dx)).ok()?));
            let rim = (0..=tolerance).filter_map(cell);
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
