//! What a reader has besides the text of a file, and what it says besides the level.

use std::collections::BTreeMap;

use super::error::ParseError;
use super::solid::SolidRule;

/// Files to which a level refers, by the names that stand in it: what they hold, or why they cannot be read.
pub type Beside = BTreeMap<String, Result<Vec<u8>, String>>;

/// What is said of a file that could be read.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// What is wrong with the level although it can be shown.
    pub problems: Vec<ParseError>,
    /// Guesses, and parts of the file that are not in the level.
    pub notes: Vec<ParseError>,
    /// The rules by which cells of a map from another editor are walls.
    pub walls: Vec<WallSource>,
}

/// A rule by which cells of a map from another editor became walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallSource {
    /// The rule.
    pub rule: SolidRule,
    /// Whether it was guessed from names that makers use for walls.
    pub is_guess: bool,
    /// The number of cells that are walls by it.
    pub cells: usize,
}
