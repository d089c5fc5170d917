//! Our own levels: RON, made for a person in a text editor.
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
//! Only this module lists the keys of a level: their names, how each is read, and how it is
//! written.

use gridwalk_pathfinding::{OptionKey, UnreachablePolicy};

use super::read::{Part, Reader, fields, skip_blank};
use super::write::{self, Entry, Node, Style, quoted};
use super::{agents, map, options};
use crate::formats::ParseError;
use crate::{CellClick, Level};

/// The only version of the format so far.
const VERSION: i64 = 1;

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
    let (level, complaints) = read(text);
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
    let (level, complaints) = read(text);
    Ok((level?, complaints))
}

fn read(text: &str) -> (Result<Level, ParseError>, Vec<ParseError>) {
    let reader = Reader::new(text, "level");
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
    let reader = Reader::new(text, "level");
    let search = reader
        .read_file::<Fields>()
        .and_then(|fields| options::read_written(&reader, fields.search));
    search
        .unwrap_or_default()
        .into_iter()
        .map(|option| (option.field.to_owned(), option.key))
        .collect()
}

fn read_level<'a>(reader: &Reader<'a>, text: &'a str) -> Result<Level, ParseError> {
    let fields: Fields = reader.read_file()?;
    let whole = Part(skip_blank(text));
    check_version(reader, fields.version, whole)?;

    let string = |part| {
        Ok(reader
            .read_given::<String>(part, "a text in double quotes")?
            .unwrap_or_default())
    };
    let (name, about) = (string(fields.name)?, string(fields.about)?);
    let legend = map::read_legend(reader, fields.legend)?;
    let Some(rows) = fields.map else {
        return Err(reader.fail(
            whole,
            "the level has no map; expected `map: [\"...\"]` with one string per row",
        ));
    };
    let grid = map::read_map(reader, rows, legend)?;
    let grid = map::read_portals(reader, fields.portals, grid)?;
    let agents = agents::read_agents(reader, fields.agents, &grid)?;
    let groups = agents::read_groups(reader, fields.groups, &agents, &grid)?;
    let crowd = reader
        .read_given(fields.crowd, "`crowd: true` or `crowd: false`")?
        .unwrap_or(false);
    let keep_off_walls = fields
        .keep_off_walls
        .map(|part| agents::read_keep_off_walls(reader, part))
        .transpose()?;
    let keep_off_walls = keep_off_walls.filter(|keep_off| !keep_off.is_none());
    let outside = [
        (OptionKey::Movement, fields.movement),
        (OptionKey::Steps, fields.steps),
    ];
    let search = options::read(reader, whole, outside, fields.search, &grid)?;
    let unreachable = fields
        .unreachable
        .map(|part| reader.read_name(part, "what to do with unreachable goals"));
    let unreachable = unreachable.transpose()?.unwrap_or_default();
    let click = fields
        .click
        .map(|part| reader.read_name(part, "what a click does"))
        .transpose()?
        .unwrap_or_default();
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

pub(super) fn check_version<'a>(
    reader: &Reader<'a>,
    version: Option<Part<'a>>,
    whole: Part<'a>,
) -> Result<(), ParseError> {
    let Some(part) = version else {
        return Err(reader.fail(
            whole,
            format!(
                "the {} has no version; expected `version: {VERSION}`",
                reader.what
            ),
        ));
    };
    let version: i64 = reader.read(part, &format!("version {VERSION}"))?;
    if version != VERSION {
        return Err(reader.fail(
            part,
            format!("version {version} is not known; expected version {VERSION}"),
        ));
    }
    Ok(())
}

/// Writes a level so that [`parse_ron`] reads it back.
///
/// A level from a parser of this module is read back equal, with two exceptions. A level of another
/// format gains the default terrains in its legend, as every RON level does. Of several terrains
/// with one glyph, which only code can create, all but the first get new glyphs. Writing the result
/// again gives the same text.
///
/// A change of one cell changes one line.
///
/// # Complexity
/// O(cells) time; the text has about a byte a cell.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::{parse_ron, write_ron};
/// let level = parse_ron(r#"(version: 1, map: ["..#", "=.."], movement: "four")"#).unwrap();
/// let text = write_ron(&level);
/// assert_eq!(parse_ron(&text), Ok(level));
/// assert!(text.contains("        \"..#\",\n        \"=..\",\n"));
/// ```
#[must_use]
pub fn write_ron(level: &Level) -> String {
    let mut text =
        String::with_capacity(level.grid.cell_count() + 16 * level.grid.height() as usize + 4096);
    tree(level).print(Style::USUAL, &mut text);
    text.push('\n');
    text
}

/// Returns the tree of a level's fields; fields with default values are marked as usual.
pub(super) fn tree(level: &Level) -> Node {
    let text =
        |field, text: &str| Entry::field(field, Node::text(quoted(text, '"')), text.is_empty());
    let (movement_and_steps, search) = write::options(&level.search);
    let mut fields = vec![
        Entry::field("version", Node::text(VERSION.to_string()), false),
        text("name", &level.name),
        text("about", &level.about),
    ];
    fields.extend(write::map(&level.grid));
    fields.push(write::agents(&level.agents));
    fields.push(write::groups(&level.groups));
    fields.push(Entry::field(
        "crowd",
        Node::text(level.crowd.to_string()),
        !level.crowd,
    ));
    fields.push(write::keep_off_walls(level.keep_off_walls));
    fields.extend(movement_and_steps);
    fields.push(search);
    let policy = level.unreachable;
    let is_usual = policy == UnreachablePolicy::default();
    fields.push(Entry::field(
        "unreachable",
        Node::text(quoted(policy.name(), '"')),
        is_usual,
    ));
    let is_usual = level.click == CellClick::default();
    fields.push(Entry::field(
        "click",
        Node::text(quoted(level.click.name(), '"')),
        is_usual,
    ));
    Node::block(['(', ')'], fields)
}
