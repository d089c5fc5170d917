//! The levels that come with the program, read from its folder.

use std::fs;

use gridwalk_level::Level;
use gridwalk_level::formats::parse_level;

use crate::root;

/// A file of the folder of levels.
pub struct LevelFile {
    /// Its name, with the ending.
    pub file: String,
    /// What it says.
    pub text: String,
}

impl LevelFile {
    /// The level itself.
    pub fn parse(&self) -> Level {
        parse_level(self.text.as_bytes(), &self.file).unwrap_or_else(|error| panic!("{}", error.in_file(&self.file)))
    }
}

/// All of them, by name.
pub fn shipped_levels() -> Vec<LevelFile> {
    let read = |file: String| {
        let text = fs::read_to_string(root().join("assets/levels").join(&file)).expect("a level is text");
        LevelFile { file, text }
    };
    let folder = fs::read_dir(root().join("assets/levels")).expect("the folder of levels is there");
    let mut files: Vec<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().expect("a plain name")).collect();
    files.sort();
    files.into_iter().map(read).collect()
}

/// The one of that name, without the ending.
pub fn shipped_level(name: &str) -> Level {
    let file = format!("{name}.level.ron");
    let found = shipped_levels().into_iter().find(|level| level.file == file);
    found.unwrap_or_else(|| panic!("there is no {file}")).parse()
}
