//! Files of a page: those of the program below, those of the browser's storage above them.

use std::io::{Error, ErrorKind, Result};
use std::path::{Component, Path, PathBuf};

use super::folders::{ALL, DOWNLOADS, is_in};
use super::host;
use crate::shipped::{SHIPPED_LESSONS, SHIPPED_LEVELS};

/// How often a file was saved in this browser while the page was open; 0 for a file of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp(u64);

/// A lock that the browser takes away when the tab is closed, however that happens.
#[derive(Debug)]
pub struct Lock;

/// The files that came with the program: folder, name and text.
fn shipped() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let levels = SHIPPED_LEVELS.iter().map(|level| ("/assets/levels", level.file, level.text));
    levels.chain(SHIPPED_LESSONS.iter().map(|(file, text)| ("/assets/lessons", *file, *text)))
}

fn shipped_text(path: &Path) -> Option<&'static str> {
    shipped().find(|(folder, name, _)| path == Path::new(folder).join(name)).map(|(.., text)| text)
}

/// The whole path, without `.` and `..`.
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

/// What a file holds.
///
/// # Errors
/// That there is none.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let stored = host::read_file(&name(path));
    let bytes = stored.or_else(|| shipped_text(&whole(path)).map(|text| text.as_bytes().to_vec()));
    bytes.ok_or_else(|| Error::new(ErrorKind::NotFound, "there is no such file"))
}

/// What a file holds, as far as so many bytes.
///
/// # Errors
/// That there is none.
pub fn read_head(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = read(path)?;
    bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Ok(bytes)
}

/// How often a file was saved; `None` if there is none.
#[must_use]
pub fn stamp(path: &Path) -> Option<Stamp> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a page counts in whole numbers")]
    let stored = host::stamp_file(&name(path)).map(|count| Stamp(1 + count as u64));
    stored.or_else(|| shipped_text(&whole(path)).map(|_| Stamp(0)))
}

/// What lies in a folder, by name, and how often each was saved.
#[must_use]
pub fn list(folder: &Path) -> Vec<(String, Option<Stamp>)> {
    let folder = whole(folder);
    let stored = host::list_files().into_iter().map(PathBuf::from);
    let shipped = shipped().map(|(folder, name, _)| Path::new(folder).join(name));
    let here = stored.chain(shipped).filter(|path| path.parent() == Some(&folder));
    let mut files: Vec<_> =
        here.filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), stamp(&path)))).collect();
    files.sort();
    files.dedup();
    files
}

/// Whether there is a file of this name, or a lock of another tab.
#[must_use]
pub fn exists(path: &Path) -> bool {
    is_file(path) || slot(path).is_some_and(|slot| slot <= host::last_slot())
}

/// Whether it is a file that is there.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    stamp(path).is_some()
}

/// Whether it is a folder that is there.
#[must_use]
pub fn is_folder(path: &Path) -> bool {
    ALL.iter().any(|folder| whole(path) == Path::new(folder))
}

/// The one path of what is there.
///
/// # Errors
/// That there is nothing.
pub fn canonical(path: &Path) -> Result<PathBuf> {
    let is_there = is_file(path) || is_folder(path);
    is_there.then(|| whole(path)).ok_or_else(|| Error::new(ErrorKind::NotFound, "there is no such file"))
}

/// The whole path of what need not be there.
///
/// # Errors
/// Never.
pub fn absolute(path: &Path) -> Result<PathBuf> {
    Ok(whole(path))
}

/// Folders are names here, and need not be made.
///
/// # Errors
/// Never.
pub fn make_folder(_: &Path) -> Result<()> {
    Ok(())
}

/// Puts `bytes` in the place of what the file held; what is written among the downloads is handed to the browser.
///
/// # Errors
/// What the browser says, whose storage may be full; the file is as it was.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    let path = whole(path);
    if is_in(&path, DOWNLOADS) {
        host::download(&path.file_name().unwrap_or_default().to_string_lossy(), bytes.as_ref());
        return Ok(());
    }
    host::write_file(&path.to_string_lossy(), bytes.as_ref()).map_or(Ok(()), |why| Err(Error::other(why)))
}

/// Removes a file; one that came with the program is as it came then.
///
/// # Errors
/// That there is none.
pub fn remove(path: &Path) -> Result<()> {
    if host::stamp_file(&name(path)).is_none() {
        return Err(Error::new(ErrorKind::NotFound, "there is no such file"));
    }
    host::remove_file(&name(path));
    Ok(())
}

/// Takes a lock that has the name of a file, unless another tab holds it. The page has tried to take them all before the
/// program began.
///
/// # Errors
/// Never.
pub fn lock(path: &Path) -> Result<Option<Lock>> {
    Ok(slot(path).is_some_and(host::holds_slot).then_some(Lock))
}

/// The number of the slot whose lock has this name.
fn slot(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_suffix(".lock")?.parse().ok()
}
