//! The boards of a comparison as arguments: an algorithm each, or any options.

use clap::{Arg, ArgAction, ArgMatches, Command};
use gridwalk_pathfinding::{Algorithm, OptionChange};

use super::names;

/// The changes of each board to the shared options, in argument order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardArgs(pub Vec<Vec<OptionChange>>);

impl clap::Args for BoardArgs {
    fn augment_args(command: Command) -> Command {
        let algorithm = Arg::new("algorithm")
            .long("algorithm")
            .value_name("NAME")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(names::one_of::<Algorithm>())
            .help("A board with this algorithm, and otherwise the options of the level; once for each board, or with commas");
        let board = Arg::new("board")
            .long("board")
            .value_name("KEY=VALUE,…")
            .action(ArgAction::Append)
            .value_parser(changes)
            .help("A board with these options, by their keys in `gridwalk list`, and otherwise those of the level");
        command.arg(algorithm).arg(board)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The value of one `--board`; clap would take a plain list for several values.
#[derive(Clone, Debug)]
struct Changes(Vec<OptionChange>);

impl clap::FromArgMatches for BoardArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let places = |id: &str| matches.indices_of(id).into_iter().flatten();
        let algorithms = matches.get_many::<Algorithm>("algorithm").into_iter().flatten();
        let algorithms = places("algorithm").zip(algorithms.map(|&name| vec![OptionChange::Algorithm(name)]));
        let boards = matches.get_many::<Changes>("board").into_iter().flatten();
        let boards = places("board").zip(boards.map(|board| board.0.clone()));
        let mut all: Vec<_> = algorithms.chain(boards).collect();
        all.sort_by_key(|(place, _)| *place);
        Ok(Self(all.into_iter().map(|(_, changes)| changes).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn changes(text: &str) -> Result<Changes, String> {
    OptionChange::parse_list(text).map(Changes).map_err(|error| error.to_string())
}
