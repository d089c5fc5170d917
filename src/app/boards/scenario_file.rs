//! A scenario file is read with its map: the list of searches that the window shows as a table.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gridwalk_level::Level;
use gridwalk_level::formats::{ParseError, Scenario, parse_level, parse_scenarios};
use gridwalk_pathfinding::slices::pause;

use crate::app::platform::{files, wait_for};
use crate::app::{Phrase, Sentence};
use crate::scenario::{PrintedDigits, check_size, find_map};

/// The searches of a scenario file on one map.
pub struct ScenarioRead {
    /// The name of the file.
    pub name: String,
    /// The searches, each with the largest difference of two lengths that count as equal.
    pub queries: Vec<(Scenario, f64)>,
    /// Number of searches on other maps, which are left out.
    pub elsewhere: usize,
    /// The map.
    pub level: Arc<Level>,
}

impl ScenarioRead {
    /// Reads a scenario file and its map.
    ///
    /// # Errors
    /// In one sentence what is wrong, and where.
    pub fn read(path: &Path) -> Result<Self, Sentence> {
        wait_for(read(path.to_owned())).unwrap_or_else(|| Err(Phrase::NoSuchFile.with("file", files::shown(path))))
    }
}

/// Reads a scenario file and its map in the background.
pub(super) async fn read(path: PathBuf) -> Result<ScenarioRead, Sentence> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let broken = |error: String| Phrase::ScenarioBroken.with("error", error);
    let misread = |name: &str, error: &ParseError| broken(error.in_file(name));
    let bytes = read_file(&path)?;
    pause().await;
    let all = parse_scenarios(&bytes).map_err(|error| misread(&name, &error))?;
    let Some(first) = all.first() else { return Err(Phrase::ScenarioEmpty.with("file", name)) };
    let printed = PrintedDigits::of(&String::from_utf8_lossy(&bytes));
    pause().await;
    let only = all.iter().all(|query| query.map == first.map);
    let map = find_map(&path, &first.map, only).map_err(|error| broken(format!("{name}: {error}")))?;
    let level = parse_level(&read_file(&map)?, &map.file_name().unwrap_or_default().to_string_lossy());
    let level = level.map_err(|error| misread(&files::shown(&map), &error))?;
    pause().await;
    check_size(first, &map, &level.grid).map_err(|error| broken(format!("{name}: {error}")))?;
    let count = all.len();
    let of_map = first.map.clone();
    let queries: Vec<_> = all
        .into_iter()
        .filter(|query| query.map == of_map)
        .map(|query| {
            let tolerance = printed.tolerance(query.length);
            (query, tolerance)
        })
        .collect();
    Ok(ScenarioRead { name, elsewhere: count - queries.len(), queries, level: Arc::new(level) })
}

fn read_file(path: &Path) -> Result<Vec<u8>, Sentence> {
    let unreadable = |error| Phrase::FileUnreadable.with("file", files::shown(path)).with("error", error);
    files::read(path).map_err(unreadable)
}
