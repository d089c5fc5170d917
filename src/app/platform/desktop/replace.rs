//! Writes a file whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Puts `bytes` in the place of what the file held: whoever reads it, and whenever the program ends, finds the old
/// content or the new one. A link to a file goes on pointing there, and permissions stay.
///
/// They are written to a hidden file in the same folder, flushed to the disk, and renamed.
///
/// # Errors
/// What the system says; the file is as it was.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let target = fs::canonicalize(path).or_else(|_| std::path::absolute(path))?;
    let (Some(folder), Some(name)) = (target.parent(), target.file_name()) else {
        return Err(io::ErrorKind::InvalidFilename.into());
    };
    sweep(folder, name);
    let mut builder = tempfile::Builder::new();
    let prefix = prefix(name);
    builder.prefix(&prefix).suffix(SUFFIX);
    // What any program gives to a new file: the user's mask applies.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Without the name of that file, which nobody knows.
    let mut beside = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    // Only against the sweep of another save, where files can be locked at all.
    let _ = beside.as_file().try_lock();
    if let Ok(before) = fs::metadata(&target) {
        beside.as_file().set_permissions(before.permissions())?;
    }
    beside.write_all(bytes.as_ref())?;
    beside.as_file().sync_all()?;
    beside.persist(&target)?;
    // Where a folder can be opened, its new entry reaches the disk as well.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

const SUFFIX: &str = ".saving";

fn prefix(name: &OsStr) -> OsString {
    [OsStr::new("."), name, OsStr::new(".")].into_iter().collect()
}

/// Removes what a save left that was killed: nobody holds it.
fn sweep(folder: &Path, name: &OsStr) {
    let prefix = prefix(name);
    let is_left = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let is_ours = name.starts_with(prefix.as_encoded_bytes()) && name.ends_with(SUFFIX.as_bytes());
        is_ours && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for left in entries.map(|entry| entry.path()).filter(is_left) {
        let _ = fs::remove_file(left);
    }
}
