//! The level of a command: from a file of any format, a line of a scenario file, or a trace.

use gridwalk_explain::{Trace, TraceFile};
use gridwalk_level::Level;
use gridwalk_level::formats::Format;
use gridwalk_pathfinding::SearchOptions;

use super::args::LevelArgs;
use super::failure::{BadInput, Failure, bad, bad_file};
use super::print::remark;
use super::progress::Progress;
use super::{files, scenario};

/// A search from a trace file.
pub struct RecordedSearch {
    pub trace: Trace,
    /// The name of the agent that searches, if any.
    pub agent: Option<String>,
}

/// Reads the level or the trace of a command; the content of the file decides which.
pub fn read_or_trace(level: &LevelArgs) -> Result<(Level, Option<RecordedSearch>), Failure> {
    if crate::scenario::is_one(&level.level) || level.costs.costs.is_some() {
        return Ok((read(level)?, None));
    }
    let bytes = files::read(&level.level)?;
    if !TraceFile::is_one(&bytes) {
        refuse_line(level)?;
        return Ok((files::parse_level(&bytes, &level.level, &level.hints.hints())?, None));
    }
    let _progress = Progress::start("reading the trace", "");
    let read = TraceFile::read(&bytes).or_else(|error| bad(BadInput::parse(&level.level, &error)));
    let TraceFile { level, trace, agent } = read?;
    Ok((level, Some(RecordedSearch { trace, agent })))
}

/// Reads the level of a command, in a file of any format.
pub fn read(level: &LevelArgs) -> Result<Level, Failure> {
    let _progress = Progress::start("reading the level", "");
    if crate::scenario::is_one(&level.level) {
        return scenario::read_query(level);
    }
    refuse_line(level)?;
    let read = scenario::read_map(&level.level, &level.hints, &level.costs)?;
    if Format::of_file(&level.level.display().to_string()) == Some(Format::Digits)
        && read.search == SearchOptions::default()
    {
        let name = level.level.display();
        remark(&format!(
            "{name}: no options stand in it, so what is not given is as by default, such as --algorithm auto"
        ));
    }
    Ok(read)
}

/// Refuses `--line`: only scenario files have queries in their lines.
fn refuse_line(level: &LevelArgs) -> Result<(), Failure> {
    match level.line {
        Some(_) => bad_file(&level.level, "--line is for scenario files (.scen)"),
        None => Ok(()),
    }
}
