//! The legend of a RON level: which glyph is which terrain.

use serde::Deserialize;

use super::ParseError;
use super::ron_read::{Entries, Part, Reader};
use super::ron_rules::read_directions;
use crate::pathfinding::{Direction, Grid, Pattern, Rgb, Terrain};

/// The glyphs that every level knows unless its legend says otherwise.
const DEFAULTS: [(char, &str); 8] = [
    ('.', "floor"),
    ('#', "wall"),
    ('=', "road"),
    (',', "grass"),
    ('&', "forest"),
    ('%', "swamp"),
    ('~', "water"),
    (':', "sand"),
];

/// One entry, each field still as text.
#[derive(Deserialize)]
#[serde(rename = "Terrain", deny_unknown_fields)]
struct Fields<'a> {
    #[serde(borrow)]
    name: Option<Part<'a>>,
    #[serde(borrow)]
    cost: Option<Part<'a>>,
    #[serde(borrow)]
    blocked: Option<Part<'a>>,
    #[serde(borrow)]
    color: Option<Part<'a>>,
    #[serde(borrow)]
    pattern: Option<Part<'a>>,
    #[serde(borrow)]
    one_way: Option<Part<'a>>,
}

/// The level's own entries in file order, then the default ones that they do not replace.
pub(super) fn read<'a>(reader: &Reader<'a>, legend: Option<Part<'a>>) -> Result<Vec<Terrain>, ParseError> {
    let mut terrains: Vec<Terrain> = Vec::new();
    let entries = match legend {
        Some(part) => reader.read::<Entries>(part, "a legend such as `{ 's': (name: \"swamp\", cost: 5) }`")?.0,
        None => Vec::new(),
    };
    for (key, value) in entries {
        let glyph: char = reader.read(key, "a glyph in single quotes, such as 's'")?;
        if glyph.is_control() {
            return Err(reader.fail(key, "a glyph must be a visible character"));
        }
        if let Some(first) = terrains.iter().find(|terrain| terrain.glyph == glyph) {
            let message = format!("glyph '{glyph}' is already \"{}\"; expected one legend entry per glyph", first.name);
            return Err(reader.fail(key, message));
        }
        if terrains.len() == Grid::MAX_TERRAINS {
            let most = Grid::MAX_TERRAINS;
            return Err(reader.fail(key, format!("the legend is too long; expected at most {most} entries")));
        }
        terrains.push(read_terrain(reader, glyph, key, value)?);
    }
    Ok(with_defaults(terrains))
}

/// The terrains, then the default ones that they do not replace, as far as there is room.
pub(super) fn with_defaults(mut terrains: Vec<Terrain>) -> Vec<Terrain> {
    for (glyph, name) in DEFAULTS {
        if terrains.len() < Grid::MAX_TERRAINS && terrains.iter().all(|terrain| terrain.glyph != glyph) {
            terrains.push(Terrain::named(glyph, name));
        }
    }
    terrains
}

fn read_terrain<'a>(reader: &Reader<'a>, glyph: char, key: Part<'a>, entry: Part<'a>) -> Result<Terrain, ParseError> {
    let fields: Fields = reader.read(entry, "a terrain such as `(name: \"swamp\", cost: 5)`")?;
    let name = match fields.name {
        Some(part) => reader.read::<String>(part, "a terrain's name in double quotes")?,
        None => match DEFAULTS.iter().find(|(known, _)| *known == glyph) {
            Some((_, name)) => (*name).to_owned(),
            None => return Err(reader.fail(key, format!("terrain '{glyph}' has no name; expected `name: \"…\"`"))),
        },
    };
    let mut terrain = Terrain::named(glyph, &name);
    let blocked = match fields.blocked {
        Some(part) => Some(reader.read::<bool>(part, "`blocked: true` or `blocked: false`")?),
        None => None,
    };
    match (fields.cost, blocked) {
        (Some(part), Some(true)) => {
            let message = format!("terrain '{glyph}' has both a cost and `blocked: true`; expected one of them");
            return Err(reader.fail(part, message));
        }
        (Some(part), _) => terrain.cost = Some(read_cost(reader, part, "walls say `blocked: true`")?),
        (None, Some(true)) => terrain.cost = None,
        (None, Some(false)) => terrain.cost = terrain.cost.or(Some(1)),
        (None, None) => {}
    }
    if let Some(part) = fields.color {
        terrain.color = read_color(reader, part)?;
    }
    if let Some(part) = fields.pattern {
        terrain.pattern = reader.read_name(part, "a pattern", Pattern::ALL.map(Pattern::name), Pattern::from_name)?;
    }
    if let Some(part) = fields.one_way {
        // A single direction needs no brackets.
        let directions = if part.0.starts_with('"') {
            let names = Direction::ALL.map(Direction::name);
            vec![reader.read_name(part, "a direction", names, Direction::from_name)?]
        } else {
            read_directions(reader, part, "directions to leave in, such as `[\"n\", \"e\"]` or `\"e\"`")?
        };
        terrain.exits = directions.into_iter().collect();
    }
    Ok(terrain)
}

/// A whole cost; `walls` says how those are written that cannot be entered.
pub(super) fn read_cost<'a>(reader: &Reader<'a>, part: Part<'a>, walls: &str) -> Result<u16, ParseError> {
    let expected = format!("a whole cost from 1 to {}", Terrain::MAX_COST);
    let cost: i64 = reader.read(part, &expected)?;
    match u16::try_from(cost) {
        Ok(cost @ 1..=Terrain::MAX_COST) => Ok(cost),
        _ => Err(reader.fail(part, format!("expected {expected}, found {cost}; {walls}"))),
    }
}

fn read_color<'a>(reader: &Reader<'a>, part: Part<'a>) -> Result<Rgb, ParseError> {
    let expected = "a colour such as \"#9A9B72\"";
    let color: String = reader.read(part, expected)?;
    let bytes = color.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
    let number = bytes.and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let Some(number) = number else {
        return Err(reader.fail(part, format!("expected {expected}, found \"{color}\"")));
    };
    let [_, red, green, blue] = number.to_be_bytes();
    Ok([red, green, blue])
}
