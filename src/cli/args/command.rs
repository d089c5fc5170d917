//! The arguments of each command.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use gridwalk_explain::Language;
use gridwalk_level::Clock;
use gridwalk_level::formats::Format;
use gridwalk_level::generate::MapKind;
use gridwalk_pathfinding::{Algorithm, Cell, Grid, KeepOffWalls, Movement, Rect};

use super::{
    BoardArgs, CostArgs, Existing, HintArgs, LevelArgs, LevelPath, OptionArgs, cell,
    keep_off_walls, one_of, one_of_offered, part, percent, seconds, whole,
};
use crate::cli::progress::TimeKind;

/// The commands, which need no window; each has its own file beside this folder.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum Command {
    /// Searches one path and shows it
    #[command(after_help = include_str!("help/solve.txt"))]
    Solve(SolveRequest),
    /// Explains a search step by step, each in a sentence
    #[command(after_help = include_str!("help/explain.txt"))]
    Explain(ExplainRequest),
    /// Measures searches, and checks their lengths against the published ones
    #[command(after_help = include_str!("help/bench.txt"))]
    Bench(BenchRequest),
    /// Lists the algorithms, options, kinds of maps, formats and levels
    #[command(after_help = include_str!("help/list.txt"))]
    List {
        /// Prints one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Checks level files for errors and likely mistakes
    #[command(after_help = include_str!("help/check.txt"))]
    Check(CheckRequest),
    /// Writes a level in another format
    #[command(after_help = convert_examples())]
    Convert(ConvertRequest),
    /// Makes a level from a seed
    #[command(after_help = include_str!("help/generate.txt"))]
    Generate(GenerateRequest),
    /// Draws a level, and a search on it, as a picture or an animation
    #[command(after_help = include_str!("help/render.txt"))]
    Render(RenderRequest),
    /// Compares two to six searches of one path: as a table, a picture or an animation with the
    /// boards side by side
    #[command(after_help = include_str!("help/compare.txt"))]
    Compare(CompareRequest),
    /// Lets many agents walk at once, none on the cell of another
    #[command(after_help = include_str!("help/simulate.txt"))]
    Simulate(SimulateRequest),
    /// Writes a list of queries on a map, each with the length of its shortest path: a Moving AI
    /// .scen file
    #[command(after_help = include_str!("help/scenarios.txt"))]
    Scenarios(ScenariosRequest),
    /// Lists the differences of two levels, or of two paths
    #[command(after_help = include_str!("help/diff.txt"))]
    Diff(DiffRequest),
    /// Prints a manual page, of the program or of one command
    #[command(after_help = include_str!("help/man.txt"))]
    Man {
        /// The command; without it, the page of the program
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Writes a script that completes arguments in your shell
    #[command(after_help = include_str!("help/completions.txt"))]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}

impl Command {
    /// Whether the command prints JSON for a program.
    pub const fn prints_json(&self) -> bool {
        match self {
            Self::Solve(request) => request.json,
            Self::Explain(request) => request.json,
            Self::Bench(request) => request.json,
            Self::List { json } => *json,
            Self::Compare(request) => request.json,
            Self::Check(request) => request.json,
            Self::Simulate(request) => request.json,
            Self::Diff(request) => request.json,
            _ => false,
        }
    }
}

/// The path to search, and the output.
#[derive(clap::Args, Clone, Debug)]
pub struct SolveRequest {
    #[command(flatten)]
    pub input: LevelArgs,
    #[command(flatten)]
    pub query: PathArgs,
    /// Prints one JSON object instead of a drawing
    #[arg(long)]
    pub json: bool,
    /// Adds the cells in the order of their expansion to the JSON
    #[arg(long, requires = "json")]
    pub order: bool,
    /// Leaves out the verdict, which takes longer than the search on a large map
    #[arg(long)]
    pub no_verdict: bool,
    /// Writes every step of the search as a trace for `gridwalk explain`, `gridwalk render` and
    /// Posthoc: a .json file; - prints it in place of the drawing
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Answers many queries, a line of JSON each, with a line each as soon as it is known; - reads
    /// them from the standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trace", "order", "line"])]
    pub queries: Option<PathBuf>,
    #[command(flatten)]
    pub existing: Existing,
}

/// The ends of a path.
#[derive(clap::Args, Clone, Debug, Default, PartialEq)]
pub struct EndArgs {
    /// The start of the path; without it, the agent's cell
    #[arg(long, value_name = "X,Y", value_parser = cell, allow_hyphen_values = true)]
    pub start: Option<Cell>,
    /// The goal of the path; without it, the agent's first goal. Of several, the one that is the
    /// cheapest to reach
    #[arg(long, value_name = "X,Y", value_parser = cell, allow_hyphen_values = true)]
    pub goal: Vec<Cell>,
    /// The agent whose path is searched; without it, the level's first agent
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// Goes to the nearest cell that can be reached, where the goal cannot
    #[arg(long)]
    pub nearest: bool,
    /// Extra cost near walls: COST beside a wall, evenly less up to CELLS cells from it; `no` for
    /// none. Without it, as the agent or the level says
    #[arg(long, value_name = "CELLS,COST", value_parser = keep_off_walls)]
    pub keep_off_walls: Option<KeepOffWalls>,
}

/// The ends of a path, and the options of its search.
#[derive(clap::Args, Clone, Debug, Default, PartialEq)]
pub struct PathArgs {
    #[command(flatten)]
    pub ends: EndArgs,
    /// The search that runs
    #[arg(long, value_name = "NAME", value_parser = one_of::<Algorithm>(), help_heading = "Options of the search")]
    pub algorithm: Option<Algorithm>,
    #[command(flatten)]
    pub options: OptionArgs,
}

/// The search to explain, and the form of the explanation.
#[derive(clap::Args, Clone, Debug)]
pub struct ExplainRequest {
    #[command(flatten)]
    pub input: LevelArgs,
    /// Explains only this step, and shows the open list after it; or only some steps: 10..20, 10..
    /// or ..20
    #[arg(long, value_name = "N|A..B", value_parser = steps)]
    pub step: Option<Steps>,
    /// Names every neighbour, however many there are
    #[arg(long)]
    pub full: bool,
    /// One JSON object with all steps
    #[arg(long)]
    pub json: bool,
    /// Language of the sentences
    #[arg(long, value_name = "NAME", value_parser = one_of::<Language>(), default_value = "en")]
    pub language: Language,
    #[command(flatten)]
    pub query: PathArgs,
}

/// The steps to explain, counted from 1.
#[derive(Clone, Debug)]
pub enum Steps {
    One(u32),
    Some(RangeInclusive<u32>),
}

fn steps(text: &str) -> Result<Steps, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|&step: &u32| step >= 1);
    let end = |text: &str, open: u32| {
        if text.trim().is_empty() {
            Some(open)
        } else {
            number(text)
        }
    };
    let steps = match text.split_once("..") {
        None => number(text).map(Steps::One),
        Some((first, last)) => {
            let ends = Option::zip(end(first, 1), end(last, u32::MAX))
                .filter(|(first, last)| first <= last);
            ends.map(|(first, last)| Steps::Some(first..=last))
        }
    };
    steps.ok_or_else(|| "expected a step from 1 on, such as 4, or A..B, such as 10..20".to_owned())
}

