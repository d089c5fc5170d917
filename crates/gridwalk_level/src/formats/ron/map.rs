//! The map of a RON level: its legend, its rows with one glyph per cell, and its portals.

use gridwalk_pathfinding::{Cell, Grid, Portal, Terrain};

use super::options::read_directions;
use super::read::{Part, Reader, char_in_string, fields, read_cell};
use crate::formats::error::{Parsed, counted, one_of, quoted};
use crate::formats::map::{Glyphs, with_defaults};
use crate::level_grid::DEFAULTS;
use crate::{LegendEntry, LevelGrid, Rgb};

fields! { TerrainFields, "Terrain": name, cost, blocked, color, pattern, one_way }

/// Reads the level's own entries in file order, and appends the defaults that they do not replace.
pub(super) fn read_legend<'a>(
    reader: &Reader<'a>,
    legend: Option<Part<'a>>,
) -> Parsed<Vec<LegendEntry>> {
    let mut known: Vec<LegendEntry> = Vec::new();
    let expected = "a legend such as `{ 's': (name: \"swamp\", cost: 5) }`";
    let entries = legend
        .map(|legend| reader.read_entries(legend, None, expected))
        .transpose()?;
    for (key, value) in entries.into_iter().flatten() {
        let glyph: char = reader.read(key, "a glyph in single quotes, such as 's'")?;
        if glyph.is_control() {
            return Err(reader.fail(key, "a glyph must be a visible character"));
        }
        if let Some(first) = known.iter().find(|entry| entry.look.glyph == glyph) {
            let name = &first.terrain.name;
            let message = format!(
                "glyph '{glyph}' is already \"{name}\"; expected one legend entry per glyph"
            );
            return Err(reader.fail(key, message));
        }
        if known.len() == Grid::MAX_TERRAINS {
            let most = Grid::MAX_TERRAINS;
            return Err(reader.fail(
                key,
                format!("the legend is too long; expected at most {most} entries"),
            ));
        }
        known.push(read_entry(reader, glyph, key, value)?);
    }
    Ok(with_defaults(known))
}

fn read_entry<'a>(
    reader: &Reader<'a>,
    glyph: char,
    key: Part<'a>,
    entry: Part<'a>,
) -> Parsed<LegendEntry> {
    let fields: TerrainFields =
        reader.read(entry, "a terrain such as `(name: \"swamp\", cost: 5)`")?;
    let name = match fields.name {
        Some(part) => reader.read::<String>(part, "a terrain's name in double quotes")?,
        None => match DEFAULTS.iter().find(|(known, _)| *known == glyph) {
            Some((_, name)) => (*name).to_owned(),
            None => {
                return Err(reader.fail(
                    key,
                    format!("terrain '{glyph}' has no name; expected `name: \"…\"`"),
                ));
            }
        },
    };
    let LegendEntry {
        mut terrain,
        mut look,
    } = LegendEntry::named(glyph, &name);
    let blocked = reader.read_given(fields.blocked, "`blocked: true` or `blocked: false`")?;
    match (fields.cost, blocked) {
        (Some(part), Some(true)) => {
            let message = format!(
                "terrain '{glyph}' has both a cost and `blocked: true`; expected one of them"
            );
            return Err(reader.fail(part, message));
        }
        (Some(part), _) => {
            terrain.cost = Some(read_cost(reader, part, "walls say `blocked: true`")?)
        }
        (None, Some(true)) => terrain.cost = None,
        (None, Some(false)) => terrain.cost = terrain.cost.or(Some(1)),
        (None, None) => {}
    }
    if let Some(part) = fields.color {
        look.color = read_color(reader, part)?;
    }
    if let Some(part) = fields.pattern {
        look.pattern = reader.read_name(part, "a pattern")?;
    }
    if let Some(part) = fields.one_way {
        // A single direction needs no brackets.
        let directions = if part.0.starts_with('"') {
            vec![reader.read_name(part, "a direction")?]
        } else {
            read_directions(
                reader,
                part,
                "directions to leave in, such as `[\"n\", \"e\"]` or `\"e\"`",
            )?
        };
        terrain.exits = directions.into_iter().collect();
    }
    Ok(LegendEntry { terrain, look })
}

/// Reads a whole cost; `walls` is a hint on how to write blocked terrain.
pub(super) fn read_cost<'a>(reader: &Reader<'a>, part: Part<'a>, walls: &str) -> Parsed<u16> {
    let expected = format!("a whole cost from 1 to {}", Terrain::MAX_COST);
    let cost: i64 = reader.read(part, &expected)?;
    match u16::try_from(cost) {
        Ok(cost @ 1..=Terrain::MAX_COST) => Ok(cost),
        _ => Err(reader.fail(part, format!("expected {expected}, found {cost}; {walls}"))),
    }
}

fn read_color<'a>(reader: &Reader<'a>, part: Part<'a>) -> Parsed<Rgb> {
    let expected = "a colour such as \"#9A9B72\"";
    let color: String = reader.read(part, expected)?;
    let bytes = color
        .strip_prefix('#')
        .filter(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
    let number = bytes.and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let Some(number) = number else {
        return Err(reader.fail(part, format!("expected {expected}, found \"{color}\"")));
    };
    let [_, red, green, blue] = number.to_be_bytes();
    Ok([red, green, blue])
}

