//! The levels that come with the program, read from the assets folder.

use std::fs;

use gridwalk_level::Level;
use gridwalk_level::formats::parse_level;

use crate::root;

/// A file in the folder of levels.
pub struct LevelFile {
    /// Name of the file, with its extension.
    pub file: String,
    /// Text of the file.
    pub text: String,
}

impl LevelFile {
    /// Parses the level.
    pub fn parse(&self) -> Level {
        parse_level(self.text.as_bytes(), &self.file)
            .unwrap_or_else(|error| panic!("{}", error.in_file(&self.file)))
    }
}

/// Returns all level files, sorted by name.
pub fn shipped_levels() -> Vec<LevelFile> {
    let read = |file: String| {
        let text =
            fs::read_to_string(root().join("assets/levels").join(&file)).expect("a level is text");
        LevelFile { file, text }
    };
    let folder = fs::read_dir(root().join("assets/levels")).expect("the folder of levels is there");
    let mut files: Vec<String> = folder
        .map(|entry| {
            entry
                .unwrap()
                .file_name()
                .into_string()
                .expect("a plain name")
        })
        .collect();
    files.sort();
    files.into_iter().map(read).collect()
}

/// Returns the level with this name, without the extension.
pub fn shipped_level(name: &str) -> Level {
    let file = format!("{name}.level.ron");
    let found = shipped_levels()
        .into_iter()
        .find(|level| level.file == file);
    found
        .unwrap_or_else(|| panic!("there is no {file}"))
        .parse()
}
