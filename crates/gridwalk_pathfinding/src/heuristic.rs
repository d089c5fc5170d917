//! Estimates of the remaining cost to the goal, in exact units of the step costs.

use std::fmt;

use super::{Cell, Cost, Formula, Movement, StepCosts};

/// An estimate of the cost from a cell to the goal.
///
/// A heuristic is *admissible* if it never exceeds the true cost; then A* is optimal. Terrain costs at least 1, so a
/// heuristic that is admissible on plain ground is admissible on every map. [`Estimator`](super::Estimator) takes
/// portals into account.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// Always 0: A* becomes Dijkstra's search. Always admissible.
    Zero,
    /// Straight steps along both axes. Admissible for 4-way movement only.
    Manhattan,
    /// The straight line, rounded down to the units of the step costs.
    ///
    /// Admissible unless a diagonal step costs less than √2 straight ones.
    Euclidean,
    /// The straight line in whole cells, rounded down. Admissible where Euclidean is.
    FlooredEuclidean,
    /// Diagonal steps as far as possible, then straight ones.
    ///
    /// Admissible along the grid, and exact on an empty 8-way map; too high for paths at any angle.
    Octile,
    /// The longer of the two axes. Always admissible.
    Chebyshev,
    /// A formula typed by the user.
    Formula(Formula),
}

impl Heuristic {
    /// The heuristics with a fixed name: all but formulas.
    pub const NAMED: [Self; 6] =
        [Self::Zero, Self::Manhattan, Self::Euclidean, Self::FlooredEuclidean, Self::Octile, Self::Chebyshev];

    /// The names of [`NAMED`](Self::NAMED), in its order.
    pub const NAMES: &'static [&'static str] =
        &["zero", "manhattan", "euclidean", "floored-euclidean", "octile", "chebyshev"];

    /// Returns name, title and meaning.
    const fn texts(&self) -> [&'static str; 3] {
        match self {
            Self::Zero => ["zero", "Zero", "nothing is known; never too high"],
            Self::Manhattan => {
                ["manhattan", "Manhattan", "straight steps along both axes; too high where diagonals are legal"]
            }
            Self::Euclidean => ["euclidean", "Straight line", "the straight line"],
            Self::FlooredEuclidean => {
                ["floored-euclidean", "Straight line, whole cells", "the straight line in whole cells, rounded down"]
            }
            Self::Octile => ["octile", "Octile", "diagonal steps, then straight ones; exact on an empty 8-way map"],
            Self::Chebyshev => ["chebyshev", "Chebyshev", "the longer of the two axes; never too high"],
            Self::Formula(_) => ["formula", "Own formula", "your own"],
        }
    }

    /// Returns the name in level files and on the command line; that of a formula is `formula`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.texts()[0]
    }

    /// Returns the meaning, in a clause.
    #[must_use]
    pub const fn meaning(&self) -> &'static str {
        self.texts()[2]
    }

    /// Returns the heuristic with this name, one of [`NAMED`](Self::NAMED).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|heuristic| heuristic.name() == name)
    }

    /// Returns the estimate between two cells, without portals.
    ///
    /// A formula sees `g` = 0, as at the start of a path.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Cost, Heuristic, StepCosts};
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

    /// Returns the estimate for a cell that the search has reached at cost `g`, which formulas may use.
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
                // The fixed-point √2 lies slightly below the true one: over some thousand cells the line would be
                // longer than the diagonal steps along it.
                if steps.is_fixed_point() { line.min(octile) } else { line }
            }
            Self::FlooredEuclidean => straight * (dx * dx + dy * dy).isqrt(),
            Self::Octile => octile,
            Self::Chebyshev => straight * dx.max(dy),
            Self::Formula(formula) => {
                let [dx, dy] = [(from.x, goal.x), (from.y, goal.y)].map(|(from, to)| i64::from(to) - i64::from(from));
                return formula.evaluate(dx, dy, g, steps);
            }
        })
    }

    /// Returns `true` if the estimate is known never to exceed the cost of a path at any angle, on any map.
    #[must_use]
    pub const fn is_admissible_at_any_angle(&self) -> bool {
        matches!(self, Self::Zero | Self::Chebyshev | Self::Euclidean | Self::FlooredEuclidean)
    }

    /// Returns `true` if the estimate is known never to exceed the cost of a path along the grid, on any map.
    ///
    /// Nothing is known about formulas.
    #[must_use]
    pub fn is_admissible(&self, movement: Movement, steps: StepCosts) -> bool {
        let (straight, diagonal) = (steps.straight().0, steps.diagonal().0);
        match self {
            Self::Zero | Self::Chebyshev | Self::Octile => true,
            Self::Formula(_) => false,
            Self::Manhattan => movement == Movement::Four || diagonal == 2 * straight,
            // With the fixed-point √2 the estimate is capped. Whole numbers must be precise enough by themselves: 5 and
            // 7 are too coarse.
            Self::Euclidean | Self::FlooredEuclidean => {
                let true_enough = steps == StepCosts::SQRT2 || diagonal * diagonal >= 2 * straight * straight;
                movement == Movement::Four || true_enough
            }
        }
    }
}

/// Writes the name for menus.
impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts()[1])
    }
}
