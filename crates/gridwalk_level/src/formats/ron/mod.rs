//! Levels and lessons in RON, made to be written in a text editor.
//!
//! ```ron
//! (
//!     version: 1,
//!     map: [                  // one string per row, one glyph per cell
//!         "....#....",
//!         "..,,.,,..",
//!     ],
//!     agents: [(at: (0, 0), goals: [(8, 1)])],
//! )
//! ```
//! Everything else has a default; `assets/levels` shows it in use. Changing one cell changes one
//! line.
//!
//! Here a level is read, key by key: its map with legend and portals, and its options. `agents.rs`
//! reads the agents. Only `write.rs` lists the keys a second time.

mod agents;
mod lesson;
mod merge;
mod read;
mod write;

use gridwalk_pathfinding::{Cell, Grid, OptionKey, Portal};

use agents::{read_agents, read_groups, read_keep_off_walls};
pub use lesson::parse_lesson;
use lesson::{read_directions, read_options, read_written};
pub(crate) use merge::{Grain, merge_ron};
pub use read::has_comments;
use read::{
    RonPart, RonReader, char_in_string, check_version, fields, read_cell, read_color, read_cost,
    skip_blank,
};
pub use write::write_ron;

use crate::formats::common::{
    Glyphs, ParseError, Parsed, counted, grid_of, one_of, quoted, with_defaults,
};
use crate::level_grid::DEFAULTS;
use crate::{LegendEntry, Level, LevelGrid};

fields! {
    Fields, "Level":
    version, name, about, map, legend, portals, agents, groups, keep_off_walls, crowd, movement, steps, search, unreachable,
    click
}

/// Reads a RON level. A level without a name gets an empty one.
///
/// # Errors
/// The first error, with its place.
pub fn parse_ron(text: &str) -> Result<Level, ParseError> {
    let (level, complaints) = parse(text);
    // An error that ended reading lies behind the complaints.
    complaints.into_iter().next().map_or(level, Err)
}

/// Reads an unfinished RON level, and lists its complaints.
///
/// Complaints are blocked starts, goals and ends of portals, and options that are unsupported on
/// the map. Every level that results from edits can be written and read back with this function.
///
/// # Errors
/// The first other error, with its place.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::{parse_draft, parse_ron};
/// let text = "(version: 1, map: [\".#\"], portals: [(from: (0, 0), to: (1, 0))])";
/// let (level, complaints) = parse_draft(text).unwrap();
/// assert_eq!(level.grid.portals().len(), 2);
/// assert_eq!(parse_ron(text).unwrap_err(), complaints[0]);
/// ```
pub fn parse_draft(text: &str) -> Result<(Level, Vec<ParseError>), ParseError> {
    let (level, complaints) = parse(text);
    Ok((level?, complaints))
}

fn parse(text: &str) -> (Result<Level, ParseError>, Vec<ParseError>) {
    let reader = RonReader::new(text, "level");
    let level = read_level(&reader, text);
    (level, reader.complaints.into_inner())
}

/// Returns the search options that a RON level names, with their written names; empty if
/// unreadable.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::written_options;
/// use gridwalk_pathfinding::OptionKey;
/// let text = r#"(version: 1, map: ["."], search: (weight: 2.0, reopen: true))"#;
/// let options = written_options(text);
/// assert_eq!(options[0], ("weight".to_owned(), OptionKey::Weight));
/// ```
#[must_use]
pub fn written_options(text: &str) -> Vec<(String, OptionKey)> {
    let reader = RonReader::new(text, "level");
    let search = reader
        .read_file::<Fields>()
        .and_then(|fields| read_written(&reader, fields.search));
    search
        .unwrap_or_default()
        .into_iter()
        .map(|option| (option.field.to_owned(), option.key))
        .collect()
}

fn read_level<'a>(reader: &RonReader<'a>, text: &'a str) -> Result<Level, ParseError> {
    let fields: Fields = reader.read_file()?;
    let whole = RonPart(skip_blank(text));
    check_version(reader, fields.version, whole)?;

    let string = |part| {
        Ok(reader
            .read_given::<String>(part, "a text in double quotes")?
            .unwrap_or_default())
    };
    let (name, about) = (string(fields.name)?, string(fields.about)?);
    let legend = read_legend(reader, fields.legend)?;
    let Some(rows) = fields.map else {
        return Err(reader.fail(
            whole,
            "the level has no map; expected `map: [\"...\"]` with one string per row",
        ));
    };
    let grid = read_map(reader, rows, legend)?;
    let grid = read_portals(reader, fields.portals, grid)?;
    let agents = read_agents(reader, fields.agents, &grid)?;
    let groups = read_groups(reader, fields.groups, &agents, &grid)?;
    let crowd = reader
        .read_given(fields.crowd, "`crowd: true` or `crowd: false`")?
        .unwrap_or(false);
    let keep_off_walls = fields
        .keep_off_walls
        .map(|part| read_keep_off_walls(reader, part))
        .transpose()?;
    let keep_off_walls = keep_off_walls.filter(|keep_off| !keep_off.is_none());
    let outside = [
        (OptionKey::Movement, fields.movement),
        (OptionKey::Steps, fields.steps),
    ];
    let search = read_options(reader, whole, outside, fields.search, &grid)?;
    let unreachable =
        reader.read_given_name(fields.unreachable, "what to do with unreachable goals")?;
    let click = reader.read_given_name(fields.click, "what a click does")?;
    let (unreachable, click) = (unreachable.unwrap_or_default(), click.unwrap_or_default());
    Ok(Level {
        name,
        about,
        grid,
        agents,
        groups,
        keep_off_walls,
        crowd,
        search,
        unreachable,
        click,
    })
}

fields! { TerrainFields, "Terrain": name, cost, blocked, color, pattern, one_way }

/// Reads the level's own entries in file order, and appends the defaults that they do not replace.
fn read_legend<'a>(
    reader: &RonReader<'a>,
    legend: Option<RonPart<'a>>,
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
    reader: &RonReader<'a>,
    glyph: char,
    key: RonPart<'a>,
    entry: RonPart<'a>,
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
            terrain.cost = Some(read_cost(reader, part, "walls say `blocked: true`")?);
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

/// Reads the grid; `legend` holds 1 to 256 terrains with different glyphs.
fn read_map<'a>(
    reader: &RonReader<'a>,
    map: RonPart<'a>,
    legend: Vec<LegendEntry>,
) -> Parsed<LevelGrid> {
    let rows: Vec<RonPart> = reader.read(map, "a map such as `[\"...\", \"...\"]`")?;
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
        let at = |x: usize| RonPart(char_in_string(part.0, x));
        if y == 0 {
            width = length;
            // The other rows may be shorter, but all of them fit into the text.
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
    grid_of(width, rows.len(), cells, legend).map_err(|error| reader.fail(map, error.to_string()))
}

fields! { PortalFields, "Portal": from, to, cost, two_way }

/// Reads the portals of the grid; both ends of each are free cells, except in a draft.
fn read_portals<'a>(
    reader: &RonReader<'a>,
    portals: Option<RonPart<'a>>,
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
    reader: &RonReader<'a>,
    part: RonPart<'a>,
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

fn read_end<'a>(reader: &RonReader<'a>, part: RonPart<'a>, grid: &Grid, who: &str) -> Parsed<Cell> {
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
