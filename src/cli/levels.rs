//! The level of a command: from a file of any format, a line of a scenario file, or a trace.

use std::path::Path;

use gridwalk_explain::{Trace, TraceFile};
use gridwalk_level::Level;
use gridwalk_level::formats::{Format, ReadHints};
use gridwalk_pathfinding::{CostRule, SearchOptions};

use super::args::{CostArgs, HintArgs, LevelArgs};
use super::failure::{BadInput, Failure, bad, bad_file};
use super::files;
use super::print::remark;
use super::progress::ProgressLine;
use crate::scenario::{ScenarioError, asked, check_size, find_query};

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
        return Ok((
            files::parse_level(&bytes, &level.level, &level.hints.hints())?,
            None,
        ));
    }
    let _progress = ProgressLine::start("reading the trace", "");
    let read = TraceFile::read(&bytes).or_else(|error| bad(BadInput::parse(&level.level, &error)));
    let TraceFile {
        level,
        trace,
        agent,
    } = read?;
    Ok((level, Some(RecordedSearch { trace, agent })))
}

/// Reads the level of a command, in a file of any format.
pub fn read(level: &LevelArgs) -> Result<Level, Failure> {
    let _progress = ProgressLine::start("reading the level", "");
    if crate::scenario::is_one(&level.level) {
        return read_query(level);
    }
    refuse_line(level)?;
    let read = read_map(&level.level, &level.hints, &level.costs)?;
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

/// Reads the map of one query, with an agent that makes the query.
pub fn read_query(level: &LevelArgs) -> Result<Level, Failure> {
    let path = level.level.as_path();
    let Some(line) = level.line else {
        return bad_file(
            path,
            "there are many queries in it; say with --line N which one, by its line in the file",
        );
    };
    let (query, map) =
        find_query(path, &files::read(path)?, line).or_else(|error| match error {
            ScenarioError::Parse(error) => bad(BadInput::parse(path, &error)),
            ScenarioError::Other(sentence) => bad_file(path, sentence),
        })?;
    let level_of_map = read_map(&map, &level.hints, &level.costs)?;
    check_size(&query, &map, &level_of_map.grid).or_else(|sentence| bad_file(path, sentence))?;
    Ok(asked(&query, level_of_map))
}

/// Reads a map, with these costs of its terrains if there are any.
pub fn read_map(path: &Path, hints: &HintArgs, costs: &CostArgs) -> Result<Level, Failure> {
    let bytes = files::read(path)?;
    let costs = costs.costs.as_deref().unwrap_or_default();
    let mut level = files::parse_level(
        &bytes,
        path,
        &ReadHints {
            costs: costs.to_vec(),
            ..hints.hints()
        },
    )?;
    if !costs.is_empty() {
        let text = String::from_utf8_lossy(&bytes);
        let glyphs = || text.lines().skip(4).flat_map(str::chars);
        for (missing, _) in costs
            .iter()
            .filter(|(glyph, _)| glyphs().all(|there| there != *glyph))
        {
            remark(&format!(
                "{}: --costs names '{missing}', and no cell of the map has this glyph",
                path.display()
            ));
        }
        level.search.cost_rule = CostRule::MeanTouched;
    }
    Ok(level)
}
