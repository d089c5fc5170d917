//! Files: what both faces give, and what follows from it.

use std::io;
use std::path::{Path, PathBuf};

use super::IS_PAGE;
pub use super::face::files::{
    absolute, canonical, exists, is_file, is_folder, list, lock, make_folder, read, read_head,
    remove, replace, stamp,
};

/// A path as its user knows it. The folders of a page are names that nobody has given.
#[must_use]
pub fn shown(path: &Path) -> String {
    let name = path.file_name().filter(|_| IS_PAGE);
    name.map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Returns the path that a user means who typed this in place of an offered path. A name without a
/// folder is a file in the offered folder, not in the one where the program was started.
#[must_use]
pub fn beside(offered: &Path, typed: PathBuf) -> PathBuf {
    if typed.components().count() == 1 {
        offered.with_file_name(typed)
    } else {
        typed
    }
}

/// The text that a file holds.
///
/// # Errors
/// The error of the system, or an error for content that is no text.
pub fn read_text(path: &Path) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8");
    String::from_utf8(read(path)?).map_err(no_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_without_a_folder_is_saved_beside_the_offered_file() {
        let offered = Path::new("assets/levels/rooms.level.ron");
        let meant = |typed: &str| beside(offered, PathBuf::from(typed));
        assert_eq!(meant("garden"), Path::new("assets/levels/garden"));
        assert_eq!(meant("./garden"), Path::new("./garden"));
        assert_eq!(
            meant("/srv/garden.level.ron"),
            Path::new("/srv/garden.level.ron")
        );
    }
}
