//! `gridwalk check`: reads level files and lessons, and says what is wrong with them, or odd.

use std::path::Path;

use gridwalk_explain::{counted, lesson_faults};
use gridwalk_level::Level;
use gridwalk_level::formats::{LEVEL_ENDINGS, ReadHints, decode, parse_lesson, written_options};
use gridwalk_level::lint::{self, Severity};
use gridwalk_pathfinding::Support;

use super::args::CheckRequest;
use super::failure::{BAD_INPUT, BadInput, Done, FINDINGS, Failure, OK, bad};
use super::files;
use super::print::line;
use super::progress::Progress;
use crate::shipped::ShippedLevel;

pub fn run(request: &CheckRequest) -> Done {
    let (hints, mut code) = (request.hints.hints(), OK);
    let mut out = std::io::stdout().lock();
    for path in &request.levels {
        let shown = path.display();
        if is_lesson(path) {
            match check_lesson(path) {
                Ok(found) => code = code.max(found),
                Err(Failure::Bad(sentence)) => {
                    code = BAD_INPUT;
                    let _ = line(&mut std::io::stderr(), sentence);
                }
                Err(failure) => return Err(failure),
            }
            continue;
        }
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

fn is_lesson(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".lesson.ron"))
}

/// Reads a lesson, and tries each of its pages on its level.
fn check_lesson(path: &Path) -> Done {
    let shown = path.display();
    let bytes = files::read(path)?;
    let lesson = decode(&bytes).and_then(parse_lesson).or_else(|error| bad(BadInput::parse(path, &error)))?;
    let mut out = std::io::stdout().lock();
    let pages = counted(lesson.pages.len() as u64, "page");
    let title = lesson.title.in_language("en");
    line(&mut out, format_args!("{shown}: {title}, {pages}, level {}", lesson.level))?;
    let _progress = Progress::start("trying the pages", "");
    let faults = lesson_faults(&lesson, |name| find_level(path, name));
    for fault in &faults {
        line(&mut out, format_args!("{shown}: error: {fault}"))?;
    }
    Ok(if faults.is_empty() { OK } else { FINDINGS })
}

/// A level that a lesson names: in the folder of levels beside the lesson's, else one that comes with the program.
fn find_level(lesson: &Path, name: &str) -> Result<Level, String> {
    let levels = lesson.parent().unwrap_or(lesson).join("../levels");
    let found = LEVEL_ENDINGS.iter().map(|ending| levels.join(format!("{name}{ending}"))).find(|path| path.exists());
    let Some(path) = found else {
        let shipped = ShippedLevel::find(name).ok_or_else(|| format!("there is no level called \"{name}\""))?;
        return shipped.parse().map_err(|error| error.to_string());
    };
    let read = files::read(&path).and_then(|bytes| files::parse_level(&bytes, &path, &ReadHints::default()));
    read.map_err(|failure| failure.to_string())
}
