//! The agents of a RON level.

use serde::Deserialize;

use super::ron_read::{Part, Reader};
use super::{LevelAgent, ParseError};
use crate::pathfinding::{Cell, Grid};

/// One agent, each field still as text.
#[derive(Deserialize)]
#[serde(rename = "Agent", deny_unknown_fields)]
struct Fields<'a> {
    #[serde(borrow)]
    name: Option<Part<'a>>,
    #[serde(borrow)]
    at: Option<Part<'a>>,
    #[serde(borrow)]
    goals: Option<Part<'a>>,
    #[serde(borrow)]
    speed: Option<Part<'a>>,
    #[serde(borrow)]
    patrol: Option<Part<'a>>,
}

/// The agents in file order, all on free cells of the grid.
pub(super) fn read<'a>(
    reader: &Reader<'a>,
    agents: Option<Part<'a>>,
    grid: &Grid,
) -> Result<Vec<LevelAgent>, ParseError> {
    let Some(list) = agents else {
        return Ok(Vec::new());
    };
    let parts: Vec<Part> = reader.read(list, "agents such as `[(at: (1, 2), goals: [(3, 4)])]`")?;
    let mut known: Vec<LevelAgent> = Vec::with_capacity(parts.len());
    let mut names = std::collections::BTreeSet::new();
    for (number, part) in (1..).zip(parts) {
        let fields: Fields = reader.read(part, "an agent such as `(at: (1, 2), goals: [(3, 4)])`")?;
        let name = match fields.name {
            Some(part) => reader.read(part, "an agent's name in double quotes")?,
            None => format!("agent {number}"),
        };
        if !names.insert(name.clone()) {
            let message = format!("two agents are called \"{name}\"; expected a name of its own for each");
            return Err(reader.fail(fields.name.unwrap_or(part), message));
        }
        known.push(read_agent(reader, part, &fields, name, grid)?);
    }
    Ok(known)
}

fn read_agent<'a>(
    reader: &Reader<'a>,
    part: Part<'a>,
    fields: &Fields<'a>,
    name: String,
    grid: &Grid,
) -> Result<LevelAgent, ParseError> {
    let Some(at) = fields.at else {
        return Err(reader.fail(part, format!("agent \"{name}\" stands nowhere; expected `at: (x, y)`")));
    };
    let at = read_cell(reader, at, grid, &format!("agent \"{name}\" stands"))?;
    let mut goals = Vec::new();
    if let Some(list) = fields.goals {
        for goal in reader.read::<Vec<Part>>(list, "goals such as `[(3, 4)]`")? {
            goals.push(read_cell(reader, goal, grid, &format!("a goal of agent \"{name}\" lies"))?);
        }
    }
    let speed = match fields.speed {
        None => LevelAgent::DEFAULT_SPEED,
        Some(part) => {
            let (min, max) = (LevelAgent::MIN_SPEED, LevelAgent::MAX_SPEED);
            let expected = format!("a speed from {min} to {max} cells per second");
            let speed: f32 = reader.read(part, &expected)?;
            if !(min..=max).contains(&speed) {
                return Err(reader.fail(part, format!("expected {expected}, found {}", reader.found(part))));
            }
            speed
        }
    };
    let patrol = match fields.patrol {
        None => false,
        Some(part) => {
            let patrol = reader.read(part, "`patrol: true` or `patrol: false`")?;
            if patrol && goals.is_empty() {
                let message = format!("agent \"{name}\" patrols between no goals; expected `goals: [(x, y), …]`");
                return Err(reader.fail(part, message));
            }
            patrol
        }
    };
    Ok(LevelAgent { name, at, speed, goals, patrol })
}

/// A free cell of the grid; `who` begins the sentence if it is none.
fn read_cell<'a>(reader: &Reader<'a>, part: Part<'a>, grid: &Grid, who: &str) -> Result<Cell, ParseError> {
    let (x, y): (i64, i64) = reader.read(part, "a cell such as (3, 4)")?;
    let (width, height) = (grid.width(), grid.height());
    let cell = i32::try_from(x).ok().zip(i32::try_from(y).ok()).map(Cell::from);
    let Some((cell, terrain)) = cell.and_then(|cell| Some((cell, grid.terrain(cell)?))) else {
        let message = format!(
            "{who} at ({x}, {y}), outside the {width} × {height} map; expected x from 0 to {} and y from 0 to {}",
            width - 1,
            height - 1
        );
        return Err(reader.fail(part, message));
    };
    if terrain.is_blocked() {
        let message = format!("{who} at {cell}, where \"{}\" blocks the way; expected a free cell", terrain.name);
        return Err(reader.fail(part, message));
    }
    Ok(cell)
}
