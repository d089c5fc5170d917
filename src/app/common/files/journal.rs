//! Unsaved work on the disk, for the start after the program was ended from outside.
//!
//! Each running program has a slot in a folder: a lock that the system takes away when the program ends, however that
//! happens, and beside it the work that it has not saved. A slot with work that nobody holds was left behind.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::app::platform::{Lock, files};

/// A level as it stands in the window, and where its file lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsaved {
    /// The file that it belongs to; none if it was never saved.
    pub file: Option<PathBuf>,
    /// What people call it.
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

/// Work that a program left behind which did not come to its end.
#[derive(Debug)]
pub struct Orphan {
    /// What it was.
    pub unsaved: Unsaved,
    slot: Journal,
}

/// More programs than this at a time have no journal.
const SLOTS: u32 = 64;

impl Journal {
    /// Takes a free slot in the folder, which is made if it is missing, and finds what was left in others.
    ///
    /// # Errors
    /// What the system says; or that all slots are taken.
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

    /// Writes down what is not saved, in the place of what was written before.
    ///
    /// # Errors
    /// What the system says; what was written before is still there.
    pub fn write(&self, unsaved: &Unsaved) -> io::Result<()> {
        let text = ron::to_string(unsaved).map_err(io::Error::other)?;
        files::replace(&self.work, &text)
    }

    /// Everything is saved, or was thrown away.
    ///
    /// # Errors
    /// What the system says.
    pub fn clear(&self) -> io::Result<()> {
        match files::remove(&self.work) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// What is written down.
    fn read(&self) -> Option<Unsaved> {
        ron::de::from_bytes(&files::read(&self.work).ok()?).ok()
    }
}

impl Orphan {
    /// Throws the work away.
    ///
    /// # Errors
    /// What the system says.
    pub fn discard(self) -> io::Result<()> {
        self.slot.clear()
    }
}
