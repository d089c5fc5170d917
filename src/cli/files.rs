//! Files in and out, with errors that name them.

use std::path::{Path, PathBuf};

use super::failure::{Failure, bad};
use crate::pathfinding::formats::{Level, parse_level};

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).or_else(|error| bad(format!("{}: cannot be read: {error}", path.display())))
}

/// The level in a file. A `MovingAI` map has nobody on it, whatever the window puts there.
pub fn read_level(path: &Path) -> Result<Level, Failure> {
    let bytes = read(path)?;
    let shown = path.display().to_string();
    let mut level = parse_level(&bytes, &shown).or_else(|error| bad(error.in_file(&shown)))?;
    if bytes.trim_ascii_start().starts_with(b"type ") {
        level.agents.clear();
    }
    Ok(level)
}

/// The folder of the shipped levels: of the package under cargo, else beside the program or where one stands.
pub fn levels_folder() -> Option<PathBuf> {
    let root = |name| std::env::var_os(name).map(PathBuf::from);
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    let built_in = Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let roots = [root("BEVY_ASSET_ROOT"), root("CARGO_MANIFEST_DIR"), beside, Some(PathBuf::new()), built_in];
    roots.into_iter().flatten().map(|root| root.join("assets/levels")).find(|folder| folder.is_dir())
}
