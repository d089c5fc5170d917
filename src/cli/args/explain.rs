//! What `gridwalk explain` can be asked: as `solve`, and which steps in which language.

use std::path::PathBuf;

use super::{WayRequest, names};
use crate::pathfinding::explain::Language;

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
    /// Whose way, and by which rules.
    #[command(flatten)]
    pub question: WayRequest,
}

pub const EXAMPLES: &str = "\
A step is one expansion with everything that it leads to. What is not given is as the level says.

Examples:
  gridwalk explain assets/levels/first_steps.level.ron
  gridwalk explain assets/levels/first_steps.level.ron --step 4
  gridwalk explain assets/levels/rooms.level.ron --algorithm dijkstra --language zh

Exit codes: 0 there is a way, 1 there is none, 2 bad input.";
