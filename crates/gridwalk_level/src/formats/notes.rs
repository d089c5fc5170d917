//! What a reader has besides the text of a file, and what it says besides the level.

use std::collections::BTreeMap;

use super::error::ParseError;

/// Files to which a level refers, by the names that stand in it: what they hold, or why they cannot be read.
pub type Beside = BTreeMap<String, Result<Vec<u8>, String>>;

/// What is said of a file that could be read.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// What is wrong with the level although it can be shown.
    pub problems: Vec<ParseError>,
    /// Guesses, and parts of the file that are not in the level.
    pub notes: Vec<ParseError>,
}
