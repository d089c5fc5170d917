//! Cells that one search expanded and another did not.

use gridwalk_pathfinding::slices::{at_once, for_each};

use crate::Trace;

/// Returns for each cell in reading order which of two searches on one map expanded it.
///
/// Bit 1 is the first search, bit 2 the second. The result is complete even if a search was too long to keep all
/// events.
///
/// # Complexity
/// O(cells + events).
#[must_use]
pub fn expanded_by(first: &Trace, second: &Trace) -> Vec<u8> {
    at_once(expanded_by_in_slices(first, second))
}

/// Does the same as [`expanded_by`] in [slices](gridwalk_pathfinding::slices).
pub async fn expanded_by_in_slices(first: &Trace, second: &Trace) -> Vec<u8> {
    let width = first.width as usize;
    let mut expanded = vec![0; width * first.height as usize];
    for (bit, trace) in [(1, first), (2, second)] {
        for_each(trace.expanded_cells(), |cell| {
            let (Ok(x), Ok(y)) = (usize::try_from(cell.x), usize::try_from(cell.y)) else { return };
            if let Some(mark) = expanded.get_mut(y * width + x) {
                *mark |= bit;
            }
        })
        .await;
    }
    expanded
}

/// Numbers of cells that two searches expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// Number of cells that only the first search expanded.
    pub only_first: usize,
    /// Number of cells that only the second search expanded.
    pub only_second: usize,
    /// Number of cells that both expanded.
    pub both: usize,
}

impl Difference {
    /// Counts the cells of two searches on one map.
    #[must_use]
    pub fn of(first: &Trace, second: &Trace) -> Self {
        let mut counts = [0; 4];
        for mark in expanded_by(first, second) {
            counts[usize::from(mark)] += 1;
        }
        let [_, only_first, only_second, both] = counts;
        Self { only_first, only_second, both }
    }
}
