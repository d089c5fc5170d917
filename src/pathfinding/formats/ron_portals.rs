//! The portals of a RON level.

use serde::Deserialize;

use super::ParseError;
use super::ron_place::read_cell;
use super::ron_read::{Part, Reader};
use crate::pathfinding::{Cell, Grid, Portal};

/// One portal, each field still as text.
#[derive(Deserialize)]
#[serde(rename = "Portal", deny_unknown_fields)]
struct Fields<'a> {
    #[serde(borrow)]
    from: Option<Part<'a>>,
    #[serde(borrow)]
    to: Option<Part<'a>>,
    #[serde(borrow)]
    cost: Option<Part<'a>>,
    #[serde(borrow)]
    two_way: Option<Part<'a>>,
}

/// The grid with its portals; both ends of each are free cells.
pub(super) fn read<'a>(reader: &Reader<'a>, portals: Option<Part<'a>>, grid: Grid) -> Result<Grid, ParseError> {
    let Some(list) = portals else {
        return Ok(grid);
    };
    let parts: Vec<Part> = reader.read(list, "portals such as `[(from: (1, 2), to: (9, 2))]`")?;
    let (mut known, mut ways) = (Vec::new(), 0);
    for (number, part) in (1..).zip(parts) {
        let portal = read_portal(reader, part, number, &grid)?;
        ways += if portal.two_way { 2 } else { 1 };
        if ways > Grid::MAX_PORTALS {
            let most = Grid::MAX_PORTALS;
            let message =
                format!("there are too many portals; expected at most {most}, those of two ways counted twice");
            return Err(reader.fail(part, message));
        }
        known.push(portal);
    }
    grid.with_portals(&known).map_err(|error| reader.fail(list, error.to_string()))
}

fn read_portal<'a>(reader: &Reader<'a>, part: Part<'a>, number: usize, grid: &Grid) -> Result<Portal, ParseError> {
    let example = "`(from: (1, 2), to: (9, 2))`";
    let fields: Fields = reader.read(part, &format!("a portal such as {example}"))?;
    let (Some(from_part), Some(to_part)) = (fields.from, fields.to) else {
        return Err(reader.fail(part, format!("expected both `from` and `to`, as in {example}")));
    };
    let from = read_end(reader, from_part, grid, &format!("portal {number} begins"))?;
    let to = read_end(reader, to_part, grid, &format!("portal {number} ends"))?;
    if from == to {
        let message = format!("portal {number} leads from {from} to itself; expected two different cells");
        return Err(reader.fail(to_part, message));
    }
    let mut portal = Portal::between(from, to);
    if let Some(part) = fields.cost {
        let most = u64::from(u16::MAX);
        let cost = reader.read_whole(part, "a portal's whole cost in steps", 1..=most)?;
        portal.cost = u16::try_from(cost).expect("the range is checked");
    }
    if let Some(part) = fields.two_way {
        portal.two_way = reader.read(part, "`two_way: true` or `two_way: false`")?;
    }
    Ok(portal)
}

fn read_end<'a>(reader: &Reader<'a>, part: Part<'a>, grid: &Grid, who: &str) -> Result<Cell, ParseError> {
    let cell = read_cell(reader, part, grid, who)?;
    match grid.terrain(cell) {
        Some(terrain) if terrain.is_blocked() => {
            let message = format!("{who} at {cell}, where \"{}\" blocks the way; expected a free cell", terrain.name);
            Err(reader.fail(part, message))
        }
        _ => Ok(cell),
    }
}
