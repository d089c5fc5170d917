//! The shape of a map that is read row by row: all rows have the length of the first.

use gridwalk_pathfinding::{Cell, Grid, TerrainId};

use super::error::{ParseError, counted, error_at};
use crate::{LegendEntry, LevelGrid};

/// Returns `true` if a map is an array of arrays as programs write it, `[[0, 1], [1, 0]]`.
pub(super) fn is_array(map: &str) -> bool {
    map.trim_start().strip_prefix('[').is_some_and(|rows| rows.trim_start().starts_with('['))
}

/// Returns the contents of the rows of an array of arrays, as slices of `text`.
///
/// `map` is a slice of `text`, too. A comma may follow the last row.
pub(super) fn array_rows<'a>(text: &'a str, map: &'a str) -> Result<Vec<&'a str>, ParseError> {
    let fail = |part: &str, expected: &str| Err(error_at(text, part, format!("expected {expected}")));
    let mut rest = map.trim_start().strip_prefix('[').unwrap_or(map).trim_start();
    let (mut rows, mut expected) = (Vec::new(), "a row such as `[1, 0, 1]`");
    while let Some(row) = rest.strip_prefix('[') {
        let Some(end) = row.find(['[', ']']).filter(|end| row[*end..].starts_with(']')) else {
            return fail(rest, "`]` at the end of this row");
        };
        rows.push(row[..end].trim().trim_end_matches(','));
        rest = row[end + 1..].trim_start();
        let Some(next) = rest.strip_prefix(',') else {
            expected = "`,` and the next row, or `]` at the end of the map";
            break;
        };
        rest = next.trim_start();
    }
    match rest.strip_prefix(']') {
        None => fail(rest, expected),
        Some(more) if !more.trim().is_empty() => fail(more.trim_start(), "nothing behind the map"),
        Some(_) => Ok(rows),
    }
}

/// The reading position in a map, and the size of the map so far.
pub(super) struct Rows<'a> {
    text: &'a str,
    width: usize,
    height: usize,
    x: usize,
}

impl<'a> Rows<'a> {
    /// Starts before the first cell of a map in this file.
    pub const fn of(text: &'a str) -> Self {
        Self { text, width: 0, height: 0, x: 0 }
    }

    /// Advances by one cell of the row, written at `part`, and returns its position.
    pub fn cell(&mut self, part: &str) -> Result<Cell, ParseError> {
        let most = Grid::MAX_SIDE as usize;
        if self.height == most {
            return Err(error_at(self.text, part, format!("the map is too high; expected at most {most} rows")));
        }
        if self.height > 0 && self.x == self.width {
            let message = format!("the row is too long; expected {}", counted(self.width, "cell"));
            return Err(error_at(self.text, part, message));
        }
        if self.x == most {
            return Err(error_at(self.text, part, format!("the row is too long; expected at most {most} cells")));
        }
        let coordinate = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let cell = Cell::new(coordinate(self.x), coordinate(self.height));
        self.x += 1;
        Ok(cell)
    }

    /// Ends the row `line`. `what` names the content that an empty row lacks.
    pub fn end_row(&mut self, line: &str, what: &str) -> Result<(), ParseError> {
        if self.x == 0 {
            return Err(error_at(self.text, line, format!("the row is empty; expected {what}")));
        }
        if self.height == 0 {
            self.width = self.x;
        }
        if self.x != self.width {
            let message = format!("the row has {}; expected {}", counted(self.x, "cell"), self.width);
            return Err(error_at(self.text, &line[line.trim_end().len()..], message));
        }
        self.height += 1;
        self.x = 0;
        Ok(())
    }

    /// Builds the map from these cells.
    pub fn into_grid(self, cells: Vec<TerrainId>, legend: Vec<LegendEntry>) -> Result<LevelGrid, ParseError> {
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let grid = LevelGrid::new(side(self.width), side(self.height), cells, legend);
        grid.map_err(|error| error_at(self.text, self.text, error.to_string()))
    }
}
