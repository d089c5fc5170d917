//! Files of the system.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use crate::whole_file::replace;

/// When a file was saved, and how long it was then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp(SystemTime, u64);

impl Stamp {
    fn of(data: &Metadata) -> Option<Self> {
        Some(Self(data.modified().ok()?, data.len()))
    }
}

/// A lock that the system takes away when the program ends, however that happens.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// What a file holds.
///
/// # Errors
/// What the system says.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

/// What a file holds, as far as so many bytes.
///
/// # Errors
/// What the system says.
pub fn read_head(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// When a file was saved; `None` if there is none, or that cannot be found out.
#[must_use]
pub fn stamp(path: &Path) -> Option<Stamp> {
    fs::metadata(path).ok().as_ref().and_then(Stamp::of)
}

/// What lies in a folder, by name, and when each was saved; a missing folder is empty.
#[must_use]
pub fn list(folder: &Path) -> Vec<(String, Option<Stamp>)> {
    let named = |file: fs::DirEntry| {
        Some((file.file_name().to_str()?.to_owned(), file.metadata().ok().as_ref().and_then(Stamp::of)))
    };
    let mut files: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().filter_map(named).collect();
    files.sort();
    files
}

/// Whether anything has this name, be it a link that leads nowhere.
#[must_use]
pub fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Whether it is a file that is there.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether it is a folder that is there.
#[must_use]
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// The one path of what is there: whole, and with every link followed.
///
/// # Errors
/// What the system says.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// The whole path of what need not be there.
///
/// # Errors
/// What the system says.
pub fn absolute(path: &Path) -> io::Result<PathBuf> {
    std::path::absolute(path)
}

/// Makes a folder and those that it lies in, as far as they are missing.
///
/// # Errors
/// What the system says.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Removes a file.
///
/// # Errors
/// What the system says.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Takes a lock that has the name of a file, unless another program holds it.
///
/// # Errors
/// What the system says, which may not know locks.
pub fn lock(path: &Path) -> io::Result<Option<Lock>> {
    let Ok(file) = File::create(path) else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock { _file: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
