//! Text into requests. The commands run on the requests and know nothing of how they were typed.

mod explain;
mod names;
mod rules;

use std::path::PathBuf;

pub use explain::ExplainRequest;
pub use rules::Rules;

/// What terrains cost, by their glyphs.
pub type TerrainCosts = Vec<GlyphCost>;

use crate::pathfinding::formats::GlyphCost;
use crate::pathfinding::generate::MapKind;
use crate::pathfinding::{Algorithm, Cell, SearchOptions};

/// What can be done without a window. Each has a file of its own beside this folder.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum Command {
    /// Searches one way and shows it
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveRequest),
    /// Tells a search step by step, each in a sentence
    #[command(after_help = explain::EXAMPLES)]
    Explain(ExplainRequest),
    /// Measures searches, and checks their lengths against the published ones
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(BenchRequest),
    /// Names what there is: algorithms, heuristics, rules, levels
    #[command(after_help = LIST_EXAMPLES)]
    List(ListRequest),
    /// Reads level files and says what is wrong with them, or odd
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckRequest),
    /// Writes a level in another format
    #[command(after_help = CONVERT_EXAMPLES)]
    Convert(ConvertRequest),
    /// Makes a level from a seed
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(GenerateRequest),
    /// Draws a level, and a search on it, as a picture or an animation
    #[command(after_help = RENDER_EXAMPLES)]
    Render(RenderRequest),
    /// Writes a script that completes arguments in your shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsRequest),
}

/// Which way to search, and what to show of it.
#[derive(clap::Args, Clone, Debug)]
pub struct SolveRequest {
    /// A level: .level.ron, a Moving AI .map, a map of digits or costs (.txt, .csv), or a picture (.png)
    #[arg(value_name = "LEVEL|MAP")]
    pub level: PathBuf,
    /// Whose way, and by which rules.
    #[command(flatten)]
    pub question: WayRequest,
    /// Prints one JSON object instead of a drawing
    #[arg(long)]
    pub json: bool,
    /// Adds the cells in the order of their expansion to the JSON
    #[arg(long, requires = "json")]
    pub order: bool,
    /// Writes every step of the search: .json or .ron for gridwalk, .trace.json for Posthoc
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Writes the trace for Posthoc, whatever the file is called
    #[arg(long, requires = "trace")]
    pub posthoc: bool,
}

/// From where to where, and by which rules.
#[derive(clap::Args, Clone, Debug, Default, PartialEq)]
pub struct WayRequest {
    /// Where the way begins; without it, where the agent stands
    #[arg(long, value_name = "X,Y", value_parser = names::cell, allow_hyphen_values = true)]
    pub start: Option<Cell>,
    /// Where it shall end; without it, the agent's first goal
    #[arg(long, value_name = "X,Y", value_parser = names::cell, allow_hyphen_values = true)]
    pub goal: Option<Cell>,
    /// Whose way; without it, that of the level's first agent
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// Goes to the nearest cell that can be reached, where the goal cannot
    #[arg(long)]
    pub nearest: bool,
    /// Which search runs
    #[arg(long, value_name = "NAME", value_parser = names::algorithm(), help_heading = "Rules of the search")]
    pub algorithm: Option<Algorithm>,
    /// How near to the goal is near enough, in cells and in a straight line
    #[arg(long, value_name = "CELLS", value_parser = clap::value_parser!(u32).range(..=i64::from(SearchOptions::MAX_RANGE)),
        help_heading = "Rules of the search")]
    pub within: Option<u32>,
    /// Its other rules.
    #[command(flatten)]
    pub rules: Rules,
}

const SOLVE_EXAMPLES: &str = "\
What is not given is as the level says; a map without rules of its own is searched with astar, octile,
eight-no-corners and steps of 1 and √2.

Examples:
  gridwalk solve assets/levels/right_angle.level.ron
  gridwalk solve assets/levels/rooms.level.ron --algorithm jps --json
  gridwalk solve arena2.map --start 100,41 --goal 98,44 --movement four
  gridwalk solve arena2.map --start 100,41 --goal 98,44 --formula '1.2 * max(dx, dy)' --json --order
  gridwalk solve assets/levels/rooms.level.ron --trace rooms.trace.json

Exit codes: 0 there is a way, 1 there is none, 2 bad input.";

/// What to measure.
#[derive(clap::Args, Clone, Debug)]
pub struct BenchRequest {
    /// Scenario files (.scen) with their maps beside them, or levels with agents
    #[arg(value_name = "SCEN|LEVEL", required = true)]
    pub files: Vec<PathBuf>,
    /// Which searches run, several times or with commas; without it, all but idastar, which can take for ever
    #[arg(long = "algorithm", value_name = "NAME", value_parser = names::algorithm(), value_delimiter = ',')]
    pub algorithms: Vec<Algorithm>,
    /// Takes every N-th query only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// Runs each query so often; its fastest run counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// Prints the table as CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
    /// Compares with an earlier result, saved with --csv or --json
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// What the glyphs of Moving AI maps cost, `#` for walls; a step then costs the mean of what it touches
    #[arg(long, value_name = "COSTS", value_parser = names::terrain_costs)]
    pub costs: Option<TerrainCosts>,
    /// The rules of all searches.
    #[command(flatten)]
    pub rules: Rules,
}

