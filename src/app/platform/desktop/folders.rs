//! Paths of the program's files and of the user's files.

use std::path::{Path, PathBuf};

/// Returns the folder of levels and lessons: in the package under cargo, otherwise beside the
/// program.
#[must_use]
pub fn assets() -> PathBuf {
    if let Some(root) =
        std::env::var_os("BEVY_ASSET_ROOT").or_else(|| std::env::var_os("CARGO_MANIFEST_DIR"))
    {
        return PathBuf::from(root).join("assets");
    }
    let beside = std::env::current_exe()
        .ok()
        .and_then(|exe| Some(exe.parent()?.join("assets")));
    beside
        .filter(|folder| folder.is_dir())
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets"))
}

/// Returns the platform's folder for settings.
#[must_use]
pub fn settings() -> Option<PathBuf> {
    dirs::config_dir().map(|folder| folder.join("gridwalk"))
}

/// Returns the platform's folder for unsaved work.
#[must_use]
pub fn unsaved() -> Option<PathBuf> {
    dirs::data_local_dir().map(|folder| folder.join("gridwalk").join("unsaved"))
}

/// Returns the folder suggested for exports; `None` on the desktop, which suggests the level's
/// folder.
pub const fn downloads() -> Option<PathBuf> {
    None
}

/// Returns `true` if a file saved at this path can be read again later.
pub const fn keeps(_path: &Path) -> bool {
    true
}
