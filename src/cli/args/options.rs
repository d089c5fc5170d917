//! Search options as arguments, made from the option table; missing ones stay as in the level.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Command};
use gridwalk_pathfinding::{Algorithm, OptionChange, OptionError, OptionKey, SearchOptions, Support, Typed};

use crate::cli::print::remark;

/// The given options without the algorithm, because some commands take several algorithms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionArgs(pub Vec<OptionChange>);

impl OptionArgs {
    /// Applies the given options.
    pub fn apply(&self, options: &mut SearchOptions) {
        for change in &self.0 {
            change.apply(options);
        }
    }

    /// Returns `true` if an option was given.
    pub fn has(&self, key: OptionKey) -> bool {
        self.0.iter().any(|change| change.key() == key)
    }

    /// Warns of given options that none of these algorithms uses.
    pub fn warn_of_unused(&self, algorithms: &[Algorithm]) {
        let titles: Vec<_> = algorithms.iter().map(|algorithm| algorithm.title()).collect();
        for key in self.0.iter().map(OptionChange::key) {
            if algorithms.iter().all(|algorithm| algorithm.support(key) == Support::Unused) {
                remark(&format!("--{} has no effect: it is not used by {}", key.name(), titles.join(", ")));
            }
        }
    }
}

fn keys() -> impl Iterator<Item = OptionKey> {
    OptionKey::ALL.into_iter().filter(|key| *key != OptionKey::Algorithm)
}

impl clap::Args for OptionArgs {
    fn augment_args(command: Command) -> Command {
        keys().fold(command, |command, key| command.arg(argument(key)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for OptionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(keys().filter_map(|key| matches.get_one(key.name()).cloned()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the argument of one option.
///
/// Earlier names are still accepted, and `--formula` is another name for the heuristic.
fn argument(key: OptionKey) -> Arg {
    let kind = key.kind();
    let value_name = match kind.typed {
        None => "NAME",
        Some(Typed::Number(_)) => "NUMBER",
        Some(Typed::Whole(_)) => "N",
        Some(Typed::Formula) => "NAME|FORMULA",
        Some(Typed::Steps) => "COSTS",
        Some(Typed::Directions) => "NAMES",
        Some(Typed::Rectangle) => "X,Y,WIDTH,HEIGHT",
    };
    let mut help = key.meaning().trim_end_matches('.').to_owned();
    if kind.typed.is_some() {
        help = format!("{help} [value: {kind}]");
    }
    let argument = Arg::new(key.name())
        .long(key.name())
        .aliases(key.earlier())
        .value_name(value_name)
        .help(help)
        .help_heading("Options of the search")
        .allow_negative_numbers(true);
    let parse = move |text: &str| {
        key.parse(text).map_err(|error| match error {
            OptionError::Value { .. } => format!("expected {kind}"),
            error => error.to_string(),
        })
    };
    match kind.typed {
        None => argument.value_parser(PossibleValuesParser::new(kind.names).try_map(move |name| parse(&name))),
        Some(Typed::Formula) => argument.visible_alias("formula").value_parser(parse),
        Some(_) => argument.value_parser(parse),
    }
}
