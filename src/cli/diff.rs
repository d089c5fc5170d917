//! `gridwalk diff`: the differences between two levels, or between two paths.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::path::Path;

use gridwalk_explain::{TraceFile, counted};
use gridwalk_level::{Level, LevelAgent, LevelGroup};
use gridwalk_pathfinding::{
    Cell, Direction, KeepOffWalls, Named, OptionChange, OptionKey, Portal, Terrain,
};
use serde::{Deserialize, Serialize};

use super::args::{DiffRequest, HintArgs};
use super::files;
use super::output::{
    self, BadInput, Done, FINDINGS, Failure, JsonLayout, OK, ReportHead, bad, line,
};

/// The output of `--json`, described in `docs/command-line.md`.
#[derive(Serialize)]
struct DiffReport {
    #[serde(flatten)]
    head: ReportHead,
    first: String,
    second: String,
    differences: Vec<LevelDifference>,
}

/// One difference; a side that lacks the thing has `null`.
#[derive(Serialize)]
struct LevelDifference {
    what: String,
    first: Option<String>,
    second: Option<String>,
}

enum DiffInput {
    Level(Box<Level>),
    Path(FoundPath),
}

/// The path of a trace, or of the output of `gridwalk solve --json`.
#[derive(Deserialize)]
struct FoundPath {
    path: Vec<Cell>,
    cost: Option<f64>,
}

pub fn run(request: &DiffRequest) -> Done {
    let [first, second] = [&request.first, &request.second].map(|path| read(path, &request.hints));
    let differences = match (first?, second?) {
        (DiffInput::Level(first), DiffInput::Level(second)) => of_levels(&first, &second),
        (DiffInput::Path(first), DiffInput::Path(second)) => of_paths(&first, &second),
        _ => return bad("a level and a path cannot be compared; expected two levels or two paths"),
    };
    let code = if differences.is_empty() { OK } else { FINDINGS };
    let [first, second] = [&request.first, &request.second].map(|path| path.display().to_string());
    let mut out = io::stdout().lock();
    if request.json {
        let report = DiffReport {
            head: ReportHead::NOW,
            first,
            second,
            differences,
        };
        output::object(&mut out, &report, JsonLayout::Indented)?;
        return Ok(code);
    }
    for LevelDifference {
        what,
        first,
        second,
    } in &differences
    {
        let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
        line(
            &mut out,
            format_args!("{what}: {} → {}", side(first), side(second)),
        )?;
    }
    Ok(code)
}

fn read(path: &Path, hints: &HintArgs) -> Result<DiffInput, Failure> {
    let bytes = files::read(path)?;
    if !TraceFile::is_one(&bytes) {
        return Ok(DiffInput::Level(Box::new(files::parse_level(
            &bytes,
            path,
            &hints.hints(),
        )?)));
    }
    if let Ok(found) = serde_json::from_slice(&bytes) {
        return Ok(DiffInput::Path(found));
    }
    let file = TraceFile::read(&bytes).or_else(|error| bad(BadInput::parse(path, &error)))?;
    let units = file.trace.options.units;
    let outcome = file.trace.outcome;
    Ok(DiffInput::Path(FoundPath {
        path: outcome.path,
        cost: outcome.cost.map(|cost| units.to_f64(cost)),
    }))
}

#[derive(Default)]
struct Differences(Vec<LevelDifference>);

impl Differences {
    fn compare<T: PartialEq>(
        &mut self,
        what: impl Display,
        first: &T,
        second: &T,
        show: impl Fn(&T) -> String,
    ) {
        if first != second {
            self.push(what, Some(show(first)), Some(show(second)));
        }
    }

    fn push(&mut self, what: impl Display, first: Option<String>, second: Option<String>) {
        self.0.push(LevelDifference {
            what: what.to_string(),
            first,
            second,
        });
    }
}

