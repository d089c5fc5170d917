//! `gridwalk check`: reads level files and says what is wrong with them, or odd.

use std::io::Write;

use super::args::CheckRequest;
use super::failure::{BAD_INPUT, Done, FINDINGS, Failure, OK};
use super::files;
use crate::pathfinding::lint::{self, Severity};

pub fn run(request: &CheckRequest) -> Done {
    let mut code = OK;
    let mut out = std::io::stdout().lock();
    for path in &request.levels {
        let shown = path.display();
        let level = match files::read_level_as_written(path) {
            Ok(level) => level,
            // The other files are checked all the same.
            Err(Failure::Bad(sentence)) => {
                code = BAD_INPUT;
                let _ = writeln!(std::io::stderr(), "{sentence}");
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let (grid, agents) = (&level.grid, level.agents.len());
        let agents = if agents == 1 { "1 agent".to_owned() } else { format!("{agents} agents") };
        writeln!(out, "{shown}: {}, {} × {} cells, {agents}", level.name, grid.width(), grid.height())?;
        for finding in lint::check(&level) {
            if finding.severity >= Severity::Warning {
                code = code.max(FINDINGS);
            }
            writeln!(out, "{shown}: {}: {}", finding.severity.name(), finding.sentence)?;
        }
    }
    Ok(code)
}
