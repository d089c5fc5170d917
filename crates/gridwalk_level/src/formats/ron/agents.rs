//! The agents of a RON level, one by one and in groups.

use std::collections::BTreeSet;

use gridwalk_pathfinding::{AgentProfile, Cell, Grid, KeepOffWalls, Terrain};

use super::read::{RonPart, RonReader, fields, read_cell, read_cost, read_rect_on};
use crate::formats::common::{AgentSight, Parsed, counted, in_quotes, one_of};
use crate::level::starts_of;
use crate::{LevelAgent, LevelGroup};

fields! { AgentFields, "Agent": name, at, goals, speed, arrival_radius, patrol, size, costs, forbidden, keep_off_walls }

fields! { KeepOffFields, "KeepOffWalls": cells, cost }

/// Reads the agents in file order; the reader lists the cells that are not free for them.
pub(super) fn read_agents<'a>(
    reader: &RonReader<'a>,
    agents: Option<RonPart<'a>>,
    grid: &Grid,
) -> Parsed<Vec<LevelAgent>> {
    let parts = reader.read_list(agents, "agents such as `[(at: (1, 2), goals: [(3, 4)])]`")?;
    let mut known: Vec<LevelAgent> = Vec::with_capacity(parts.len());
    let mut names = BTreeSet::new();
    for (number, part) in (1..).zip(parts) {
        let fields: AgentFields =
            reader.read(part, "an agent such as `(at: (1, 2), goals: [(3, 4)])`")?;
        let name = reader.read_given(fields.name, "an agent's name in double quotes")?;
        let name = name.unwrap_or_else(|| format!("agent {number}"));
        if !names.insert(name.clone()) {
            let message =
                format!("two agents are called \"{name}\"; expected a name of its own for each");
            return Err(reader.fail(fields.name.unwrap_or(part), message));
        }
        known.push(read_agent(reader, part, &fields, name, grid)?);
    }
    Ok(known)
}

fn read_agent<'a>(
    reader: &RonReader<'a>,
    part: RonPart<'a>,
    fields: &AgentFields<'a>,
    name: String,
    grid: &Grid,
) -> Parsed<LevelAgent> {
    let Some(at) = fields.at else {
        return Err(reader.fail(
            part,
            format!("agent \"{name}\" stands nowhere; expected `at: (x, y)`"),
        ));
    };
    let profile = read_profile(reader, fields, grid)?;
    let view = AgentSight::new(grid, &profile);
    let at = read_free_cell(reader, &view, at, &format!("agent \"{name}\" stands"))?;
    let mut goals = Vec::new();
    for goal in reader.read_list(fields.goals, "goals such as `[(3, 4)]`")? {
        goals.push(read_free_cell(
            reader,
            &view,
            goal,
            &format!("a goal of agent \"{name}\" lies"),
        )?);
    }
    let speed = read_speed(reader, fields.speed)?;
    let max = LevelAgent::MAX_ARRIVAL_RADIUS;
    let expected = format!("an arrival radius from 0 to {max} cells");
    let radius = fields
        .arrival_radius
        .map(|part| reader.read_within(part, 0.0..=max, &expected));
    let arrival_radius = radius.transpose()?.unwrap_or_default();
    let patrol = reader
        .read_given(fields.patrol, "`patrol: true` or `patrol: false`")?
        .unwrap_or(false);
    if let Some(part) = fields.patrol.filter(|_| patrol && goals.is_empty()) {
        let message =
            format!("agent \"{name}\" patrols between no goals; expected `goals: [(x, y), …]`");
        return Err(reader.fail(part, message));
    }
    Ok(LevelAgent {
        name,
        at,
        speed,
        arrival_radius,
        goals,
        patrol,
        profile,
    })
}

/// Reads the speed of an agent or of a group.
fn read_speed<'a>(reader: &RonReader<'a>, part: Option<RonPart<'a>>) -> Parsed<f32> {
    let (min, max) = (LevelAgent::MIN_SPEED, LevelAgent::MAX_SPEED);
    let expected = format!("a speed from {min} to {max} cells per second");
    let speed = part
        .map(|part| reader.read_within(part, min..=max, &expected))
        .transpose()?;
    Ok(speed.unwrap_or(LevelAgent::DEFAULT_SPEED))
}

