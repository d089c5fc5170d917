//! Straight lines at any angle: the cells that they pass, and line of sight.

use super::{Cell, Cost, Direction, Grid, Movement, StepCosts};

/// Returns the cells that a line between two cells' middles passes, without the first cell.
///
/// Through the exact corner of four cells the line steps diagonally.
pub(super) fn cells_on_line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    steps_on_line(from, to).map(|(cell, direction)| cell.step(direction))
}

/// Returns `true` if a straight walk leads from one cell to the other.
///
/// Every cell on the line is free, and the movement rule allows the corners that the line runs through. Where no
/// diagonal step is legal, a line through a corner is blocked.
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

/// Returns `true` if no cell on the straight line between two cells' middles blocks sight.
///
/// The caller decides which cells block sight: neither terrain nor the movement rule counts. The ends never block, so
/// an agent beside a wall sees it. A line through the corner of four cells is blocked only if both cells beside the
/// corner block sight. Sight is symmetric. Cells farther apart than a map can be long, [`Grid::MAX_SIDE`], do not see
/// each other.
///
/// # Complexity
/// O(d) for cells d apart, and at most three calls of `blocks_sight` for each of them.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, Grid, can_see};
/// // Water is blocked for who walks, and no obstacle for who looks.
/// let (water, wall) = (Cell::new(1, 0), Cell::new(2, 1));
/// let sees = |a: (i32, i32), b: (i32, i32)| can_see(a.into(), b.into(), |cell| cell == wall);
/// assert!(sees((0, 0), (3, 0)), "over the water");
/// assert!(!sees((0, 1), (3, 1)));
/// assert!(sees((0, 1), (2, 1)), "the wall itself is seen");
/// # assert_ne!(water, wall);
/// ```
#[must_use]
pub fn can_see(from: Cell, to: Cell, mut blocks_sight: impl FnMut(Cell) -> bool) -> bool {
    let (dx, dy) = from.distance(to);
    dx.max(dy) < Grid::MAX_SIDE
        && steps_on_line(from, to).all(|(cell, direction)| {
            let next = cell.step(direction);
            let mut passes = |cell: Cell| cell == to || !blocks_sight(cell);
            let mut beside = direction.beside().into_iter().map(|side| cell.step(side));
            (!direction.is_diagonal() || beside.any(&mut passes)) && passes(next)
        })
}

/// Returns the length of the line, rounded down.
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
        // The line leaves this cell through the side that it reaches first.
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
