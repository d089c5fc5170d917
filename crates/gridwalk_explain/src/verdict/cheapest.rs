//! The cost of the cheapest path by A*, for maps that are too large to be judged whole.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gridwalk_pathfinding::referee::{MoveRules, ends};
use gridwalk_pathfinding::slices::repeat;
use gridwalk_pathfinding::{Cell, Cost, Grid, Movement, PathQuery};

/// Finds the cost of the cheapest path by A*; `None` if there is no path.
///
/// The heuristic is written a second time, independently of the searches: steps over the cheapest ground straight to
/// the goal, as if there were no walls.
///
/// # Complexity
/// That of A*, and O(cells) memory, of which only the reached part is touched.
pub(super) async fn cheapest(rules: &MoveRules, grid: &Grid, query: &PathQuery) -> Option<Cost> {
    let left = Left::new(grid, query);
    let is_end = {
        let ends = ends(rules, grid, query.goal, query.options.goal_tolerance);
        move |at: usize| ends.binary_search(&at).is_ok()
    };
    let start = rules.number(query.start);
    // One more than the least cost so far; 0 if unknown, so that the memory need not be initialised.
    let mut least = vec![0_u64; rules.count()];
    least[start] = 1;
    let mut open = BinaryHeap::from([(Reverse(left.from(query.start)), 0, start)]);
    let mut found = None;
    repeat(1, || {
        let Some((_, cost, at)) = open.pop() else { return false };
        if cost + 1 != least[at] {
            return true;
        }
        if is_end(at) {
            found = Some(Cost(cost));
            return false;
        }
        rules.each_from(at, |next, step| {
            let sum = cost + step;
            if least[next] == 0 || sum + 1 < least[next] {
                least[next] = sum + 1;
                open.push((Reverse(sum + left.from(rules.cell(next))), sum, next));
            }
        });
        true
    })
    .await;
    found
}

/// A lower bound of the remaining cost to the goal.
struct Left {
    goal: Cell,
    /// The cost of the cheapest step, straight and diagonal.
    straight: u64,
    diagonal: u64,
    /// The goal tolerance, in cells.
    tolerance: u64,
}

impl Left {
    fn new(grid: &Grid, query: &PathQuery) -> Self {
        let PathQuery { goal, ref options, .. } = *query;
        let ground = grid.legend().iter().filter_map(|terrain| terrain.cost).min().unwrap_or(1);
        // With a portal the straight line is no bound.
        let ground = if grid.portals().is_empty() { u64::from(ground) } else { 0 };
        let units = options.units();
        let straight = units.straight().0 * ground;
        let diagonal = if options.movement == Movement::Four { 2 * straight } else { units.diagonal().0 * ground };
        Self { goal, straight, diagonal: diagonal.min(2 * straight), tolerance: options.goal_tolerance.into() }
    }

    fn from(&self, cell: Cell) -> u64 {
        let (dx, dy) = cell.distance(self.goal);
        let (short, long) = (u64::from(dx.min(dy)), u64::from(dx.max(dy)));
        let whole = self.straight * (long - short) + self.diagonal * short;
        // Within the tolerance, no cell is farther away than this number of diagonal steps.
        whole.saturating_sub(self.diagonal * self.tolerance)
    }
}
