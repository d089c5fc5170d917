//! Parses arguments into requests: arguments that several commands share, and names and numbers as
//! in level files.
//!
//! The commands run requests and do not depend on how they were typed.

mod command;

pub use command::{
    BenchRequest, CheckRequest, Command, CompareRequest, ConvertRequest, DiffRequest, EndArgs,
    ExplainRequest, GenerateRequest, PathArgs, RenderRequest, ScenariosRequest, SimulateRequest,
    SolveRequest, Steps,
};

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, ArgMatches};
use gridwalk_level::formats::{
    DigitLegend, Format, GlyphCost, ReadHints, SolidRule, parse_glyph_costs,
};
use gridwalk_pathfinding::{
    Algorithm, Cell, KeepOffWalls, Named, OptionChange, OptionError, OptionKey, Rect,
    SearchOptions, Support, Terrain, Typed,
};

use crate::cli::output::remark;
use crate::shipped::SHIPPED_LEVELS;

/// The level that a command is about.
#[derive(clap::Args, Clone, Debug)]
pub struct LevelArgs {
    /// A level: .level.ron, a Moving AI .map, a map of digits (.txt, .digits) or costs (.csv), a
    /// picture (.png), a map of Tiled (.tmj, .tmx) or an .ldtk project; @NAME is a level that comes
    /// with gridwalk, - the standard input. With --line also a scenario file (.scen)
    #[arg(value_name = "LEVEL|MAP", value_parser = LevelPath, hide_possible_values = true)]
    pub level: PathBuf,
    #[command(flatten)]
    pub hints: HintArgs,
    #[command(flatten)]
    pub costs: CostArgs,
    /// The query of a scenario file (.scen), by its line; its map lies beside it
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub line: Option<u32>,
}

/// The costs of terrains on maps that do not state them.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct CostArgs {
    /// The costs of the glyphs of Moving AI maps, `#` for walls; a step then costs the mean of the
    /// cells it touches
    #[arg(long, value_name = "COSTS", value_parser = terrain_costs)]
    pub costs: Option<TerrainCosts>,
}

/// Hints for reading a file whose name does not tell everything.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct HintArgs {
    /// The format of the level, where the name of its file does not say it
    #[arg(long, value_name = "NAME", value_parser = one_of::<Format>())]
    pub format: Option<Format>,
    /// The meaning of each digit of a map of digits: start, goal, a terrain, a cost or # for walls;
    /// as in 0=floor,1=wall,2=7
    #[arg(long, value_name = "DIGITS")]
    pub legend: Option<DigitLegend>,
    /// The level of an .ldtk project that is read; without it, the whole world if its levels form a
    /// grid, else the first
    #[arg(long = "level", value_name = "NAME")]
    pub of_project: Option<String>,
    /// Says what is a wall on a map of Tiled or an .ldtk project, in place of guesses:
    /// property:NAME, property:NAME=VALUE, class:NAME, layer:NAME, value:NAME, shapes or none; once
    /// for each rule
    #[arg(long = "solid", value_name = "RULE")]
    pub solid: Vec<SolidRule>,
}

impl HintArgs {
    /// Returns the hints in the reader's form.
    pub fn hints(&self) -> ReadHints {
        let (legend, level, solid) = (
            self.legend.clone(),
            self.of_project.clone(),
            self.solid.clone(),
        );
        ReadHints {
            format: self.format,
            legend,
            level,
            solid,
            ..ReadHints::default()
        }
    }
}

/// The treatment of an existing file in the place of a new one.
///
/// It stays, and nothing is written; or it is replaced.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Existing {
    /// Replaces a file that is there already
    #[arg(long = "force")]
    pub is_replaced: bool,
}

/// Any path; shells complete the shipped levels.
#[derive(Clone)]
pub struct LevelPath;

impl TypedValueParser for LevelPath {
    type Value = PathBuf;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<PathBuf, clap::Error> {
        PathBufValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            SHIPPED_LEVELS
                .iter()
                .map(|level| PossibleValue::new(level.argument)),
        ))
    }
}

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
        let titles: Vec<_> = algorithms
            .iter()
            .map(|algorithm| algorithm.title())
            .collect();
        for key in self.0.iter().map(OptionChange::key) {
            if algorithms
                .iter()
                .all(|algorithm| algorithm.support(key) == Support::Unused)
            {
                remark(&format!(
                    "--{} has no effect: it is not used by {}",
                    key.name(),
                    titles.join(", ")
                ));
            }
        }
    }
}

fn keys() -> impl Iterator<Item = OptionKey> {
    OptionKey::ALL
        .into_iter()
        .filter(|key| *key != OptionKey::Algorithm)
}

impl clap::Args for OptionArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        keys().fold(command, |command, key| command.arg(argument(key)))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for OptionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(
            keys()
                .filter_map(|key| matches.get_one(key.name()).cloned())
                .collect(),
        ))
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
        None => argument
            .value_parser(PossibleValuesParser::new(kind.names).try_map(move |name| parse(&name))),
        Some(Typed::Formula) => argument.visible_alias("formula").value_parser(parse),
        Some(_) => argument.value_parser(parse),
    }
}

/// The changes of each board to the shared options, in argument order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardArgs(pub Vec<Vec<OptionChange>>);

