//! Files on the disk.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use crate::whole_file::replace;

/// The time at which a file was saved, and its length at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp(SystemTime, u64);

impl Stamp {
    fn of(data: &Metadata) -> Option<Self> {
        Some(Self(data.modified().ok()?, data.len()))
    }
}

/// A lock that the system releases when the program ends, whatever the reason.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Reads a file.
///
/// # Errors
/// Errors of the file system.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

/// Reads the first `most` bytes of a file.
///
/// # Errors
/// Errors of the file system.
pub fn read_head(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the stamp of a file; `None` if the file is missing or the time is unknown.
#[must_use]
pub fn stamp(path: &Path) -> Option<Stamp> {
    fs::metadata(path).ok().as_ref().and_then(Stamp::of)
}

/// Lists the entries of a folder by name, with their stamps; a missing folder is empty.
#[must_use]
pub fn list(folder: &Path) -> Vec<(String, Option<Stamp>)> {
    let named = |file: fs::DirEntry| {
        Some((
            file.file_name().to_str()?.to_owned(),
            file.metadata().ok().as_ref().and_then(Stamp::of),
        ))
    };
    let mut files: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(named)
        .collect();
    files.sort();
    files
}

/// Returns `true` if the path exists, even as a dangling link.
#[must_use]
pub fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Returns `true` if the path is an existing file.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Returns `true` if the path is an existing folder.
#[must_use]
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Returns the absolute path of an existing file, with all links resolved.
///
/// # Errors
/// Errors of the file system.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// Returns the absolute path of a file that need not exist.
///
/// # Errors
/// Errors of the file system.
pub fn absolute(path: &Path) -> io::Result<PathBuf> {
    std::path::absolute(path)
}

/// Creates a folder and its missing parents.
///
/// # Errors
/// Errors of the file system.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Removes a file.
///
/// # Errors
/// Errors of the file system.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Locks the file at this path; returns `None` if another program holds the lock.
///
/// # Errors
/// Errors of the file system, which may not support locks.
pub fn lock(path: &Path) -> io::Result<Option<Lock>> {
    let Ok(file) = File::create(path) else {
        return Ok(None);
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock { _file: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
