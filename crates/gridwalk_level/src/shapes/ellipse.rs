//! Rasterises the ellipse inscribed in a rectangle.

use gridwalk_pathfinding::{Cell, Rect};

use super::spans::Span;

/// Returns a span for each row of the rectangle: the cells whose centres lie in the inscribed ellipse.
///
/// The one or two cells in the middle of a row are always included, so that a narrow ellipse has no gaps at its ends.
pub(super) fn rows(rect: Rect) -> impl Iterator<Item = Span> {
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
        Span { at, length: part(width - 2 * first).cast_unsigned() }
    })
}
