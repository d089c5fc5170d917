//! Straight lines at any angle: which cells they pass, and who sees whom.

use super::{Cell, Cost, Direction, Grid, Movement, StepCosts};

/// The cells that a line between two cells' middles passes, the first one left out. Through the very
/// corner of four cells it steps diagonally.
pub(super) fn cells_on_line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    steps_on_line(from, to).map(|(cell, direction)| cell.step(direction))
}

/// Whether one can walk straight from one cell to the other: every cell between them is free, and the
/// movement rule allows the corners that the line runs through. Where no diagonal step is legal, a line
/// through a corner is blocked.
///
/// # Complexity
/// O(d) for cells d apart.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, Grid, Movement, line_of_sight};
/// let grid = Grid::from_rows(&["....", "..#.", "...."]);
/// let sees = |a: (i32, i32), b: (i32, i32)| line_of_sight(&grid, Movement::default(), a.into(), b.into());
/// assert!(sees((0, 0), (3, 0)));
/// assert!(!sees((0, 0), (3, 2)));
/// ```
#[must_use]
pub fn line_of_sight(grid: &Grid, movement: Movement, from: Cell, to: Cell) -> bool {
    grid.is_walkable(from) && steps_on_line(from, to).all(|(cell, direction)| movement.allows(grid, cell, direction))
}

/// The line's length, rounded down.
pub(super) fn line_length(from: Cell, to: Cell, steps: StepCosts) -> Cost {
    let (dx, dy) = from.distance(to);
    let (dx, dy) = (u64::from(dx), u64::from(dy));
    let straight = steps.straight().0;
    Cost((straight * straight * (dx * dx + dy * dy)).isqrt())
}

fn steps_on_line(from: Cell, to: Cell) -> impl Iterator<Item = (Cell, Direction)> {
    let (columns, rows) = from.distance(to);
    let (columns, rows) = (i64::from(columns), i64::from(rows));
    let (right, down) = (to.x >= from.x, to.y >= from.y);
    let (across, along) =
        (if right { Direction::East } else { Direction::West }, if down { Direction::South } else { Direction::North });
    let corner = match (right, down) {
        (true, true) => Direction::SouthEast,
        (true, false) => Direction::NorthEast,
        (false, true) => Direction::SouthWest,
        (false, false) => Direction::NorthWest,
    };
    let mut at = from;
    let (mut x, mut y) = (0, 0);
    std::iter::from_fn(move || {
        if at == to {
            return None;
        }
        // Where the line leaves this cell: through the side that it reaches first.
        let (to_column, to_row) = ((2 * x + 1) * rows, (2 * y + 1) * columns);
        let direction = match to_column.cmp(&to_row) {
            std::cmp::Ordering::Less => across,
            std::cmp::Ordering::Greater => along,
            std::cmp::Ordering::Equal => corner,
        };
        x += i64::from(direction != along);
        y += i64::from(direction != across);
        let from = at;
        at = at.step(direction);
        Some((from, direction))
    })
}
