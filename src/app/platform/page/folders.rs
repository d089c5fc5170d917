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
/// The folders that are always there; what a user opened by hand lies in the last one.
pub(super) const ALL: [&str; 7] = ["/", ASSETS, "/assets/levels", "/assets/lessons", DOWNLOADS, "/settings", "/opened"];

/// Whether the path has that folder above it.
pub(super) fn is_in(path: &Path, folder: &str) -> bool {
    path.parent() == Some(Path::new(folder))
}
