//! Values of options, and of the columns of the algorithm table: guarantee, pop key, link to the
//! parent.

use crate::{Cost, StepCosts, named};
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::{Reflect, ReflectDefault};

named! {
    /// The order in which open cells with equal priority are expanded.
    #[derive(Default)]
    #[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, Default, PartialEq), type_path = "gridwalk_pathfinding")]
    pub enum TieBreak {
        Oldest = "oldest", "opened first";
        Newest = "newest", "opened last";
        /// The cell with the larger g, then the cell opened last: the search heads for the goal.
        #[default]
        LargerG = "larger-g", "larger G";
        /// The cell with the smaller h, then the cell opened last.
        SmallerH = "smaller-h", "smaller H";
    }
}

named! {
    /// The moment at which the goal counts as found.
    #[derive(Default)]
    #[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, Default, PartialEq), type_path = "gridwalk_pathfinding")]
    pub enum StopRule {
        /// Faster, but not always optimal.
        Generated = "generated", "when the goal is opened";
        #[default]
        Expanded = "expanded", "when the goal is expanded";
    }
}

named! {
    /// The parent update: whether a better path to a known cell replaces its parent.
    #[derive(Default)]
    #[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, Default, PartialEq), type_path = "gridwalk_pathfinding")]
    pub enum ParentRule {
        First = "first", "off: the first parent of a cell stays";
        /// A closed cell is reopened.
        #[default]
        Shorter = "shorter", "the better path replaces the parent";
    }
}

named! {
    /// The rule of greedy best-first for a closed cell to which it finds a cheaper path.
    #[derive(Default)]
    #[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, Default, PartialEq), type_path = "gridwalk_pathfinding")]
    pub enum ReopenRule {
        /// The rule of textbooks.
        #[default]
        Never = "never", "a closed cell stays closed";
        Cheaper = "cheaper", "a cheaper path opens it again";
    }
}

/// The factor by which weighted A* multiplies its heuristic, in thousandths.
///
/// The integer is exact, so that no order depends on rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(u32);

impl Weight {
    /// The factor 1: the heuristic unchanged.
    pub const ONE: Self = Self(1000);
    /// The largest factor.
    pub const MAX: f64 = 100.0;

    /// Returns the nearest representable weight; `None` outside 0 to [`Weight::MAX`].
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range is checked"
    )]
    #[must_use]
    pub fn new(factor: f64) -> Option<Self> {
        (0.0..=Self::MAX)
            .contains(&factor)
            .then(|| Self((factor * 1000.0).round() as u32))
    }

    /// Returns the factor.
    #[must_use]
    pub fn get(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// Returns the factor in thousandths.
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
    /// The terrain whose cost a step pays.
    #[derive(Default)]
    #[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, Default, PartialEq), type_path = "gridwalk_pathfinding")]
    pub enum CostRule {
        #[default]
        Entered = "entered", "the terrain entered";
        /// The mean cost of the cells that the step touches: two for a straight step, four for a
        /// diagonal one.
        ///
        /// Published weighted maps use this rule.
        MeanTouched = "mean", "the mean of the terrain touched";
    }
}

impl CostRule {
    /// Returns the step costs in the units in which a search with this rule counts.
    ///
    /// The units are those of `steps`, or quarters of them where a step costs a mean.
    pub(crate) const fn units(self, steps: StepCosts) -> StepCosts {
        match self {
            Self::Entered => steps,
            Self::MeanTouched => steps.quartered(),
        }
    }
}

/// A cost limit as people write it: 2.5 straight steps, or 25 where a step costs 10.
///
/// Stored as the bits of a non-negative float, which have the order of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CostLimit(u64);

impl CostLimit {
    /// The largest rounding error of a limit that was copied from a printed cost: half of the fifth
    /// decimal.
    ///
    /// Costs are printed with at least five decimals. The error is smaller than any unit.
    const HALF_OF_THE_FIFTH_DIGIT: f64 = 5e-6;

    /// Returns this limit; `None` below 0 or above 1e12.
    #[must_use]
    pub fn new(limit: f64) -> Option<Self> {
        // Adding 0.0 turns -0.0 into 0.0.
        (0.0..=1e12)
            .contains(&limit)
            .then(|| Self((limit + 0.0).to_bits()))
    }

