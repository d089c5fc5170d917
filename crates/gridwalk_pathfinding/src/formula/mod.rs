//! Heuristics that the user types as formulas.

#[cfg(feature = "formula")]
mod expression;
#[cfg(not(feature = "formula"))]
#[path = "no_expression.rs"]
mod expression;
#[expect(clippy::module_inception, reason = "the formula is what the folder is about")]
mod formula;
mod mistake;

pub use formula::Formula;
pub use mistake::{FormulaError, FormulaFault, FormulaMistake};
