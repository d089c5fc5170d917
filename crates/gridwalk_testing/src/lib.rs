//! Helpers shared by tests: random numbers, maps as text, events of a search, and work in slices.
#![expect(clippy::must_use_candidate, reason = "tests use what they ask for")]

pub mod crowd;
mod files;
pub mod levels;
pub mod oracle;

pub use files::{
    LevelFile, Step, dynamic_scenario, root, shared, shared_text, shipped_level, shipped_levels,
};

use std::fmt::Debug;
use std::ops::RangeBounds;
use std::pin::pin;
use std::task::Poll;

use gridwalk_pathfinding::slices::next;
use gridwalk_pathfinding::{Cell, CellIndex, Direction, Grid, NeighborOrder, Outcome, SearchEvent};

/// Seeded random numbers (splitmix64).
pub struct Rng(pub u64);

impl Rng {
    /// Returns the next number.
    #[expect(clippy::should_implement_trait, reason = "it has no end")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `n` - 1; 0 if `n` is 0.
    pub fn below<T: TryFrom<u64> + TryInto<u64>>(&mut self, n: T) -> T {
        let n = n.try_into().ok().expect("a limit is not negative");
        T::try_from(self.next() % n.max(1))
            .ok()
            .expect("what is below the limit fits as well")
    }

    /// Returns `true` with probability 1/`n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns a random element.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    /// Returns a random cell of the map.
    pub fn cell(&mut self, grid: &Grid) -> Cell {
        grid.cell(CellIndex(
            self.below(u32::try_from(grid.cell_count()).unwrap()),
        ))
    }

    /// Returns a random walkable cell, if one of 99 tries finds one.
    pub fn free_cell(&mut self, grid: &Grid) -> Option<Cell> {
        (0..99)
            .map(|_| self.cell(grid))
            .find(|&cell| grid.is_walkable(cell))
    }

    /// Returns the eight directions in random order.
    pub fn neighbours(&mut self) -> NeighborOrder {
        let mut order = Direction::ALL;
        for i in 1..order.len() {
            order.swap(i, self.below(i + 1));
        }
        NeighborOrder::new(&order).unwrap()
    }
}

/// Returns all cells, row by row.
pub fn cells(grid: &Grid) -> impl Iterator<Item = Cell> + use<> {
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

/// Returns the map in the notation of [`Grid::from_rows`], with its portals.
///
/// One-way cells are shown as `>`, and cells that cost more than 9 as `+`.
pub fn show(grid: &Grid) -> String {
    let sign = |cell| match grid.terrain(cell).unwrap() {
        terrain if terrain.is_blocked() => '#',
        terrain if terrain.is_one_way() => '>',
        terrain => match terrain.cost.unwrap_or(0) {
            1 => '.',
            cost => char::from_digit(cost.into(), 10).unwrap_or('+'),
        },
    };
    let row = |y| {
        (0..grid.width().cast_signed())
            .map(|x| sign(Cell::new(x, y)))
            .collect::<String>()
            + "\n"
    };
    let rows: String = (0..grid.height().cast_signed()).map(row).collect();
    format!("{rows}portals {:?}", grid.portals())
}

/// Asserts that the events agree with the statistics, and that exactly one, the last, ends the
/// search.
pub fn assert_events_agree(events: &[SearchEvent], outcome: &Outcome, context: &str) {
    let count = |wanted: fn(&SearchEvent) -> bool| {
        events.iter().filter(|event| wanted(event)).count() as u64
    };
    let stats = outcome.stats();
    assert_eq!(
        stats.expanded,
        count(|e| matches!(e, SearchEvent::Expanded { .. })),
        "{context}"
    );
    assert_eq!(
        stats.generated,
        count(|e| matches!(e, SearchEvent::Generated { .. })),
        "{context}"
    );
    assert_eq!(
        stats.reopened,
        count(|e| matches!(e, SearchEvent::Relaxed { reopened: true, .. })),
        "{context}"
    );
    assert_eq!(
        events.last(),
        Some(&SearchEvent::Ended {
            found: outcome.path().is_some()
        }),
        "{context}"
    );
    assert_eq!(
        count(|e| matches!(e, SearchEvent::Ended { .. })),
        1,
        "{context}"
    );
}

/// Asserts the number of slices and the result, and that dropping unfinished work has no effect.
///
/// # Panics
/// If a check fails.
pub fn check_slices<T: PartialEq + Debug, F: Future<Output = T>>(
    what: &str,
    count: impl RangeBounds<usize>,
    whole: &T,
    begin: impl Fn() -> F,
) {
    let run = || {
        let (mut work, mut slices) = (pin!(begin()), 1);
        loop {
            match next(work.as_mut()) {
                Poll::Pending => slices += 1,
                Poll::Ready(done) => {
                    assert!(done == *whole, "{what}: other than at once");
                    return slices;
                }
            }
        }
    };
    let slices = run();
    assert!(count.contains(&slices), "{what}: {slices} slices");
    {
        let mut dropped = pin!(begin());
        for _ in 0..slices / 2 {
            assert!(next(dropped.as_mut()).is_pending(), "{what}");
        }
    }
    assert_eq!(run(), slices, "{what}: other after some that was dropped");
}
