//! Drawing by hand: shapes from the cells of a stroke, and pieces to cut out and paste elsewhere.
//!
//! Cells in, cells or an edit out; no code here depends on a window.

mod piece;

use gridwalk_pathfinding::{Cell, Grid, GridSize, Rect, TerrainId, named};

pub use piece::{Piece, erase, relocate};

use crate::LevelEdit;

named! {
    /// The shape that a stroke becomes.
    #[derive(Default)]
    pub enum Shape {
        #[default]
        Free = "brush", "all cells that the hand comes over";
        Line = "line", "a straight line from where it begins to where it ends";
        Rectangle = "rectangle", "a rectangle between the two";
        Ellipse = "ellipse", "an ellipse in that rectangle";
        Fill = "fill", "all that hangs together with the cell and is of its terrain";
    }
}

/// The settings of a brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brush {
    /// The shape of strokes.
    pub shape: Shape,
    /// The width of lines in cells, at least 1.
    pub size: u8,
    /// Whether rectangles and ellipses are drawn as outlines.
    pub is_outline: bool,
}

impl Brush {
    /// The maximum width of lines, in cells.
    pub const MAX_SIZE: u8 = 9;

    /// Returns the rectangle with these two cells in opposite corners.
    #[must_use]
    pub fn between(a: Cell, b: Cell) -> Rect {
        let at = Cell::new(a.x.min(b.x), a.y.min(b.y));
        let (width, height) = a.distance(b);
        Rect {
            at,
            width: width + 1,
            height: height + 1,
        }
    }

    /// Returns the cells of the map that a stroke draws, each once, in reading order.
    ///
    /// Consecutive pointer positions in `stroke` are joined by straight lines, so that a slow
    /// machine leaves no gaps.
    ///
    /// # Complexity
    /// O(n log n) for n drawn cells; a fill needs O(cells of the map).
    #[must_use]
    pub fn cells(self, grid: &Grid, stroke: &[Cell]) -> Vec<Cell> {
        let (Some(&first), Some(&last)) = (stroke.first(), stroke.last()) else {
            return Vec::new();
        };
        let frame = Self::between(first, last);
        match self.shape {
            Shape::Free => {
                let legs = stroke.windows(2).flat_map(|leg| line(leg[0], leg[1]));
                self.wide(grid, [first].into_iter().chain(legs))
            }
            Shape::Line => self.wide(grid, line(first, last)),
            Shape::Rectangle if self.is_outline => self.wide(grid, edge(frame)),
            Shape::Rectangle => on_map(grid.size(), frame)
                .into_iter()
                .flat_map(Rect::cells)
                .collect(),
            Shape::Ellipse => {
                let rows: Vec<_> = ellipse_rows(frame).collect();
                if !self.is_outline {
                    return rows
                        .into_iter()
                        .flat_map(Span::cells)
                        .filter(|cell| grid.contains(*cell))
                        .collect();
                }
                let row = |y: usize| {
                    rows.get(y)
                        .map_or(0..0, |row| row.at.x..row.at.x + row.length.cast_signed())
                };
                let edge = rows.iter().enumerate().flat_map(|(number, span)| {
                    let (above, here, below) = (
                        number.checked_sub(1).map_or(0..0, row),
                        row(number),
                        row(number + 1),
                    );
                    let ends = [here.start, here.end - 1];
                    let is_edge = move |cell: &Cell| {
                        ends.contains(&cell.x)
                            || !(above.contains(&cell.x) && below.contains(&cell.x))
                    };
                    span.cells().filter(is_edge)
                });
                self.wide(grid, edge)
            }
            Shape::Fill => fill_area(grid, first),
        }
    }

    /// Returns the edit that draws a stroke in a terrain.
    #[must_use]
    pub fn edit(self, grid: &Grid, stroke: &[Cell], terrain: TerrainId) -> LevelEdit {
        LevelEdit::Cells(
            self.cells(grid, stroke)
                .into_iter()
                .map(|cell| (cell, terrain))
                .collect(),
        )
    }

    /// Returns the cells of a square of the brush's size around each cell.
    fn wide(self, grid: &Grid, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let side = i32::from(self.size.max(1));
        let before = (side - 1) / 2;
        let mut all: Vec<Cell> = Vec::new();
        for cell in cells {
            let at = Cell::new(cell.x - before, cell.y - before);
            let square = Rect {
                at,
                width: side.cast_unsigned(),
                height: side.cast_unsigned(),
            };
            all.extend(square.cells().filter(|cell| grid.contains(*cell)));
        }
        all.sort_unstable_by_key(|cell| (cell.y, cell.x));
        all.dedup();
        all
    }
}

/// Returns the cells of the four sides of a rectangle.
fn edge(rect: Rect) -> impl Iterator<Item = Cell> {
    let last = Cell::new(
        rect.at.x + rect.width.cast_signed() - 1,
        rect.at.y + rect.height.cast_signed() - 1,
    );
    let corners = [
        rect.at,
        Cell::new(last.x, rect.at.y),
        last,
        Cell::new(rect.at.x, last.y),
        rect.at,
    ];
    (0..4).flat_map(move |side| line(corners[side], corners[side + 1]))
}

