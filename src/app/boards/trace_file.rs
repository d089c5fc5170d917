//! A trace file becomes a search that can be shown: everything is as it was recorded, and nothing is searched again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use gridwalk_explain::TraceFile;
use gridwalk_level::Level;
use gridwalk_pathfinding::Grid;

use super::recording::describe;
use super::{Run, Source, WatchQuery};
use crate::app::common::under_way::UnderWay;
use crate::app::platform::{files, wait_for};
use crate::app::{Phrase, Sentence};

/// A trace that was read: its level, and its search.
pub struct TraceRun {
    pub(super) level: Arc<Level>,
    pub(super) run: Run,
}

/// A trace on its way to a board.
pub(super) enum OpeningTrace {
    /// It is being read.
    Reading(PathBuf, UnderWay<Result<TraceRun, Sentence>>),
    /// Its level is to be opened.
    Read(TraceRun),
    /// It is shown with its level, unless what is open stays.
    Asked(TraceRun),
}

impl TraceRun {
    /// Whether a file of this name is a trace: levels end otherwise.
    #[must_use]
    pub fn is_file(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
    }

    /// Reads the trace of a file.
    ///
    /// # Errors
    /// In one sentence what is wrong with it, and where.
    pub fn read(path: &Path) -> Result<Self, Sentence> {
        wait_for(read(path.to_owned())).unwrap_or_else(|| Err(Phrase::NoSuchFile.with("file", files::shown(path))))
    }
}

pub(super) async fn read(path: PathBuf) -> Result<TraceRun, Sentence> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let broken = |error: String| Phrase::TraceBroken.with("error", error);
    let most = TraceFile::MOST_BYTES as u64;
    let bytes = files::read_head(&path, most + 1);
    let bytes = bytes.map_err(|error| Phrase::FileUnreadable.with("file", files::shown(&path)).with("error", error))?;
    if bytes.len() as u64 > most {
        return Err(broken(format!("{name}: there are more than {} MiB", most >> 20)));
    }
    let file = TraceFile::read_in_slices(&bytes).await.map_err(|error| broken(error.in_file(&name)))?;
    if !file.knows_its_map() {
        return Err(Phrase::TraceWithoutMap.with("file", name));
    }
    let query = file.query();
    let outcome =
        file.outcome().map_err(|fault| broken(format!("{name}: {}", fault.describe(query.options.units()))))?;
    let TraceFile { level, trace, .. } = file;
    let grid = Arc::new(Grid::clone(&level.grid));
    let question = WatchQuery { source: Source::Trace(name), query, grid: Some(grid), ..default() };
    Ok(TraceRun { level: Arc::new(level), run: describe(question, (outcome, trace), None).await })
}