/// Reads size, own costs, forbidden areas, and the extra cost near walls; missing ones have their
/// defaults.
fn read_profile<'a>(
    reader: &RonReader<'a>,
    fields: &AgentFields<'a>,
    grid: &Grid,
) -> Parsed<AgentProfile> {
    let mut profile = AgentProfile::default();
    if let Some(part) = fields.size {
        profile.size = reader.read_whole(
            part,
            "an agent's side in whole cells",
            1..=AgentProfile::MAX_SIZE,
        )?;
    }
    if let Some(part) = fields.costs {
        profile.costs = read_costs(reader, part, grid)?;
    }
    let parts = reader.read_list(
        fields.forbidden,
        "forbidden areas such as `[(at: (1, 2), size: (3, 4))]`",
    )?;
    if let Some(part) = parts.get(LevelAgent::MAX_FORBIDDEN) {
        let most = LevelAgent::MAX_FORBIDDEN;
        let message = format!("there are too many forbidden areas; expected at most {most}");
        return Err(reader.fail(*part, message));
    }
    let area = |part| read_rect_on(reader, part, grid, "the forbidden area");
    profile.forbidden = parts.into_iter().map(area).collect::<Result<_, _>>()?;
    profile.keep_off_walls = fields
        .keep_off_walls
        .map(|part| read_keep_off_walls(reader, part))
        .transpose()?;
    Ok(profile)
}

/// Reads the extra cost of cells near walls, or `"no"`.
pub(super) fn read_keep_off_walls<'a>(
    reader: &RonReader<'a>,
    part: RonPart<'a>,
) -> Parsed<KeepOffWalls> {
    let expected = "an extra cost near walls such as `(cells: 2, cost: 3)`, or \"no\"";
    if part.0.starts_with('"') {
        let is_none = reader.read::<String>(part, expected)? == KeepOffWalls::NONE.to_string();
        return if is_none {
            Ok(KeepOffWalls::NONE)
        } else {
            Err(reader.unexpected(part, expected))
        };
    }
    let fields: KeepOffFields = reader.read(part, expected)?;
    let (Some(cells), Some(cost)) = (fields.cells, fields.cost) else {
        return Err(reader.unexpected(part, expected));
    };
    Ok(KeepOffWalls {
        cells: reader.read_whole(
            cells,
            "a distance from walls in cells",
            1..=KeepOffWalls::MAX_CELLS,
        )?,
        cost: reader.read_whole(cost, "an extra cost", 1..=Terrain::MAX_COST)?,
    })
}

fn read_costs<'a>(
    reader: &RonReader<'a>,
    part: RonPart<'a>,
    grid: &Grid,
) -> Parsed<Vec<(String, Option<u16>)>> {
    let mut costs: Vec<(String, Option<u16>)> = Vec::new();
    let expected = "an agent's own costs such as `{\"swamp\": 1, \"road\": \"blocked\"}`";
    for (key, value) in reader.read_entries(part, None, expected)? {
        let name: String = reader.read(key, "a terrain's name in double quotes")?;
        if grid.legend().iter().all(|terrain| terrain.name != name) {
            let mut known = in_quotes(grid.legend().iter().map(|terrain| terrain.name.as_str()));
            known.dedup();
            let message = format!(
                "no terrain is called \"{name}\"; expected {}",
                one_of(&known)
            );
            return Err(reader.fail(key, message));
        }
        if costs.iter().any(|(known, _)| *known == name) {
            return Err(reader.fail(
                key,
                format!("terrain \"{name}\" stands here twice; expected it once"),
            ));
        }
        costs.push((name, read_own_cost(reader, value)?));
    }
    Ok(costs)
}

