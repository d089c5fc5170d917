//! Agents and goals on the map of another editor: markers with names and properties.

use std::collections::HashMap;

use gridwalk_pathfinding::{AgentProfile, Cell, Grid};

use super::json::Part;
use super::properties::Properties;
use super::report::Report;
use crate::LevelAgent;
use crate::formats::error::{Parsed, shortened};
use crate::formats::standing::View;

/// An agent or a goal.
pub struct Marker<'a> {
    pub role: Role,
    /// The place in the file.
    pub part: Part<'a>,
    /// The id that the editor gave it.
    pub id: Option<i64>,
    pub name: String,
    /// The centre, in cells.
    pub middle: [f64; 2],
    /// Goals that are listed with the agent itself.
    pub goals: Vec<Cell>,
    pub properties: Properties<'a>,
}

/// The role of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Agent,
    Goal,
}

impl Role {
    /// Returns the role for a class; `None` for other classes.
    pub fn of_class(class: &str) -> Option<Self> {
        [("agent", Self::Agent), ("goal", Self::Goal)]
            .into_iter()
            .find(|(name, _)| class.eq_ignore_ascii_case(name))
            .map(|(_, role)| role)
    }
}

impl Marker<'_> {
    /// Returns the upper left cell of an agent of this size around the centre.
    #[expect(clippy::cast_possible_truncation, reason = "what lies outside of the map is left out")]
    fn cell(&self, size: u8) -> Cell {
        let [x, y] = self.middle.map(|middle| (middle - f64::from(size - 1) * 0.5).floor() as i32);
        Cell::new(x, y)
    }
}

/// The maximum number of shared goals, summed over all agents.
const MOST_SHARED: usize = 1 << 16;

/// Reads the agents in file order, each with its goals.
///
/// A goal that names no agent is shared by all agents.
pub fn read_agents(markers: Vec<Marker>, grid: &Grid, report: &mut Report) -> Parsed<Vec<LevelAgent>> {
    let (agents, goals): (Vec<_>, Vec<_>) = markers.into_iter().partition(|marker| marker.role == Role::Agent);
    let (mut known, mut parts): (Vec<LevelAgent>, Vec<Part>) = (Vec::new(), Vec::new());
    // Agents by name and by id in the file.
    let (mut names, mut ids) = (HashMap::new(), HashMap::new());
    for marker in agents {
        let mut agent = read_agent(&marker, known.len() + 1)?;
        if !grid.contains(agent.at) {
            report.note(marker.part, format!("agent \"{}\" stands outside the map and is not read", agent.name));
            continue;
        }
        let wanted = agent.name.clone();
        let mut number = 2;
        while names.contains_key(&agent.name) {
            agent.name = format!("{wanted} {number}");
            number += 1;
        }
        if agent.name != wanted {
            let message = format!("two agents are called \"{wanted}\"; this one is called \"{}\"", agent.name);
            report.note(marker.part, message);
        }
        report.unread_properties("agent", &format!("agent {}", shortened(&agent.name)), &marker.properties);
        names.insert(agent.name.clone(), known.len());
        ids.extend(marker.id.map(|id| (id, known.len())));
        known.push(agent);
        parts.push(marker.part);
    }
    let mut shared = 0;
    for marker in goals {
        let goal = marker.cell(1);
        if !grid.contains(goal) {
            report.note(marker.part, "the goal lies outside the map and is not read");
            continue;
        }
        match marker.properties.get("agent") {
            Some(part) => {
                let by_id = part.get().parse::<i64>().ok().and_then(|id| ids.get(&id));
                let by_name = || names.get(&*part.text("the name of an agent").ok()?);
                let Some(agent) = by_id.or_else(by_name) else {
                    let message = format!("expected the name of an agent of the map, found {}", part.shown());
                    return Err(part.fail(message));
                };
                known[*agent].goals.push(goal);
            }
            None if known.is_empty() => {
                report.note(marker.part, "the goal has no agent and is not read");
            }
            None => {
                shared += known.len();
                if shared > MOST_SHARED {
                    let message = "too many agents share too many goals; expected goals that name their agent";
                    return Err(marker.part.fail(message));
                }
                for agent in &mut known {
                    agent.goals.push(goal);
                }
            }
        }
        report.unread_properties("goal", "a goal", &marker.properties);
    }
    for (agent, part) in known.iter_mut().zip(parts) {
        look_at(agent, part, grid, report);
    }
    Ok(known)
}

fn read_agent(marker: &Marker, number: usize) -> Parsed<LevelAgent> {
    let properties = &marker.properties;
    let given = Some(marker.name.clone()).filter(|name| !name.trim().is_empty());
    let name = properties.text("name")?.or(given).unwrap_or_else(|| format!("agent {number}"));
    let mut agent = LevelAgent { goals: marker.goals.clone(), ..LevelAgent::standing(&name, marker.cell(1)) };
    if let Some(part) = properties.get("speed") {
        let (min, max) = (LevelAgent::MIN_SPEED, LevelAgent::MAX_SPEED);
        let speed = part.get().parse().ok().filter(|speed| (min..=max).contains(speed));
        let expected = || format!("expected a speed from {min} to {max} cells per second, found {}", part.shown());
        agent.speed = speed.ok_or_else(|| part.fail(expected()))?;
    }
    if let Some(part) = properties.get("size") {
        agent.profile.size = part.whole("an agent's side in cells", 1..=AgentProfile::MAX_SIZE)?;
        agent.at = marker.cell(agent.profile.size);
    }
    agent.patrol = properties.get("patrol").map(|part| part.flag("patrol")).transpose()?.unwrap_or_default();
    Ok(agent)
}

/// Reports agents and goals that are blocked, and drops goals outside the map.
fn look_at(agent: &mut LevelAgent, part: Part, grid: &Grid, report: &mut Report) {
    let name = &agent.name;
    let outside = agent.goals.iter().filter(|goal| !grid.contains(**goal)).count();
    if outside > 0 {
        report.note(part, format!("agent \"{name}\" has goals outside the map, which are not read: {outside}"));
        agent.goals.retain(|goal| grid.contains(*goal));
    }
    if agent.patrol && agent.goals.is_empty() {
        agent.patrol = false;
        report.note(part, format!("agent \"{name}\" patrols between no goals, and stays"));
    }
    let view = View::new(grid, &agent.profile);
    let starts = [(agent.at, format!("agent \"{name}\" stands"))];
    let goals = agent.goals.iter().map(|goal| (*goal, format!("a goal of agent \"{name}\" lies")));
    for (cell, who) in starts.into_iter().chain(goals) {
        if let Some(obstacle) = view.obstacle(cell) {
            report.problem(part, format!("{who} at {cell}, {obstacle}"));
        }
    }
}
