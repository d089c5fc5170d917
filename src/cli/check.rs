//! `gridwalk check`: does a level file make sense?

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::pathfinding::formats::parse_level;

/// Which files to check.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckRequest {
    /// Level files: .level.ron, `MovingAI` .map, or text maps of digits
    #[arg(required = true, value_name = "LEVEL")]
    levels: Vec<PathBuf>,
}

pub(super) fn run(request: &CheckRequest) -> ExitCode {
    let mut broken = false;
    let mut out = std::io::stdout().lock();
    for path in &request.levels {
        match check(path) {
            // A reader that has gone away is no error of ours.
            Ok(sentence) => drop(writeln!(out, "{sentence}")),
            Err(sentence) => {
                broken = true;
                eprintln!("{sentence}");
            }
        }
    }
    if broken { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

fn check(path: &Path) -> Result<String, String> {
    let shown = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| format!("{shown}: cannot be read: {error}"))?;
    let level = parse_level(&bytes, &shown).map_err(|error| error.in_file(&shown))?;
    let (grid, agents) = (&level.grid, level.agents.len());
    let agents = if agents == 1 { "1 agent".to_owned() } else { format!("{agents} agents") };
    Ok(format!("{shown}: {}, {} × {} cells, {agents}", level.name, grid.width(), grid.height()))
}
