//! Files of a page: files saved in the browser's storage hide the program's files of the same name.

use std::io::{Error, ErrorKind, Result};
use std::path::{Component, Path, PathBuf};

use super::folders::{ALL, DOWNLOADS, is_in};
use super::host;
use crate::shipped::{SHIPPED_LESSONS, SHIPPED_LEVELS};

/// Number of saves of a file in this browser while the page was open; 0 for a file of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp(u64);

/// A lock that the browser releases when the tab is closed, whatever the reason.
#[derive(Debug)]
pub struct Lock;

/// Returns the files built into the program: folder, name and text.
fn shipped() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let levels = SHIPPED_LEVELS
        .iter()
        .map(|level| ("/assets/levels", level.file, level.text));
    levels.chain(
        SHIPPED_LESSONS
            .iter()
            .map(|(file, text)| ("/assets/lessons", *file, *text)),
    )
}

fn shipped_text(path: &Path) -> Option<&'static str> {
    shipped()
        .find(|(folder, name, _)| path == Path::new(folder).join(name))
        .map(|(.., text)| text)
}

/// Returns the absolute path, without `.` and `..`.
fn whole(path: &Path) -> PathBuf {
    let mut whole = PathBuf::from("/");
    for part in path.components() {
        match part {
            Component::Normal(name) => whole.push(name),
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    whole
}

fn name(path: &Path) -> String {
    whole(path).to_string_lossy().into_owned()
}

/// Reads a file.
///
/// # Errors
/// An error that the file does not exist.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let stored = host::read_file(&name(path));
    let bytes = stored.or_else(|| shipped_text(&whole(path)).map(|text| text.as_bytes().to_vec()));
    bytes.ok_or_else(|| Error::new(ErrorKind::NotFound, "there is no such file"))
}

/// Reads the first `most` bytes of a file.
///
/// # Errors
/// An error that the file does not exist.
pub fn read_head(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = read(path)?;
    bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Ok(bytes)
}

/// Returns the stamp of a file; `None` if the file does not exist.
#[must_use]
pub fn stamp(path: &Path) -> Option<Stamp> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a page counts in whole numbers"
    )]
    let stored = host::stamp_file(&name(path)).map(|count| Stamp(1 + count as u64));
    stored.or_else(|| shipped_text(&whole(path)).map(|_| Stamp(0)))
}

/// Lists the files of a folder by name, with their stamps.
#[must_use]
pub fn list(folder: &Path) -> Vec<(String, Option<Stamp>)> {
    let folder = whole(folder);
    let stored = host::list_files().into_iter().map(PathBuf::from);
    let shipped = shipped().map(|(folder, name, _)| Path::new(folder).join(name));
    let here = stored
        .chain(shipped)
        .filter(|path| path.parent() == Some(&folder));
    let mut files: Vec<_> = here
        .filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), stamp(&path))))
        .collect();
    files.sort();
    files.dedup();
    files
}

/// Returns `true` if a file, or a lock of another tab, has this path.
#[must_use]
pub fn exists(path: &Path) -> bool {
    is_file(path) || slot(path).is_some_and(|slot| slot <= host::last_slot())
}

/// Returns `true` if the path is an existing file.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    stamp(path).is_some()
}

/// Returns `true` if the path is an existing folder.
#[must_use]
pub fn is_folder(path: &Path) -> bool {
    ALL.iter().any(|folder| whole(path) == Path::new(folder))
}

/// Returns the absolute path of an existing file or folder.
///
/// # Errors
/// An error that the path does not exist.
pub fn canonical(path: &Path) -> Result<PathBuf> {
    let is_there = is_file(path) || is_folder(path);
    is_there
        .then(|| whole(path))
        .ok_or_else(|| Error::new(ErrorKind::NotFound, "there is no such file"))
}

/// Returns the absolute path of a file that need not exist.
///
/// # Errors
/// None. The signature is the same as on the desktop.
pub fn absolute(path: &Path) -> Result<PathBuf> {
    Ok(whole(path))
}

/// Does nothing: folders are only names here, and need not be created.
///
/// # Errors
/// None. The signature is the same as on the desktop.
pub fn make_folder(_: &Path) -> Result<()> {
    Ok(())
}

/// Replaces the content of a file by `bytes`; a file in the downloads folder is passed to the
/// browser.
///
/// # Errors
/// The error of the browser, whose storage may be full; the file is unchanged then.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    let path = whole(path);
    if is_in(&path, DOWNLOADS) {
        host::download(
            &path.file_name().unwrap_or_default().to_string_lossy(),
            bytes.as_ref(),
        );
        return Ok(());
    }
    host::write_file(&path.to_string_lossy(), bytes.as_ref())
        .map_or(Ok(()), |why| Err(Error::other(why)))
}

/// Removes a file from the browser's storage; a file of the program gets its original content back.
///
/// # Errors
/// An error that the file does not exist.
pub fn remove(path: &Path) -> Result<()> {
    if host::stamp_file(&name(path)).is_none() {
        return Err(Error::new(ErrorKind::NotFound, "there is no such file"));
    }
    host::remove_file(&name(path));
    Ok(())
}

/// Takes the lock with this path; returns `None` if another tab holds it.
///
/// The page tries to take all locks before the program starts.
///
/// # Errors
/// None. The signature is the same as on the desktop.
pub fn lock(path: &Path) -> Result<Option<Lock>> {
    Ok(slot(path).is_some_and(host::holds_slot).then_some(Lock))
}

/// Returns the number of the slot whose lock has this path.
fn slot(path: &Path) -> Option<u32> {
    path.file_name()?
        .to_str()?
        .strip_suffix(".lock")?
        .parse()
        .ok()
}
