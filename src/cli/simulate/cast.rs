//! Agents and edits of a simulation: those of the level, of a scenario file, random ones, and the
//! file of timed edits.

use std::collections::BTreeSet;
use std::num::NonZeroU16;
use std::path::Path;

use gridwalk_level::formats::{ParseError, Scenario, parse_scenarios};
use gridwalk_level::{Level, LevelAgent};
use gridwalk_pathfinding::{
    AgentProfile, Cell, Grid, GridEdit, Movement, Reachability, Regions, Terrain,
};
use serde::Deserialize;

use crate::cli::args::SimulateRequest;
use crate::cli::files;
use crate::cli::output::{BadInput, Failure, bad, bad_file};

/// An agent of a simulation.
#[derive(Clone, Debug)]
pub struct SimulatedAgent {
    /// The name in messages.
    pub name: String,
    /// The cell where it starts.
    pub start: Cell,
    /// Goals, one after the other.
    pub goals: Vec<Cell>,
    /// Ticks that a step onto plain floor takes.
    pub pace: NonZeroU16,
    /// Size, own costs, forbidden areas and the extra cost near walls.
    pub profile: AgentProfile,
    /// The place of its start in the scenario file.
    pub place: Option<(u32, u32)>,
}

/// Numbers from a seed: splitmix64.
pub struct Dice(u64);

impl Dice {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let limit = limit.max(1) as u64;
        usize::try_from((z ^ (z >> 31)) % limit).expect("it lies below a usize")
    }

    /// Returns the walkable cells of a map in random order.
    fn shuffle(&mut self, grid: &Grid) -> Vec<Cell> {
        let mut cells: Vec<Cell> = grid
            .iter()
            .filter(|(_, terrain)| !terrain.is_blocked())
            .map(|(cell, _)| cell)
            .collect();
        for at in (1..cells.len()).rev() {
            cells.swap(at, self.below(at + 1));
        }
        cells
    }
}

/// The agents of a request, in the order in which they are numbered.
pub fn find(
    request: &SimulateRequest,
    level: &Level,
    movement: Movement,
) -> Result<Vec<SimulatedAgent>, Failure> {
    let wanted = request.agents.map(|count| count as usize);
    let mut walkers = match &request.scen {
        Some(path) => of_scenarios(path, &request.input.level, level, wanted)?,
        None => of_level(&level.resolved_agents()),
    };
    let Some(wanted) = wanted else {
        return if walkers.is_empty() {
            bad_file(
                &request.input.level,
                "there are no agents; say with --agents N how many are added",
            )
        } else {
            Ok(walkers)
        };
    };
    walkers.truncate(wanted);
    add_random(&mut walkers, wanted, &level.grid, movement, request.seed)?;
    Ok(walkers)
}

fn of_level(agents: &[LevelAgent]) -> Vec<SimulatedAgent> {
    let fastest = agents.iter().map(|agent| agent.speed).fold(0.0, f32::max);
    let walker = |agent: &LevelAgent| SimulatedAgent {
        name: format!("\"{}\"", agent.name),
        start: agent.at,
        goals: agent.goals.clone(),
        pace: pace(fastest / agent.speed),
        profile: agent.profile.clone(),
        place: None,
    };
    agents.iter().map(walker).collect()
}

/// The whole number of ticks nearest to a ratio of speeds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
fn pace(ratio: f32) -> NonZeroU16 {
    NonZeroU16::new(ratio.round() as u16).unwrap_or(NonZeroU16::MIN)
}

