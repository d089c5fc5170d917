//! The command line, without Bevy.
//!
//! `args` turns text into requests; each command is a file of its own that runs one. Results go to stdout,
//! remarks to stderr. Exit code 0: all is well; 1: no path, or findings; 2: bad input. A reader that goes away
//! is no error.

mod animation;
mod answer;
mod args;
mod bench;
mod check;
mod convert;
mod drawing;
mod explain;
mod failure;
mod files;
mod generate;
mod list;
mod png_map;
mod question;
mod render;
mod solve;
mod trace_file;

use std::io::Write;
use std::process::ExitCode;

use args::Command;
use clap::{ArgMatches, FromArgMatches, Subcommand};
use failure::{Done, OK};

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
    let matches = command.clone().get_matches();
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

/// Runs the command that was chosen; `None` if none was. `program` is what parsed the arguments.
#[must_use]
pub fn run(program: clap::Command, matches: &ArgMatches) -> Option<ExitCode> {
    let command = Command::from_arg_matches(matches).ok()?;
    Some(failure::exit_code(match &command {
        Command::Solve(request) => solve::run(request),
        Command::Explain(request) => explain::run(request),
        Command::Bench(request) => bench::run(request),
        Command::List(request) => list::run(request),
        Command::Check(request) => check::run(request),
        Command::Convert(request) => convert::run(request),
        Command::Generate(request) => generate::run(request),
        Command::Render(request) => render::run(request),
        Command::Completions(request) => complete(program, request.shell),
    }))
}

fn complete(mut program: clap::Command, shell: clap_complete::Shell) -> Done {
    // Into memory first: the generators do not expect a reader that goes away.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "gridwalk", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(OK)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with arguments of its own, as the window's are.
    fn program() -> clap::Command {
        let size = clap::Arg::new("size").long("size").default_value("1280x720");
        let exit = clap::Arg::new("exit").long("exit").action(clap::ArgAction::SetTrue);
        beside(clap::Command::new("gridwalk").about("A playground").arg(clap::Arg::new("level")).arg(size).arg(exit))
    }

    #[test]
    fn a_command_is_told_from_a_level() {
        program().debug_assert();
        let parse = |line: &str| program().try_get_matches_from(line.split(' '));
        let command = |line: &str| parse(line).unwrap().subcommand_name().map(str::to_owned);
        assert_eq!(command("gridwalk solve a.map").as_deref(), Some("solve"));
        assert_eq!(command("gridwalk list").as_deref(), Some("list"));
        for line in ["gridwalk", "gridwalk a.level.ron --exit", "gridwalk ./solve", "gridwalk --exit solve"] {
            assert_eq!(command(line), None, "{line}");
        }
        assert_eq!(parse("gridwalk ./solve").unwrap().get_one::<String>("level").unwrap(), "./solve");
        for line in ["gridwalk solve", "gridwalk a.map b.map", "gridwalk --no-such-option"] {
            assert_eq!(parse(line).unwrap_err().exit_code(), 2, "{line}");
        }
    }

    #[test]
    fn help_shows_both_faces() {
        let help = program().render_help().to_string();
        for word in ["A playground", "--size", "[level]", "solve", "bench", "completions"] {
            assert!(help.contains(word), "{word} is missing in\n{help}");
        }
    }

    #[test]
    fn without_a_window_the_arguments_make_sense() {
        <CommandLine as clap::CommandFactory>::command().debug_assert();
    }
}
