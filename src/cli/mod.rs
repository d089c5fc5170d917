//! The command line, without Bevy.
//!
//! `args` turns text into requests, and a command runs a request. Results go to stdout, remarks to
//! stderr. Exit codes: 0, success; 1, no path, or findings; 2, bad input; 3, out of budget; 4, slower than a baseline.
//! A reader that closes early is no error.

mod answer;
mod args;
mod bench;
mod check;
mod clock;
mod compare;
mod convert;
mod diff;
mod drawing;
mod explain;
mod failure;
mod files;
mod help;
mod levels;
mod list;
mod print;
mod program;
mod progress;
mod queries;
mod query;
mod render;
mod scenarios;
mod simulate;
mod solve;

pub use program::{beside, main, matches, run};
