//! What tells one agent of a RON level from another, and where it can stand.

use super::ParseError;
use super::ron_legend::read_cost;
use super::ron_place::{read_cell, read_rect};
use super::ron_read::{Entries, Part, Reader, one_of};
use crate::pathfinding::{AgentProfile, Cell, Grid, Rect};

/// The most forbidden areas of one agent.
const MAX_FORBIDDEN: usize = 64;

/// Size, own costs and forbidden areas; what is not said is as for everybody.
pub(super) fn read<'a>(
    reader: &Reader<'a>,
    size: Option<Part<'a>>,
    costs: Option<Part<'a>>,
    forbidden: Option<Part<'a>>,
    grid: &Grid,
) -> Result<AgentProfile, ParseError> {
    let mut profile = AgentProfile::default();
    if let Some(part) = size {
        let most = AgentProfile::MAX_SIZE;
        let size = reader.read_whole(part, "an agent's side in whole cells", 1..=most.into())?;
        profile.size = u8::try_from(size).expect("the range is checked");
    }
    if let Some(part) = costs {
        profile.costs = read_costs(reader, part, grid)?;
    }
    if let Some(list) = forbidden {
        let parts: Vec<Part> = reader.read(list, "forbidden areas such as `[(at: (1, 2), size: (3, 4))]`")?;
        if let Some(part) = parts.get(MAX_FORBIDDEN) {
            let message = format!("there are too many forbidden areas; expected at most {MAX_FORBIDDEN}");
            return Err(reader.fail(*part, message));
        }
        let area = |part| read_rect(reader, part, grid, "the forbidden area");
        profile.forbidden = parts.into_iter().map(area).collect::<Result<_, _>>()?;
    }
    Ok(profile)
}

fn read_costs<'a>(reader: &Reader<'a>, part: Part<'a>, grid: &Grid) -> Result<Vec<(String, Option<u16>)>, ParseError> {
    let mut costs: Vec<(String, Option<u16>)> = Vec::new();
    let entries: Entries = reader.read(part, "an agent's own costs such as `{\"swamp\": 1, \"road\": \"blocked\"}`")?;
    for (key, value) in entries.0 {
        let name: String = reader.read(key, "a terrain's name in double quotes")?;
        if grid.legend().iter().all(|terrain| terrain.name != name) {
            let mut known: Vec<_> = grid.legend().iter().map(|terrain| format!("\"{}\"", terrain.name)).collect();
            known.dedup();
            let message = format!("no terrain is called \"{name}\"; expected {}", one_of(&known));
            return Err(reader.fail(key, message));
        }
        if costs.iter().any(|(known, _)| *known == name) {
            return Err(reader.fail(key, format!("terrain \"{name}\" stands here twice; expected it once")));
        }
        costs.push((name, read_own_cost(reader, value)?));
    }
    Ok(costs)
}

fn read_own_cost<'a>(reader: &Reader<'a>, part: Part<'a>) -> Result<Option<u16>, ParseError> {
    if !part.0.starts_with('"') {
        return read_cost(reader, part, "say `\"blocked\"` where it cannot go").map(Some);
    }
    match reader.read::<String>(part, "a cost")?.as_str() {
        "blocked" => Ok(None),
        other => Err(reader.fail(part, format!("expected a whole cost or \"blocked\", found \"{other}\""))),
    }
}

/// The map as one agent sees it, for questions about few cells.
///
/// [`Grid::seen_by`] answers the same for the whole map; here a level of many agents on a large map
/// does not cost the product of both.
pub(super) struct View<'g> {
    grid: &'g Grid,
    profile: &'g AgentProfile,
    /// By terrain number.
    blocked: Vec<bool>,
}

impl<'g> View<'g> {
    pub fn new(grid: &'g Grid, profile: &'g AgentProfile) -> Self {
        let own = |name: &str| profile.costs.iter().find(|(known, _)| known == name).map(|(_, cost)| cost.is_none());
        let terrains = grid.legend().iter();
        let blocked = terrains.map(|terrain| own(&terrain.name).unwrap_or(terrain.is_blocked())).collect();
        Self { grid, profile, blocked }
    }

    /// A cell on which the agent can stand; `who` begins the sentence if it cannot.
    pub fn read_cell<'a>(&self, reader: &Reader<'a>, part: Part<'a>, who: &str) -> Result<Cell, ParseError> {
        let cell = read_cell(reader, part, self.grid, who)?;
        match self.obstacle(cell) {
            None => Ok(cell),
            Some(obstacle) => Err(reader.fail(part, format!("{who} at {cell}, {obstacle}"))),
        }
    }

    /// What keeps the agent from standing there, in words.
    fn obstacle(&self, cell: Cell) -> Option<String> {
        let size = self.profile.size;
        let side = i32::from(size);
        let square = format!("{size} × {size} cells");
        let far_corner = Cell::new(cell.x + side - 1, cell.y + side - 1);
        if !self.grid.contains(far_corner) {
            return Some(format!("where its {square} leave the map; expected room for all of them"));
        }
        let rows = cell.y..cell.y + side;
        let mut covered = rows.flat_map(|y| (cell.x..cell.x + side).map(move |x| Cell::new(x, y)));
        let blocked = covered.find(|&at| self.grid.terrain_id(at).is_none_or(|id| self.blocked[usize::from(id.0)]));
        if let Some((at, terrain)) = blocked.and_then(|at| Some((at, self.grid.terrain(at)?))) {
            let name = &terrain.name;
            return Some(match size {
                1 => format!("where \"{name}\" blocks the way; expected a free cell"),
                _ => format!("where its {square} touch \"{name}\" at {at}; expected room for all of them"),
            });
        }
        let forbidden = self.profile.forbidden.iter().any(|area| overlap(*area, cell, side));
        forbidden.then(|| match size {
            1 => "where it is forbidden to go; expected a cell outside its forbidden areas".to_owned(),
            _ => format!("where its {square} touch a forbidden area; expected room for all of them"),
        })
    }
}

/// Whether the rectangle shares a cell with the square.
fn overlap(area: Rect, cell: Cell, side: i32) -> bool {
    let meets = |at: i32, length: u32, from: i32| {
        let (at, from) = (i64::from(at), i64::from(from));
        at < from + i64::from(side) && from < at + i64::from(length)
    };
    meets(area.at.x, area.width, cell.x) && meets(area.at.y, area.height, cell.y)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn an_agent_can_stand_where_its_own_map_is_free(
            rows in prop::collection::vec("[.#59]{7}", 1..7),
            size in 1_u8..4,
            costs in prop::collection::vec(("floor|cost 5|cost 9|wall", prop::option::of(1_u16..9)), 0..3),
            areas in prop::collection::vec((-3..9, -3..9, 1_u32..5, 1_u32..5), 0..3),
        ) {
            let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
            let area = |(x, y, width, height)| Rect { at: Cell::new(x, y), width, height };
            let profile = AgentProfile { size, costs, forbidden: areas.into_iter().map(area).collect() };
            let (view, seen) = (View::new(&grid, &profile), grid.seen_by(&profile));
            for y in 0..grid.height().cast_signed() {
                for x in 0..grid.width().cast_signed() {
                    let cell = Cell::new(x, y);
                    prop_assert_eq!(view.obstacle(cell).is_none(), seen.is_walkable(cell), "{} on {:?}", cell, rows);
                }
            }
        }
    }
}
