//! The command line, without Bevy.

mod check;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Grid pathfinding on the command line.
#[derive(Parser, Debug)]
#[command(name = "gridwalk", version, about)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// What can be done without a window.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Reads level files and says what is wrong with them
    Check(check::CheckRequest),
}

/// Parses the arguments of the program and runs them.
#[must_use]
pub fn main() -> ExitCode {
    run(&CommandLine::parse().command)
}

/// Runs one command. Exit code 0: all is well; 2: bad input.
#[must_use]
pub fn run(command: &Command) -> ExitCode {
    match command {
        Command::Check(request) => check::run(request),
    }
}
