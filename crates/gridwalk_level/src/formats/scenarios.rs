//! Lists of queries with published answers: the `.scen` files of the Moving AI benchmark sets.
//!
//! A line `version 1` comes first, then one line per query: bucket, map, width, height, start x, start y, goal x, goal
//! y, optimal length. The fields are separated by tabs or spaces. The second line may name the columns.

use gridwalk_pathfinding::{Cell, Grid};

use super::error::{ParseError, decode, error_at, shortened};

/// One query with its published answer.
///
/// Start and goal lie on a map of the given size, but may be blocked there.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The line of the file, from 1.
    pub line: u32,
    /// A quarter of the optimal length, rounded down: a measure of difficulty.
    pub bucket: u32,
    /// The map's file name.
    pub map: String,
    /// Columns of the map, or of the size that it was scaled to.
    pub width: u32,
    /// Rows of the map, or of the size that it was scaled to.
    pub height: u32,
    /// The start of the path.
    pub start: Cell,
    /// The goal of the path.
    pub goal: Cell,
    /// The published length of the shortest path, diagonal steps at √2.
    pub length: f64,
}

/// The names of the fields of a line, in order.
const FIELDS: [&str; 9] =
    ["bucket", "map", "width", "height", "start x", "start y", "goal x", "goal y", "optimal length"];

/// Reads a list of queries.
///
/// Takes at most some 10 bytes of memory per byte of the file.
///
/// # Errors
/// The first mistake, with its place.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::parse_scenarios;
/// let scenarios = parse_scenarios(b"version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1.0\n").unwrap();
/// assert_eq!((scenarios[0].map.as_str(), scenarios[0].start), ("arena.map", (1, 11).into()));
/// ```
pub fn parse_scenarios(bytes: &[u8]) -> Result<Vec<Scenario>, ParseError> {
    let text = decode(bytes)?;
    let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let first = lines.next().unwrap_or_default();
    let mut words = first.split_ascii_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some("version"), Some("1" | "1.0"), None) => {}
        (Some("version"), Some(version), _) => {
            let found: String = version.chars().take(32).collect();
            return Err(error_at(text, version, format!("version {found} is not known; expected `version 1`")));
        }
        _ => return Err(error_at(text, first, "expected the line `version 1`")),
    }
    let mut scenarios = Vec::new();
    for (number, line) in (2..).zip(lines) {
        let is_heading = number == 2 && line.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("bucket"));
        if !is_heading && !line.trim().is_empty() {
            scenarios.push(parse_line(text, line, number)?);
        }
    }
    Ok(scenarios)
}

fn parse_line(text: &str, line: &str, number: u32) -> Result<Scenario, ParseError> {
    let end = &line[line.trim_end().len()..];
    // Only between tabs may a map's name hold spaces.
    let fields: Vec<&str> = if line.contains('\t') {
        line.trim_end().split('\t').map(str::trim).take(FIELDS.len() + 1).collect()
    } else {
        line.split_ascii_whitespace().take(FIELDS.len() + 1).collect()
    };
    if let Some(extra) = fields.get(FIELDS.len()) {
        return Err(error_at(text, extra, format!("expected nothing after the {}", FIELDS[FIELDS.len() - 1])));
    }
    let count = fields.len();
    if let Some(missing) = FIELDS.get(count) {
        return Err(error_at(text, end, format!("the line ends after {count} of 9 fields; expected the {missing}")));
    }
    let fail = |at: usize, expected: String| {
        error_at(text, fields[at], format!("expected {expected}, found {}", shortened(fields[at])))
    };
    let whole = |at: usize, least: u32, most: u32| {
        let number = fields[at].parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| fail(at, format!("the {}, a whole number from {least} to {most}", FIELDS[at])))
    };
    let bucket = whole(0, 0, u32::MAX)?;
    if fields[1].is_empty() {
        return Err(fail(1, "the map's name".to_owned()));
    }
    let (width, height) = (whole(2, 1, Grid::MAX_SIDE)?, whole(3, 1, Grid::MAX_SIDE)?);
    let cell = |at: usize| -> Result<Cell, ParseError> {
        let (x, y) = (whole(at, 0, width - 1)?, whole(at + 1, 0, height - 1)?);
        Ok(Cell::new(x.cast_signed(), y.cast_signed()))
    };
    let (start, goal) = (cell(4)?, cell(6)?);
    let length = fields[8].parse().ok().filter(|length: &f64| length.is_finite() && *length >= 0.0);
    let length = length.ok_or_else(|| fail(8, "the optimal length, a number that is not negative".to_owned()))?;
    Ok(Scenario { line: number, bucket, map: fields[1].to_owned(), width, height, start, goal, length })
}
