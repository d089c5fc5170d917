//! What a reader has besides the text of a file, and what it says besides the level.

use std::collections::BTreeMap;

use crate::formats::error::ParseError;

/// Files to which a level refers, by the names that stand in it: what they hold, or why they cannot be read.
pub type Beside = BTreeMap<String, Result<Vec<u8>, String>>;

/// What is said of a file that could be read.
#[derive(Debug, Default)]
pub struct Notes {
    /// What is wrong with the level although it can be shown.
    pub problems: Vec<ParseError>,
    /// What is in the file and not in the level.
    pub left_out: Vec<ParseError>,
}

/// Whether a file's name has one of these endings.
pub fn ending_is(file: &str, endings: &[&str]) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Whether a file of this name is asked for: others are refused unread.
pub fn is_read(file: &str) -> bool {
    ending_is(file, &["tsj", "json", "ldtkl"])
}
