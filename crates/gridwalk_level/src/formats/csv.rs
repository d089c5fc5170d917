//! Maps of costs as spreadsheets write them: one number per cell, separated by commas.
//!
//! A whole number from 1 to 1000 is a cost. Nothing, `0` and `#` are walls. Spaces around a value do
//! not count, nor do empty lines at the end.

use gridwalk_pathfinding::slices::{Counter, at_once, for_each};
use gridwalk_pathfinding::{Grid, Terrain};

use super::error::{ParseError, error_at, shortened};
use super::legend::{MOST_COSTS, by_cost};
use super::rows::Rows;
use crate::Level;

/// Reads a map of costs, with an empty name and without agents. Costs that a default terrain has become that terrain.
///
/// # Errors
/// The first mistake, with its place.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::parse_csv;
/// let level = parse_csv("1, 1,7\n#, ,2\n").unwrap();
/// let cells = [(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)];
/// let costs = cells.map(|cell| level.grid.cost(cell.into()));
/// assert_eq!(costs, [Some(1), Some(7), None, None, Some(2)]);
/// assert_eq!(parse_csv("1,1\n1,x\n").unwrap_err().column, 3);
/// ```
pub fn parse_csv(text: &str) -> Result<Level, ParseError> {
    at_once(parse_csv_in_slices(text))
}

pub(super) async fn parse_csv_in_slices(text: &str) -> Result<Level, ParseError> {
    let mut rows = Rows::of(text);
    let (mut costs, mut work) = (Vec::new(), Counter::default());
    for line in text.trim_end_matches(['\n', '\r']).split('\n') {
        // One value, and that a wall, in a row of its own would look the same.
        if !line.trim().is_empty() {
            for value in line.strip_suffix('\r').unwrap_or(line).split(',') {
                rows.cell(value)?;
                let Some(cost) = read_cost(value) else {
                    let message = expected_cost("a whole cost", "`#`, 0 or nothing for a wall", value);
                    return Err(error_at(text, value.trim_start(), message));
                };
                costs.push(cost.unwrap_or(0));
            }
        }
        rows.end_row(line, "costs separated by commas")?;
        work.count(line.len()).await;
    }
    let Some((legend, numbers)) = by_cost(&costs).await else {
        let message = format!("the map has too many different costs; expected at most {MOST_COSTS}");
        return Err(error_at(text, text, message));
    };
    let mut cells = Vec::with_capacity(costs.len());
    for_each(&costs, |cost| cells.push(numbers[cost])).await;
    Ok(Level::of_grid(rows.into_grid(cells, legend)?))
}

/// The sentence where another value than a cost was found.
pub(super) fn expected_cost(what: &str, walls: &str, found: &str) -> String {
    format!("expected {what} from 1 to {}, or {walls}, found {}", Terrain::MAX_COST, shortened(found.trim()))
}

/// A cost as maps of costs and lists of weights write it; `None` if it is none.
#[expect(clippy::option_option, reason = "no cost at all, or a wall")]
pub(super) fn read_cost(value: &str) -> Option<Option<u16>> {
    match value.trim() {
        "" | "#" => Some(None),
        // Signs and points are not for costs.
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => match digits.parse().ok()? {
            0 => Some(None),
            cost @ 1..=Terrain::MAX_COST => Some(Some(cost)),
            _ => None,
        },
        _ => None,
    }
}

/// Writes the costs of all cells, `#` for walls. Names, looks, one-way cells and portals are not kept.
#[must_use]
pub fn write_csv(grid: &Grid) -> String {
    at_once(write_csv_in_slices(grid))
}

pub(super) async fn write_csv_in_slices(grid: &Grid) -> String {
    let cost = |terrain: &Terrain| terrain.cost.map_or_else(|| "#".to_owned(), |cost| cost.to_string());
    let costs: Vec<String> = grid.legend().iter().map(cost).collect();
    let mut text = String::with_capacity(2 * grid.cell_count());
    let mut work = Counter::default();
    for row in grid.cells().chunks(grid.width() as usize) {
        for (x, id) in row.iter().enumerate() {
            text.extend([if x > 0 { "," } else { "" }, &costs[usize::from(id.0)]]);
        }
        text.push('\n');
        work.count(row.len()).await;
    }
    text
}
