//! The cell nearest to a cell that cannot be used itself.

use super::{Cell, Grid};

/// Finds the cell nearest to `to`, in a straight line, for which `wanted` returns `true`.
///
/// `to` may lie outside the grid. Of equally near cells the first in reading order is chosen. Returns `None` if there
/// is no such cell.
///
/// # Complexity
/// O(d²) for an answer d cells away: rings around `to` are examined from inside out.
#[must_use]
pub fn nearest_cell(grid: &Grid, to: Cell, wanted: impl Fn(Cell) -> bool) -> Option<Cell> {
    nearest_cells(grid, to, wanted).first().copied()
}

/// Finds all equally near cells, in reading order.
pub(crate) fn nearest_cells(grid: &Grid, to: Cell, wanted: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    // From far outside, start at the border: empty rings hold nothing.
    let inside = Cell::new(to.x.clamp(0, width - 1), to.y.clamp(0, height - 1));
    let first = inside.x.abs_diff(to.x).max(inside.y.abs_diff(to.y));
    let farthest = [0, width - 1].map(|x| x.abs_diff(to.x)).into_iter();
    let farthest = farthest.chain([0, height - 1].map(|y| y.abs_diff(to.y))).max().unwrap_or_default();

    let (mut least, mut nearest) = (u64::MAX, Vec::new());
    for ring in first..=farthest {
        // Every cell of this ring is at least `ring` away.
        if u64::from(ring).pow(2) > least {
            break;
        }
        for_ring(to, ring.cast_signed(), width, height, |cell| {
            let (dx, dy) = cell.distance(to);
            let distance = u64::from(dx).pow(2) + u64::from(dy).pow(2);
            if distance <= least && wanted(cell) {
                if distance < least {
                    nearest.clear();
                }
                least = distance;
                nearest.push(cell);
            }
        });
    }
    nearest.sort_unstable_by_key(|cell| (cell.y, cell.x));
    nearest
}

/// Calls `visit` for the cells of the square ring around `center` that lie on the map.
fn for_ring(center: Cell, ring: i32, width: i32, height: i32, mut visit: impl FnMut(Cell)) {
    let (left, right) = (center.x.saturating_sub(ring), center.x.saturating_add(ring));
    let (top, bottom) = (center.y.saturating_sub(ring), center.y.saturating_add(ring));
    for y in top.max(0)..=bottom.min(height - 1) {
        if y == top || y == bottom {
            for x in left.max(0)..=right.min(width - 1) {
                visit(Cell::new(x, y));
            }
        } else {
            for x in [left, right].into_iter().filter(|x| (0..width).contains(x)) {
                visit(Cell::new(x, y));
            }
        }
    }
}