fn of_paths(first: &FoundPath, second: &FoundPath) -> Vec<LevelDifference> {
    let mut found = Differences::default();
    let cost = |cost: &Option<f64>| cost.map_or_else(|| "none".to_owned(), |cost| cost.to_string());
    found.compare("cost", &first.cost, &second.cost, cost);
    found.compare(
        "cells",
        &first.path.len(),
        &second.path.len(),
        usize::to_string,
    );
    let shared = first
        .path
        .iter()
        .zip(&second.path)
        .take_while(|(first, second)| first == second)
        .count();
    let next = |path: &[Cell]| path.get(shared).map(Cell::to_string);
    if first.path != second.path {
        let what = format!("cell {} of the path", shared + 1);
        found.push(what, next(&first.path), next(&second.path));
    }
    found.0
}

fn of_levels(first: &Level, second: &Level) -> Vec<LevelDifference> {
    let mut found = Differences::default();
    let quoted = |text: &String| format!("\"{text}\"");
    found.compare("name", &first.name, &second.name, quoted);
    found.compare("about", &first.about, &second.about, quoted);
    let sizes = [first, second].map(|level| (level.grid.width(), level.grid.height()));
    found.compare("size", &sizes[0], &sizes[1], |(width, height)| {
        format!("{width} × {height}")
    });
    if sizes[0] == sizes[1] {
        compare_cells(first, second, &mut found);
    }
    compare_portals(
        &first.grid.portal_list(),
        &second.grid.portal_list(),
        &mut found,
    );
    compare_agents(&first.agents, &second.agents, &mut found);
    compare_groups(&first.groups, &second.groups, &mut found);
    found.compare(
        "keep_off_walls",
        &first.keep_off_walls,
        &second.keep_off_walls,
        |value| shown_keep_off(*value),
    );
    for key in OptionKey::ALL {
        found.compare(
            key.name(),
            &key.of(&first.search),
            &key.of(&second.search),
            OptionChange::shown,
        );
    }
    found.compare("crowd", &first.crowd, &second.crowd, ToString::to_string);
    let name = |value: &_| Named::as_name(*value).to_owned();
    found.compare(
        "unreachable",
        &&first.unreachable,
        &&second.unreachable,
        name,
    );
    found.compare("click", &first.click, &second.click, |click| {
        click.as_name().to_owned()
    });
    found.0
}

/// Returns the extra cost near walls as text.
fn shown_keep_off(value: Option<KeepOffWalls>) -> String {
    value.map_or_else(|| "not set".to_owned(), |value| value.to_string())
}

/// Compares the cells, counted by their old and new terrain.
///
/// The most frequent change comes first; ties are in the order of the map.
fn compare_cells(first: &Level, second: &Level, found: &mut Differences) {
    let shown = |terrain: &Terrain| {
        let cost = terrain
            .cost
            .map_or_else(|| "blocked".to_owned(), |cost| format!("cost {cost}"));
        let exits = Direction::ALL
            .into_iter()
            .filter(|direction| terrain.exits.contains(*direction));
        let exits: Vec<_> = exits.map(Direction::name).collect();
        let ways = if exits.len() == 8 {
            String::new()
        } else {
            format!(", left to {}", exits.join(" "))
        };
        format!("{} ({cost}{ways})", terrain.name)
    };
    // By the numbers of the two terrains: the first cell, and the number of cells.
    let mut changes: BTreeMap<[u8; 2], (usize, u64)> = BTreeMap::new();
    for (index, pair) in first
        .grid
        .cells()
        .iter()
        .zip(second.grid.cells())
        .enumerate()
    {
        let (before, after) = (first.grid.legend()[usize::from(pair.0.0)].clone(), pair.1);
        if before != second.grid.legend()[usize::from(after.0)] {
            changes.entry([pair.0.0, after.0]).or_insert((index, 0)).1 += 1;
        }
    }
    let mut changes: Vec<_> = changes.into_iter().collect();
    changes.sort_by_key(|(_, (index, _))| *index);
    let width = first.grid.width() as usize;
    for ([before, after], (index, count)) in changes {
        let what = format!(
            "{} from ({}, {})",
            counted(count, "cell"),
            index % width,
            index / width
        );
        let [before, after] = [(first, before), (second, after)];
        let terrain =
            |(level, number): (&Level, u8)| Some(shown(&level.grid.legend()[usize::from(number)]));
        found.push(what, terrain(before), terrain(after));
    }
}

