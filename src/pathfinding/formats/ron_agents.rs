//! The agents of a RON level.

use serde::Deserialize;

use super::ron_profile::View;
use super::ron_read::{Part, Reader};
use super::{LevelAgent, ParseError, ron_profile};
use crate::pathfinding::Grid;

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
    #[serde(borrow)]
    size: Option<Part<'a>>,
    #[serde(borrow)]
    costs: Option<Part<'a>>,
    #[serde(borrow)]
    forbidden: Option<Part<'a>>,
}

/// The agents in file order, all on cells that are free for them.
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
    let profile = ron_profile::read(reader, fields.size, fields.costs, fields.forbidden, grid)?;
    let view = View::new(grid, &profile);
    let at = view.read_cell(reader, at, &format!("agent \"{name}\" stands"))?;
    let mut goals = Vec::new();
    if let Some(list) = fields.goals {
        for goal in reader.read::<Vec<Part>>(list, "goals such as `[(3, 4)]`")? {
            goals.push(view.read_cell(reader, goal, &format!("a goal of agent \"{name}\" lies"))?);
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
    Ok(LevelAgent { name, at, speed, goals, patrol, profile })
}
