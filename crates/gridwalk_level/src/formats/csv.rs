//! Maps of costs as spreadsheets and programs write them.
//!
//! There is one number per cell, separated by commas, semicolons or tabs; or an array of arrays,
//! `[[1, 2], [0, 1]]`.
//!
//! A number from 1 to 1000 is a cost. An empty value, `0` and `#` are walls. Ignored are spaces and
//! double quotes around a value, empty lines at the end, and a separator behind each row but the
//! last. Costs with decimals are all multiplied by the smallest number that makes them whole.

use gridwalk_pathfinding::slices::{Counter, at_once, for_each};
use gridwalk_pathfinding::{Grid, Terrain};

use super::error::{ParseError, error_at, shortened};
use super::map::{MOST_COSTS, Rows, array_rows, by_cost, is_array};
use crate::Level;

/// Reads a map of costs, with an empty name and without agents.
///
/// A cost that a default terrain has becomes that terrain.
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
    Ok(at_once(parse_csv_in_slices(text))?.0)
}

/// Reads the level.
///
/// If costs have decimals, also returns a note about their multiples, placed at the first of them.
pub(super) async fn parse_csv_in_slices(
    text: &str,
) -> Result<(Level, Option<ParseError>), ParseError> {
    let mut rows = Rows::of(text);
    let (mut costs, mut work) = (Vec::new(), Counter::default());
    let is_array = is_array(text);
    let lines = if is_array {
        array_rows(text, text)?
    } else {
        text.trim_end_matches(['\n', '\r']).split('\n').collect()
    };
    let separator = if is_array { ',' } else { separator_of(&lines) };
    let lines = if is_array {
        lines
    } else {
        without_ends(lines, separator)
    };
    let mut decimals = Decimals::default();
    for line in lines {
        // An empty line is an error, not a row of one wall that is written as nothing.
        if !line.trim().is_empty() {
            for value in line.strip_suffix('\r').unwrap_or(line).split(separator) {
                rows.cell(value)?;
                let Some(cost) =
                    read_cost(unquoted(value)).or_else(|| decimals.read(value, costs.len()))
                else {
                    let message = expected_cost("a cost", "`#`, 0 or nothing for a wall", value);
                    return Err(error_at(text, value.trim_start(), message));
                };
                costs.push(cost.unwrap_or(0));
            }
        }
        rows.end_row(line, "costs separated by commas")?;
        work.count(line.len()).await;
    }
    let note = decimals.scale(text, &mut costs)?;
    let Some((legend, numbers)) = by_cost(&costs).await else {
        let message =
            format!("the map has too many different costs; expected at most {MOST_COSTS}");
        return Err(error_at(text, text, message));
    };
    let mut cells = Vec::with_capacity(costs.len());
    for_each(&costs, |cost| cells.push(numbers[cost])).await;
    Ok((Level::of_grid(rows.into_grid(cells, legend)?), note))
}

/// Returns the separator of values: the first of `;`, `,` and tab in the first row.
fn separator_of(lines: &[&str]) -> char {
    let first = lines.first().copied().unwrap_or_default();
    [';', ',', '\t']
        .into_iter()
        .find(|separator| first.contains(*separator))
        .unwrap_or(',')
}

/// Removes a separator at the end of all lines but the last, as `LDtk` writes its tables.
fn without_ends(lines: Vec<&str>, separator: char) -> Vec<&str> {
    let Some((last, others)) = lines.split_last().filter(|(_, others)| !others.is_empty()) else {
        return lines;
    };
    let count = |line: &str| line.matches(separator).count();
    let is_ended =
        |line: &&str| without_end(line, separator).is_some_and(|line| count(line) == count(last));
    if without_end(last, separator).is_some() || !others.iter().all(is_ended) {
        return lines;
    }
    lines
        .into_iter()
        .map(|line| without_end(line, separator).unwrap_or(line))
        .collect()
}

fn without_end(line: &str, separator: char) -> Option<&str> {
    line.strip_suffix('\r')
        .unwrap_or(line)
        .strip_suffix(separator)
}

fn unquoted(value: &str) -> &str {
    let value = value.trim();
    value
        .strip_prefix('"')
        .and_then(|value| value.strip_suffix('"'))
        .unwrap_or(value)
}

