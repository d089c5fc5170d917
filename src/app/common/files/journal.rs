//! Keeps unsaved work on the disk, so that it can be recovered after a crash.
//!
//! Each running program has a slot in a folder: a lock file and, beside it, the program's unsaved work. The system
//! releases the lock when the program ends, whatever the reason. A slot with work and no lock is an orphan.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::app::platform::{Lock, files};

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
            let Some(lock) = files::lock(&lock)? else { continue };
            let slot = Self { work: folder.join(format!("{number}.ron")), _lock: lock };
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
        files::replace(&self.work, &text)
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
