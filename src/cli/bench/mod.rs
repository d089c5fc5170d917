//! `gridwalk bench`: measures searches, and checks that their paths are as long as they should be.

mod baseline;
mod command;
mod machine;
mod measure;
mod meter;
mod report;
mod row;
mod suite;

pub use command::run;
