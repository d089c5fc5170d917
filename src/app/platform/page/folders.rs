//! Virtual paths of the program's files and of the user's files.

use std::path::{Path, PathBuf};

/// Returns the folder of levels and lessons.
///
/// A file saved in it hides the program's file of the same name.
#[must_use]
pub fn assets() -> PathBuf {
    PathBuf::from(ASSETS)
}

/// Returns the folder for settings.
#[must_use]
pub fn settings() -> Option<PathBuf> {
    Some(PathBuf::from("/settings"))
}

/// Returns the folder for unsaved work, with a slot for each tab.
#[must_use]
pub fn unsaved() -> Option<PathBuf> {
    Some(PathBuf::from("/unsaved"))
}

/// Returns the folder suggested for exports.
pub fn downloads() -> Option<PathBuf> {
    Some(PathBuf::from(DOWNLOADS))
}

pub(super) const ASSETS: &str = "/assets";
/// Folder for downloads: files written here are passed to the browser and not kept.
pub(super) const DOWNLOADS: &str = "/downloads";
/// Folder for files that the user opened from the disk or dropped; they stay in memory.
const OPENED: &str = "/opened";
/// All folders. They always exist.
pub(super) const ALL: [&str; 7] = [
    "/",
    ASSETS,
    "/assets/levels",
    "/assets/lessons",
    DOWNLOADS,
    "/settings",
    OPENED,
];

/// Returns `true` if `folder` is the parent of the path.
pub(super) fn is_in(path: &Path, folder: &str) -> bool {
    path.parent() == Some(Path::new(folder))
}

/// Returns `true` if a file saved at this path is kept; an opened or dropped file is only a copy.
pub fn keeps(path: &Path) -> bool {
    !is_in(path, OPENED)
}
