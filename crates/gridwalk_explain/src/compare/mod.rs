//! Searches of one map side by side: on one clock, with their difference and their winners.

mod board;
mod comparison;
mod difference;
mod titles;
mod winner;

pub use board::Board;
pub use comparison::{Comparison, ComparisonError, clock_step};
pub use difference::{Difference, expanded_by, expanded_by_in_slices};
pub use titles::{distinctions, option_values};
