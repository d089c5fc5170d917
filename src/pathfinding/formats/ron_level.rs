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
//! Everything else has a default; `assets/levels` shows it in use. Changing one cell changes
//! one line.

use serde::Deserialize;

use super::ron_read::{Part, Reader};
use super::ron_rules::Rules;
use super::{Level, ParseError, UnreachablePolicy, ron_agents, ron_legend, ron_map, ron_portals, ron_rules};

/// The only version of the format so far.
const VERSION: i64 = 1;

/// The fields of a level, each still as text.
#[derive(Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
struct Fields<'a> {
    #[serde(borrow)]
    version: Option<Part<'a>>,
    #[serde(borrow)]
    name: Option<Part<'a>>,
    #[serde(borrow)]
    about: Option<Part<'a>>,
    #[serde(borrow)]
    map: Option<Part<'a>>,
    #[serde(borrow)]
    legend: Option<Part<'a>>,
    #[serde(borrow)]
    portals: Option<Part<'a>>,
    #[serde(borrow)]
    agents: Option<Part<'a>>,
    #[serde(borrow)]
    movement: Option<Part<'a>>,
    #[serde(borrow)]
    steps: Option<Part<'a>>,
    #[serde(borrow)]
    search: Option<Part<'a>>,
    #[serde(borrow)]
    unreachable: Option<Part<'a>>,
}

/// Reads a RON level. A level that does not name itself gets an empty name.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_ron(text: &str) -> Result<Level, ParseError> {
    let reader = Reader::new(text);
    let fields: Fields = reader.read_file()?;
    let whole = Part(super::locate::skip_blank(text));
    check_version(&reader, fields.version, whole)?;

    let string = |part: Option<Part<'_>>| match part {
        Some(part) => reader.read::<String>(part, "a text in double quotes"),
        None => Ok(String::new()),
    };
    let (name, about) = (string(fields.name)?, string(fields.about)?);
    let legend = ron_legend::read(&reader, fields.legend)?;
    let Some(map) = fields.map else {
        return Err(reader.fail(whole, "the level has no map; expected `map: [\"...\"]` with one string per row"));
    };
    let grid = ron_map::read(&reader, map, legend)?;
    let grid = ron_portals::read(&reader, fields.portals, grid)?;
    let agents = ron_agents::read(&reader, fields.agents, &grid)?;
    let rules = Rules { whole, movement: fields.movement, steps: fields.steps, search: fields.search };
    let search = ron_rules::read(&reader, &rules, &grid)?;
    let unreachable = match fields.unreachable {
        None => UnreachablePolicy::default(),
        Some(part) => {
            let names = UnreachablePolicy::ALL.map(UnreachablePolicy::name);
            reader.read_name(part, "what to do with unreachable goals", names, UnreachablePolicy::from_name)?
        }
    };
    Ok(Level { name, about, grid, agents, search, unreachable })
}

fn check_version<'a>(reader: &Reader<'a>, version: Option<Part<'a>>, whole: Part<'a>) -> Result<(), ParseError> {
    let Some(part) = version else {
        return Err(reader.fail(whole, format!("the level has no version; expected `version: {VERSION}`")));
    };
    let version: i64 = reader.read(part, &format!("version {VERSION}"))?;
    if version != VERSION {
        return Err(reader.fail(part, format!("version {version} is not known; expected version {VERSION}")));
    }
    Ok(())
}
