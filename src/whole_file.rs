//! Files that are written whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Puts `bytes` in the place of the content of a file, as `write_whole` does.
///
/// # Errors
/// The error of the system; the file is as it was.
#[cfg(feature = "app")]
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    write_whole(path, bytes.as_ref(), true, |make| Ok(((), make()?)))
}

/// Writes a file: whoever reads it, and whenever the program ends, finds the old content or the new
/// one. A link to a file goes on pointing there, and permissions stay.
///
/// The bytes are written to a hidden draft in the same folder, flushed to the disk, and renamed.
/// `make` calls its argument, which makes the draft, and returns it with a guard that is kept until
/// the end.
///
/// # Errors
/// The error of the system, and [`AlreadyExists`](io::ErrorKind::AlreadyExists) for a file that may
/// not be replaced; it is as it was.
pub fn write_whole<G>(
    path: &Path,
    bytes: &[u8],
    may_replace: bool,
    make: impl FnOnce(&mut dyn FnMut() -> io::Result<NamedTempFile>) -> io::Result<(G, NamedTempFile)>,
) -> io::Result<()> {
    let target = fs::canonicalize(path).or_else(|_| std::path::absolute(path))?;
    let (Some(folder), Some(name)) = (target.parent(), target.file_name()) else {
        return Err(io::ErrorKind::InvalidFilename.into());
    };
    let prefix: OsString = [OsStr::new("."), name, OsStr::new(".")]
        .into_iter()
        .collect();
    sweep(folder, &prefix);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    // What any program gives to a new file: the user's mask applies.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Without the name of the draft, which nobody knows.
    let mut draft = || {
        builder
            .tempfile_in(folder)
            .map_err(|error| io::Error::from(error.kind()))
    };
    let (_guard, mut file) = make(&mut draft)?;
    // Only against the sweep of another program, where files can be locked at all.
    let _ = file.as_file().try_lock();
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    if let Ok(before) = fs::metadata(&target) {
        file.as_file().set_permissions(before.permissions())?;
    }
    let kept = if may_replace {
        file.persist(&target)
    } else {
        file.persist_noclobber(&target)
    };
    kept.map_err(|error| error.error)?;
    // Where a folder can be opened, its new entry reaches the disk as well.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The end of a draft's name: no other program and no user names a file so.
const SUFFIX: &str = ".gridwalk-draft";

/// Removes drafts of this file that a killed program left: nobody holds them.
fn sweep(folder: &Path, prefix: &OsStr) {
    let is_left = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let is_ours =
            name.starts_with(prefix.as_encoded_bytes()) && name.ends_with(SUFFIX.as_bytes());
        is_ours && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for left in entries.map(|entry| entry.path()).filter(is_left) {
        let _ = fs::remove_file(left);
    }
}
