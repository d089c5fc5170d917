//! Numbers and choices in words, as several features say them.

use gridwalk_explain::Language;
use gridwalk_pathfinding::{Cost, KeepOffWalls, SearchOptions, Terrain, UnreachablePolicy};

pub use gridwalk_explain::thousands;

use super::{Phrase, Sentence};

/// A number, or a dash where there is none.
#[must_use]
pub fn count_or_dash(count: Option<u64>) -> String {
    count.map_or("–".to_owned(), thousands)
}

/// So many cells in words.
#[must_use]
pub fn cells(count: u64, language: Language) -> String {
    if count == 1 {
        return Phrase::OneCell.text(language).to_owned();
    }
    Phrase::Cells.with("count", thousands(count)).tell(language)
}

/// The cost of a path, or a dash where there is none.
#[must_use]
pub fn cost_or_dash(options: &SearchOptions, cost: Option<Cost>) -> String {
    cost.map_or("–".to_owned(), |cost| options.units().format(cost))
}

/// The form in which an extra cost near walls is typed.
#[must_use]
pub fn keep_off_walls_expected() -> Sentence {
    let expected = Phrase::KeepOffWallsExpected.with("cells", KeepOffWalls::MAX_CELLS);
    expected.with("cost", Terrain::MAX_COST)
}

/// What agents do where there is no path.
#[must_use]
pub const fn unreachable(policy: UnreachablePolicy) -> Phrase {
    match policy {
        UnreachablePolicy::Refuse => Phrase::StayAndSay,
        UnreachablePolicy::Nearest => Phrase::GoToNearest,
    }
}
