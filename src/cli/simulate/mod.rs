//! `gridwalk simulate`: many agents at once, counted and judged by the referee.

mod cast;
mod command;
mod edits;
mod run;
mod tally;

pub use command::run;