/// Returns the cells from one cell to another, both included.
///
/// On each column or row of the longer axis this is the cell nearest to the straight line; of two
/// equally near ones, the one farther from the start.
///
/// # Examples
/// ```
/// use gridwalk_level::shapes::line;
/// use gridwalk_pathfinding::Cell;
/// let cells: Vec<_> = line(Cell::new(0, 0), Cell::new(4, 1)).map(|cell| (cell.x, cell.y)).collect();
/// assert_eq!(cells, [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1)]);
/// ```
pub fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> + Clone {
    let (dx, dy) = (
        i64::from(to.x) - i64::from(from.x),
        i64::from(to.y) - i64::from(from.y),
    );
    let steps = dx.abs().max(dy.abs());
    let part = move |step: i64, length: i64| {
        let rounded = (2 * step * length.abs() + steps) / (2 * steps).max(1) * length.signum();
        i32::try_from(rounded).expect("it lies between two cells")
    };
    (0..=steps).map(move |step| Cell::new(from.x + part(step, dx), from.y + part(step, dy)))
}

/// Returns a span for each row of the rectangle: the cells whose centres lie in the inscribed
/// ellipse.
///
/// The one or two cells in the middle of a row are always included, so that a narrow ellipse has no
/// gaps at its ends.
fn ellipse_rows(rect: Rect) -> impl Iterator<Item = Span> {
    let (width, height) = (i128::from(rect.width), i128::from(rect.height));
    // Distances from the centre are doubled, so that all numbers are whole.
    let is_inside = move |x: i128, y: i128| {
        let (x, y) = (2 * x + 1 - width, 2 * y + 1 - height);
        x * x * height * height + y * y * width * width <= width * width * height * height
    };
    let middle = (width - 1) / 2;
    let mut first = middle;
    (0..height).map(move |y| {
        // The end moves little from row to row: over all rows, at most twice the width.
        while first > 0 && is_inside(first - 1, y) {
            first -= 1;
        }
        while first < middle && !is_inside(first, y) {
            first += 1;
        }
        let part = |number: i128| i32::try_from(number).expect("a side of a map is short");
        let at = Cell::new(rect.at.x + part(first), rect.at.y + part(y));
        Span {
            at,
            length: part(width - 2 * first).cast_unsigned(),
        }
    })
}

/// Returns the connected cells of this cell's terrain, by straight steps, in reading order.
///
/// Outside the map there are none.
///
/// # Complexity
/// Memory: O(cells of the map), one byte each. Time: only for the cells that are found, plus
/// sorting them.
fn fill_area(grid: &Grid, at: Cell) -> Vec<Cell> {
    let (Some(start), Some(terrain)) = (grid.index(at), grid.terrain_id(at)) else {
        return Vec::new();
    };
    let (cells, width) = (grid.cells(), grid.width() as usize);
    let mut seen = vec![false; cells.len()];
    let mut open = vec![start.get()];
    seen[start.get()] = true;
    let mut found = Vec::new();
    while let Some(index) = open.pop() {
        found.push(index);
        let x = index % width;
        let around = [
            (x > 0).then(|| index - 1),
            (x + 1 < width).then_some(index + 1),
            index.checked_sub(width),
            Some(index + width).filter(|below| *below < cells.len()),
        ];
        for to in around.into_iter().flatten() {
            if cells[to] == terrain && !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        }
    }
    found.sort_unstable();
    let cell = |index: usize| Cell::new(at_most(index % width), at_most(index / width));
    found.into_iter().map(cell).collect()
}

fn at_most(side: usize) -> i32 {
    i32::try_from(side).expect("a side of a map is short")
}

/// A horizontal run of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The leftmost cell.
    pub at: Cell,
    /// Number of cells.
    pub length: u32,
}

impl Span {
    /// Returns the cells, from left to right.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.length.cast_signed()).map(move |x| Cell::new(self.at.x + x, self.at.y))
    }
}

/// Groups cells in reading order into spans.
#[must_use]
pub fn spans(cells: &[Cell]) -> Vec<Span> {
    let is_next = |a: &Cell, b: &Cell| a.y == b.y && a.x + 1 == b.x;
    let span = |run: &[Cell]| Span {
        at: run[0],
        length: u32::try_from(run.len()).expect("a row is short"),
    };
    cells.chunk_by(is_next).map(span).collect()
}

/// Returns the part of the rectangle on a map of this size; `None` if it is empty.
#[must_use]
pub fn on_map(size: GridSize, rect: Rect) -> Option<Rect> {
    let (left, top) = (rect.at.x.max(0), rect.at.y.max(0));
    let right = (rect.at.x + rect.width.cast_signed()).min(size.width.cast_signed());
    let bottom = (rect.at.y + rect.height.cast_signed()).min(size.height.cast_signed());
    let side = |from: i32, to: i32| u32::try_from(to - from).ok().filter(|side| *side > 0);
    Some(Rect {
        at: Cell::new(left, top),
        width: side(left, right)?,
        height: side(top, bottom)?,
    })
}
