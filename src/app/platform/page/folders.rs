//! Where the files of the program and of its user lie: names that no disk knows.

use std::path::{Path, PathBuf};

/// The folder of levels and lessons. What is saved in it lies above what came with the program.
#[must_use]
pub fn assets() -> PathBuf {
    PathBuf::from(ASSETS)
}

/// The folder for settings.
#[must_use]
pub fn settings() -> Option<PathBuf> {
    Some(PathBuf::from("/settings"))
}

/// The folder for unsaved work, with a slot for each tab.
#[must_use]
pub fn unsaved() -> Option<PathBuf> {
    Some(PathBuf::from("/unsaved"))
}

/// Where a copy of a level is offered that leaves the page.
pub fn downloads() -> Option<PathBuf> {
    Some(PathBuf::from(DOWNLOADS))
}

pub(super) const ASSETS: &str = "/assets";
/// What is written here is handed to the browser, and is not kept.
pub(super) const DOWNLOADS: &str = "/downloads";
/// What a user opened from the disk or dropped, in memory.
const OPENED: &str = "/opened";
/// The folders, which are always there.
pub(super) const ALL: [&str; 7] = ["/", ASSETS, "/assets/levels", "/assets/lessons", DOWNLOADS, "/settings", OPENED];

/// Whether the path has that folder above it.
pub(super) fn is_in(path: &Path, folder: &str) -> bool {
    path.parent() == Some(Path::new(folder))
}

/// Whether what is saved at this path is found there again: what was opened from the user's disk or dropped is a copy.
pub fn keeps(path: &Path) -> bool {
    !is_in(path, OPENED)
}
