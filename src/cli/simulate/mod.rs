//! `gridwalk simulate`: moves a crowd of agents, and lets the referee check every tick.

mod cast;
mod command;
mod run;
mod tally;

pub use command::run;
