//! The shape of a map that is read row by row: every row as long as the first one.

use gridwalk_pathfinding::{Cell, Grid, TerrainId};

use super::error::{ParseError, counted, error_at};
use crate::{LegendEntry, LevelGrid};

/// How far the map has been read.
pub(super) struct Rows<'a> {
    text: &'a str,
    width: usize,
    height: usize,
    x: usize,
}

/// The rows of a table: its lines, or the inner lists of a list of lists such as `[[1, 1], [0, 2]]`.
pub(super) fn rows_of(text: &str) -> Result<Vec<&str>, ParseError> {
    let Some(mut rest) = text.trim_start().strip_prefix('[') else {
        return Ok(text.trim_end_matches(['\n', '\r']).split('\n').collect());
    };
    let mut rows = Vec::new();
    loop {
        let fail = |part: &str, expected: &str| Err(error_at(text, part, format!("expected {expected}")));
        rest = rest.trim_start();
        if let Some(end) = rest.strip_prefix(']') {
            let end = end.trim_start();
            return if end.is_empty() { Ok(rows) } else { fail(end, "nothing after the list") };
        }
        if !rows.is_empty() {
            match rest.strip_prefix(',') {
                Some(next) => rest = next.trim_start(),
                None => return fail(rest, "`,` or `]` after a row"),
            }
        }
        let Some((row, next)) = rest.strip_prefix('[').and_then(|row| row.split_once(']')) else {
            return fail(rest, "a row such as `[1, 0, 1]`");
        };
        rows.push(row);
        rest = next;
    }
}

impl<'a> Rows<'a> {
    /// Of a map somewhere in this file.
    pub const fn of(text: &'a str) -> Self {
        Self { text, width: 0, height: 0, x: 0 }
    }

    /// The next cell of the row, which stands at `part`.
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

    /// The end of the row `line`; an empty one lacks `what`.
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

    /// The map of these cells.
    pub fn into_grid(self, cells: Vec<TerrainId>, legend: Vec<LegendEntry>) -> Result<LevelGrid, ParseError> {
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let grid = LevelGrid::new(side(self.width), side(self.height), cells, legend);
        grid.map_err(|error| error_at(self.text, self.text, error.to_string()))
    }
}
