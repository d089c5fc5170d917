//! What other programs did to files. They are looked at a few times a second: that works for any file on any disk, where a
//! watcher of the platform works for some.

use core::time::Duration;
use std::path::{Path, PathBuf};

use crate::app::platform::{Stamp, files};

/// How often files are looked at.
pub const LOOK: Duration = Duration::from_millis(400);
/// A file is missing so often before it is called gone: editors replace files when they save them.
const MISSED: u32 = 2;

/// When a file was saved last; `None` if that cannot be found out.
pub type Saved = Option<Stamp>;

/// One file as it lies on the disk.
#[derive(Default, Debug)]
pub struct FollowedFile {
    path: PathBuf,
    seen: Saved,
    missed: u32,
}

impl FollowedFile {
    /// Where it lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it was deleted or moved away since it was opened.
    #[must_use]
    pub const fn is_gone(&self) -> bool {
        self.missed >= MISSED
    }

    /// Looks at the file at this path, and says whether it was saved since the last look.
    pub fn look(&mut self, path: &Path) -> bool {
        if self.path != path {
            *self = Self { path: path.to_owned(), ..Self::default() };
        }
        let now = files::stamp(path);
        if now.is_none() {
            // What was never there is a mistake that the loader reports.
            self.missed += u32::from(self.seen.is_some());
            return false;
        }
        let was_saved = self.seen.is_some() && self.seen != now;
        self.seen = now;
        self.missed = 0;
        was_saved
    }
}

/// The files of a folder, by name.
#[derive(Default, Debug)]
pub struct FollowedFolder {
    path: PathBuf,
    files: Vec<(String, Saved)>,
}

impl FollowedFolder {
    /// A folder that was not looked at yet.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self { path, files: Vec::new() }
    }

    /// Where it lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files that were seen at the last look, and when each was saved; a missing folder has none.
    #[must_use]
    pub fn files(&self) -> &[(String, Saved)] {
        &self.files
    }

    /// Looks at it, and says whether a file came, went or was saved since the last look.
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
