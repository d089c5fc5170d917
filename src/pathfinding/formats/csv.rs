//! Maps of costs as spreadsheets write them: one number per cell, separated by commas.
//!
//! A whole number from 1 to 1000 is a cost. Nothing, `0` and `#` are walls. Spaces around a value do
//! not count, nor do empty lines at the end.

use super::cost_legend::CostLegend;
use super::error::counted;
use super::locate::error_at;
use super::write_error::check_plain;
use super::{Level, ParseError, WriteError};
use crate::pathfinding::{Cell, Grid, Terrain};

/// Reads a map of costs. One agent stands on the free cell nearest to the middle.
///
/// The level gets an empty name. Costs that a default terrain has become that terrain.
///
/// # Errors
/// The first mistake, with its place.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::formats::parse_csv;
/// let level = parse_csv("1, 1,7\n#, ,2\n").unwrap();
/// let cells = [(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)];
/// let costs = cells.map(|cell| level.grid.cost(cell.into()));
/// assert_eq!(costs, [Some(1), Some(7), None, None, Some(2)]);
/// assert_eq!(parse_csv("1,1\n1,x\n").unwrap_err().column, 3);
/// ```
pub fn parse_csv(text: &str) -> Result<Level, ParseError> {
    let most = Grid::MAX_SIDE as usize;
    let (mut costs, mut width, mut height) = (Vec::new(), 0, 0);
    for line in text.trim_end_matches(['\n', '\r']).split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim().is_empty() {
            return Err(error_at(text, line, "the row is empty; expected costs separated by commas"));
        }
        if height == most {
            return Err(error_at(text, line, format!("the map is too high; expected at most {most} rows")));
        }
        let row_start = costs.len();
        for value in line.split(',') {
            let x = costs.len() - row_start;
            if height > 0 && x == width {
                let message = format!("the row is too long; expected {}", counted(width, "cell"));
                return Err(error_at(text, value, message));
            }
            if x == most {
                return Err(error_at(text, value, format!("the row is too long; expected at most {most} cells")));
            }
            let Some(cost) = read_cost(value) else {
                let found: String = value.trim().chars().take(32).collect();
                let message = format!(
                    "expected a whole cost from 1 to {}, or `#`, 0 or nothing for a wall, found `{found}`",
                    Terrain::MAX_COST
                );
                return Err(error_at(text, value.trim_start(), message));
            };
            costs.push(cost.unwrap_or(0));
        }
        let length = costs.len() - row_start;
        if height == 0 {
            width = length;
        }
        if length != width {
            let message = format!("the row has {}; expected {width}", counted(length, "cell"));
            return Err(error_at(text, &line[line.len()..], message));
        }
        height += 1;
    }
    let Some(legend) = CostLegend::new(&costs) else {
        let most = CostLegend::MAX_OTHERS;
        return Err(error_at(text, text, format!("the map has too many different costs; expected at most {most}")));
    };
    let cells = costs.iter().map(|&cost| legend.terrain(cost)).collect();
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let grid = Grid::new(side(width), side(height), cells, legend.into_terrains());
    Ok(Level::of_grid(grid.map_err(|error| error_at(text, text, error.to_string()))?))
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

/// Writes the costs of all cells, `#` for walls.
///
/// # Errors
/// If the map has one-way cells or portals, which costs cannot say.
pub fn write_csv(grid: &Grid) -> Result<String, WriteError> {
    check_plain(grid, "a map of costs")?;
    let mut text = String::with_capacity(2 * grid.cell_count());
    for y in 0..grid.height().cast_signed() {
        for x in 0..grid.width().cast_signed() {
            if x > 0 {
                text.push(',');
            }
            match grid.cost(Cell::new(x, y)) {
                Some(cost) => text += &cost.to_string(),
                None => text.push('#'),
            }
        }
        text.push('\n');
    }
    Ok(text)
}