const BENCH_EXAMPLES: &str = "\
Reading files is not measured; memory is reused from query to query. A scenario's length is met if the difference
is below half a unit of the last digit that the file prints. Published lengths are for ground of one cost: with
--costs, Dijkstra's search says how long the ways are. So it does for a level, whose queries are its agents' ways
from goal to goal.

Examples:
  gridwalk bench arena2.map.scen --algorithm astar,jps
  gridwalk bench arena2.map.scen --every 10 --runs 3 --csv > before.csv
  gridwalk bench arena2.map.scen --every 10 --runs 3 --baseline before.csv
  gridwalk bench darkforest.map.scen --costs '.=1,S=2,W=3,T=4' --algorithm astar
  gridwalk bench assets/levels/rooms.level.ron --json

Exit codes: 0 every optimal search met every length, 1 one did not, 2 bad input.";

/// What to name.
#[derive(clap::Args, Clone, Debug)]
pub struct ListRequest {
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
}

const LIST_EXAMPLES: &str = "\
Examples:
  gridwalk list
  gridwalk list --json";

/// Which files to check.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckRequest {
    /// Levels: .level.ron, Moving AI .map, maps of digits or costs (.txt, .csv), pictures (.png)
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  gridwalk check assets/levels/*.level.ron

Exit codes: 0 all is well, notes apart; 1 warnings or errors; 2 a file cannot be read.";

/// Which level, and what it shall become.
#[derive(clap::Args, Clone, Debug)]
pub struct ConvertRequest {
    /// The level to read
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The file to write; its ending chooses the format: .level.ron, .map, .txt, .csv or .png
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
}

const CONVERT_EXAMPLES: &str = "\
A picture has one pixel for each cell: black is a wall, white is floor, the colours of terrains are theirs. What a
format cannot hold is refused; .level.ron holds everything.

Examples:
  gridwalk convert arena2.map arena2.level.ron
  gridwalk convert drawing.png drawing.level.ron
  gridwalk convert assets/levels/maze.level.ron maze.png";

/// What level to make.
#[derive(clap::Args, Clone, Debug)]
pub struct GenerateRequest {
    /// What kind of map
    #[arg(value_parser = names::map_kind())]
    pub kind: MapKind,
    /// Columns
    #[arg(long, value_name = "N", default_value_t = 65)]
    pub width: u32,
    /// Rows
    #[arg(long, value_name = "N", default_value_t = 49)]
    pub height: u32,
    /// Where chance begins; the same seed makes the same map
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How dense it is, in percent; for random, cave and weights
    #[arg(long, value_name = "PERCENT")]
    pub density: Option<u32>,
    /// The file to write, in any format of `gridwalk convert`; without it, the level is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const GENERATE_EXAMPLES: &str = "\
Examples:
  gridwalk generate maze --width 41 --height 31 --seed 7 -o maze.level.ron
  gridwalk generate cave --density 48 -o cave.png
  gridwalk generate rooms > rooms.level.ron";

/// What to draw, and how large.
#[derive(clap::Args, Clone, Debug)]
pub struct RenderRequest {
    /// A level: .level.ron, a Moving AI .map, a map of digits or costs (.txt, .csv), or a picture (.png)
    #[arg(value_name = "LEVEL|MAP")]
    pub level: PathBuf,
    /// The file to write: .png for a picture, .gif for an animation of the search
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Draws the end of the search, with the way that it found; without it, only the map and who stands on it
    #[arg(long)]
    pub search: bool,
    /// Draws the search after so many expansions, with the way so far; an animation ends there
    #[arg(long, value_name = "N")]
    pub step: Option<u64>,
    /// The side of a cell in pixels; without it, as large as fits well
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub cell: Option<u32>,
    /// How long an animation takes, the pause at its end included [default: 8]
    #[arg(long, value_name = "SECONDS", value_parser = names::seconds)]
    pub seconds: Option<f64>,
    /// Whose way, and by which rules.
    #[command(flatten)]
    pub question: WayRequest,
}

const RENDER_EXAMPLES: &str = "\
Open cells have a blue frame, closed ones an orange tint and a hatched corner, the current one a black frame; what the
last step opened is purple. From the goal's side they are green and yellow. A picture has at most 8192 × 8192 pixels,
an animation 2048 × 2048 and 300 frames.

Examples:
  gridwalk render assets/levels/portals.level.ron -o portals.png
  gridwalk render assets/levels/right_angle.level.ron -o search.png --search
  gridwalk render assets/levels/right_angle.level.ron -o step.png --step 34 --cell 32
  gridwalk render assets/levels/cave.level.ron -o cave.gif --algorithm jps --seconds 5

Exit codes: 0 it is drawn, 1 it is drawn and there is no way, 2 bad input.";

/// For which shell.
#[derive(clap::Args, Clone, Debug)]
pub struct CompletionsRequest {
    /// The shell
    #[arg(value_parser = clap::builder::EnumValueParser::<clap_complete::Shell>::new())]
    pub shell: clap_complete::Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  gridwalk completions bash > ~/.local/share/bash-completion/completions/gridwalk
  gridwalk completions zsh > ~/.zfunc/_gridwalk
  gridwalk completions fish > ~/.config/fish/completions/gridwalk.fish
  gridwalk completions powershell >> $PROFILE";