/// Reads the grid; `legend` holds 1 to 256 terrains with different glyphs.
pub(super) fn read_map<'a>(
    reader: &Reader<'a>,
    map: Part<'a>,
    legend: Vec<LegendEntry>,
) -> Parsed<LevelGrid> {
    let rows: Vec<Part> = reader.read(map, "a map such as `[\"...\", \"...\"]`")?;
    let most = Grid::MAX_SIDE as usize;
    if rows.is_empty() {
        return Err(reader.fail(map, "the map is empty; expected one string per row"));
    }
    if let Some(row) = rows.get(most) {
        return Err(reader.fail(
            *row,
            format!("the map has {} rows; expected at most {most}", rows.len()),
        ));
    }
    let glyphs = Glyphs::of(&legend);
    let mut cells = Vec::new();
    let mut width = 0;
    for (y, &part) in rows.iter().enumerate() {
        let row: String = reader.read(part, "a row of the map in double quotes")?;
        let length = row.chars().count();
        let at = |x: usize| Part(char_in_string(part.0, x));
        if y == 0 {
            width = length;
            // The first row tells nothing about the length of the others; the length of the text
            // does.
            cells.reserve((width.min(most) * rows.len()).min(map.0.len()));
        }
        if length == 0 {
            return Err(reader.fail(part, "the row is empty; expected at least one cell"));
        }
        if length > most {
            return Err(reader.fail(
                at(most),
                format!("the row has {length} cells; expected at most {most}"),
            ));
        }
        if length != width {
            let message = format!(
                "the row has {}; expected {width}, as in the first row",
                counted(length, "cell")
            );
            return Err(reader.fail(at(length.min(width)), message));
        }
        for (x, glyph) in row.chars().enumerate() {
            let Some(terrain) = glyphs.get(glyph) else {
                let known = one_of(legend.iter().map(|entry| quoted(entry.look.glyph)));
                let message = format!(
                    "glyph {} is not in the legend; expected {known}",
                    quoted(glyph)
                );
                return Err(reader.fail(at(x), message));
            };
            cells.push(terrain);
        }
    }
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    LevelGrid::new(side(width), side(rows.len()), cells, legend)
        .map_err(|error| reader.fail(map, error.to_string()))
}

fields! { PortalFields, "Portal": from, to, cost, two_way }

/// Reads the portals of the grid; both ends of each are free cells, except in a draft.
pub(super) fn read_portals<'a>(
    reader: &Reader<'a>,
    portals: Option<Part<'a>>,
    grid: LevelGrid,
) -> Parsed<LevelGrid> {
    let Some(list) = portals else {
        return Ok(grid);
    };
    let parts = reader.read_list(portals, "portals such as `[(from: (1, 2), to: (9, 2))]`")?;
    let (mut known, mut links) = (Vec::new(), 0);
    for (number, part) in (1..).zip(parts) {
        let portal = read_portal(reader, part, number, &grid)?;
        links += if portal.two_way { 2 } else { 1 };
        if links > Grid::MAX_PORTALS {
            let most = Grid::MAX_PORTALS;
            let message = format!(
                "there are too many portals; expected at most {most}, those that lead both ways counted twice"
            );
            return Err(reader.fail(part, message));
        }
        known.push(portal);
    }
    grid.with_portals(&known)
        .map_err(|error| reader.fail(list, error.to_string()))
}

fn read_portal<'a>(
    reader: &Reader<'a>,
    part: Part<'a>,
    number: usize,
    grid: &Grid,
) -> Parsed<Portal> {
    let example = "`(from: (1, 2), to: (9, 2))`";
    let fields: PortalFields = reader.read(part, &format!("a portal such as {example}"))?;
    let (Some(from_part), Some(to_part)) = (fields.from, fields.to) else {
        return Err(reader.fail(
            part,
            format!("expected both `from` and `to`, as in {example}"),
        ));
    };
    let from = read_end(reader, from_part, grid, &format!("portal {number} begins"))?;
    let to = read_end(reader, to_part, grid, &format!("portal {number} ends"))?;
    if from == to {
        let message =
            format!("portal {number} leads from {from} to itself; expected two different cells");
        return Err(reader.fail(to_part, message));
    }
    let mut portal = Portal::between(from, to);
    if let Some(part) = fields.cost {
        portal.cost = reader.read_whole(part, "a portal's whole cost in steps", 1..=u16::MAX)?;
    }
    let two_way = reader.read_given(fields.two_way, "`two_way: true` or `two_way: false`")?;
    portal.two_way = two_way.unwrap_or(portal.two_way);
    Ok(portal)
}

fn read_end<'a>(reader: &Reader<'a>, part: Part<'a>, grid: &Grid, who: &str) -> Parsed<Cell> {
    let cell = read_cell(reader, part, grid, who)?;
    if let Some(terrain) = grid.terrain(cell).filter(|terrain| terrain.is_blocked()) {
        let message = format!(
            "{who} at {cell}, where \"{}\" is blocked; expected a free cell",
            terrain.name
        );
        reader.complain(part, message);
    }
    Ok(cell)
}
