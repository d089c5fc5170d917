//! Files as arguments: the level of a command, hints for reading it, and permission to overwrite.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser};
use gridwalk_level::formats::{DigitLegend, Format, ReadHints, SolidRule};

use super::names::{self, TerrainCosts};
use crate::shipped::SHIPPED_LEVELS;

/// The level that a command is about.
#[derive(clap::Args, Clone, Debug)]
pub struct LevelArgs {
    /// A level: .level.ron, a Moving AI .map, a map of digits (.txt, .digits) or costs (.csv), a picture (.png), a map of
    /// Tiled (.tmj, .tmx) or an .ldtk project; @NAME is a level that comes with gridwalk, - the standard input. With --line also a scenario file (.scen)
    #[arg(value_name = "LEVEL|MAP", value_parser = LevelPath, hide_possible_values = true)]
    pub level: PathBuf,
    #[command(flatten)]
    pub hints: HintArgs,
    #[command(flatten)]
    pub costs: CostArgs,
    /// The query of a scenario file (.scen), by its line; its map lies beside it
    #[arg(long, value_name = "N", value_parser = names::whole(1..=u32::MAX))]
    pub line: Option<u32>,
}

/// The costs of terrains on maps that do not state them.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct CostArgs {
    /// The costs of the glyphs of Moving AI maps, `#` for walls; a step then costs the mean of the cells it touches
    #[arg(long, value_name = "COSTS", value_parser = names::terrain_costs)]
    pub costs: Option<TerrainCosts>,
}

/// Hints for reading a file whose name does not tell everything.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct HintArgs {
    /// The format of the level, where the name of its file does not say it
    #[arg(long, value_name = "NAME", value_parser = names::one_of::<Format>())]
    pub format: Option<Format>,
    /// The meaning of each digit of a map of digits: start, goal, a terrain, a cost or # for walls; as in 0=floor,1=wall,2=7
    #[arg(long, value_name = "DIGITS")]
    pub legend: Option<DigitLegend>,
    /// The level of an .ldtk project that is read; without it, the whole world if its levels form a grid, else the first
    #[arg(long = "level", value_name = "NAME")]
    pub of_project: Option<String>,
    /// Says what is a wall on a map of Tiled or an .ldtk project, in place of guesses: property:NAME, property:NAME=VALUE, class:NAME,
    /// layer:NAME, value:NAME, shapes or none; once for each rule
    #[arg(long = "solid", value_name = "RULE")]
    pub solid: Vec<SolidRule>,
}

impl HintArgs {
    /// Returns the hints in the reader's form.
    pub fn hints(&self) -> ReadHints {
        let (legend, level, solid) = (self.legend.clone(), self.of_project.clone(), self.solid.clone());
        ReadHints { format: self.format, legend, level, solid, ..ReadHints::default() }
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
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<PathBuf, clap::Error> {
        PathBufValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(SHIPPED_LEVELS.iter().map(|level| PossibleValue::new(level.argument))))
    }
}
