//! Rasterises a stroke into cells.

use gridwalk_pathfinding::{Cell, Grid, Rect, TerrainId, named};

use super::clip::on_map;
use super::line::line;
use super::{ellipse, fill};
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
        Rect { at, width: width + 1, height: height + 1 }
    }

    /// Returns the cells of the map that a stroke draws, each once, in reading order.
    ///
    /// Consecutive pointer positions in `stroke` are joined by straight lines, so that a slow machine leaves no gaps.
    ///
    /// # Complexity
    /// O(n log n) for n drawn cells; a fill needs O(cells of the map).
    #[must_use]
    pub fn cells(self, grid: &Grid, stroke: &[Cell]) -> Vec<Cell> {
        let (Some(&first), Some(&last)) = (stroke.first(), stroke.last()) else { return Vec::new() };
        let frame = Self::between(first, last);
        match self.shape {
            Shape::Free => {
                let legs = stroke.windows(2).flat_map(|leg| line(leg[0], leg[1]));
                self.wide(grid, [first].into_iter().chain(legs))
            }
            Shape::Line => self.wide(grid, line(first, last)),
            Shape::Rectangle if self.is_outline => self.wide(grid, edge(frame)),
            Shape::Rectangle => on_map(grid.size(), frame).into_iter().flat_map(Rect::cells).collect(),
            Shape::Ellipse => {
                let rows: Vec<_> = ellipse::rows(frame).collect();
                if !self.is_outline {
                    return rows.into_iter().flat_map(super::Span::cells).filter(|cell| grid.contains(*cell)).collect();
                }
                let row = |y: usize| rows.get(y).map_or(0..0, |row| row.at.x..row.at.x + row.length.cast_signed());
                let edge = rows.iter().enumerate().flat_map(|(number, span)| {
                    let (above, here, below) = (number.checked_sub(1).map_or(0..0, row), row(number), row(number + 1));
                    let ends = [here.start, here.end - 1];
                    let is_edge = move |cell: &Cell| {
                        ends.contains(&cell.x) || !(above.contains(&cell.x) && below.contains(&cell.x))
                    };
                    span.cells().filter(is_edge)
                });
                self.wide(grid, edge)
            }
            Shape::Fill => fill::area(grid, first),
        }
    }

    /// Returns the edit that draws a stroke in a terrain.
    #[must_use]
    pub fn edit(self, grid: &Grid, stroke: &[Cell], terrain: TerrainId) -> LevelEdit {
        LevelEdit::Cells(self.cells(grid, stroke).into_iter().map(|cell| (cell, terrain)).collect())
    }

    /// Returns the cells of a square of the brush's size around each cell.
    fn wide(self, grid: &Grid, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let side = i32::from(self.size.max(1));
        let before = (side - 1) / 2;
        let mut all: Vec<Cell> = Vec::new();
        for cell in cells {
            let at = Cell::new(cell.x - before, cell.y - before);
            let square = Rect { at, width: side.cast_unsigned(), height: side.cast_unsigned() };
            all.extend(square.cells().filter(|cell| grid.contains(*cell)));
        }
        all.sort_unstable_by_key(|cell| (cell.y, cell.x));
        all.dedup();
        all
    }
}

/// Returns the cells of the four sides of a rectangle.
fn edge(rect: Rect) -> impl Iterator<Item = Cell> {
    let last = Cell::new(rect.at.x + rect.width.cast_signed() - 1, rect.at.y + rect.height.cast_signed() - 1);
    let corners = [rect.at, Cell::new(last.x, rect.at.y), last, Cell::new(rect.at.x, last.y), rect.at];
    (0..4).flat_map(move |side| line(corners[side], corners[side + 1]))
}
