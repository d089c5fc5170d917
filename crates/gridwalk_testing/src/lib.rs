//! What several tests share.
#![expect(clippy::must_use_candidate, reason = "tests use what they ask for")]

pub mod dynamic;
pub mod edits;
pub mod levels;
pub mod oracle;
pub mod questions;
mod shipped;
mod slices;

pub use shipped::{LevelFile, shipped_level, shipped_levels};
pub use slices::check_slices;

use std::path::{Path as FilePath, PathBuf};

use gridwalk_pathfinding::{Cell, CellIndex, Direction, Grid, NeighborOrder, Outcome, SearchEvent};

/// Seeded numbers: splitmix64.
pub struct Rng(pub u64);

impl Rng {
    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "it has no end")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n` - 1; 0 if there is none.
    pub fn below<T: TryFrom<u64> + TryInto<u64>>(&mut self, n: T) -> T {
        let n = n.try_into().ok().expect("a limit is not negative");
        T::try_from(self.next() % n.max(1)).ok().expect("what is below the limit fits as well")
    }

    /// True once in so many times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    /// Any cell of the map.
    pub fn cell(&mut self, grid: &Grid) -> Cell {
        grid.cell(CellIndex(self.below(u32::try_from(grid.cell_count()).unwrap())))
    }

    /// A walkable cell, if some tries find one.
    pub fn free_cell(&mut self, grid: &Grid) -> Option<Cell> {
        (0..99).map(|_| self.cell(grid)).find(|&cell| grid.is_walkable(cell))
    }

    /// The eight directions in any order.
    pub fn neighbours(&mut self) -> NeighborOrder {
        let mut order = Direction::ALL;
        for i in 1..order.len() {
            order.swap(i, self.below(i + 1));
        }
        NeighborOrder::new(&order).unwrap()
    }
}

/// All cells, row by row.
pub fn cells(grid: &Grid) -> impl Iterator<Item = Cell> + use<> {
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

/// The map as [`Grid::from_rows`] reads it, but for `>` on one-way cells and `+` on those that cost more than 9; and its
/// portals.
pub fn show(grid: &Grid) -> String {
    let sign = |cell| match grid.terrain(cell).unwrap() {
        terrain if terrain.is_blocked() => '#',
        terrain if terrain.is_one_way() => '>',
        terrain => match terrain.cost.unwrap_or(0) {
            1 => '.',
            cost => char::from_digit(cost.into(), 10).unwrap_or('+'),
        },
    };
    let row = |y| (0..grid.width().cast_signed()).map(|x| sign(Cell::new(x, y))).collect::<String>() + "\n";
    let rows: String = (0..grid.height().cast_signed()).map(row).collect();
    format!("{rows}portals {:?}", grid.portals())
}

/// What an observer was given adds up to what is counted, and ends once.
pub fn assert_events_agree(events: &[SearchEvent], outcome: &Outcome, context: &str) {
    let count = |wanted: fn(&SearchEvent) -> bool| events.iter().filter(|event| wanted(event)).count() as u64;
    let stats = outcome.stats();
    assert_eq!(stats.expanded, count(|e| matches!(e, SearchEvent::Expanded { .. })), "{context}");
    assert_eq!(stats.generated, count(|e| matches!(e, SearchEvent::Generated { .. })), "{context}");
    assert_eq!(stats.reopened, count(|e| matches!(e, SearchEvent::Relaxed { reopened: true, .. })), "{context}");
    assert_eq!(events.last(), Some(&SearchEvent::Ended { found: outcome.path().is_some() }), "{context}");
    assert_eq!(count(|e| matches!(e, SearchEvent::Ended { .. })), 1, "{context}");
}

/// The folder of the project, with `assets` and `crates`.
pub fn root() -> &'static FilePath {
    FilePath::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Declares tests that need the published data, which lie in the folder `shared` beside this project. Where they are
/// missing the tests are listed as ignored; where `GRIDWALK_REQUIRE_SHARED` is set, as in CI, the build fails.
#[cfg(has_published_data)]
#[macro_export]
macro_rules! published {
    ($($(#[$about:meta])* fn $name:ident() $body:block)+) => { $($(#[$about])* #[test] fn $name() $body)+ };
}

/// Declares tests that need the published data: they are missing.
#[cfg(not(has_published_data))]
#[macro_export]
macro_rules! published {
    ($($(#[$about:meta])* fn $name:ident() $body:block)+) => {
        $($(#[$about])* #[test] #[ignore = "needs the published data in ../shared"] fn $name() $body)+
    };
}

/// A file or folder of published data. Only [`published!`] tests may ask for one.
pub fn shared(name: &str) -> PathBuf {
    let path = root().join("../shared").join(name);
    assert!(path.exists(), "{} is missing", path.display());
    path
}

/// The text of a shared file.
pub fn shared_text(name: &str) -> String {
    let path = shared(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
