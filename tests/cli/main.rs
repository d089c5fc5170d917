//! The command line, run as the program that people run, and what README and help say of it.
#![cfg(all(feature = "app", feature = "cli", unix))]

mod cli;
mod commands;
mod compare;
mod explain;
mod grey;
mod greyscale;
mod options;
mod readme;
mod render;
