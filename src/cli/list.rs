//! `gridwalk list`: the names of everything that can be chosen, with a line about each.

use std::io::Write;

use anstyle::Style;
use serde::Serialize;

use super::args::ListRequest;
use super::failure::{Done, OK, remark};
use super::files;
use crate::pathfinding::generate::MapKind;
use crate::pathfinding::{Algorithm, CostRule, Heuristic, Movement, ParentRule, StopRule, TieBreak};

#[derive(Serialize)]
struct Entry {
    name: String,
    about: String,
}

fn entry(name: &str, about: impl Into<String>) -> Entry {
    Entry { name: name.to_owned(), about: about.into() }
}

#[derive(Serialize)]
struct Lists {
    algorithms: Vec<Entry>,
    heuristics: Vec<Entry>,
    movements: Vec<Entry>,
    steps: Vec<Entry>,
    cost_rules: Vec<Entry>,
    ties: Vec<Entry>,
    stops: Vec<Entry>,
    parents: Vec<Entry>,
    map_kinds: Vec<Entry>,
    levels: Vec<Entry>,
}

pub fn run(request: &ListRequest) -> Done {
    let lists = Lists {
        algorithms: Algorithm::ALL.map(|a| entry(a.name(), format!("{}: {}", a.title(), about_algorithm(a)))).into(),
        heuristics: Heuristic::NAMED.map(|h| entry(h.name(), about_heuristic(&h))).into(),
        movements: Movement::ALL.map(|m| entry(m.name(), m.describe())).into(),
        steps: vec![
            entry("sqrt2", "1 straight and √2 diagonal"),
            entry("uniform", "every step costs 1"),
            entry("10/14", "whole numbers, straight and diagonal: these or others"),
        ],
        cost_rules: CostRule::ALL.map(|r| entry(r.name(), format!("a step costs {}", r.describe()))).into(),
        ties: TieBreak::ALL.map(|t| entry(t.name(), format!("of equal cells the one {}", about_tie(t)))).into(),
        stops: StopRule::ALL.map(|s| entry(s.name(), about_stop(s))).into(),
        parents: ParentRule::ALL.map(|p| entry(p.name(), about_parent(p))).into(),
        map_kinds: MapKind::ALL.map(|kind| entry(kind.name(), kind.about())).into(),
        levels: shipped_levels(),
    };
    if request.json {
        let json = serde_json::to_string_pretty(&lists).expect("lists have plain fields");
        writeln!(std::io::stdout().lock(), "{json}")?;
        return Ok(OK);
    }
    let sections = [
        ("Algorithms (--algorithm)", &lists.algorithms),
        ("Heuristics (--heuristic, or your own with --formula)", &lists.heuristics),
        ("Movement (--movement)", &lists.movements),
        ("Step costs (--steps)", &lists.steps),
        ("Terrain costs (--cost-rule)", &lists.cost_rules),
        ("Ties (--tie)", &lists.ties),
        ("Stop rules (--stop)", &lists.stops),
        ("Parent rules (--parent)", &lists.parents),
        ("Maps from a seed (gridwalk generate)", &lists.map_kinds),
        ("Levels", &lists.levels),
    ];
    let bold = Style::new().bold();
    let mut out = anstream::stdout().lock();
    for (heading, entries) in sections.into_iter().filter(|(_, entries)| !entries.is_empty()) {
        writeln!(out, "{bold}{heading}{bold:#}")?;
        let width = entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
        for Entry { name, about } in entries {
            writeln!(out, "  {}", format!("{name:width$}  {about}").trim_end())?;
        }
        writeln!(out)?;
    }
    Ok(OK)
}

const fn about_algorithm(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::BreadthFirst => "fewest steps first; costs are ignored",
        Algorithm::DepthFirst => "as deep as possible first; some way, seldom a good one",
        Algorithm::Dijkstra => "cheapest first; optimal",
        Algorithm::Greedy => "nearest to the goal first; quick, not optimal",
        Algorithm::AStar => "cheapest so far plus estimate; optimal if the estimate is never too high",
        Algorithm::WeightedAStar => "the estimate counts --weight times; at most so many times too dear",
        Algorithm::Bidirectional => "from both ends; optimal",
        Algorithm::IdaStar => "depth-first under a growing bound; hardly any memory, slow on open ground",
        Algorithm::Fringe => "the passes of IDA*, each going on where the last one stopped; optimal",
        Algorithm::JumpPoint => "skips the cells between turning points; optimal on terrain of one cost",
        Algorithm::Theta => "straight lines at any angle; mostly shorter than the ways along the grid",
        Algorithm::LazyTheta => "Theta* that looks only when a cell is expanded",
        Algorithm::Lpa => "repairs its answer when the map changes; optimal",
        Algorithm::FlowField => "from the goal over the whole map: a way for every start; optimal",
    }
}

const fn about_heuristic(heuristic: &Heuristic) -> &'static str {
    match heuristic {
        Heuristic::Zero => "nothing is known; never too high",
        Heuristic::Manhattan => "straight steps along both axes; too high where diagonals are legal",
        Heuristic::Euclidean => "the straight line",
        Heuristic::FlooredEuclidean => "the straight line in whole cells, rounded down",
        Heuristic::Octile => "diagonal steps, then straight ones; exact on an empty 8-way map",
        Heuristic::Chebyshev => "the longer of the two axes; never too high",
        Heuristic::Formula(_) => "your own",
    }
}

const fn about_tie(tie: TieBreak) -> &'static str {
    match tie {
        TieBreak::Oldest => "opened first",
        TieBreak::Newest => "opened last",
        TieBreak::LargerG => "with the larger G; it heads for the goal",
        TieBreak::SmallerH => "with the smaller H",
    }
}

const fn about_stop(stop: StopRule) -> &'static str {
    match stop {
        StopRule::Generated => "as soon as the goal is opened; quicker, and not always optimal",
        StopRule::Expanded => "when the goal is taken from the open list",
    }
}

const fn about_parent(rule: ParentRule) -> &'static str {
    match rule {
        ParentRule::First => "the first parent of a cell stays",
        ParentRule::Shorter => "a shorter way replaces it",
    }
}

/// The levels beside the program, by file name. A broken one is listed with what is wrong.
fn shipped_levels() -> Vec<Entry> {
    let Some(folder) = files::levels_folder() else {
        remark("the shipped levels were not found: there is no folder assets/levels");
        return Vec::new();
    };
    let paths = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path());
    let mut paths: Vec<_> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    let about = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match files::read_level(path) {
            Ok(level) if level.about.is_empty() => entry(&name, level.name),
            Ok(level) => entry(&name, format!("{}: {}", level.name, level.about)),
            Err(_) => entry(&name, "cannot be read; see gridwalk check"),
        }
    };
    paths.iter().map(about).collect()
}
