//! Files: what both faces give, and what follows from it.

use std::io;
use std::path::Path;

pub use super::face::files::{
    absolute, canonical, exists, is_file, is_folder, list, lock, make_folder, read, read_head, remove, replace, stamp,
};

/// The text that a file holds.
///
/// # Errors
/// What the system says, or that it is no text.
pub fn read_text(path: &Path) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8");
    String::from_utf8(read(path)?).map_err(no_text)
}