fn compare_portals(first: &[Portal], second: &[Portal], found: &mut Differences) {
    let shown = |portal: &Portal| {
        let ways = if portal.two_way {
            "both ways"
        } else {
            "one way"
        };
        format!(
            "from {} to {}, cost {}, {ways}",
            portal.from, portal.to, portal.cost
        )
    };
    for portal in first.iter().filter(|portal| !second.contains(portal)) {
        found.push("portal", Some(shown(portal)), None);
    }
    for portal in second.iter().filter(|portal| !first.contains(portal)) {
        found.push("portal", None, Some(shown(portal)));
    }
}

fn compare_groups(first: &[LevelGroup], second: &[LevelGroup], found: &mut Differences) {
    let shown = |group: &LevelGroup| {
        let LevelGroup {
            name: _,
            count,
            from,
            to,
            speed,
        } = group;
        let goal = to.map_or_else(|| "no goal".to_owned(), |to| format!("to {to}"));
        format!(
            "{count} in {} × {} cells from {}, {goal}, speed {speed}",
            from.width, from.height, from.at
        )
    };
    let named = |groups: &[LevelGroup], name: &str| {
        groups.iter().find(|group| group.name == name).map(shown)
    };
    for group in first.iter().filter(|group| !second.contains(group)) {
        let what = format!("group \"{}\"", group.name);
        found.push(what, Some(shown(group)), named(second, &group.name));
    }
    for group in second
        .iter()
        .filter(|group| named(first, &group.name).is_none())
    {
        found.push(
            format!("group \"{}\"", group.name),
            None,
            Some(shown(group)),
        );
    }
}

fn compare_agents(first: &[LevelAgent], second: &[LevelAgent], found: &mut Differences) {
    let list = |cells: &Vec<Cell>| {
        cells
            .iter()
            .map(Cell::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    };
    for agent in first {
        let what = format!("agent \"{}\"", agent.name);
        let Some(other) = second.iter().find(|other| other.name == agent.name) else {
            found.push(what, Some(format!("at {}", agent.at)), None);
            continue;
        };
        found.compare(
            format!("{what}, start"),
            &agent.at,
            &other.at,
            Cell::to_string,
        );
        found.compare(format!("{what}, goals"), &agent.goals, &other.goals, list);
        found.compare(
            format!("{what}, speed"),
            &agent.speed,
            &other.speed,
            f32::to_string,
        );
        found.compare(
            format!("{what}, patrol"),
            &agent.patrol,
            &other.patrol,
            bool::to_string,
        );
        found.compare(
            format!("{what}, size"),
            &agent.profile.size,
            &other.profile.size,
            u8::to_string,
        );
        let costs = |costs: &Vec<(String, Option<u16>)>| {
            let cost = |(name, cost): &(String, Option<u16>)| {
                format!(
                    "{name} {}",
                    cost.map_or_else(|| "blocked".to_owned(), |cost| cost.to_string())
                )
            };
            costs.iter().map(cost).collect::<Vec<_>>().join(", ")
        };
        found.compare(
            format!("{what}, own costs"),
            &agent.profile.costs,
            &other.profile.costs,
            costs,
        );
        let count = |areas: &Vec<_>| counted(areas.len() as u64, "area");
        found.compare(
            format!("{what}, forbidden"),
            &agent.profile.forbidden,
            &other.profile.forbidden,
            count,
        );
        let keep_off = [agent, other].map(|agent| &agent.profile.keep_off_walls);
        found.compare(
            format!("{what}, keep_off_walls"),
            keep_off[0],
            keep_off[1],
            |value| shown_keep_off(*value),
        );
    }
    for agent in second
        .iter()
        .filter(|agent| first.iter().all(|other| other.name != agent.name))
    {
        found.push(
            format!("agent \"{}\"", agent.name),
            None,
            Some(format!("at {}", agent.at)),
        );
    }
}
