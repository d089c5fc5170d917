//! What `gridwalk explain` can be asked: as `solve`, and which steps in which language.

use std::path::PathBuf;

use super::{Rules, SolveRequest, names};
use crate::pathfinding::explain::Language;
use crate::pathfinding::{Algorithm, Cell, SearchOptions};

/// Which search to tell, and how.
#[derive(clap::Args, Clone, Debug)]
pub struct ExplainRequest {
    /// A level: .level.ron, a Moving AI .map, a map of digits or costs (.txt, .csv), or a picture (.png)
    #[arg(value_name = "LEVEL|MAP")]
    pub level: PathBuf,
    /// Tells only this step, and the open list after it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub step: Option<u32>,
    /// In which language
    #[arg(long, value_name = "NAME", value_parser = names::language(), default_value = "en")]
    pub language: Language,
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

impl ExplainRequest {
    /// The same question to `solve`.
    pub fn question(&self) -> SolveRequest {
        SolveRequest {
            level: self.level.clone(),
            start: self.start,
            goal: self.goal,
            agent: self.agent.clone(),
            nearest: self.nearest,
            algorithm: self.algorithm,
            within: self.within,
            rules: self.rules.clone(),
            ..SolveRequest::default()
        }
    }
}

pub const EXAMPLES: &str = "\
A step is one expansion with everything that it leads to. What is not given is as the level says.

Examples:
  gridwalk explain assets/levels/first_steps.level.ron
  gridwalk explain assets/levels/first_steps.level.ron --step 4
  gridwalk explain assets/levels/rooms.level.ron --algorithm dijkstra --language zh

Exit codes: 0 there is a way, 1 there is none, 2 bad input.";
