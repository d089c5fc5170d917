//! A heuristic prepared for one search: its goal, its units, and the portals that shorten paths.

use super::{Cell, Cost, Grid, Heuristic, Portal, StepCosts};

/// An estimator of the remaining cost to one goal, or to any cell within some tolerance of it.
///
/// Through a portal a path can be shorter than any straight line. So the estimate is the minimum of the heuristic
/// itself and, for each portal, the heuristic to its entrance plus the remaining cost from there. An admissible
/// heuristic stays admissible, a consistent one consistent.
#[derive(Clone, Debug)]
pub struct Estimator {
    heuristic: Heuristic,
    steps: StepCosts,
    goal: Cell,
    entrances: Entrances,
    /// The most by which a cell within the goal tolerance can be nearer than the goal itself.
    slack: Cost,
}

/// Entrances of portals that can pay off, and the remaining cost from each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entrances {
    known: Vec<(Cell, Cost)>,
    /// A buffer.
    portals: Vec<Portal>,
}

impl Entrances {
    /// Finds the entrances for one goal.
    ///
    /// `straight` is the cost of a portal that costs one step, `between` the estimate from one cell to another without
    /// portals.
    ///
    /// # Complexity
    /// O(p³) for p portals.
    pub fn find(&mut self, portals: &[Portal], straight: Cost, goal: Cell, between: impl Fn(Cell, Cell) -> Cost) {
        self.known.clear();
        self.portals.clear();
        self.portals.extend(portals);
        // As in Dijkstra's search, the entrance with the least remaining cost is final.
        while !self.portals.is_empty() {
            let left = |&Portal { to, cost, .. }: &Portal| {
                self.least(to, goal, &between).saturating_add(straight.saturating_mul(cost.into()))
            };
            let lefts = self.portals.iter().map(left).enumerate();
            let (best, left) = lefts.min_by_key(|&(_, left)| left).expect("not empty");
            let Portal { from, .. } = self.portals.swap_remove(best);
            if left < self.least(from, goal, &between) {
                self.known.push((from, left));
            }
        }
    }

    /// Returns the estimate from a cell, directly or through portals.
    #[inline]
    pub fn least(&self, cell: Cell, goal: Cell, between: impl Fn(Cell, Cell) -> Cost) -> Cost {
        let through = |&(entrance, left): &(Cell, Cost)| between(cell, entrance).saturating_add(left);
        self.known.iter().map(through).fold(between(cell, goal), Cost::min)
    }
}

/// Returns the farthest cells within this tolerance of the origin, one in each column to the right of it.
pub(crate) fn rim(tolerance: u32) -> impl Iterator<Item = Cell> {
    let side = move |dx: u32| (u64::from(tolerance).pow(2) - u64::from(dx).pow(2)).isqrt();
    let cell = move |dx: u32| Some(Cell::new(dx.cast_signed(), i32::try_from(side(dx)).ok()?));
    (0..=tolerance).filter_map(cell)
}

impl Estimator {
    /// Creates an estimator to `goal`, or to cells within `tolerance` cells of it in a straight line.
    ///
    /// # Complexity
    /// O(p³) for p portals, O(tolerance).
    #[must_use]
    pub fn new(heuristic: &Heuristic, steps: StepCosts, grid: &Grid, goal: Cell, tolerance: u32) -> Self {
        Self::with_portals(heuristic, steps, grid.portals(), goal, tolerance)
    }

    /// Creates an estimator for the opposite direction: from `start` to a cell.
    #[must_use]
    pub fn backwards(heuristic: &Heuristic, steps: StepCosts, grid: &Grid, start: Cell) -> Self {
        let portals: Vec<_> = grid.portals().iter().map(|portal| portal.back()).collect();
        Self::with_portals(heuristic, steps, &portals, start, 0)
    }

    fn with_portals(heuristic: &Heuristic, steps: StepCosts, portals: &[Portal], goal: Cell, tolerance: u32) -> Self {
        let mut entrances = Entrances::default();
        entrances.find(portals, steps.straight(), goal, |from, to| heuristic.estimate(from, to, steps));
        let from_rim = rim(tolerance).map(|cell| heuristic.estimate(cell, Cell::default(), steps));
        let slack = from_rim.filter(|_| tolerance > 0).max().unwrap_or(Cost::ZERO);
        Self { heuristic: heuristic.clone(), steps, goal, entrances, slack }
    }

    /// Returns the estimate from a cell that was reached at cost `g`.
    #[inline]
    #[must_use]
    pub fn estimate(&self, cell: Cell, g: Cost) -> Cost {
        let least =
            self.entrances.least(cell, self.goal, |from, to| self.heuristic.estimate_at(from, to, g, self.steps));
        Cost(least.0.saturating_sub(self.slack.0))
    }
}
