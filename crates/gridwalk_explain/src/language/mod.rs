//! The languages of all sentences of this library, and how a phrase becomes a sentence.
//!
//! Every sentence is one `Phrase` with named places. Its texts stand in `texts`, a file for each language: a new
//! one is one more folder there and a variant of [`Language`]. What it lacks does not compile.

mod cell_costs;
mod edits;
mod kernel;
mod languages;
mod numbers;

pub use cell_costs::CellCosts;
pub use kernel::Describe;
pub use kernel::{option_meaning_in, path_fault_in, value_in};
pub use languages::Language;
pub(crate) use languages::Phrase;
pub use languages::fill;
pub use numbers::{counted, duration, thousands};
