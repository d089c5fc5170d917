//! The languages of all sentences of this library, and how a phrase becomes a sentence.
//!
//! Every sentence is one `Phrase` with named places. Its texts stand in `texts`, a file for each
//! language: a new one is one more folder there and a variant of [`Language`]. What it lacks does
//! not compile.

mod describe;
mod languages;
mod numbers;

pub use describe::{Describe, option_meaning_in, path_fault_in, value_in};
pub(crate) use languages::Phrase;
pub use languages::{Language, fill};
pub use numbers::{CellCosts, counted, duration, thousands};
