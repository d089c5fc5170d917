//! The values that options take, and what a search can promise under them.

use crate::{Cost, StepCosts, named};

named! {
    /// Which of several open cells with equal priority is expanded first.
    #[derive(Default)]
    pub enum TieBreak {
        Oldest = "oldest", "opened first";
        Newest = "newest", "opened last";
        /// The one with the larger g; among those the one opened last. It heads for the goal.
        #[default]
        LargerG = "larger-g", "larger G";
        /// The one with the smaller h; among those the one opened last.
        SmallerH = "smaller-h", "smaller H";
    }
}

named! {
    /// When the goal counts as found.
    #[derive(Default)]
    pub enum StopRule {
        /// Quicker, and not always optimal.
        Generated = "generated", "when the goal is opened";
        #[default]
        Expanded = "expanded", "when the goal is expanded";
    }
}

named! {
    /// The parent update: what happens when a better path to a known cell is found.
    #[derive(Default)]
    pub enum ParentRule {
        First = "first", "off: the first parent of a cell stays";
        /// A closed cell is reopened.
        #[default]
        Shorter = "shorter", "the better path replaces the parent";
    }
}

named! {
    /// Whether greedy best-first reopens a closed cell once it finds a cheaper path to it.
    #[derive(Default)]
    pub enum ReopenRule {
        /// As in textbooks.
        #[default]
        Never = "never", "a closed cell stays closed";
        Cheaper = "cheaper", "a cheaper path opens it again";
    }
}

/// How much weighted A* trusts its heuristic, in thousandths: exact, so that no order
/// depends on rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(u32);

impl Weight {
    /// The heuristic as it is.
    pub const ONE: Self = Self(1000);
    /// The largest factor.
    pub const MAX: f64 = 100.0;

    /// The nearest representable factor; `None` outside 0 to [`Weight::MAX`].
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    #[must_use]
    pub fn new(factor: f64) -> Option<Self> {
        (0.0..=Self::MAX).contains(&factor).then(|| Self((factor * 1000.0).round() as u32))
    }

    /// The factor.
    #[must_use]
    pub fn get(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// The factor in thousandths.
    #[must_use]
    pub const fn thousandths(self) -> u32 {
        self.0
    }
}

impl Default for Weight {
    fn default() -> Self {
        Self(2000)
    }
}

named! {
    /// What a step costs on terrain that is not plain.
    #[derive(Default)]
    pub enum CostRule {
        #[default]
        Entered = "entered", "the terrain entered";
        /// The mean cost of the cells that the step touches: two of a straight step, four of a diagonal one.
        /// Published weighted maps are measured so.
        MeanTouched = "mean", "the mean of the terrain touched";
    }
}

/// A cost as people write it: 2.5 straight steps, or 25 where a step costs 10.
///
/// Kept as the bits of a number that is not negative, which are in the order of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CostLimit(u64);

impl CostLimit {
    /// Costs are copied with five digits behind the point or more: what they lose by that is no more than half of the
    /// fifth, and less than any unit.
    const HALF_OF_THE_FIFTH_DIGIT: f64 = 5e-6;

    /// This limit; `None` below 0 or beyond 1e12.
    #[must_use]
    pub fn new(limit: f64) -> Option<Self> {
        // Of the two zeros the one that is not negative.
        (0.0..=1e12).contains(&limit).then(|| Self((limit + 0.0).to_bits()))
    }

    /// The most that a path may cost in the units of these step costs. A cost that was given out is within itself as a
    /// limit, rounded to five digits too.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    #[must_use]
    pub fn in_units(self, units: StepCosts) -> Cost {
        let [.., scale] = units.parts();
        // Large numbers are a hair off, as all floats are.
        let exact = (self.get() + Self::HALF_OF_THE_FIFTH_DIGIT) * f64::from(scale);
        Cost((exact * (1.0 + 2.0 * f64::EPSILON)).floor() as u64)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// What an algorithm promises about its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// No cheaper path exists, if the heuristic is admissible.
    Optimal,
    /// At most `weight` times the cheapest, if the heuristic is admissible.
    Bounded(Weight),
    /// No path has fewer steps.
    FewestSteps,
    /// A path in straight lines, mostly close to the shortest one at any angle. No bound is proven. Theta* is
    /// never longer than the cheapest path from cell to cell along the grid, rounding of lines aside, if it
    /// keeps cheaper paths, stops when the goal is expanded, and its estimate is consistent: zero, Chebyshev, octile,
    /// Euclidean. Lazy Theta* can be longer: it trusts lines before it looks.
    AnyAngle,
    /// Some path, if there is one.
    None,
}
