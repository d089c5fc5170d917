//! Scenario files of Moving AI, and the maps that lie beside them.

use std::path::{Path, PathBuf};

use gridwalk_level::formats::{Scenario, parse_moving_ai, parse_scenarios};
use gridwalk_level::{Level, LevelAgent};
use gridwalk_pathfinding::{CostRule, Grid};

use super::args::{CostArgs, HintArgs, LevelArgs};
use super::failure::{BadInput, Failure, bad, bad_file};
use super::files;
use super::print::remark;

/// Whether a file lists queries.
pub fn is_one(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("scen"))
}

/// The map of one query, with an agent that asks it.
pub fn read_query(level: &LevelArgs) -> Result<Level, Failure> {
    let path = level.level.as_path();
    let Some(line) = level.line else {
        return bad_file(path, "there are many queries in it; say with --line N which one, by its line in the file");
    };
    let scenarios = parse_scenarios(&files::read(path)?).or_else(|error| bad(BadInput::parse(path, &error)))?;
    let Some(query) = scenarios.iter().find(|query| query.line == line) else {
        let lines = (scenarios.first(), scenarios.last());
        let there = match lines {
            (Some(first), Some(last)) => format!("they stand from line {} to {}", first.line, last.line),
            _ => "there is none in it".to_owned(),
        };
        return bad_file(path, format!("there is no query in line {line}; {there}"));
    };
    let only = scenarios.iter().all(|other| other.map == query.map);
    let map = find_map(path, &query.map, only)?;
    let mut level_of_map = read_map(&map, &level.hints, &level.costs)?;
    check_size(path, query, &map, &level_of_map.grid)?;
    let agent = LevelAgent::standing(&format!("line {line}"), query.start);
    level_of_map.agents = vec![LevelAgent { goals: vec![query.goal], ..agent }];
    Ok(level_of_map)
}

/// A map, its terrains at these costs if there are any.
pub fn read_map(path: &Path, hints: &HintArgs, costs: &CostArgs) -> Result<Level, Failure> {
    let bytes = files::read(path)?;
    let mut level = files::parse_level(&bytes, path, &hints.hints())?;
    if let Some(costs) = &costs.costs {
        let text = std::str::from_utf8(&bytes).ok().filter(|text| text.trim_start().starts_with("type "));
        let Some(text) = text else {
            return bad_file(path, "--costs is for Moving AI maps; this level has costs of its own");
        };
        let glyphs = || text.lines().skip(4).flat_map(str::chars);
        for (missing, _) in costs.iter().filter(|(glyph, _)| glyphs().all(|there| there != *glyph)) {
            remark(&format!("{}: --costs names '{missing}', and no cell of the map has this glyph", path.display()));
        }
        level.grid = parse_moving_ai(text, costs).or_else(|error| bad(BadInput::parse(path, &error)))?.grid;
        level.search.cost_rule = CostRule::MeanTouched;
    }
    Ok(level)
}

/// The map of a scenario file: called like it without `.scen`, or as the file says; beside it.
pub fn find_map(scenario: &Path, named: &str, only: bool) -> Result<PathBuf, Failure> {
    let file = named.rsplit(['/', '\\']).next().unwrap_or(named);
    let by_name = scenario.with_file_name(file);
    let like_scenario = scenario.with_extension("");
    let is_map = like_scenario.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("map"));
    if only && is_map && like_scenario.is_file() {
        Ok(like_scenario)
    } else if by_name.is_file() {
        Ok(by_name)
    } else {
        bad_file(scenario, format!("its map {} is not beside it", by_name.display()))
    }
}

/// Whether the queries are about a map of this size.
pub fn check_size(scenario: &Path, query: &Scenario, map: &Path, grid: &Grid) -> Result<(), Failure> {
    let ([width, height], [columns, rows]) = ([query.width, query.height], [grid.width(), grid.height()]);
    if [width, height] == [columns, rows] {
        return Ok(());
    }
    let map = map.display();
    bad_file(scenario, format!("it is for a map of {width} × {height} cells; {map} has {columns} × {rows}"))
}
