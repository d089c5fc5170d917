//! What a search can promise, and what it chooses by.

use super::Weight;

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

/// What the next cell to expand is chosen by; ties are broken among equal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortedBy {
    /// The number of steps from the start.
    Steps,
    /// G.
    G,
    /// H.
    H,
    /// F = G + H.
    F,
    /// G plus the weighted H.
    WeightedF,
    /// No number: a stack, or passes under a bound.
    Nothing,
}

impl SortedBy {
    /// The letter of the number, where ties among equal ones are broken by an option.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Steps | Self::Nothing => None,
            Self::G => Some("G"),
            Self::H => Some("H"),
            Self::F => Some("F"),
            Self::WeightedF => Some("G + w × H"),
        }
    }
}