/// The queries and searches to measure.
#[derive(clap::Args, Clone, Debug)]
pub struct BenchRequest {
    /// Scenario files (.scen) with their maps beside them, or levels with agents
    #[arg(value_name = "SCEN|LEVEL", required = true, value_parser = LevelPath, hide_possible_values = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub hints: HintArgs,
    /// The searches that run, given several times or with commas; without it, all but idastar,
    /// which can take for ever
    #[arg(long = "algorithm", value_name = "NAME", value_parser = one_of::<Algorithm>(), value_delimiter = ',')]
    pub algorithms: Vec<Algorithm>,
    /// Takes every N-th query only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u32::MAX))]
    pub every: u32,
    /// Number of timed runs of each query, after one to warm up; the fastest counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(1..=1_000_000_u32))]
    pub runs: u32,
    /// The clock: cpu, the time of the thread without other programs, or wall, the time that passes
    #[arg(long, value_name = "NAME", value_parser = one_of::<TimeKind>(), default_value = "cpu")]
    pub time: TimeKind,
    /// Number of threads, each with an algorithm on a map: sooner, and less exact
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u32))]
    pub jobs: u32,
    /// Also lists every query with its line, cost, expansions and times; with --csv in place of the
    /// table
    #[arg(long)]
    pub rows: bool,
    /// Also shows the times by the length of the shortest path: up to 4, 8, 16 and so on, or in
    /// ranges of WIDTH; with --csv in place of the table
    #[arg(long, value_name = "WIDTH", value_parser = whole(1..=1_000_000_u32), num_args = 0..=1, require_equals = true, conflicts_with = "rows")]
    #[expect(
        clippy::option_option,
        reason = "not given, given without a width, and with one"
    )]
    pub by_length: Option<Option<u32>>,
    /// Prints the table as CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
    /// Compares with an earlier result, saved with --csv or --json
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Ends with exit code 4 where mean time or mean expansions exceed the baseline's by more than
    /// PERCENT
    #[arg(long, value_name = "PERCENT", value_parser = percent, requires = "baseline", allow_negative_numbers = true)]
    pub threshold: Option<f64>,
    #[command(flatten)]
    pub costs: CostArgs,
    #[command(flatten)]
    pub options: OptionArgs,
}

