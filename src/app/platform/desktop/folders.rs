//! Where the files of the program and of its user lie.

use std::path::{Path, PathBuf};

/// The folder of levels and lessons: of the package under cargo, else beside the program.
#[must_use]
pub fn assets() -> PathBuf {
    if let Some(root) = std::env::var_os("BEVY_ASSET_ROOT").or_else(|| std::env::var_os("CARGO_MANIFEST_DIR")) {
        return PathBuf::from(root).join("assets");
    }
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("assets")));
    beside.filter(|folder| folder.is_dir()).unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets"))
}

/// The folder for settings of this platform.
#[must_use]
pub fn settings() -> Option<PathBuf> {
    dirs::config_dir().map(|folder| folder.join("gridwalk"))
}

/// The folder for unsaved work of this platform.
#[must_use]
pub fn unsaved() -> Option<PathBuf> {
    dirs::data_local_dir().map(|folder| folder.join("gridwalk").join("unsaved"))
}

/// Where a copy of a level is offered that leaves the program: on the desktop it lies beside the level.
pub const fn downloads() -> Option<PathBuf> {
    None
}

/// Whether what is saved at this path is found there again.
pub const fn keeps(_path: &Path) -> bool {
    true
}
