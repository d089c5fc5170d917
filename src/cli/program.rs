//! The program: its arguments, which command runs, and how it ends.

use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches, Subcommand};

use super::args::Command;
use super::failure::{self, Failure};
use super::{
    bench, check, compare, completions, convert, drawing, explain, generate, help, list, progress, render, simulate,
    solve,
};

/// Grid pathfinding on the command line.
#[derive(clap::Parser, Debug)]
#[command(name = "gridwalk", version, about)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// The whole program where there is no window.
#[must_use]
pub fn main() -> ExitCode {
    let command = <CommandLine as clap::CommandFactory>::command();
    let matches = matches(command.clone());
    run(command, &matches).expect("without a command the parser has ended the program")
}

/// Adds our commands to those of a program that also works without one.
#[must_use]
pub fn beside(program: clap::Command) -> clap::Command {
    // A file may be called like a command: then it is written with its folder, as in ./solve.
    let about = program.get_about().cloned().unwrap_or_default();
    Command::augment_subcommands(program)
        // What our commands say of themselves takes the place of what the program says: it gets that back.
        .about(about)
        .args_conflicts_with_subcommands(true)
        .subcommand_required(false)
        .arg_required_else_help(false)
}

/// The arguments of the program; or its end, with its help or with what is wrong with them.
#[must_use]
pub fn matches(program: clap::Command) -> ArgMatches {
    program.try_get_matches().unwrap_or_else(|error| {
        if !error.use_stderr() {
            anstream::print!("{}", help::wrap(&error.render().ansi().to_string(), drawing::columns() as usize));
            std::process::exit(error.exit_code());
        }
        if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
            let text = error.to_string();
            // Up to the empty line before the tips.
            let sentence: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
            failure::print_json(&sentence.join(" ").trim_start_matches("error: ").into());
        }
        error.exit()
    })
}

/// Runs the command that was chosen; `None` if none was. `program` is what parsed the arguments.
#[must_use]
pub fn run(program: clap::Command, matches: &ArgMatches) -> Option<ExitCode> {
    let command = Command::from_arg_matches(matches).ok()?;
    progress::begin();
    let done = match &command {
        Command::Solve(request) => solve::run(request),
        Command::Explain(request) => explain::run(request),
        Command::Bench(request) => bench::run(request),
        Command::List { json } => list::run(*json),
        Command::Check(request) => check::run(request),
        Command::Convert(request) => convert::run(request),
        Command::Generate(request) => generate::run(request),
        Command::Render(request) => render::run(request),
        Command::Compare(request) => compare::run(request),
        Command::Simulate(request) => simulate::run(request),
        Command::Completions { shell } => completions::run(program, *shell),
    };
    if let (Err(Failure::Bad(input)), true) = (&done, command.prints_json()) {
        failure::print_json(input);
    }
    Some(failure::exit_code(done))
}