fn read_own_cost<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<Option<u16>> {
    if !part.0.starts_with('"') {
        return read_cost(reader, part, "say `\"blocked\"` where it cannot go").map(Some);
    }
    match reader.read::<String>(part, "a cost")?.as_str() {
        "blocked" => Ok(None),
        other => Err(reader.fail(
            part,
            format!("expected a whole cost or \"blocked\", found \"{other}\""),
        )),
    }
}

/// Reads a cell of the map; `who` begins the complaint about one on which the agent cannot stand.
fn read_free_cell<'a>(
    reader: &RonReader<'a>,
    view: &AgentSight,
    part: RonPart<'a>,
    who: &str,
) -> Parsed<Cell> {
    let cell = read_cell(reader, part, view.grid, who)?;
    if let Some(obstacle) = view.obstacle(cell) {
        reader.complain(part, format!("{who} at {cell}, {obstacle}"));
    }
    Ok(cell)
}

fields! { GroupFields, "Group": name, count, from, to, speed }

const GROUP_EXAMPLE: &str = "`(count: 20, from: (at: (1, 2), size: (5, 4)), to: (30, 3))`";

/// Reads the groups in file order; the reader lists those without room for all members.
pub(super) fn read_groups<'a>(
    reader: &RonReader<'a>,
    groups: Option<RonPart<'a>>,
    agents: &[LevelAgent],
    grid: &Grid,
) -> Parsed<Vec<LevelGroup>> {
    let parts = reader.read_list(
        groups,
        &format!(
            "groups of agents such as `[{}]`",
            GROUP_EXAMPLE.trim_matches('`')
        ),
    )?;
    let mut known: Vec<LevelGroup> = Vec::with_capacity(parts.len());
    let mut taken = starts_of(agents);
    for (number, part) in (1..).zip(parts) {
        let fields: GroupFields =
            reader.read(part, &format!("a group of agents such as {GROUP_EXAMPLE}"))?;
        let group = read_group(reader, part, &fields, number, grid)?;
        let named = fields.name.unwrap_or(part);
        if known.iter().any(|other| other.name == group.name) {
            let message = format!(
                "two groups are called \"{}\"; expected a name of its own for each",
                group.name
            );
            return Err(reader.fail(named, message));
        }
        if let Some(agent) = agents.iter().find(|agent| group.has_member(&agent.name)) {
            let message = format!(
                "agent \"{}\" is called like a member of the group; expected another name",
                agent.name
            );
            return Err(reader.fail(named, message));
        }
        let free = group.free_cells(grid, &taken).len();
        if free < group.count as usize {
            let (agents, cells) = (
                counted(group.count as usize, "agent"),
                counted(free, "free cell"),
            );
            let message = format!(
                "group \"{}\" has {agents}; its rectangle has {cells}",
                group.name
            );
            reader.complain(fields.from.unwrap_or(part), message);
        }
        group.members(grid, &mut taken);
        known.push(group);
    }
    Ok(known)
}

fn read_group<'a>(
    reader: &RonReader<'a>,
    part: RonPart<'a>,
    fields: &GroupFields<'a>,
    number: usize,
    grid: &Grid,
) -> Parsed<LevelGroup> {
    let (Some(count), Some(from)) = (fields.count, fields.from) else {
        return Err(reader.fail(
            part,
            format!("expected both `count` and `from`, as in {GROUP_EXAMPLE}"),
        ));
    };
    let name = reader.read_given(fields.name, "a group's name in double quotes")?;
    let name = name.unwrap_or_else(|| format!("group {number}"));
    let count = reader.read_whole(
        count,
        "the number of a group's agents",
        1..=LevelGroup::MAX_COUNT,
    )?;
    let from = read_rect_on(
        reader,
        from,
        grid,
        &format!("the rectangle of group \"{name}\""),
    )?;
    let profile = AgentProfile::default();
    let view = AgentSight::new(grid, &profile);
    let goal = |part| {
        read_free_cell(
            reader,
            &view,
            part,
            &format!("the goal of group \"{name}\" lies"),
        )
    };
    let to = fields.to.map(goal).transpose()?;
    let speed = read_speed(reader, fields.speed)?;
    Ok(LevelGroup {
        name,
        count,
        from,
        to,
        speed,
    })
}