impl clap::Args for BoardArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        let algorithm = Arg::new("algorithm")
            .long("algorithm")
            .value_name("NAME")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(one_of::<Algorithm>())
            .help("A board with this algorithm, and otherwise the options of the level; once for each board, or with commas");
        let board = Arg::new("board")
            .long("board")
            .value_name("KEY=VALUE,…")
            .action(ArgAction::Append)
            .value_parser(changes)
            .help("A board with these options, by their keys in `gridwalk list`, and otherwise those of the level");
        command.arg(algorithm).arg(board)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

/// The value of one `--board`; clap would take a plain list for several values.
#[derive(Clone, Debug)]
struct BoardArgument(Vec<OptionChange>);

impl clap::FromArgMatches for BoardArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let places = |id: &str| matches.indices_of(id).into_iter().flatten();
        let algorithms = matches
            .get_many::<Algorithm>("algorithm")
            .into_iter()
            .flatten();
        let algorithms =
            places("algorithm").zip(algorithms.map(|&name| vec![OptionChange::Algorithm(name)]));
        let boards = matches
            .get_many::<BoardArgument>("board")
            .into_iter()
            .flatten();
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

fn changes(text: &str) -> Result<BoardArgument, String> {
    OptionChange::parse_list(text)
        .map(BoardArgument)
        .map_err(|error| error.to_string())
}

/// Common other names of things, each with the name used here.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("a*", "astar"),
    ("a-star", "astar"),
    ("best-first", "greedy"),
    ("bfs", "breadth-first"),
    ("dfs", "depth-first"),
    ("gbfs", "greedy"),
    ("ida*", "idastar"),
    ("jump-point", "jps"),
    ("lpa*", "lpa"),
    ("theta*", "theta"),
    ("ucs", "dijkstra"),
    ("uniform-cost", "dijkstra"),
    ("wa*", "weighted-astar"),
];

/// Returns a parser for one of several values by name; clap lists the names after a wrong one.
pub fn one_of<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    NameParser(PossibleValuesParser::new(T::NAMES), PhantomData)
}

/// Returns a parser like [`one_of`] whose help offers some of the values; the others are refused
/// later, with a reason.
pub fn one_of_offered<T: Named + Send + Sync>(
    is_offered: fn(&T) -> bool,
) -> impl TypedValueParser<Value = T> {
    let value = |name: &&'static str| {
        PossibleValue::new(*name).hide(T::of_name(name).is_none_or(|value| !is_offered(&value)))
    };
    NameParser(
        PossibleValuesParser::new(T::NAMES.iter().map(value).collect::<Vec<_>>()),
        PhantomData,
    )
}

/// A parser for a name; it proposes the name used here in place of [another](OTHER_NAMES).
#[derive(Clone)]
struct NameParser<T>(PossibleValuesParser, PhantomData<T>);

impl<T: Named + Send + Sync> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let chosen = self
            .0
            .parse_ref(command, argument, value)
            .map_err(|mut error| {
                let other = OTHER_NAMES.iter().find(|(other, name)| {
                    value.eq_ignore_ascii_case(other) && T::NAMES.contains(name)
                });
                if let Some((_, name)) = other {
                    error.insert(
                        ContextKind::SuggestedValue,
                        ContextValue::String((*name).to_owned()),
                    );
                }
                error
            })?;
        Ok(T::of_name(&chosen).expect("the parser lets only these names pass"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Returns a parser for a whole number in a range.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Copy + PartialOrd + Display + FromStr,
{
    move |text| {
        let number = text
            .trim()
            .parse()
            .ok()
            .filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!(
                "expected a whole number from {} to {}",
                range.start(),
                range.end()
            )
        })
    }
}

pub fn cell(text: &str) -> Result<Cell, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers
        .map(|(x, y)| Cell::new(x, y))
        .ok_or_else(|| "expected X,Y such as 3,4".to_owned())
}

/// Parses an extra cost near walls: `2,3`, or `no`.
pub fn keep_off_walls(text: &str) -> Result<KeepOffWalls, String> {
    let bounds = || {
        format!(
            "1 to {} cells and a cost of 1 to {}",
            KeepOffWalls::MAX_CELLS,
            Terrain::MAX_COST
        )
    };
    KeepOffWalls::parse(text)
        .ok_or_else(|| format!("expected CELLS,COST such as 2,3, {}, or no", bounds()))
}

/// Parses a part of a map: `2,3,10,5`.
pub fn part(text: &str) -> Result<Rect, String> {
    match OptionKey::Region.parse(text) {
        Ok(OptionChange::Region(Some(part))) => Ok(part),
        _ => Err("expected X,Y,WIDTH,HEIGHT such as 2,3,10,5".to_owned()),
    }
}

/// Costs of terrains as one value for clap, which takes a plain list for several values.
pub type TerrainCosts = Vec<GlyphCost>;

/// Parses the costs of terrains by their glyphs: `.=1,S=2,T=#`.
pub fn terrain_costs(text: &str) -> Result<TerrainCosts, String> {
    parse_glyph_costs(text).map_err(|error| error.message)
}

/// Parses a percentage from 0 to a million.
pub fn percent(text: &str) -> Result<f64, String> {
    let percent = text
        .trim()
        .parse()
        .ok()
        .filter(|percent| (0.0..=1e6).contains(percent));
    percent.ok_or_else(|| "expected a number of per cent from 0 to 1000000, such as 10".to_owned())
}

/// Parses a duration from half a second to ten minutes.
///
/// An animation counts hundredths of a second in 16 bits.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.5..=600.0).contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0.5 to 600".to_owned())
}
