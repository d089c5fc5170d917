//! Files of the window: the journal of unsaved work, and files and folders that are followed for
//! changes.

use core::time::Duration;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::{Component, Resource};
use serde::{Deserialize, Serialize};

use crate::app::platform::{Lock, Stamp, files, folders};

pub use crate::app::platform::files::replace;

/// The interval between two checks of a file.
pub const LOOK: Duration = Duration::from_millis(400);
/// Number of consecutive checks that must miss a file before it counts as deleted.
///
/// Editors replace a file when they save it, so it may be missing for a moment.
const MISSED: u32 = 2;

/// The time at which a file was last saved; `None` if the time is unknown.
pub type SaveStamp = Option<Stamp>;

/// A file that is polled for changes.
#[derive(Default, Debug)]
pub struct FollowedFile {
    path: PathBuf,
    seen: SaveStamp,
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
            *self = Self {
                path: path.to_owned(),
                ..Self::default()
            };
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
    files: Vec<(String, SaveStamp)>,
}

impl FollowedFolder {
    /// Starts to follow a folder, whose files are unknown until the first check.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            files: Vec::new(),
        }
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the files of the last check, each with the time it was saved; none if the folder is
    /// missing.
    #[must_use]
    pub fn files(&self) -> &[(String, SaveStamp)] {
        &self.files
    }

    /// Checks the folder; returns `true` if a file was added, removed or saved since the last
    /// check.
    pub fn look(&mut self) -> bool {
        let files = files::list(&self.path);
        let is_changed = files != self.files;
        self.files = files;
        is_changed
    }
}

/// A level with unsaved changes, and the path of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsaved {
    /// The file of the level; `None` if the level was never saved.
    pub file: Option<PathBuf>,
    /// The name of the level.
    pub name: String,
    /// The level as RON.
    pub text: String,
}

/// The slot of a running program.
#[derive(Debug)]
pub struct Journal {
    work: PathBuf,
    _lock: Lock,
}

/// Work left by a program that did not exit normally.
#[derive(Debug)]
pub struct Orphan {
    /// The unsaved level.
    pub unsaved: Unsaved,
    slot: Journal,
}

/// Maximum number of programs with a journal at the same time.
const SLOTS: u32 = 64;

impl Journal {
    /// Takes a free slot in the folder and returns the orphans in the other slots.
    ///
    /// The folder is created if it is missing.
    ///
    /// # Errors
    /// Errors of the file system, or an error that all slots are taken.
    pub fn open(folder: &Path) -> io::Result<(Self, Vec<Orphan>)> {
        files::make_folder(folder)?;
        let (mut own, mut orphans) = (None, Vec::new());
        for number in 0..SLOTS {
            let lock = folder.join(format!("{number}.lock"));
            if own.is_some() && !files::exists(&lock) {
                break;
            }
            let Some(lock) = files::lock(&lock)? else {
                continue;
            };
            let slot = Self {
                work: folder.join(format!("{number}.ron")),
                _lock: lock,
            };
            match slot.read() {
                Some(unsaved) => orphans.push(Orphan { unsaved, slot }),
                None if own.is_none() => own = Some(slot),
                None => {}
            }
        }
        let own = own.ok_or_else(|| io::Error::other("all slots of the journal are taken"))?;
        Ok((own, orphans))
    }

    /// Writes the unsaved work and replaces what was written before.
    ///
    /// # Errors
    /// Errors of the file system; the work written before is kept.
    pub fn write(&self, unsaved: &Unsaved) -> io::Result<()> {
        let text = ron::to_string(unsaved).map_err(io::Error::other)?;
        replace(&self.work, &text)
    }

    /// Removes the unsaved work, because it was saved or discarded.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn clear(&self) -> io::Result<()> {
        match files::remove(&self.work) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn read(&self) -> Option<Unsaved> {
        ron::de::from_bytes(&files::read(&self.work).ok()?).ok()
    }
}

impl Orphan {
    /// Discards the work.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn discard(self) -> io::Result<()> {
        self.slot.clear()
    }
}

/// The folder of pictures and films of the window: the working directory, or on a page the
/// browser's downloads.
#[derive(Resource, Debug)]
pub struct PictureFolder(pub PathBuf);

impl Default for PictureFolder {
    fn default() -> Self {
        Self(folders::downloads().unwrap_or_default())
    }
}

impl PictureFolder {
    /// Returns the path of a file with this ending that is not there yet: no picture takes the
    /// place of another.
    pub(in crate::app) fn free_name(&self, ending: &str) -> PathBuf {
        let mut names =
            (1..).map(|number: u32| self.0.join(format!("gridwalk-{number:03}.{ending}")));
        names
            .find(|name| !files::exists(name))
            .expect("no folder has so many files")
    }
}

/// Marks a picture or a film of the window that is not saved yet: the program ends after it.
#[derive(Component, Default)]
pub struct PictureInWork;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_picture_leaves_the_first_one_alone() {
        let folder = tempfile::tempdir().unwrap();
        let pictures = PictureFolder(folder.path().to_owned());
        let first = pictures.free_name("png");
        replace(&first, "").unwrap();
        let second = pictures.free_name("png");
        assert!(
            first.ends_with("gridwalk-001.png") && second.ends_with("gridwalk-002.png"),
            "{second:?}"
        );
        assert!(pictures.free_name("gif").ends_with("gridwalk-001.gif"));
    }

    #[test]
    fn a_saved_file_is_read_again_and_a_deleted_one_is_called_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.level.ron");
        replace(&path, "one").unwrap();
        let mut file = FollowedFile::default();
        assert!(!file.look(&path), "it was read when it was opened");
        replace(&path, "another").unwrap();
        assert!(file.look(&path) && !file.look(&path));
        files::remove(&path).unwrap();
        assert!(
            !file.look(&path) && !file.is_gone(),
            "it may be about to be replaced"
        );
        assert!(!file.look(&path) && file.is_gone());
        replace(&path, "back again").unwrap();
        assert!(file.look(&path) && !file.is_gone());
    }

    #[test]
    fn a_folder_changes_with_each_of_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.lesson.ron");
        let mut followed = FollowedFolder::new(folder.path().to_owned());
        assert!(!followed.look(), "it is empty");
        replace(&path, "one").unwrap();
        assert!(followed.look() && !followed.look());
        replace(&path, "another").unwrap();
        assert!(followed.look() && !followed.look());
        files::remove(&path).unwrap();
        assert!(followed.look() && followed.files().is_empty());
    }
}
