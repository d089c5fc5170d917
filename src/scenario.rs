//! Queries of a scenario file and their map, for the window and the command line.

use std::path::{Path, PathBuf};

use gridwalk_level::formats::{ParseError, Scenario, parse_scenarios};
use gridwalk_level::{Level, LevelAgent};
use gridwalk_pathfinding::{DiagonalRule, Grid, Movement, StepCosts};

/// The reason why a query cannot be answered.
#[derive(Debug)]
pub enum ScenarioError {
    /// The file cannot be read as a list of queries.
    Parse(ParseError),
    /// Another error, described without the name of the file.
    Other(String),
}

/// The options that the published lengths are for: eight directions, no corner cutting, 1 and √2 a
/// step.
pub const PUBLISHED: (Movement, StepCosts) = (
    Movement::Eight(DiagonalRule::OnlyIfNoObstacles),
    StepCosts::SQRT2,
);

/// Whether a file is a scenario file, by its suffix.
#[must_use]
pub fn is_one(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("scen"))
}

/// Returns the query that refers to this line of a scenario file, and the file of its map.
///
/// # Errors
/// If the file is damaged, has no query there, or its map is not beside it.
pub fn find_query(
    path: &Path,
    bytes: &[u8],
    line: u32,
) -> Result<(Scenario, PathBuf), ScenarioError> {
    let scenarios = parse_scenarios(bytes).map_err(ScenarioError::Parse)?;
    let Some(query) = scenarios.iter().find(|query| query.line == line) else {
        let there = match (scenarios.first(), scenarios.last()) {
            (Some(first), Some(last)) => {
                format!("they stand from line {} to {}", first.line, last.line)
            }
            _ => "there is none in it".to_owned(),
        };
        return Err(ScenarioError::Other(format!(
            "there is no query in line {line}; {there}"
        )));
    };
    let only = scenarios.iter().all(|other| other.map == query.map);
    let map = find_map(path, &query.map, only).map_err(ScenarioError::Other)?;
    Ok((query.clone(), map))
}

/// Returns the map of a scenario file, which lies in the same folder.
///
/// Its name is that of the scenario file without `.scen`, or the name that the file gives.
///
/// # Errors
/// If there is no such map.
pub fn find_map(scenario: &Path, named: &str, only: bool) -> Result<PathBuf, String> {
    let file = named.rsplit(['/', '\\']).next().unwrap_or(named);
    let by_name = scenario.with_file_name(file);
    let like_scenario = scenario.with_extension("");
    let is_map = like_scenario
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("map"));
    if only && is_map && like_scenario.is_file() {
        Ok(like_scenario)
    } else if by_name.is_file() {
        Ok(by_name)
    } else {
        Err(format!("its map {} is not beside it", by_name.display()))
    }
}

/// Checks that a query is for a map of this size.
///
/// # Errors
/// If the sizes differ.
pub fn check_size(query: &Scenario, map: &Path, grid: &Grid) -> Result<(), String> {
    let ([width, height], [columns, rows]) =
        ([query.width, query.height], [grid.width(), grid.height()]);
    if [width, height] == [columns, rows] {
        return Ok(());
    }
    let map = map.display();
    Err(format!(
        "it is for a map of {width} × {height} cells; {map} has {columns} × {rows}"
    ))
}

/// Returns the map with an agent that has the query's start and goal.
#[must_use]
pub fn asked(query: &Scenario, map: Level) -> Level {
    let agent = LevelAgent::standing(&format!("line {}", query.line), query.start);
    Level {
        agents: vec![LevelAgent {
            goals: vec![query.goal],
            ..agent
        }],
        ..map
    }
}

/// Precision of the lengths in a file: most digits in all, and most digits after the point.
///
/// Programs often leave out zeros at the end, so one line alone does not show the precision.
pub struct PrintedDigits {
    all: usize,
    after_point: usize,
}

impl PrintedDigits {
    /// Counts the digits in the last fields of all lines except the first.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let lengths = text
            .lines()
            .skip(1)
            .filter_map(|line| line.split_ascii_whitespace().last());
        lengths.map(digits).fold(
            Self {
                all: 0,
                after_point: 0,
            },
            |most, (before, after)| Self {
                all: most.all.max(before + after),
                after_point: most.after_point.max(after),
            },
        )
    }

    /// Returns half a unit of the last possible digit of a length, plus the error of the
    /// fixed-point √2.
    ///
    /// That error is less than 1e-8 of the length.
    #[must_use]
    pub fn tolerance(&self, length: f64) -> f64 {
        let (before, after) = digits(&length.to_string());
        let after = after.max(self.after_point.min(self.all.saturating_sub(before)));
        0.5 * 10_f64.powi(-i32::try_from(after).unwrap_or(15)) * 1.001 + length * 1e-8
    }
}

/// Counts the digits before and after the point.
fn digits(printed: &str) -> (usize, usize) {
    let (before, after) = printed.split_once('.').unwrap_or((printed, ""));
    (before.len(), after.len())
}
