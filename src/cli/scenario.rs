//! Scenario files of Moving AI, and the maps beside them.

use std::path::Path;

use gridwalk_level::Level;
use gridwalk_level::formats::ReadHints;
use gridwalk_pathfinding::CostRule;

use super::args::{CostArgs, HintArgs, LevelArgs};
use super::failure::{BadInput, Failure, bad, bad_file};
use super::files;
use super::print::remark;
use crate::scenario::{ScenarioError, asked, check_size, find_query};

/// Reads the map of one query, with an agent that makes the query.
pub fn read_query(level: &LevelArgs) -> Result<Level, Failure> {
    let path = level.level.as_path();
    let Some(line) = level.line else {
        return bad_file(path, "there are many queries in it; say with --line N which one, by its line in the file");
    };
    let (query, map) = find_query(path, &files::read(path)?, line).or_else(|error| match error {
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
    let mut level = files::parse_level(&bytes, path, &ReadHints { costs: costs.to_vec(), ..hints.hints() })?;
    if !costs.is_empty() {
        let text = String::from_utf8_lossy(&bytes);
        let glyphs = || text.lines().skip(4).flat_map(str::chars);
        for (missing, _) in costs.iter().filter(|(glyph, _)| glyphs().all(|there| there != *glyph)) {
            remark(&format!("{}: --costs names '{missing}', and no cell of the map has this glyph", path.display()));
        }
        level.search.cost_rule = CostRule::MeanTouched;
    }
    Ok(level)
}
