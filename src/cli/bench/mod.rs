//! `gridwalk bench`: measures searches, and checks the lengths of their paths.

mod baseline;
mod command;
mod lengths;
mod machine;
mod measure;
mod meter;
mod report;
mod row;
mod suite;

pub use command::run;
