//! The command line, run as the program that people run, and what its pages and help say.
#![cfg(all(feature = "cli", unix))]

mod bench;
mod cli;
mod commands;
mod compare;
#[cfg(feature = "app")]
mod documentation;
mod explain;
mod grey;
mod greyscale;
mod hostile;
mod limits;
mod messages;
mod off_walls;
mod options;
mod pages;
mod queries;
mod render;
mod run;
mod scripts;
mod signals;
mod simulate;
mod slices;
mod tables;
