//! The command line, without Bevy: arguments, dispatch of commands, and exit.
//!
//! `args` turns text into requests, and a command runs a request. Results go to stdout, remarks to
//! stderr. Exit codes: 0, success; 1, no path, or findings; 2, bad input; 3, out of budget; 4,
//! slower than a baseline. A reader that closes early is no error.

mod args;
mod bench;
mod compare;
mod diff;
mod explain;
mod files;
mod help;
mod level_files;
mod output;
mod progress;
mod queries;
mod query;
mod render;
mod scenarios;
mod simulate;
mod solve;

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Effects, Style};
use clap::error::ErrorKind;
use clap::{ArgMatches, FromArgMatches, Subcommand};

use args::Command;
use output::Failure;

/// Grid pathfinding on the command line.
#[derive(clap::Parser, Debug)]
#[command(name = "gridwalk", version, about)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// Runs the whole program where there is no window.
#[must_use]
pub fn main() -> ExitCode {
    let command = with_quiet(<CommandLine as clap::CommandFactory>::command());
    let matches = matches(command.clone());
    run(command, &matches).expect("without a command the parser has ended the program")
}

/// Adds the commands to those of a program that also works without one.
#[must_use]
pub fn beside(program: clap::Command) -> clap::Command {
    // A file may have the name of a command: then its folder is given, too, as in ./solve.
    let about = program.get_about().cloned().unwrap_or_default();
    with_quiet(Command::augment_subcommands(program))
        // The commands' own description replaces that of the program, which is restored here.
        .about(about)
        .args_conflicts_with_subcommands(true)
        .subcommand_required(false)
        .arg_required_else_help(false)
}

/// Adds `--quiet` to every command: no output but results and errors.
fn with_quiet(program: clap::Command) -> clap::Command {
    let quiet = || {
        let flag = clap::Arg::new(QUIET)
            .short('q')
            .long(QUIET)
            .action(clap::ArgAction::SetTrue);
        flag.help("Prints no remarks on stderr, only errors")
            .display_order(1000)
    };
    program.mut_subcommands(|command| command.arg(quiet()))
}

const QUIET: &str = "quiet";

/// Returns the arguments of the program; or ends it, with its help or an error about them.
#[must_use]
pub fn matches(program: clap::Command) -> ArgMatches {
    program.try_get_matches().unwrap_or_else(|error| {
        if !error.use_stderr() {
            let text = help::wrap(&error.render().ansi().to_string(), output::columns() as usize);
            let mut out = anstream::stdout().lock();
            let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            std::process::exit(output::end(printed.map(|()| output::OK).map_err(Failure::Output)).into());
        }
        if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
            let text = error.to_string();
            // The message ends at the empty line before the tips.
            let sentence: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
            output::print_json(&sentence.join(" ").trim_start_matches("error: ").into());
        }
        // If the reason cannot be printed, the exit code still reports an error.
        let _ = print_reason(&error);
        let is_window = cfg!(feature = "app") || error.kind() != ErrorKind::InvalidSubcommand;
        if !is_window {
            output::remark(
                "the window, which opens files, is not built into this program; gridwalk solve FILE searches without it",
            );
        }
        std::process::exit(output::BAD_INPUT.into())
    })
}

/// Prints why the arguments cannot be read, with control characters escaped.
fn print_reason(error: &clap::Error) -> io::Result<()> {
    let text = error.to_string();
    let mut out = anstream::stderr().lock();
    for line in text.lines() {
        let rest = line.strip_prefix(REASON);
        if rest.is_some() {
            write!(out, "{HEADING}{REASON}{HEADING:#}")?;
        }
        output::line(&mut out, rest.unwrap_or(line))?;
    }
    Ok(())
}

/// The prefix of the parser's messages, then its style.
const REASON: &str = "error:";
const HEADING: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);

/// Runs the chosen command; `None` if none was chosen. `program` is the parser of the arguments.
#[must_use]
pub fn run(program: clap::Command, matches: &ArgMatches) -> Option<ExitCode> {
    let command = Command::from_arg_matches(matches).ok()?;
    if matches
        .subcommand()
        .is_some_and(|(_, options)| options.get_flag(QUIET))
    {
        output::be_quiet();
    }
    progress::begin();
    let done = match &command {
        Command::Solve(request) => solve::run(request),
        Command::Explain(request) => explain::run(request),
        Command::Bench(request) => bench::run(request),
        Command::List { json } => help::list(*json),
        Command::Check(request) => level_files::check(request),
        Command::Convert(request) => level_files::convert(request),
        Command::Generate(request) => level_files::generate(request),
        Command::Render(request) => render::run(request),
        Command::Compare(request) => compare::run(request),
        Command::Simulate(request) => simulate::run(request),
        Command::Scenarios(request) => scenarios::run(request),
        Command::Diff(request) => diff::run(request),
        Command::Completions { shell } => help::print_completions(program, *shell),
        Command::Man { command } => help::print_manual(program, command.as_deref()),
    };
    if let (Err(Failure::Bad(input)), true) = (&done, command.prints_json()) {
        output::print_json(input);
    }
    Some(output::end(done).into())
}
