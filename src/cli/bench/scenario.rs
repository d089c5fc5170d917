//! Scenario files of the `MovingAI` sets: one query a line, with the length of the shortest way.

use crate::pathfinding::Cell;

/// One line of a scenario file.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The map as the file names it, folders and all.
    pub map: String,
    pub width: u32,
    pub height: u32,
    pub start: Cell,
    pub goal: Cell,
    /// The length of the shortest way, as a number and as it is printed.
    pub length: f64,
    pub printed: String,
}

/// Reads a scenario file.
///
/// # Errors
/// The number of the first line that is none, and what was expected there.
pub fn parse(text: &str) -> Result<Vec<Entry>, (usize, String)> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    match lines.next() {
        Some((_, line)) if line.trim_start().starts_with("version") => {}
        Some((number, _)) => return Err((number, "expected `version 1`".to_owned())),
        None => return Err((1, "the file is empty; expected `version 1`".to_owned())),
    }
    lines.map(|(number, line)| parse_line(line).ok_or_else(|| (number, EXPECTED.to_owned()))).collect()
}

const EXPECTED: &str = "expected bucket, map, width, height, start x, start y, goal x, goal y and length";

fn parse_line(line: &str) -> Option<Entry> {
    // With tabs between them, names may hold blanks.
    let fields: Vec<_> =
        if line.contains('\t') { line.split('\t').map(str::trim).collect() } else { line.split_whitespace().collect() };
    let &[_bucket, map, width, height, sx, sy, gx, gy, length] = fields.as_slice() else { return None };
    let cell = |x: &str, y: &str| Some(Cell::new(x.parse().ok()?, y.parse().ok()?));
    Some(Entry {
        map: map.to_owned(),
        width: width.parse().ok()?,
        height: height.parse().ok()?,
        start: cell(sx, sy)?,
        goal: cell(gx, gy)?,
        length: length.parse().ok().filter(|length: &f64| length.is_finite() && *length >= 0.0)?,
        printed: length.to_owned(),
    })
}