/// The files to check.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckRequest {
    /// Levels: .level.ron, Moving AI .map, maps of digits (.txt, .digits) or costs (.csv), pictures
    /// (.png), maps of Tiled (.tmj, .tmx), .ldtk projects; @NAME is a level that comes with
    /// gridwalk, - the standard input. Lessons: .lesson.ron
    #[arg(required = true, value_name = "LEVEL", value_parser = LevelPath, hide_possible_values = true)]
    pub levels: Vec<PathBuf>,
    #[command(flatten)]
    pub hints: HintArgs,
    /// Shows warnings and errors only: neither notes nor files without faults
    #[arg(long)]
    pub warnings: bool,
    /// Changes level files where that is certain to leave every path as it is: earlier names of
    /// options, and options without effect
    #[arg(long)]
    pub fix: bool,
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The level to convert, and its new format.
#[derive(clap::Args, Clone, Debug)]
pub struct ConvertRequest {
    /// The level to read; @NAME is one that comes with gridwalk, - the standard input
    #[arg(value_name = "IN", value_parser = LevelPath, hide_possible_values = true)]
    pub input: PathBuf,
    /// The file to write, - for the standard output; its ending chooses the format: .level.ron,
    /// .map, .txt, .digits, .csv or .png
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    #[command(flatten)]
    pub hints: HintArgs,
    /// The format to write, where the name of the file does not say it
    #[arg(long, value_name = "NAME", value_parser = one_of_offered(|format: &Format| format.is_written()))]
    pub to: Option<Format>,
    /// Writes the level without what the format cannot hold, and lists that
    #[arg(long)]
    pub lossy: bool,
    #[command(flatten)]
    pub existing: Existing,
}

fn convert_examples() -> String {
    let formats: Vec<_> = Format::ALL
        .map(|format| format!("  {:6}  {}\n", format.name(), format.meaning()))
        .into();
    let formats = formats.concat();
    format!(
        "\
A picture has one pixel for each cell: black is a wall, white is floor, the colours of terrains are theirs. A level is \
not written in a format that cannot hold all of it, unless --lossy says so. What each format holds:
{formats}
Examples:
  gridwalk convert arena2.map arena2.level.ron
  gridwalk convert drawing.png drawing.level.ron
  gridwalk convert town.tmj town.level.ron
  gridwalk convert dungeon.ldtk cellar.level.ron --level Cellar
  gridwalk convert array.txt array.csv --legend 0=floor,1=wall,2=wall
  gridwalk convert @maze maze.png --lossy
  gridwalk convert @walk_the_stack.txt - --to csv --lossy"
    )
}

/// The kind, size and seed of the level to make.
#[derive(clap::Args, Clone, Debug)]
pub struct GenerateRequest {
    /// The kind of map
    #[arg(value_parser = one_of::<MapKind>())]
    pub kind: MapKind,
    /// Columns
    #[arg(long, value_name = "N", default_value_t = 65, value_parser = whole(1..=Grid::MAX_SIDE))]
    pub width: u32,
    /// Rows
    #[arg(long, value_name = "N", default_value_t = 49, value_parser = whole(1..=Grid::MAX_SIDE))]
    pub height: u32,
    /// The seed of the random numbers; the same seed makes the same map
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    /// The density in percent; for random, cave, weights and country
    #[arg(long, value_name = "PERCENT", value_parser = whole(0..=100_u32))]
    pub density: Option<u32>,
    /// The file to write, in any format of `gridwalk convert`; without it, the level is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format to write, where the name of the file does not say it
    #[arg(long, value_name = "NAME", value_parser = one_of_offered(|format: &Format| format.is_written()))]
    pub to: Option<Format>,
    #[command(flatten)]
    pub existing: Existing,
}

/// The picture or animation to draw, and its size.
#[derive(clap::Args, Clone, Debug)]
pub struct RenderRequest {
    #[command(flatten)]
    pub input: LevelArgs,
    /// The file to write: .png for a picture, .gif for an animation of the search; - for a picture,
    /// or with --seconds an animation, on the standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    #[command(flatten)]
    pub existing: Existing,
    /// Draws the end of the search, with the path that it found; without it, only the map and its
    /// agents
    #[arg(long)]
    pub search: bool,
    /// Draws the search after N expansions, with the path so far; an animation ends there
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub step: Option<u64>,
    /// The side of a cell in pixels; without it, as large as fits well
    #[arg(long, value_name = "PIXELS", value_parser = whole(1..=512_u32))]
    pub cell: Option<u32>,
    /// The length of an animation, the pause at its end included [default: 8]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Option<f64>,
    /// Draws only this part of the map
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT", value_parser = part)]
    pub part: Option<Rect>,
    #[command(flatten)]
    pub query: PathArgs,
}

