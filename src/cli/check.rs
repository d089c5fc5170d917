//! `gridwalk check`: reads level files and says what is wrong with them, or odd.

use super::args::CheckRequest;
use super::failure::{BAD_INPUT, Done, FINDINGS, Failure, OK};
use super::files;
use super::print::line;
use super::progress::Progress;
use crate::explain::counted;
use crate::level::formats::written_options;
use crate::level::lint::{self, Severity};
use crate::pathfinding::Support;

pub fn run(request: &CheckRequest) -> Done {
    let (hints, mut code) = (request.hints.hints(), OK);
    let mut out = std::io::stdout().lock();
    for path in &request.levels {
        let shown = path.display();
        let read = files::read(path).and_then(|bytes| {
            let options = str::from_utf8(&bytes).map(written_options).unwrap_or_default();
            Ok((files::parse_level(&bytes, path, &hints)?, options))
        });
        let (level, options) = match read {
            Ok(read) => read,
            // The other files are checked all the same.
            Err(Failure::Bad(sentence)) => {
                code = BAD_INPUT;
                let _ = line(&mut std::io::stderr(), sentence);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let (grid, agents) = (&level.grid, counted(level.agents.len() as u64, "agent"));
        let size = format_args!("{} × {} cells", grid.width(), grid.height());
        line(&mut out, format_args!("{shown}: {}, {size}, {agents}", level.name))?;
        let algorithm = level.search.algorithm;
        for (field, key) in options {
            if field != key.field() {
                line(&mut out, format_args!("{shown}: note: the option `{field}` is now called `{}`", key.field()))?;
            }
            if algorithm.support(key) == Support::Unused {
                let title = algorithm.title();
                line(&mut out, format_args!("{shown}: note: `{field}` has no effect: it is not used by {title}"))?;
            }
        }
        let progress = Progress::start("looking at the level", "");
        let findings = lint::check(&level);
        drop(progress);
        for finding in findings {
            if finding.severity >= Severity::Warning {
                code = code.max(FINDINGS);
            }
            line(&mut out, format_args!("{shown}: {}: {}", finding.severity.name(), finding.sentence))?;
        }
    }
    Ok(code)
}