fn of_scenarios(
    path: &Path,
    map: &Path,
    level: &Level,
    wanted: Option<usize>,
) -> Result<Vec<SimulatedAgent>, Failure> {
    let bytes = files::read(path)?;
    let scenarios = parse_scenarios(&bytes).or_else(|error| bad(BadInput::parse(path, &error)))?;
    if let Some(wanted) = wanted.filter(|wanted| *wanted > scenarios.len()) {
        let found = scenarios.len();
        return bad_file(
            path,
            format!("--agents asks for {wanted} queries; the file has {found}"),
        );
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.split('\n').collect();
    let walker = |query: &Scenario| {
        crate::scenario::check_size(query, map, &level.grid)
            .or_else(|sentence| bad_file(path, sentence))?;
        let line = lines
            .get(query.line as usize - 1)
            .copied()
            .unwrap_or_default();
        Ok(SimulatedAgent {
            name: format!("the agent of line {}", query.line),
            start: query.start,
            goals: vec![query.goal],
            pace: NonZeroU16::MIN,
            profile: AgentProfile::default(),
            place: Some((query.line, column_of_start(line))),
        })
    };
    scenarios
        .iter()
        .take(wanted.unwrap_or(usize::MAX))
        .map(walker)
        .collect()
}

/// The column of the fifth field of a line, from 1.
fn column_of_start(line: &str) -> u32 {
    let field = line.split_ascii_whitespace().nth(4).unwrap_or(line);
    let bytes = field.as_ptr().addr() - line.as_ptr().addr();
    u32::try_from(line[..bytes].chars().count() + 1).unwrap_or(u32::MAX)
}

/// Adds agents on random free cells, each with a goal of its own that it can reach.
fn add_random(
    walkers: &mut Vec<SimulatedAgent>,
    wanted: usize,
    grid: &Grid,
    movement: Movement,
    seed: u64,
) -> Result<(), Failure> {
    if walkers.len() >= wanted {
        return Ok(());
    }
    let mut dice = Dice::new(seed);
    let covered = |walker: &SimulatedAgent| {
        let (at, side) = (walker.start, i32::from(walker.profile.size));
        (at.y..at.y + side).flat_map(move |y| (at.x..at.x + side).map(move |x| Cell::new(x, y)))
    };
    let mut taken: BTreeSet<Cell> = walkers.iter().flat_map(covered).collect();
    let known = walkers
        .iter()
        .filter_map(|walker| walker.goals.last().copied());
    let mut used: BTreeSet<Cell> = known.collect();
    let (starts, mut goals) = (dice.shuffle(grid), dice.shuffle(grid));
    let regions = Regions::new(grid, movement);
    for start in starts {
        if walkers.len() == wanted {
            break;
        }
        let can_go = |goal: &Cell| {
            !used.contains(goal) && regions.reach(grid, start, *goal) == Reachability::Yes
        };
        if taken.contains(&start) {
            continue;
        }
        let Some(at) = goals.iter().position(can_go) else {
            continue;
        };
        let goal = goals.swap_remove(at);
        taken.insert(start);
        used.insert(goal);
        let (pace, profile) = (NonZeroU16::MIN, AgentProfile::default());
        let name = format!("random agent {}", walkers.len() + 1);
        walkers.push(SimulatedAgent {
            name,
            start,
            goals: vec![goal],
            pace,
            profile,
            place: None,
        });
    }
    if walkers.len() < wanted {
        return bad(format!(
            "--agents asks for {wanted} agents; the map has room for {}",
            walkers.len()
        )
        .as_str());
    }
    Ok(())
}

/// An error about the start of an agent, with its place where a file names it.
pub fn bad_start<T>(
    walker: &SimulatedAgent,
    scen: Option<&Path>,
    message: String,
) -> Result<T, Failure> {
    match (scen, walker.place) {
        (Some(path), Some((line, column))) => bad(BadInput::parse(
            path,
            &ParseError {
                line,
                column,
                message,
            },
        )),
        _ => bad(message.as_str()),
    }
}

/// A random goal that an agent can reach from its cell; its own cell if it can reach no other one.
pub fn random_goal(dice: &mut Dice, grid: &Grid, regions: &Regions, from: Cell) -> Cell {
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let side = |length: usize| i32::try_from(length).expect("sides are short");
    let mut random = || Cell::new(side(dice.below(width)), side(dice.below(height)));
    let can_go =
        |goal: &Cell| *goal != from && regions.reach(grid, from, *goal) == Reachability::Yes;
    (0..1000).map(|_| random()).find(can_go).unwrap_or(from)
}

/// A line of the file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct EditLine {
    tick: u64,
    cells: Vec<Cell>,
    cost: u16,
}

/// An edit that is applied before a tick.
#[derive(Clone, Debug)]
pub struct TimedEdit {
    pub tick: u64,
    pub edit: GridEdit,
}

/// Reads edits in the order of their ticks.
pub fn read_edits(path: &Path, grid: &Grid) -> Result<Vec<TimedEdit>, Failure> {
    let bytes = files::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut edits: Vec<TimedEdit> = Vec::new();
    for (number, line) in (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let wrong = |column: usize, message: String| {
            let column = u32::try_from(column.max(1)).unwrap_or(u32::MAX);
            bad(BadInput::parse(
                path,
                &ParseError {
                    line: number,
                    column,
                    message,
                },
            ))
        };
        let parsed: EditLine = match serde_json::from_str(line) {
            Ok(parsed) => parsed,
            Err(error) => {
                // The parser's message ends with a place within the line.
                let sentence = error.to_string();
                let sentence = sentence.split(" at line ").next().unwrap_or_default();
                let expected =
                    r#"expected an edit such as {"tick": 50, "cells": [[3, 4]], "cost": 0}"#;
                return wrong(error.column(), format!("{sentence}; {expected}"));
            }
        };
        let column_of = |key: &str| {
            line.find(key)
                .map_or(1, |at| line[..at].chars().count() + 1)
        };
        if let Some(cell) = parsed.cells.iter().find(|cell| !grid.contains(**cell)) {
            let (width, height) = (grid.width(), grid.height());
            return wrong(
                column_of("\"cells\""),
                format!("cell {cell} lies outside the {width} × {height} map"),
            );
        }
        if parsed.cost > Terrain::MAX_COST {
            let (cost, max) = (parsed.cost, Terrain::MAX_COST);
            return wrong(
                column_of("\"cost\""),
                format!("the cost is {cost}; expected 0 for a wall, or 1 to {max}"),
            );
        }
        if edits.last().is_some_and(|last| last.tick > parsed.tick) {
            return wrong(
                column_of("\"tick\""),
                "the tick lies before that of the line above".to_owned(),
            );
        }
        let edit = if parsed.cost == 0 {
            GridEdit::block(parsed.cells)
        } else {
            GridEdit::set_cost(parsed.cells, parsed.cost)
        };
        edits.push(TimedEdit {
            tick: parsed.tick,
            edit,
        });
    }
    Ok(edits)
}