/// The map of the queries, and their number.
#[derive(clap::Args, Clone, Debug)]
pub struct ScenariosRequest {
    /// The map, a file of any format with ground of one cost; or a .scen file, whose lengths are
    /// measured again
    #[arg(value_name = "MAP|SCEN")]
    pub input: PathBuf,
    #[command(flatten)]
    pub hints: HintArgs,
    /// The largest number of queries
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=1_000_000_u64))]
    pub count: u64,
    /// The seed of the random numbers; the same seed makes the same queries
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    /// The file to write; without it, the list is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub existing: Existing,
}

/// The two files to compare.
#[derive(clap::Args, Clone, Debug)]
pub struct DiffRequest {
    /// A level of any format; or a trace, or what `gridwalk solve --json` printed, for their paths
    #[arg(value_name = "FIRST", value_parser = LevelPath, hide_possible_values = true)]
    pub first: PathBuf,
    /// The level, trace or answer to compare with
    #[arg(value_name = "SECOND", value_parser = LevelPath, hide_possible_values = true)]
    pub second: PathBuf,
    #[command(flatten)]
    pub hints: HintArgs,
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The searches to compare, and the form of the comparison.
#[derive(clap::Args, Clone, Debug)]
pub struct CompareRequest {
    #[command(flatten)]
    pub input: LevelArgs,
    #[command(flatten)]
    pub boards: BoardArgs,
    #[command(flatten)]
    pub ends: EndArgs,
    /// Prints one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
    /// Leaves out the verdicts, which take longer than the searches on a large map
    #[arg(long)]
    pub no_verdict: bool,
    /// Draws the boards side by side, too: .png for a picture, .gif for an animation; - for a
    /// picture, or with --seconds an animation, on the standard output in place of the table
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub existing: Existing,
    /// The clock by which the boards of an animation keep step, and in which the first of them is
    /// best
    #[arg(long, value_name = "NAME", value_parser = one_of::<Clock>(), default_value = "expansions")]
    pub clock: Clock,
    /// Draws the boards at this count of the clock: expansions, events or microseconds; an
    /// animation ends there
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), requires = "output")]
    pub at: Option<u64>,
    /// The side of a cell in pixels; without it, as large as fits well
    #[arg(long, value_name = "PIXELS", value_parser = whole(1..=512_u32), requires = "output")]
    pub cell: Option<u32>,
    /// The length of an animation, the pause at its end included [default: 8]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, requires = "output")]
    pub seconds: Option<f64>,
    #[command(flatten)]
    pub options: OptionArgs,
}

/// The agents to simulate, and the output.
#[derive(clap::Args, Clone, Debug)]
pub struct SimulateRequest {
    #[command(flatten)]
    pub input: LevelArgs,
    /// Number of agents: the first ones of the level or the scenario file, and random ones where
    /// the level has fewer
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_u32))]
    pub agents: Option<u32>,
    /// Starts and goals from a scenario file (.scen) for this map, in place of the level's agents
    #[arg(long, value_name = "FILE")]
    pub scen: Option<PathBuf>,
    /// Largest number of ticks
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(1..=100_000_000_u64))]
    pub ticks: u64,
    /// Seed of random agents and of the order among equally good steps
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX))]
    pub seed: u64,
    /// Edits of the map while agents walk: one JSON object a line, - for the standard input
    #[arg(long, value_name = "FILE")]
    pub edits: Option<PathBuf>,
    /// Gives each agent that arrives a random new goal, until the ticks are over
    #[arg(long)]
    pub lifelong: bool,
    /// Directions of a step; without it, those of the level
    #[arg(long, value_name = "NAME", value_parser = one_of::<Movement>())]
    pub movement: Option<Movement>,
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
    /// Writes the cells of all agents after each tick, one JSON object a line; - prints them in
    /// place of the summary
    #[arg(long, value_name = "FILE")]
    pub positions: Option<PathBuf>,
    /// Writes the walk as an animation, a .gif
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// The length of the animation, the pause at its end included [default: 8]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, requires = "gif")]
    pub seconds: Option<f64>,
    #[command(flatten)]
    pub existing: Existing,
}
