//! Path costs as exact integers, so that no order depends on rounding.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};

/// A path cost (g, h or f) in the units of one [`StepCosts`].
///
/// Integers make every comparison exact and equal on every platform. Two costs
/// may only be compared if they come from the same step costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Cost(pub u64);

impl Cost {
    /// No cost at all.
    pub const ZERO: Self = Self(0);
    /// A cost above that of any real path.
    pub const MAX: Self = Self(u64::MAX);

    /// Returns the sum, or [`Cost::MAX`] if it does not fit.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Returns the cost multiplied by `times`, or [`Cost::MAX`] if it does not fit.
    #[must_use]
    pub const fn saturating_mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl Add for Cost {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Cost {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::ZERO, Add::add)
    }
}

/// The costs of a straight and of a diagonal step on terrain of cost 1.
///
/// A step onto terrain of cost c costs c times as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepCosts {
    straight: u32,
    diagonal: u32,
    scale: u32,
}

impl StepCosts {
    /// 1 and √2, in fixed point: 8119 / 5741 is √2 to eight digits.
    pub const SQRT2: Self = Self {
        straight: 5741,
        diagonal: 8119,
        scale: 5741,
    };
    /// 1 and 1: every step counts the same.
    pub const UNIFORM: Self = Self {
        straight: 1,
        diagonal: 1,
        scale: 1,
    };
    /// 10 and 14: the classic integers of many tutorials.
    pub const TEN_FOURTEEN: Self = Self {
        straight: 10,
        diagonal: 14,
        scale: 1,
    };
    /// The largest value of a custom step.
    pub const MAX_STEP: u32 = 10_000;

    /// Creates whole-number step costs; returns `None` for costs out of range.
    ///
    /// Both lie in 1 to [`StepCosts::MAX_STEP`], and a diagonal step costs at least one and at most
    /// two straight ones.
    #[must_use]
    pub const fn custom(straight: u32, diagonal: u32) -> Option<Self> {
        if straight == 0
            || straight > Self::MAX_STEP
            || diagonal < straight
            || diagonal > 2 * straight
        {
            return None;
        }
        Some(Self {
            straight,
            diagonal,
            scale: 1,
        })
    }

    /// Returns straight step, diagonal step, and units per 1, as files store them.
    #[must_use]
    pub const fn parts(self) -> [u32; 3] {
        [self.straight, self.diagonal, self.scale]
    }

    /// Creates the step costs from their [`StepCosts::parts`]; returns `None` if one is 0.
    #[must_use]
    pub const fn from_parts([straight, diagonal, scale]: [u32; 3]) -> Option<Self> {
        if straight == 0 || diagonal == 0 || scale == 0 {
            return None;
        }
        Some(Self {
            straight,
            diagonal,
            scale,
        })
    }

    /// Returns the cost of a straight step on terrain of cost 1.
    #[must_use]
    pub const fn straight(self) -> Cost {
        Cost(self.straight as u64)
    }

    /// Returns the cost of a diagonal step on terrain of cost 1.
    #[must_use]
    pub const fn diagonal(self) -> Cost {
        Cost(self.diagonal as u64)
    }

    /// Returns the costs in units four times as fine, so that halves and quarters of a step are
    /// whole.
    #[must_use]
    pub const fn quartered(self) -> Self {
        Self {
            straight: 4 * self.straight,
            diagonal: 4 * self.diagonal,
            scale: 4 * self.scale,
        }
    }

    /// Returns the cost nearest to a number as people write it; negative numbers count as 0.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts of floats saturate"
    )]
    #[must_use]
    pub fn from_f64(self, cost: f64) -> Cost {
        Cost((cost * f64::from(self.scale)).round() as u64)
    }

    /// Whether the diagonal step is the fixed-point √2, in whole units or quartered ones.
    #[must_use]
    pub const fn is_fixed_point(self) -> bool {
        self.scale.is_multiple_of(Self::SQRT2.scale)
    }

    /// Returns the cost as people write it: 160 for 10/14 steps, 15.899 for √2.
    #[expect(
        clippy::cast_precision_loss,
        reason = "shown to people, never compared"
    )]
    #[must_use]
    pub fn to_f64(self, cost: Cost) -> f64 {
        cost.0 as f64 / f64::from(self.scale)
    }

    /// Formats a single step: whole numbers plainly, others with three decimals.
    #[must_use]
    pub fn format_step(self, cost: Cost) -> String {
        if cost.0.is_multiple_of(u64::from(self.scale)) {
            self.format(cost)
        } else {
            format!("{:.3}", self.to_f64(cost))
        }
    }

    /// Formats the cost for a label.
    ///
    /// Whole numbers are written plainly, others with two decimals, small ones with three
    /// significant digits.
    #[must_use]
    pub fn format(self, cost: Cost) -> String {
        if self.scale == 1 || cost.0.is_multiple_of(u64::from(self.scale)) {
            return (cost.0 / u64::from(self.scale)).to_string();
        }
        let number = self.to_f64(cost);
        let zeros = (1..=9)
            .take_while(|place| number < 0.1_f64.powi(*place))
            .count();
        if zeros == 0 {
            return format!("{number:.2}");
        }
        let digits = format!("{number:.*}", zeros + 3);
        digits.trim_end_matches('0').to_owned()
    }
}

impl Default for StepCosts {
    fn default() -> Self {
        Self::SQRT2
    }
}

impl fmt::Display for StepCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (straight, diagonal) = (
            self.format(self.straight()),
            self.format_step(self.diagonal()),
        );
        write!(f, "straight {straight}, diagonal {diagonal}")
    }
}