    /// Returns the highest path cost within this limit, in the units of these step costs.
    ///
    /// A printed cost, also one rounded to five decimals, is within itself as a limit.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range is checked"
    )]
    #[must_use]
    pub fn in_units(self, units: StepCosts) -> Cost {
        let [.., scale] = units.parts();
        // Large floats have a relative rounding error.
        let exact = (self.get() + Self::HALF_OF_THE_FIFTH_DIGIT) * f64::from(scale);
        Cost((exact * (1.0 + 2.0 * f64::EPSILON)).floor() as u64)
    }

    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// The guarantee of an algorithm about its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// A cheapest path, if the heuristic is admissible.
    Optimal,
    /// A path of at most `weight` times the cheapest cost, if the heuristic is admissible.
    Bounded(Weight),
    /// A path with the fewest steps.
    FewestSteps,
    /// A path in straight lines, mostly close to the shortest one at any angle.
    ///
    /// No bound is proven. The path of Theta* is never longer than the cheapest path along the
    /// grid, apart from the rounding of lines, under three conditions: Theta* keeps cheaper paths,
    /// stops when the goal is expanded, and has a consistent estimate (zero, Chebyshev, octile,
    /// Euclidean). The path of Lazy Theta* can be longer: it assumes line of sight before checking
    /// it.
    AnyAngle,
    /// Any path, if there is one.
    None,
}

named! {
    /// The key by which an algorithm takes the next cell from its open list.
    pub enum PopKey {
        Depth = "depth", "the fewest steps from the start";
        G = "g", "the lowest cost so far";
        /// Dijkstra's key, in a search that begins at the goal.
        GLeft = "g-left", "the lowest cost that is left to the goal";
        H = "h", "the lowest estimate";
        F = "f", "the lowest cost so far plus estimate";
        WeightedF = "weighted-f", "the lowest cost so far plus weighted estimate";
        /// The keys of LPA*. Of equal keys, the cell opened first if the tie-break says so, else
        /// the cell opened last.
        FThenG = "f-then-g", "the lowest f, and of equal ones the lowest g";
        /// The goal goes after all other cells. A cell that was just opened may be expanded before
        /// the queue is used.
        FBucket = "f-bucket", "the lowest bucket of f, and of one bucket the cell opened last";
        LastIn = "last-in", "the cell opened last: a stack";
        LastInBound = "last-in-bound", "the cell opened last, in passes under a growing bound on f";
        /// Cells left for the next pass follow, the first one first.
        InPasses = "in-passes", "the cell opened last in this pass, under a growing bound on f";
    }
}

impl PopKey {
    /// Returns `true` if the key contains an estimate of the remaining cost: the heuristic or a
    /// built-in one.
    #[must_use]
    pub const fn estimates(self) -> bool {
        !matches!(self, Self::Depth | Self::G | Self::GLeft | Self::LastIn)
    }

    /// Returns the number that decides which cell is popped next; `None` for a stack.
    #[must_use]
    pub const fn number(self) -> Option<DecidingNumber> {
        match self {
            Self::Depth => Some(DecidingNumber::Steps),
            Self::G | Self::GLeft => Some(DecidingNumber::G),
            Self::H => Some(DecidingNumber::H),
            Self::WeightedF => Some(DecidingNumber::WeightedF),
            Self::F | Self::FThenG | Self::FBucket | Self::LastInBound | Self::InPasses => {
                Some(DecidingNumber::F)
            }
            Self::LastIn => None,
        }
    }
}

/// A number by which the cells of an open list are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidingNumber {
    /// Steps from the start.
    Steps,
    /// The cost so far.
    G,
    /// The estimate of the remaining cost.
    H,
    /// G + H.
    F,
    /// G + weight × H.
    WeightedF,
}

/// The link between a new cell and its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentLink {
    /// One step from the expanded cell.
    Step,
    /// A straight jump from the expanded cell.
    Jump,
    /// A jump from the expanded cell, which may turn once.
    TurningJump,
    /// A line at any angle, from the parent of the expanded cell if that is in sight.
    ThetaParent,
    /// A line as in Theta*, whose sight is checked only when the new cell is expanded.
    LazyThetaParent,
}
