//! Rasterises a line of cells without gaps.

use gridwalk_pathfinding::Cell;

/// Returns the cells from one cell to another, both included.
///
/// On each column or row of the longer axis this is the cell nearest to the straight line; of two equally near ones,
/// the one farther from the start.
///
/// # Examples
/// ```
/// use gridwalk_level::shapes::line;
/// use gridwalk_pathfinding::Cell;
/// let cells: Vec<_> = line(Cell::new(0, 0), Cell::new(4, 1)).map(|cell| (cell.x, cell.y)).collect();
/// assert_eq!(cells, [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1)]);
/// ```
pub fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> + Clone {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let steps = dx.abs().max(dy.abs());
    let part = move |step: i64, length: i64| {
        let rounded = (2 * step * length.abs() + steps) / (2 * steps).max(1) * length.signum();
        i32::try_from(rounded).expect("it lies between two cells")
    };
    (0..=steps).map(move |step| Cell::new(from.x + part(step, dx), from.y + part(step, dy)))
}
