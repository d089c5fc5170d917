//! Files in and out, with errors that name them.

use std::path::{Path, PathBuf};

use super::failure::{Failure, bad};
use super::png_map;
use crate::pathfinding::formats::{Level, parse_level, to_pixels, write_csv, write_digits, write_moving_ai, write_ron};

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).or_else(|error| bad(format!("{}: cannot be read: {error}", path.display())))
}

/// The level in a file of any format, pictures included.
pub fn read_level(path: &Path) -> Result<Level, Failure> {
    let bytes = read(path)?;
    let shown = path.display().to_string();
    if bytes.starts_with(&png_map::SIGNATURE) {
        let mut level = png_map::read(&bytes).or_else(|sentence| bad(format!("{shown}: {sentence}")))?;
        level.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        return Ok(level);
    }
    parse_level(&bytes, &shown).or_else(|error| bad(error.in_file(&shown)))
}

/// The same, with those agents only that the file itself names. Bare maps name nobody, whatever the window
/// puts on them.
pub fn read_level_as_written(path: &Path) -> Result<Level, Failure> {
    let mut level = read_level(path)?;
    let is_bare = matches!(ending(path).as_str(), "map" | "csv" | "png");
    if is_bare || read(path)?.trim_ascii_start().starts_with(b"type ") {
        level.agents.clear();
    }
    Ok(level)
}

/// What a level becomes in a file of this name: its ending chooses the format.
pub fn encode(level: &Level, path: &Path) -> Result<Vec<u8>, Failure> {
    let text = match ending(path).as_str() {
        "ron" => Ok(write_ron(level)),
        "map" => write_moving_ai(&level.grid),
        "txt" | "digits" => write_digits(level),
        "csv" => write_csv(&level.grid),
        "png" => return Ok(png_map::write(level.grid.width(), level.grid.height(), &to_pixels(level))),
        _ => {
            let expected = "expected a name that ends in .level.ron, .map, .txt, .digits, .csv or .png";
            return bad(format!("{}: {expected}", path.display()));
        }
    };
    text.map(String::into_bytes).or_else(|error| bad(format!("{}: {error}", path.display())))
}

/// Whether a file of this name holds agents and rules besides the map.
pub fn holds_agents(path: &Path) -> bool {
    matches!(ending(path).as_str(), "ron" | "txt" | "digits")
}

/// Writes a file, in place of one that may be there.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).or_else(|error| bad(format!("{}: cannot be written: {error}", path.display())))
}

pub fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// The folder of the shipped levels: of the package under cargo, else beside the program or where one stands.
pub fn levels_folder() -> Option<PathBuf> {
    let root = |name| std::env::var_os(name).map(PathBuf::from);
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    let built_in = Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let roots = [root("BEVY_ASSET_ROOT"), root("CARGO_MANIFEST_DIR"), beside, Some(PathBuf::new()), built_in];
    roots.into_iter().flatten().map(|root| root.join("assets/levels")).find(|folder| folder.is_dir())
}
