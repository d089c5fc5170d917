//! The command line, run as the program that people run, and what its pages and help say.
#![cfg(all(feature = "app", feature = "cli", unix))]

mod cli;
mod commands;
mod compare;
mod documentation;
mod explain;
mod grey;
mod greyscale;
mod options;
mod pages;
mod render;
mod tables;