/// Costs with decimals. A map cannot hold them, so whole multiples replace them.
#[derive(Default)]
struct Decimals<'a> {
    /// Position in the map, text, and digits without the point, for each cost.
    values: Vec<(usize, &'a str, u64)>,
    /// Number of digits behind the point of the longest cost.
    places: u32,
}

impl<'a> Decimals<'a> {
    /// The maximum number of digits behind a point.
    const MAX_PLACES: u32 = 6;

    /// Reads a cost such as `0.5` or `3.0` for cell `at`.
    ///
    /// The result is a placeholder until all costs are known.
    #[expect(
        clippy::option_option,
        reason = "as `read_cost`: no cost at all, or a wall"
    )]
    fn read(&mut self, value: &'a str, at: usize) -> Option<Option<u16>> {
        let (whole, fraction) = unquoted(value).split_once('.')?;
        let fraction = fraction.trim_end_matches('0');
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        if fraction.is_empty() {
            return read_cost(whole);
        }
        let places = u32::try_from(fraction.len())
            .ok()
            .filter(|places| *places <= Self::MAX_PLACES)?;
        let digits: u64 = format!("{whole}{fraction}").parse().ok()?;
        let digits = digits.checked_mul(10_u64.pow(Self::MAX_PLACES - places))?;
        self.places = self.places.max(places);
        self.values.push((at, value, digits));
        Some(Some(1))
    }

    /// Multiplies all costs by the smallest number that makes each of them whole.
    ///
    /// Returns a note about that.
    fn scale(&self, text: &str, costs: &mut [u16]) -> Result<Option<ParseError>, ParseError> {
        let Some((_, first, _)) = self.values.first() else {
            return Ok(None);
        };
        let unit = 10_u64.pow(Self::MAX_PLACES);
        let common = self.values.iter().fold(unit, |common, (_, _, digits)| {
            common_divisor(common, *digits)
        });
        let factor = unit / common;
        let most = Terrain::MAX_COST;
        let too_high = |part: &str, value: &str| {
            let message = format!(
                "to be whole numbers all costs are multiplied by {factor}; expected at most {most} then, found {}",
                shortened(value)
            );
            error_at(text, part, message)
        };
        for cost in costs.iter_mut() {
            let scaled = u64::from(*cost) * factor;
            *cost = u16::try_from(scaled).unwrap_or(u16::MAX);
        }
        for (at, value, digits) in &self.values {
            costs[*at] = u16::try_from(digits / common).unwrap_or(u16::MAX);
            if costs[*at] > most {
                return Err(too_high(value.trim_start(), value.trim()));
            }
        }
        if let Some(cost) = costs.iter().find(|cost| **cost > most) {
            return Err(too_high(first.trim_start(), &cost.to_string()));
        }
        let (part, value) = (first.trim_start(), first.trim());
        let message = format!(
            "to be whole numbers all costs are multiplied by {factor}, such as this {value}"
        );
        Ok(Some(error_at(text, part, message)))
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Returns the message for a value that is no cost.
pub(super) fn expected_cost(what: &str, walls: &str, found: &str) -> String {
    format!(
        "expected {what} from 1 to {}, or {walls}, found {}",
        Terrain::MAX_COST,
        shortened(found.trim())
    )
}

/// Reads a cost as maps of costs and lists of weights write it; `None` if the text is none.
#[expect(clippy::option_option, reason = "no cost at all, or a wall")]
pub(super) fn read_cost(value: &str) -> Option<Option<u16>> {
    match value.trim() {
        "" | "#" => Some(None),
        // A cost has no sign and no point.
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => match digits.parse().ok()? {
            0 => Some(None),
            cost @ 1..=Terrain::MAX_COST => Some(Some(cost)),
            _ => None,
        },
        _ => None,
    }
}

/// Writes the costs of all cells, `#` for walls.
///
/// Names, looks, one-way cells and portals are not kept.
#[must_use]
pub fn write_csv(grid: &Grid) -> String {
    at_once(write_csv_in_slices(grid))
}

pub(super) async fn write_csv_in_slices(grid: &Grid) -> String {
    let cost = |terrain: &Terrain| {
        terrain
            .cost
            .map_or_else(|| "#".to_owned(), |cost| cost.to_string())
    };
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
