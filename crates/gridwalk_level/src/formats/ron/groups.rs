//! The groups of a RON level: many agents in one row.

use gridwalk_pathfinding::{AgentProfile, Grid};

use super::agents::{read_free_cell, read_speed};
use super::read::{Part, Reader, fields, read_rect_on};
use crate::formats::error::{Parsed, counted};
use crate::formats::standing::View;
use crate::group::starts_of;
use crate::{LevelAgent, LevelGroup};

fields! { GroupFields, "Group": name, count, from, to, speed }

const EXAMPLE: &str = "`(count: 20, from: (at: (1, 2), size: (5, 4)), to: (30, 3))`";

/// Reads the groups in file order; the reader lists those without room for all members.
pub(super) fn read_groups<'a>(
    reader: &Reader<'a>,
    groups: Option<Part<'a>>,
    agents: &[LevelAgent],
    grid: &Grid,
) -> Parsed<Vec<LevelGroup>> {
    let parts = reader.read_list(groups, &format!("groups of agents such as `[{}]`", EXAMPLE.trim_matches('`')))?;
    let mut known: Vec<LevelGroup> = Vec::with_capacity(parts.len());
    let mut taken = starts_of(agents);
    for (number, part) in (1..).zip(parts) {
        let fields: GroupFields = reader.read(part, &format!("a group of agents such as {EXAMPLE}"))?;
        let group = read_group(reader, part, &fields, number, grid)?;
        let named = fields.name.unwrap_or(part);
        if known.iter().any(|other| other.name == group.name) {
            let message = format!("two groups are called \"{}\"; expected a name of its own for each", group.name);
            return Err(reader.fail(named, message));
        }
        if let Some(agent) = agents.iter().find(|agent| group.has_member(&agent.name)) {
            let message =
                format!("agent \"{}\" is called like a member of the group; expected another name", agent.name);
            return Err(reader.fail(named, message));
        }
        let free = group.free_cells(grid, &taken).len();
        if free < group.count as usize {
            let (agents, cells) = (counted(group.count as usize, "agent"), counted(free, "free cell"));
            let message = format!("group \"{}\" has {agents}; its rectangle has {cells}", group.name);
            reader.complain(fields.from.unwrap_or(part), message);
        }
        group.members(grid, &mut taken);
        known.push(group);
    }
    Ok(known)
}

fn read_group<'a>(
    reader: &Reader<'a>,
    part: Part<'a>,
    fields: &GroupFields<'a>,
    number: usize,
    grid: &Grid,
) -> Parsed<LevelGroup> {
    let (Some(count), Some(from)) = (fields.count, fields.from) else {
        return Err(reader.fail(part, format!("expected both `count` and `from`, as in {EXAMPLE}")));
    };
    let name = match fields.name {
        Some(part) => reader.read(part, "a group's name in double quotes")?,
        None => format!("group {number}"),
    };
    let count = reader.read_whole(count, "the number of a group's agents", 1..=LevelGroup::MAX_COUNT)?;
    let from = read_rect_on(reader, from, grid, &format!("the rectangle of group \"{name}\""))?;
    let profile = AgentProfile::default();
    let view = View::new(grid, &profile);
    let goal = |part| read_free_cell(reader, &view, part, &format!("the goal of group \"{name}\" lies"));
    let to = fields.to.map(goal).transpose()?;
    let speed = read_speed(reader, fields.speed)?;
    Ok(LevelGroup { name, count, from, to, speed })
}
