//! Command-line arguments of the window.

use std::path::PathBuf;

use gridwalk_pathfinding::{Algorithm, Named};

use super::address::Parameter;
use crate::app::platform::address;

/// A 2D grid-pathfinding playground: click to send the agent, edit the level file and watch.
#[derive(clap::Parser, Clone, Debug, Default)]
#[command(name = "gridwalk", version, about, after_help = EXAMPLES)]
pub struct Args {
    /// The level to open: a .level.ron, a Moving AI .map, a map of digits (.txt, .digits) or costs (.csv), a picture
    /// (.png), a map of Tiled (.tmj, .tmx), an .ldtk project, or the name of a level of the program;
    /// the trace of a search that `gridwalk solve --trace` wrote, or a list of searches (.scen) on the map beside it
    pub level: Option<PathBuf>,
    /// Watches the search for the query in this line of a scenario file
    #[arg(long, value_name = "N", requires = "level", value_parser = parse_line)]
    pub line: Option<u32>,
    /// With --line: by this algorithm
    #[arg(long, value_name = "NAME", requires = "line", value_parser = parse_algorithm)]
    pub algorithm: Option<Algorithm>,
    /// Plays a RON list of (tick, command), 64 ticks a second
    #[arg(long, value_name = "FILE.ron")]
    pub script: Option<PathBuf>,
    /// Saves a picture of the window, at the end of the script or after half a second
    #[arg(long, value_name = "OUT.png")]
    pub screenshot: Option<PathBuf>,
    /// Ends the program after the script and the picture
    #[arg(long)]
    pub exit: bool,
    /// Size of the window in logical pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720", value_parser = parse_size)]
    pub size: (u32, u32),
}

impl Args {
    /// Returns the arguments of a page's address: only `?script=FILE.ron`.
    ///
    /// All other parameters are read where levels and lessons are known.
    #[must_use]
    pub fn of_the_address() -> Self {
        let script = address(Parameter::Script.name()).map(PathBuf::from);
        Self { script, size: (1280, 720), ..Self::default() }
    }
}

const EXAMPLES: &str = "\
Examples:
  gridwalk                                        opens the first level
  gridwalk assets/levels/right_angle.level.ron    opens a level and follows its file
  gridwalk right_angle                            opens a level that comes with the program
  gridwalk arena2.map                             opens a Moving AI map
  gridwalk rooms.trace.json                       plays a search again that solve --trace wrote
  gridwalk arena2.map.scen                        lists the searches of a scenario and answers them
  gridwalk arena2.map.scen --line 90              watches the search of a scenario
  gridwalk --screenshot out.png --exit            takes a picture and ends

Exit codes: 0 ended by the user, 2 bad input, no display or no graphics driver.";

fn parse_line(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|line| *line > 0).ok_or_else(|| "expected the number of a line, from 1".to_owned())
}

fn parse_algorithm(text: &str) -> Result<Algorithm, String> {
    Algorithm::from_name(text).ok_or_else(|| format!("expected one of {}", Algorithm::NAMES.join(", ")))
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let size = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match size {
        Some((w @ 320..=16384, h @ 240..=16384)) => Ok((w, h)),
        _ => Err("expected WIDTHxHEIGHT from 320x240 to 16384x16384, such as 1280x720".to_owned()),
    }
}
