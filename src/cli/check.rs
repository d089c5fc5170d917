//! `gridwalk check`: reads level files and says what is wrong with them.

use std::io::Write;
use std::path::Path;

use super::args::CheckRequest;
use super::failure::{BAD_INPUT, Done, Failure, OK};
use crate::pathfinding::formats::parse_level;

pub fn run(request: &CheckRequest) -> Done {
    let mut code = OK;
    let mut out = std::io::stdout().lock();
    for path in &request.levels {
        match check(path) {
            Ok(sentence) => writeln!(out, "{sentence}")?,
            Err(sentence) => {
                code = BAD_INPUT;
                let _ = writeln!(std::io::stderr(), "{sentence}");
            }
        }
    }
    Ok::<u8, Failure>(code)
}

fn check(path: &Path) -> Result<String, String> {
    let shown = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| format!("{shown}: cannot be read: {error}"))?;
    let level = parse_level(&bytes, &shown).map_err(|error| error.in_file(&shown))?;
    let (grid, agents) = (&level.grid, level.agents.len());
    let agents = if agents == 1 { "1 agent".to_owned() } else { format!("{agents} agents") };
    Ok(format!("{shown}: {}, {} × {} cells, {agents}", level.name, grid.width(), grid.height()))
}
