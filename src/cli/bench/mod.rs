//! `gridwalk bench`: measures searches, and checks that their paths are as long as they should be.

mod command;
mod measure;
mod report;
mod suite;

pub use command::run;
