//! Maps of costs as spreadsheets write them: one number per cell, separated by commas.
//!
//! A whole number from 1 to 1000 is a cost. Nothing, `0` and `#` are walls. Spaces and quotes around a value do
//! not count, nor do empty lines at the end. Where the first row has semicolons or tabs, these separate values; a list of
//! lists such as `[[1, 1], [0, 2]]` is a table, too. Costs with decimals are multiplied until they are whole.

use gridwalk_pathfinding::slices::{Counter, at_once, for_each};
use gridwalk_pathfinding::{Grid, Terrain};

use super::error::{ParseError, error_at, shortened};
use super::legend::{MOST_COSTS, by_cost};
use super::notes::Notes;
use super::rows::{Rows, rows_of};
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
    parse_costs(text).await.map(|(level, _)| level)
}

/// A map of costs, and a remark where its costs are multiplied.
pub(super) async fn parse_costs(text: &str) -> Result<(Level, Notes), ParseError> {
    let mut rows = Rows::of(text);
    let (mut costs, mut work) = (Vec::new(), Counter::default());
    let lines = rows_of(text)?;
    let separator = [';', '\t'].into_iter().find(|sign| lines.first().is_some_and(|line| line.contains(*sign)));
    let separator = separator.unwrap_or(',');
    let scale = scale_of(text);
    for line in lines {
        // One value, and that a wall, in a row of its own would look the same.
        if !line.trim().is_empty() {
            for value in line.strip_suffix('\r').unwrap_or(line).split(separator) {
                rows.cell(value)?;
                let Some(cost) = scaled_cost(value, scale) else {
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
    let mut notes = Notes::default();
    if scale > 1 {
        let message = format!("some costs have decimals, so all of them are multiplied by {scale}");
        notes.notes.push(error_at(text, text, message));
    }
    Ok((Level::of_grid(rows.into_grid(cells, legend)?), notes))
}

/// Decimals that costs may have: with more, a cost of 1 would be more than the highest.
const MOST_DECIMALS: usize = 3;

/// By how much all costs of a table are multiplied, so that all are whole.
fn scale_of(text: &str) -> u32 {
    let digits = |after: &str| {
        let count = after.bytes().take_while(u8::is_ascii_digit).count();
        after[..count].trim_end_matches('0').len()
    };
    let decimals = text.split('.').skip(1).map(digits).max().unwrap_or(0);
    10_u32.pow(u32::try_from(decimals.min(MOST_DECIMALS)).unwrap_or(0))
}

/// A cost of a table, perhaps in quotes or with decimals; `None` if it is none.
#[expect(clippy::option_option, reason = "no cost at all, or a wall")]
fn scaled_cost(value: &str, scale: u32) -> Option<Option<u16>> {
    let value = value.trim();
    let bare = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value).trim();
    if scale == 1 && !bare.contains('.') || bare.is_empty() || bare == "#" {
        return read_cost(bare);
    }
    let (whole, decimals) = bare.split_once('.').unwrap_or((bare, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() && decimals.is_empty() || !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let places = scale.ilog10() as usize;
    let decimals = decimals.trim_end_matches('0');
    if decimals.len() > places || whole.len() > 4 {
        return None;
    }
    read_cost(&format!("{whole}{decimals:0<places$}"))
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
