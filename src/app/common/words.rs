//! Numbers and choices in words, shared by several features.

use std::io;
use std::path::Path;

use gridwalk_explain::Language;
use gridwalk_pathfinding::{Cost, KeepOffWalls, SearchOptions, Terrain, UnreachablePolicy};

pub use gridwalk_explain::thousands;

use super::{Phrase, Sentence};
use crate::app::platform::files;

/// Formats a number, or a dash for `None`.
#[must_use]
pub fn count_or_dash(count: Option<u64>) -> String {
    count.map_or("–".to_owned(), thousands)
}

/// Formats a number of cells.
#[must_use]
pub fn cells(count: u64, language: Language) -> String {
    if count == 1 {
        return Phrase::OneCell.text(language).to_owned();
    }
    Phrase::Cells.with("count", thousands(count)).tell(language)
}

/// Formats the cost of a path, or a dash for `None`.
#[must_use]
pub fn cost_or_dash(options: &SearchOptions, cost: Option<Cost>) -> String {
    cost.map_or("–".to_owned(), |cost| options.units().format(cost))
}

/// Describes the expected form of an extra cost near walls.
#[must_use]
pub fn keep_off_walls_expected() -> Sentence {
    let expected = Phrase::KeepOffWallsExpected.with("cells", KeepOffWalls::MAX_CELLS);
    expected.with("cost", Terrain::MAX_COST)
}

/// Explains why a file cannot be read, without the number of the system's error.
#[must_use]
pub fn unreadable(path: &Path, error: &io::Error) -> Sentence {
    let phrase = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Phrase::NoSuchFile,
        io::ErrorKind::IsADirectory => Phrase::FileIsFolder,
        io::ErrorKind::PermissionDenied => Phrase::FileForbidden,
        _ => Phrase::FileUnreadable,
    };
    let sentence = phrase.with("file", files::shown(path));
    if phrase == Phrase::FileUnreadable {
        return sentence.with("error", error);
    }
    sentence
}

/// Returns the name of a policy for unreachable goals.
#[must_use]
pub const fn unreachable(policy: UnreachablePolicy) -> Phrase {
    match policy {
        UnreachablePolicy::Refuse => Phrase::StayAndSay,
        UnreachablePolicy::Nearest => Phrase::GoToNearest,
    }
}
