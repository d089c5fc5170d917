//! Detects changes that other programs make to files, by polling.
//!
//! Polling a few times a second works on every file system; the notifications of a platform work only on some.

use core::time::Duration;
use std::path::{Path, PathBuf};

use crate::app::platform::{Stamp, files};

/// The interval between two checks of a file.
pub const LOOK: Duration = Duration::from_millis(400);
/// Number of consecutive checks that must miss a file before it counts as deleted.
///
/// Editors replace a file when they save it, so it may be missing for a moment.
const MISSED: u32 = 2;

/// The time at which a file was last saved; `None` if the time is unknown.
pub type Saved = Option<Stamp>;

/// A file that is polled for changes.
#[derive(Default, Debug)]
pub struct FollowedFile {
    path: PathBuf,
    seen: Saved,
    missed: u32,
}

impl FollowedFile {
    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns `true` if the file was deleted or moved away after it was opened.
    #[must_use]
    pub const fn is_gone(&self) -> bool {
        self.missed >= MISSED
    }

    /// Checks the file at this path; returns `true` if it was saved since the last check.
    pub fn look(&mut self, path: &Path) -> bool {
        if self.path != path {
            *self = Self { path: path.to_owned(), ..Self::default() };
        }
        let now = files::stamp(path);
        if now.is_none() {
            // A file that never existed is an error that the loader reports.
            self.missed += u32::from(self.seen.is_some());
            return false;
        }
        let was_saved = self.seen.is_some() && self.seen != now;
        self.seen = now;
        self.missed = 0;
        was_saved
    }
}

/// A folder that is polled for changes of its files.
#[derive(Default, Debug)]
pub struct FollowedFolder {
    path: PathBuf,
    files: Vec<(String, Saved)>,
}

impl FollowedFolder {
    /// Starts to follow a folder, whose files are unknown until the first check.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self { path, files: Vec::new() }
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the files of the last check, each with the time it was saved; none if the folder is missing.
    #[must_use]
    pub fn files(&self) -> &[(String, Saved)] {
        &self.files
    }

    /// Checks the folder; returns `true` if a file was added, removed or saved since the last check.
    pub fn look(&mut self) -> bool {
        let files = files::list(&self.path);
        let is_changed = files != self.files;
        self.files = files;
        is_changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_is_read_again_and_a_deleted_one_is_called_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.level.ron");
        files::replace(&path, "one").unwrap();
        let mut file = FollowedFile::default();
        assert!(!file.look(&path), "it was read when it was opened");
        files::replace(&path, "another").unwrap();
        assert!(file.look(&path) && !file.look(&path));
        files::remove(&path).unwrap();
        assert!(!file.look(&path) && !file.is_gone(), "it may be about to be replaced");
        assert!(!file.look(&path) && file.is_gone());
        files::replace(&path, "back again").unwrap();
        assert!(file.look(&path) && !file.is_gone());
    }

    #[test]
    fn a_folder_changes_with_each_of_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.lesson.ron");
        let mut followed = FollowedFolder::new(folder.path().to_owned());
        assert!(!followed.look(), "it is empty");
        files::replace(&path, "one").unwrap();
        assert!(followed.look() && !followed.look());
        files::replace(&path, "another").unwrap();
        assert!(followed.look() && !followed.look());
        files::remove(&path).unwrap();
        assert!(followed.look() && followed.files().is_empty());
    }
}
