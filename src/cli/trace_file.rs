//! Traces of a search as files: for our own player, or for Posthoc.

use std::path::Path;

use super::failure::{Failure, bad, remark};
use super::files;
use crate::pathfinding::{Limits, NodePool, SearchOptions, SearchProblem, Trace};

/// More events are counted and not written: a longer file is not read back.
const MOST_EVENTS: usize = 10_000_000;

/// What a trace is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceFormat {
    /// Our own, as JSON.
    Json,
    /// Our own, as RON.
    Ron,
    /// Posthoc's search trace.
    Posthoc,
}

impl TraceFormat {
    /// By the end of the file's name, unless it shall be Posthoc's anyway.
    pub fn of(path: &Path, posthoc: bool) -> Result<Self, Failure> {
        let name = path.to_string_lossy().to_ascii_lowercase();
        match files::ending(path).as_str() {
            _ if posthoc || name.ends_with(".trace.json") => Ok(Self::Posthoc),
            "json" => Ok(Self::Json),
            "ron" => Ok(Self::Ron),
            _ => bad(format!("{}: expected a trace's name to end in .json, .ron or .trace.json", path.display())),
        }
    }
}

/// Searches once more, watched, and writes what happened. Watched, a search does the same.
pub fn write(
    path: &Path,
    format: TraceFormat,
    options: &SearchOptions,
    problem: &SearchProblem,
) -> Result<(), Failure> {
    let (_, trace) = Trace::record(options, problem, Limits::NONE, MOST_EVENTS, &mut NodePool::default());
    if let Some(notice) = trace.notice() {
        remark(&notice);
    }
    let text = match format {
        TraceFormat::Json => trace.to_json(),
        TraceFormat::Ron => trace.to_ron(),
        TraceFormat::Posthoc => trace.to_posthoc(),
    };
    files::write(path, text.as_bytes())
}
