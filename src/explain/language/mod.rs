//! The languages of all sentences of this library, and how a phrase becomes a sentence.
//!
//! Every sentence is one `Phrase` with named places. Its texts stand in `assets/texts`, a file for each language: a new
//! one is one more folder there and a variant of [`Language`]. What it lacks does not compile.

mod kernel;
mod languages;
mod numbers;

pub use kernel::Describe;
#[cfg(feature = "app")]
pub(crate) use kernel::option_meaning_in;
pub(crate) use kernel::{path_fault_in, value_in};
pub use languages::Language;
pub(crate) use languages::Phrase;
#[cfg(feature = "app")]
pub(crate) use languages::fill;
pub use numbers::{counted, duration, thousands};
