//! Places in a RON level: cells and rectangles that lie on its map.

use serde::Deserialize;

use super::ParseError;
use super::ron_read::{Part, Reader};
use crate::pathfinding::{Cell, Grid, Rect};

/// A rectangle, each field still as text.
#[derive(Deserialize)]
#[serde(rename = "Rect", deny_unknown_fields)]
struct RectFields<'a> {
    #[serde(borrow)]
    at: Option<Part<'a>>,
    #[serde(borrow)]
    size: Option<Part<'a>>,
}

/// A cell of the grid, free or not; `who` begins the sentence if it is none.
pub(super) fn read_cell<'a>(reader: &Reader<'a>, part: Part<'a>, grid: &Grid, who: &str) -> Result<Cell, ParseError> {
    let (x, y): (i64, i64) = reader.read(part, "a cell such as (3, 4)")?;
    let cell = i32::try_from(x).ok().zip(i32::try_from(y).ok()).map(Cell::from);
    cell.filter(|cell| grid.contains(*cell)).ok_or_else(|| {
        let (width, height) = (grid.width(), grid.height());
        let (right, bottom) = (width - 1, height - 1);
        let message = format!(
            "{who} at ({x}, {y}), outside the {width} × {height} map; expected x from 0 to {right} and y from 0 to {bottom}"
        );
        reader.fail(part, message)
    })
}

/// A rectangle that covers at least one cell of the grid; `what` begins the sentence if it covers none.
pub(super) fn read_rect<'a>(reader: &Reader<'a>, part: Part<'a>, grid: &Grid, what: &str) -> Result<Rect, ParseError> {
    let example = "`(at: (1, 2), size: (3, 4))`";
    let fields: RectFields = reader.read(part, &format!("a rectangle of cells such as {example}"))?;
    let (Some(at_part), Some(size_part)) = (fields.at, fields.size) else {
        return Err(reader.fail(part, format!("expected both `at` and `size`, as in {example}")));
    };
    let (x, y): (i32, i32) = reader.read(at_part, "a cell such as (1, 2)")?;
    let most = Grid::MAX_SIDE;
    let expected = format!("columns and rows, each from 1 to {most}, such as (3, 4)");
    let (width, height): (u32, u32) = reader.read(size_part, &expected)?;
    if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
        return Err(reader.fail(size_part, format!("expected {expected}, found {}", reader.found(size_part))));
    }
    let overlaps =
        |at: i32, length: u32, side: u32| i64::from(at) < i64::from(side) && i64::from(at) + i64::from(length) > 0;
    if !overlaps(x, width, grid.width()) || !overlaps(y, height, grid.height()) {
        let map = format!("{} × {} map", grid.width(), grid.height());
        let message = format!(
            "{what}, {width} × {height} cells from ({x}, {y}), misses the {map}; expected it to cover some of its cells"
        );
        return Err(reader.fail(part, message));
    }
    Ok(Rect { at: Cell::new(x, y), width, height })
}
