//! Estimates of the remaining cost: the heuristics by name, and one prepared for a search with its
//! goal and portals.

mod formula;

use std::fmt;

pub use formula::{Formula, FormulaError, FormulaFault, FormulaMistake};

use crate::{Cell, Cost, Grid, Movement, Portal, StepCosts};

/// An estimate of the cost from a cell to the goal.
///
/// A heuristic is *admissible* if it never exceeds the true cost; then A* is optimal. Terrain costs
/// at least 1, so a heuristic that is admissible on plain ground is admissible on every map.
/// [`Estimator`] takes portals into account.
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
    pub const NAMED: [Self; 6] = [
        Self::Zero,
        Self::Manhattan,
        Self::Euclidean,
        Self::FlooredEuclidean,
        Self::Octile,
        Self::Chebyshev,
    ];

    /// The names of [`NAMED`](Self::NAMED), in its order.
    pub const NAMES: &'static [&'static str] = &[
        "zero",
        "manhattan",
        "euclidean",
        "floored-euclidean",
        "octile",
        "chebyshev",
    ];

    /// Returns name, title and meaning.
    const fn texts(&self) -> [&'static str; 3] {
        match self {
            Self::Zero => ["zero", "Zero", "nothing is known; never too high"],
            Self::Manhattan => [
                "manhattan",
                "Manhattan",
                "straight steps along both axes; too high where diagonals are legal",
            ],
            Self::Euclidean => ["euclidean", "Straight line", "the straight line"],
            Self::FlooredEuclidean => [
                "floored-euclidean",
                "Straight line, whole cells",
                "the straight line in whole cells, rounded down",
            ],
            Self::Octile => [
                "octile",
                "Octile",
                "diagonal steps, then straight ones; exact on an empty 8-way map",
            ],
            Self::Chebyshev => [
                "chebyshev",
                "Chebyshev",
                "the longer of the two axes; never too high",
            ],
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
        Self::NAMED
            .into_iter()
            .find(|heuristic| heuristic.name() == name)
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

    /// Returns the estimate for a cell that the search has reached at cost `g`, which formulas may
    /// use.
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
                // The fixed-point √2 lies slightly below the true one: over some thousand cells the
                // line would be longer than the diagonal steps along it.
                if steps.is_fixed_point() {
                    line.min(octile)
                } else {
                    line
                }
            }
            Self::FlooredEuclidean => straight * (dx * dx + dy * dy).isqrt(),
            Self::Octile => octile,
            Self::Chebyshev => straight * dx.max(dy),
            Self::Formula(formula) => {
                let [dx, dy] = [(from.x, goal.x), (from.y, goal.y)]
                    .map(|(from, to)| i64::from(to) - i64::from(from));
                return formula.evaluate(dx, dy, g, steps);
            }
        })
    }

    /// Returns `true` if the estimate is known never to exceed the cost of a path at any angle, on
    /// any map.
    #[must_use]
    pub const fn is_admissible_at_any_angle(&self) -> bool {
        matches!(
            self,
            Self::Zero | Self::Chebyshev | Self::Euclidean | Self::FlooredEuclidean
        )
    }

    /// Returns `true` if the estimate is known never to exceed the cost of a path along the grid,
    /// on any map.
    ///
    /// Nothing is known about formulas.
    #[must_use]
    pub fn is_admissible(&self, movement: Movement, steps: StepCosts) -> bool {
        let (straight, diagonal) = (steps.straight().0, steps.diagonal().0);
        match self {
            Self::Zero | Self::Chebyshev | Self::Octile => true,
            Self::Formula(_) => false,
            Self::Manhattan => movement == Movement::Four || diagonal == 2 * straight,
            // With the fixed-point √2 the estimate is capped. Whole numbers must be precise enough
            // by themselves: 5 and 7 are too coarse.
            Self::Euclidean | Self::FlooredEuclidean => {
                let true_enough =
                    steps == StepCosts::SQRT2 || diagonal * diagonal >= 2 * straight * straight;
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

/// An estimator of the remaining cost to one goal, or to any cell within some tolerance of it.
///
/// Through a portal a path can be shorter than any straight line. So the estimate is the minimum of
/// the heuristic itself and, for each portal, the heuristic to its entrance plus the remaining cost
/// from there. An admissible heuristic stays admissible, a consistent one consistent.
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
    /// `straight` is the cost of a portal that costs one step, `between` the estimate from one cell
    /// to another without portals.
    ///
    /// # Complexity
    /// O(p³) for p portals.
    pub fn find(
        &mut self,
        portals: &[Portal],
        straight: Cost,
        goal: Cell,
        between: impl Fn(Cell, Cell) -> Cost,
    ) {
        self.known.clear();
        self.portals.clear();
        self.portals.extend(portals);
        // As in Dijkstra's search, the entrance with the least remaining cost is final.
        while !self.portals.is_empty() {
            let left = |&Portal { to, cost, .. }: &Portal| {
                self.least(to, goal, &between)
                    .saturating_add(straight.saturating_mul(cost.into()))
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
        let through =
            |&(entrance, left): &(Cell, Cost)| between(cell, entrance).saturating_add(left);
        self.known
            .iter()
            .map(through)
            .fold(between(cell, goal), Cost::min)
    }
}

impl Estimator {
    /// Creates an estimator to `goal`, or to cells within `tolerance` cells of it in a straight
    /// line.
    ///
    /// # Complexity
    /// O(p³) for p portals, O(tolerance).
    #[must_use]
    pub fn new(
        heuristic: &Heuristic,
        steps: StepCosts,
        grid: &Grid,
        goal: Cell,
        tolerance: u32,
    ) -> Self {
        Self::with_portals(heuristic, steps, grid.portals(), goal, tolerance)
    }

    /// Creates an estimator for the opposite direction: from `start` to a cell.
    #[must_use]
    pub fn backwards(heuristic: &Heuristic, steps: StepCosts, grid: &Grid, start: Cell) -> Self {
        let portals: Vec<_> = grid.portals().iter().map(|portal| portal.back()).collect();
        Self::with_portals(heuristic, steps, &portals, start, 0)
    }

    fn with_portals(
        heuristic: &Heuristic,
        steps: StepCosts,
        portals: &[Portal],
        goal: Cell,
        tolerance: u32,
    ) -> Self {
        let mut entrances = Entrances::default();
        entrances.find(portals, steps.straight(), goal, |from, to| {
            heuristic.estimate(from, to, steps)
        });
        let from_rim = rim(tolerance).map(|cell| heuristic.estimate(cell, Cell::default(), steps));
        let slack = from_rim
            .filter(|_| tolerance > 0)
            .max()
            .unwrap_or(Cost::ZERO);
        Self {
            heuristic: heuristic.clone(),
            steps,
            goal,
            entrances,
            slack,
        }
    }

    /// Returns the estimate from a cell that was reached at cost `g`.
    #[inline]
    #[must_use]
    pub fn estimate(&self, cell: Cell, g: Cost) -> Cost {
        let least = self.entrances.least(cell, self.goal, |from, to| {
            self.heuristic.estimate_at(from, to, g, self.steps)
        });
        Cost(least.0.saturating_sub(self.slack.0))
    }
}

/// Returns the farthest cells within this tolerance of the origin, one in each column to the right
/// of it.
pub(crate) fn rim(tolerance: u32) -> impl Iterator<Item = Cell> {
    let side = move |dx: u32| (u64::from(tolerance).pow(2) - u64::from(dx).pow(2)).isqrt();
    let cell = move |dx: u32| Some(Cell::new(dx.cast_signed(), i32::try_from(side(dx)).ok()?));
    (0..=tolerance).filter_map(cell)
}
