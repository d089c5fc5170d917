//! Estimates of what is left to the goal, in the exact units of the step costs.

use super::{Cell, Cost, Formula, Movement, StepCosts};

/// An estimate of the cost from a cell to the goal.
///
/// It is *admissible* where it never exceeds the true cost; then A* is optimal.
/// Terrain costs at least 1, so what holds on plain ground holds on every map; portals are
/// taken into account by [`Estimator`](super::Estimator).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// Nothing is known; A* becomes Dijkstra's search. Always admissible.
    Zero,
    /// Straight steps along both axes. Admissible for 4-way movement only.
    Manhattan,
    /// The straight line, rounded down to the units of the step costs. Admissible
    /// unless a diagonal step costs less than √2 straight ones.
    Euclidean,
    /// The straight line in whole cells, rounded down. Admissible where Euclidean is.
    FlooredEuclidean,
    /// Diagonal steps as far as possible, then straight ones. Always admissible, and
    /// exact on an empty 8-way map.
    Octile,
    /// The longer of the two axes. Always admissible.
    Chebyshev,
    /// The user's own.
    Formula(Formula),
}

impl Heuristic {
    /// Those with names of their own.
    pub const NAMED: [Self; 6] =
        [Self::Zero, Self::Manhattan, Self::Euclidean, Self::FlooredEuclidean, Self::Octile, Self::Chebyshev];

    /// The name in level files and on the command line; a formula's is `formula`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Manhattan => "manhattan",
            Self::Euclidean => "euclidean",
            Self::FlooredEuclidean => "floored-euclidean",
            Self::Octile => "octile",
            Self::Chebyshev => "chebyshev",
            Self::Formula(_) => "formula",
        }
    }

    /// The named heuristic of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|heuristic| heuristic.name() == name)
    }

    /// The estimate between two cells, portals not regarded, for a formula that asks how far the search
    /// has come at the start of its way.
    ///
    /// # Examples
    /// ```
    /// use gridwalk::pathfinding::{Cell, Cost, Heuristic, StepCosts};
    /// let (a, b) = (Cell::new(0, 0), Cell::new(4, 3));
    /// let h = |heuristic: Heuristic| heuristic.estimate(a, b, StepCosts::TEN_FOURTEEN);
    /// assert_eq!(h(Heuristic::Manhattan), Cost(70));
    /// assert_eq!(h(Heuristic::Euclidean), Cost(50));
    /// assert_eq!(h(Heuristic::Octile), Cost(3 * 14 + 10));
    /// ```
    #[inline]
    #[must_use]
    pub fn estimate(&self, from: Cell, goal: Cell, steps: StepCosts) -> Cost {
        self.estimate_at(from, goal, Cost::ZERO, steps)
    }

    /// The same for a cell that the search has reached at cost `g`, which formulas may ask for.
    #[inline]
    #[must_use]
    pub fn estimate_at(&self, from: Cell, goal: Cell, g: Cost, steps: StepCosts) -> Cost {
        let (dx, dy) = from.distance(goal);
        let (dx, dy) = (u64::from(dx), u64::from(dy));
        let (straight, diagonal) = (steps.straight().0, steps.diagonal().0);
        let octile = diagonal * dx.min(dy) + straight * dx.abs_diff(dy);
        Cost(match self {
            Self::Zero => 0,
            Self::Manhattan => straight * (dx + dy),
            // Integer square roots are the same on every platform.
            Self::Euclidean => {
                let line = (straight * straight * (dx * dx + dy * dy)).isqrt();
                // The fixed-point √2 lies a hair below the true one: over some thousand cells the line
                // would be longer than the diagonal steps along it.
                if steps.is_fixed_point() { line.min(octile) } else { line }
            }
            Self::FlooredEuclidean => straight * (dx * dx + dy * dy).isqrt(),
            Self::Octile => octile,
            Self::Chebyshev => straight * dx.max(dy),
            Self::Formula(formula) => return formula.evaluate(dx, dy, g, steps),
        })
    }

    /// Whether it is known never to exceed the true cost, whatever the map. Nothing is known of formulas.
    #[must_use]
    pub fn is_admissible(&self, movement: Movement, steps: StepCosts) -> bool {
        let (straight, diagonal) = (steps.straight().0, steps.diagonal().0);
        match self {
            Self::Zero | Self::Chebyshev | Self::Octile => true,
            Self::Formula(_) => false,
            Self::Manhattan => movement == Movement::Four || diagonal == 2 * straight,
            // With the fixed-point √2 the estimate itself sees to it. Whole numbers have to be large
            // enough by themselves: 5 and 7 are too coarse.
            Self::Euclidean | Self::FlooredEuclidean => {
                let true_enough = steps == StepCosts::SQRT2 || diagonal * diagonal >= 2 * straight * straight;
                movement == Movement::Four || true_enough
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_estimate_by_hand() {
        let cell = |x, y| Cell::new(x, y);
        let table = [
            (Heuristic::Zero, 0),
            (Heuristic::Manhattan, 110),
            (Heuristic::Euclidean, 85),
            (Heuristic::FlooredEuclidean, 80),
            (Heuristic::Octile, 3 * 14 + 50),
            (Heuristic::Chebyshev, 80),
        ];
        for (heuristic, expected) in table {
            let h = |a, b| heuristic.estimate(a, b, StepCosts::TEN_FOURTEEN);
            assert_eq!(h(cell(1, 2), cell(9, 5)), Cost(expected), "{}", heuristic.name());
            assert_eq!(h(cell(9, 5), cell(1, 2)), Cost(expected), "{} back", heuristic.name());
        }
    }

    #[test]
    fn ten_and_fourteen_make_the_straight_line_inadmissible() {
        // 14 < 10 √2: a long diagonal costs a little less than the straight line says.
        let eight = Movement::default();
        assert!(!Heuristic::Euclidean.is_admissible(eight, StepCosts::TEN_FOURTEEN));
        assert!(!Heuristic::Euclidean.is_admissible(eight, StepCosts::UNIFORM));
        assert!(!Heuristic::Euclidean.is_admissible(eight, StepCosts::custom(5, 7).unwrap()));
        assert!(Heuristic::Euclidean.is_admissible(eight, StepCosts::SQRT2));
        assert!(!Heuristic::Manhattan.is_admissible(eight, StepCosts::SQRT2));
        assert!(Heuristic::Manhattan.is_admissible(Movement::Four, StepCosts::TEN_FOURTEEN));
    }
}
